"""A single roll: ``charge 9``, ``hazardous 5``."""

from __future__ import annotations

from warbook.cli.shown import console, print_json


def show(text: str, name: str | None, revision: str | None, as_json: bool) -> None:
    """Print the odds of a roll, in the game of that name or in one that knows it. Raises InputError."""
    from warbook.queries.rolling import roll

    told = roll(text, name, revision)
    if as_json:
        print_json(told.document())
    else:
        from warbook.views import roll as view

        title = f"{text}: {told.meaning}"
        meaning = (f"{told.title}, rules of {told.revision}", *told.assumed[1:])
        view.show(console(), title, "\n".join(meaning), told.figures)
