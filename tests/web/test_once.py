"""The quicker ways give what NiceGUI's own give."""

import inspect
from functools import partial

import pytest

pytest.importorskip("nicegui", reason="the extra web is not installed")

from warbook.web.once import Escaped, expecting


class Zorb:
    def alone(self):
        pass

    def given(self, event):
        pass

    def perhaps(self, event=None, *more, **others):
        pass

    @classmethod
    def of_class(cls, event):
        pass

    @staticmethod
    def of_none(event):
        pass


def asked(function):
    """Whether it expects arguments, told the slow way."""
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return any(
        p.default is p.empty and p.kind not in kinds for p in inspect.signature(function).parameters.values()
    )


@pytest.mark.parametrize(
    ("function", "expects"),
    [
        (Zorb().alone, False),
        (Zorb().given, True),
        (Zorb().perhaps, False),
        (Zorb.of_class, True),
        (Zorb.of_none, True),
        (lambda: None, False),
        (lambda event: None, True),
        (partial(Zorb().given, 1), False),
    ],
)
def test_what_a_function_expects_is_known_the_second_time_too(function, expects):
    quick = expecting(asked)
    assert [quick(function), quick(function)] == [expects, expects]


def test_a_method_is_asked_once_whatever_it_belongs_to():
    seen = []

    def noted(function):
        seen.append(function)
        return asked(function)

    quick = expecting(noted)
    assert [quick(Zorb().given) for _ in range(3)] == [True] * 3
    assert len(seen) == 1


def test_letters_are_replaced_as_a_table_tells():
    table = str.maketrans({"&": "&amp;", "<": "&lt;", "$": "&#36;"})
    text = "Zorbs & <b>Glass → $5</b> &amp;"
    assert Escaped(text).translate(table) == text.translate(table)
