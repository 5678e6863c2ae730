"""Records are saved and read back, and whatever does not fit is refused where it stands."""

import json

import msgspec
import pytest

from battle.test_battles import bundled_armies, fought
from battle.wild import WildBot
from warbook import data
from warbook.battle import IllegalInput, Record, begin, load, recorded, replay, save
from warbook.dice import Roll
from warbook.errors import InputError
from warbook.library import lookup
from warbook.rules.request import Ask, Place


@pytest.fixture(scope="module")
def record():
    header = bundled_armies("small-yard", "2025-06")
    return recorded(header, fought(begin(header), (WildBot(3), WildBot(4)), 5, 160))


def altered(record, place, answer):
    return msgspec.structs.replace(record, inputs=(*record.inputs[:place], answer, *record.inputs[place + 1 :]))


def first(record, kind):
    """The number of the first input that answers a request of this kind."""
    seen = []
    replay(record, lambda _battle, request, _answer: seen.append(request))
    return next(place for place, request in enumerate(seen) if isinstance(request, kind))


def test_a_saved_record_is_the_same_when_read(record, tmp_path):
    path = tmp_path / "battle.json"
    save(record, path)
    again = load(path)
    assert again.header == record.header
    assert replay(again).state.digest() == record.state_hash
    assert json.loads(path.read_text("utf-8"))["state_hash"] == record.state_hash


def test_a_record_without_a_hash_is_played_to_where_it_ends(record):
    open_ended = msgspec.structs.replace(record, state_hash="", inputs=record.inputs[:50])
    assert len(replay(open_ended).history) == 50


def test_a_truncated_record_is_refused(record):
    with pytest.raises(InputError, match="state_hash"):
        replay(msgspec.structs.replace(record, inputs=record.inputs[:-100]))


def test_a_record_with_a_changed_die_is_refused(record):
    place = first(record, Roll)
    with pytest.raises((IllegalInput, InputError)):
        replay(altered(record, place, tuple(7 for _ in record.inputs[place])))


def test_a_record_with_inputs_after_the_end_is_refused():
    header = bundled_armies("small-yard", "2025-06")
    whole = recorded(header, fought(begin(header), (WildBot(3), WildBot(4)), 5, 100_000))
    with pytest.raises(IllegalInput, match="over"):
        replay(msgspec.structs.replace(whole, inputs=(*whole.inputs, 0)))


@pytest.mark.parametrize("answer", [-1, 99, True, None, 1.5, "0", {}, (0,), [[1]]])
def test_what_is_no_option_is_refused(record, answer):
    with pytest.raises(IllegalInput):
        replay(altered(record, first(record, Ask), answer))


@pytest.mark.parametrize(
    "answer",
    [
        0, True, None, "far away", 1.5, {"0": 1}, [], [5], [[0]], [[0, 1]], [[0, 1, 2, 3]], [["0", 1, 2]],
        [[0, 1.5, 2]], [[0, None, 2]], [[-1, 1, 2]], [[10**6, 1, 2]], [[0, -5, -5]], [[0, 10**30, 1]],
        [[0, True, 1]],
    ],
)  # fmt: skip
def test_what_is_no_placement_is_refused(record, answer):
    with pytest.raises(IllegalInput):
        replay(altered(record, first(record, Place), answer))


@pytest.mark.parametrize("answer", [0, None, [], [0], [7], [1, 1, 1, 1, 1, 1, 1], ["6"], [True], [1.0], "6"])
def test_what_are_no_faces_is_refused(record, answer):
    seen = []
    replay(record, lambda _battle, request, given: seen.append((request, given)))
    place = next(n for n, (request, given) in enumerate(seen) if isinstance(request, Roll) and len(given) == 1)
    with pytest.raises(IllegalInput):
        replay(altered(record, place, answer))


def test_a_battle_stays_as_it_was_after_a_refusal():
    battle = begin(bundled_armies("small-yard", "2025-06"))
    before = battle.state.digest()
    with pytest.raises(IllegalInput):
        battle.send(((0, 1, 1),))
    assert battle.state.digest() == before
    assert battle.history == ()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"system": "chess"}, "chess"),
        ({"system": "heresy3"}, "no other game"),
        ({"revision": "1999-01"}, "1999-01"),
        ({"mission": "Peace"}, "Peace"),
        ({"battlefield": "moon"}, "moon"),
    ],
)
def test_a_header_of_what_there_is_not_is_refused(record, change, told):
    header = msgspec.structs.replace(record.header, **change)
    with pytest.raises(InputError, match=told):
        replay(msgspec.structs.replace(record, header=header))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"header": 1, "inputs": []}', "\xff", '{"inputs": []}'])
def test_a_file_that_is_no_record_is_refused(tmp_path, text):
    path = tmp_path / "bad.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(InputError, match="bad"):
        load(path)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(InputError, match="nowhere"):
        load(tmp_path / "nowhere.json")


def test_a_record_is_replayed_when_its_sheets_are_known_no_more(monkeypatch):
    header, bots = bundled_armies("small-yard", "2025-06"), (WildBot(3), WildBot(4))
    kept = recorded(header, fought(begin(header), bots, 5, 160))
    kept = msgspec.json.decode(msgspec.json.encode(kept), type=Record)
    monkeypatch.setattr(lookup, "known", lambda system=None: ())
    monkeypatch.setattr(lookup, "faction", lambda name, system: None)
    monkeypatch.setattr(data, "faction", lambda name, system: None)
    assert replay(kept).state.digest() == kept.state_hash
    with pytest.raises(InputError):
        begin(header)


def test_a_record_that_holds_no_sheets_is_looked_up_and_doubted(record):
    older = msgspec.structs.replace(record, forces=None)
    assert replay(older).state.digest() == record.state_hash
    with pytest.raises(InputError, match="does not hold the sheets"):
        replay(msgspec.structs.replace(older, state_hash="00"))


@pytest.mark.parametrize("place", [99, -1])
def test_a_record_of_sheets_that_it_does_not_hold_is_refused(record, place, tmp_path):
    told = msgspec.json.decode(msgspec.json.encode(record))
    told["forces"][0]["units"][0]["parts"][0]["sheet"] = place
    path = tmp_path / "battle.json"
    path.write_text(json.dumps(told), "utf-8")
    with pytest.raises(InputError, match="expected places of"):
        load(path)
