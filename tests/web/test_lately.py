"""What was answered lately is answered again at once, until the library changes."""

import pytest

pytest.importorskip("nicegui", reason="the extra web is not installed")

from warbook.queries import Side
from warbook.web import lately
from web.visiting import apart


def asked(side, loud=False):
    """Stands for work of a worker."""


@pytest.fixture
def done(monkeypatch):
    """What was asked of workers."""
    seen = []

    async def work(function, *args, **kwargs):
        seen.append((args, kwargs))
        return len(seen)

    monkeypatch.setattr(lately.workers, "work", work)
    monkeypatch.setattr(lately, "_kept", lately.Worked(10))
    return seen


def answers(*questions):
    async def all_of_them():
        return [await lately.work(asked, *args, **kwargs) for args, kwargs in questions]

    return apart(all_of_them())


def test_equal_questions_are_one(done):
    zorbs = [((Side("Zorbs", loadout=["2 ray"]),), {}) for _ in range(3)]
    assert answers(*zorbs) == [1, 1, 1]


def test_other_questions_are_others(done):
    assert answers(((Side("Zorbs"),), {}), ((Side("Glass"),), {}), ((Side("Zorbs"),), {"loud": True})) == [
        1,
        2,
        3,
    ]


def test_another_library_may_answer_otherwise(done, monkeypatch):
    stamps = iter([b"first", b"first", b"second"])
    monkeypatch.setattr(lately, "stamp", lambda: next(stamps))
    assert answers(*[((Side("Zorbs"),), {})] * 3) == [1, 1, 2]
