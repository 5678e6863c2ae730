"""Readers of lists never fail otherwise than by an InputError, whatever is done to a list."""

import json

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from importers.rosters import lists
from importers.rosters.test_trees import ROS, as_json
from warbook.errors import InputError
from warbook.importers import rosters
from warbook.sheets.roster import Roster

TEXTS = [text for name, text in sorted(vars(lists).items()) if name.isupper() and isinstance(text, str)]
TREES = [ROS, json.dumps(as_json("List Forge"))]
JUNK = (
    "(99999999999 pts)", "[80 pts]", "1x ", "0x ", "9999x ", "• ", "◦ ", "+", "++ ", "\n", ":", ",", "(", "[3]",
    "Enhancement: ", "Attached Unit 1", "&", "Char1: ", " with ", "Leading ", "\u00a0",
    "\x85", "\u2028", "٣", "²", "\x00", " " * 400, "x" * 3000, "WARLORD: Char9: X",
    '"', "<", "&#0;", "null", "-1", "1e999",
)  # fmt: skip


@st.composite
def mutated(draw, texts):
    text = draw(st.sampled_from(texts))
    if draw(st.booleans()):
        other = draw(st.sampled_from(texts))
        text = text[: draw(st.integers(0, len(text)))] + other[draw(st.integers(0, len(other))) :]
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 40))
        text = text[:at] + draw(st.sampled_from(JUNK)) + text[at + cut :]
    return text


def survives(text):
    try:
        found = rosters.parse(text, "list")
    except InputError:
        return
    assert msgspec.json.decode(msgspec.json.encode(found), type=Roster) == found


@settings(max_examples=300, deadline=2_000, suppress_health_check=[HealthCheck.too_slow])
@given(mutated(TEXTS))
def test_texts(text):
    survives(text)


@settings(max_examples=200, deadline=2_000, suppress_health_check=[HealthCheck.too_slow])
@given(mutated(TREES))
def test_trees(text):
    survives(text)


@settings(max_examples=100, deadline=2_000)
@given(st.text(max_size=300))
def test_any_text(text):
    survives(text)


@settings(max_examples=100, deadline=2_000)
@given(st.binary(max_size=300), st.sampled_from((b"", b"PK\x03\x04", b"<roster>", b"{", b"\xff\xfe")))
def test_any_bytes(tmp_path_factory, data, head):
    path = tmp_path_factory.mktemp("lists") / "a.rosz"
    path.write_bytes(head + data)
    try:
        rosters.read(path)
    except InputError:
        return


def test_a_large_text_does_not_hang():
    for piece in (
        "1x ",
        "A (80 pts)",
        "• ",
        "(8 8 8 pts)",
        "1 with ",
        "A1: 1x B (80 pts)",
        "10 Foo with bar\n",
        " - ",
    ):
        survives(piece * (300_000 // len(piece)))
