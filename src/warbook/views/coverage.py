"""How much of documents is understood, as text: every rule clause by clause, shares by kind, common clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, get_args

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from warbook.queries.coverage import Clause, Common, Coverage, CoveredRule, Figures

Which = Literal["every", "lost", "none"]
"""Rules that are shown clause by clause: every one, those that are not wholly understood, none."""
WHICH: tuple[Which, ...] = get_args(Which)
_LOST = "yellow"
_STATE_WIDE = 19


def state(clause: Clause) -> str:
    """How far a clause got: where it acts, that it is understood and typed but nothing acts on it yet, that it
    is not understood, or that it is a note."""
    if not clause.understood:
        return "not understood"
    if clause.note:
        return "a note"
    where = [name for name, acts in (("odds", clause.odds), ("battles", clause.battle)) if acts]
    return f"in {' and '.join(where)}" if where else "only typed"


def style(clause: Clause) -> str:
    """How a clause stands out."""
    return "" if clause.understood else _LOST


def marked(clause: Clause) -> Text:
    """A clause as its document has it; what was not understood of it stands out and is in brackets."""
    if clause.understood:
        return Text(clause.text)
    known, found, lost = clause.text.rpartition(clause.rest or clause.text)
    if not found:  # the reading tells of something else than the words
        return Text.assemble(clause.text, " ", (f"[{clause.rest}]", _LOST))
    return Text.assemble(known, (f"[{found}{lost}]", _LOST))


def show(console: Console, told: Coverage, which: Which = "none", most: int = 20) -> None:
    """Print the rules that are asked for, the table by kind and ``most`` of the commonest clauses."""
    for rule in _chosen(told.rules, which):
        _show_rule(console, rule)
    console.print(_table(told))
    if told.common and most:
        _show_common(console, told.common[:most])
    if told.bespoke:
        console.print(Text(f"Rules that are programs or typed by hand: {', '.join(told.bespoke)}"))


def _show_common(console: Console, sorts: Sequence[Common]) -> None:
    """The words that clauses of a sort have in common, and how the first of them goes on."""
    console.print(Text("Where understanding ended, the commonest first:", style="bold"))
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", width=5)
    grid.add_column()
    for each in sorts:
        goes_on = each.example[len(each.clause) :] if each.example.startswith(each.clause) else ""
        grid.add_row(str(each.count), Text.assemble((each.clause, _LOST), goes_on))
    console.print(grid)


def _chosen(rules: Sequence[CoveredRule], which: Which) -> Iterator[CoveredRule]:
    for rule in rules:
        if which == "every" or (which == "lost" and not rule.understood):
            yield rule


def _show_rule(console: Console, rule: CoveredRule) -> None:
    console.print(Text.assemble((rule.source, "bold"), _besides(rule)))
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=2)
    grid.add_column(width=12)
    grid.add_column(width=_STATE_WIDE)
    grid.add_column()
    for text in rule.texts:
        for place, clause in enumerate(text.clauses):
            kind = text.kind if place == 0 else ""
            grid.add_row("", kind, Text(state(clause), style=style(clause)), marked(clause))
    for note in dict.fromkeys(text.note for text in rule.texts if text.note):
        grid.add_row("", "", "", Text(f"({note})", style="italic"))
    console.print(grid)


def _besides(rule: CoveredRule) -> str:
    """What acts of a rule besides its sentences."""
    named = f"by its name in {' and '.join(rule.by_name)}" if rule.by_name else ""
    left = f", but for {'; '.join(rule.left_out)}" if rule.left_out else ""
    typed = f"typed by hand{left}" if rule.by_hand else ""
    told = "; ".join(filter(None, (named, typed)))
    return f"  ({told})" if told else ""


def _table(told: Coverage) -> Table:
    table = Table(
        "kind", title="Rules text understood", box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False
    )
    for head in ("texts", "sentences", "notes", "understood", "acts", "odds", "battles"):
        table.add_column(head, justify="right")
    rows: list[tuple[str, Figures]] = [*told.by_kind.items(), ("all", told)]
    for kind, figures in rows:
        if figures.sentences:
            table.add_row(kind, f"{figures.texts_understood}/{figures.texts}", *_shares(figures))
    if told.combat_sentences:
        table.add_row("of attacks", "", *_combat(told))
    return table


def _shares(told: Figures) -> list[str]:
    acts = (told.sentences_executed, told.sentences_in_odds, told.sentences_in_battles)
    return _columns(told.sentences, told.notes, told.sentences_understood, acts)


def _combat(told: Figures) -> list[str]:
    acts = (told.combat_executed, told.combat_in_odds, told.combat_in_battles)
    return _columns(told.combat_sentences, told.combat_notes, told.combat_understood, acts)


def _columns(sentences: int, notes: int, understood: int, acts: Sequence[int]) -> list[str]:
    """Who acts is told of the sentences that have a rule in them: of a note there is nothing to act on."""
    shares = (_share(part, sentences - notes) for part in acts)
    return [str(sentences), str(notes or ""), _share(understood, sentences), *shares]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"
