"""The quicker ways give what NiceGUI's own give."""

import inspect
from functools import partial

import pytest

pytest.importorskip("nicegui", reason="the extra web is not installed")

from nicegui.classes import Classes
from nicegui.props import Props

from warbook.web import once
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


class Told:
    """Stands for an element."""

    def __init__(self):
        self.times = 0

    def update(self):
        self.times += 1


def changes():
    """How often an element is told of what is done to its props and classes."""
    told = Told()
    props, classes = Props(element=told), Classes(element=told)
    props["zorb"] = [1]
    props["zorb"].append(2)
    props("glass man=5", remove="zorb")
    with props.suspend_updates():
        props["quiet"] = True
    classes("one two")
    return told.times, dict(props), list(classes)


def test_an_element_is_told_of_each_change(monkeypatch):
    slowly = changes()
    for kind in (Props, Classes):
        monkeypatch.setattr(kind, "_handle_change", once._told)
    assert changes() == slowly
    assert slowly[0] > 3
