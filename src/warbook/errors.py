"""What goes wrong with what a person gave us, told in one line."""

from __future__ import annotations


class InputError(ValueError):
    """A document that cannot be read: which one, where in it, and what was expected there."""

    def __init__(self, path: str, place: str, expected: str) -> None:
        self.path = path
        self.place = place
        self.expected = expected
        super().__init__(" ".join(f"{path}: {place}: {expected}".split()))

    def __reduce__(self) -> tuple[type[InputError], tuple[str, str, str]]:
        return type(self), (self.path, self.place, self.expected)
