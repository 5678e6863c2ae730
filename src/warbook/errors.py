"""What goes wrong, told in one line: with what a person gave us, or with Warbook itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from warbook import faults


class InputError(ValueError):
    """A document that cannot be read: which one, where in it, and what was expected there."""

    again = False
    """Whether the same may go well when it is asked once more."""

    def __init__(self, path: str, place: str, expected: str) -> None:
        self.path = path
        self.place = place
        self.expected = expected
        super().__init__(" ".join(f"{path}: {place}: {expected}".split()))

    def __reduce__(self) -> tuple[type[InputError], tuple[str, str, str]]:
        return type(self), (self.path, self.place, self.expected)


class OwnFault(InputError):
    """Warbook failed at what is named, whatever was given."""

    again = True


def own_fault(fault: Exception, place: str) -> OwnFault:
    """Logs an unforeseen exception and gives it as Warbook's fault at a place."""
    return OwnFault("warbook", place, faults.noted(fault))


@contextmanager
def naming(place: str) -> Iterator[None]:
    """Whatever goes wrong inside leaves as an InputError: an unforeseen exception as OwnFault of this place,
    unless it names a closer one."""
    try:
        yield
    except InputError:
        raise
    except Exception as fault:
        raise own_fault(fault, place) from fault
