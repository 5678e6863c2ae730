"""Rules of real documents give the effects that were derived from them by hand."""

import pytest

from labelled import DATA, Judged, judged, labels, text_id, texts_of
from warbook.effects import from_json, to_json

LEAST_RIGHT = 0.97
"""The share of labelled rules that were exactly right when this was last measured."""

LEAST_RIGHT_BLIND = 0.93
"""The same of those labelled by one who had seen no reading of anything."""


@pytest.fixture(scope="module")
def compared() -> list[Judged]:
    if not (DATA / "gdc").is_dir():
        pytest.skip("no documents on this machine")
    return judged(labels())


def test_labels_are_effects():
    for label in labels():
        if label.effects is not None:
            effects = from_json(label.effects)
            assert from_json(to_json(effects)) == effects


def test_every_label_has_its_text(compared):
    texts = {source: texts_of(DATA / source) for source in {label.source for label in labels()}}
    for label in labels():
        text = texts[label.source].get(label.sha256)
        assert text is not None, label.id
        assert text_id(label.kind, text) == label.id
    assert len(compared) == len(labels())


def test_nothing_labelled_is_understood_otherwise(compared):
    wrong = [(each.label.id, each.label.effects, to_json(each.reading.effects)) for each in compared]
    wrong = [told for told, each in zip(wrong, compared, strict=True) if each.verdict == "wrong"]
    assert not wrong


def test_the_share_exactly_right(compared):
    for least, blind in ((LEAST_RIGHT, False), (LEAST_RIGHT_BLIND, True)):
        those = [each for each in compared if (each.label.at_first is not None) == blind]
        assert sum(each.verdict == "exactly right" for each in those) >= least * len(those)
