"""``import warbook`` gives what users need, quickly and typed."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import warbook

SOURCE = Path(warbook.__file__)
ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def typed_names():
    """The names that a type checker sees."""
    block = next(node for node in ast.parse(SOURCE.read_text("utf-8")).body if isinstance(node, ast.If))
    return {alias.asname or alias.name for node in block.body for alias in node.names}


def test_every_public_name_is_there():
    for name in warbook.__all__:
        assert getattr(warbook, name) is not None


def test_a_type_checker_sees_the_same_names():
    assert typed_names() | {"__version__"} == set(warbook.__all__)


def test_a_name_that_there_is_not_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'odd'"):
        warbook.odd  # noqa: B018


def test_importing_loads_nothing_of_it():
    told = "import sys, warbook; print([name for name in sys.modules if name.startswith('warbook.')])"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_documents_are_read_with_their_rules_as_effects():
    lychguard = warbook.datasheet("lychguard")
    assert lychguard.name == "Lychguard"
    assert "Lychguard" in {unit.name for unit in warbook.units("Necrons")}
    assert "Lychguard" not in {unit.name for unit in warbook.units("Emperor's Children")}
    assert warbook.parse_rules("Add 1 to the Hit roll.").understood
    assert not warbook.parse_rules("Add a pebble to the pile of pebbles.").understood


def test_a_list_is_an_army_however_it_is_given():
    by_name = warbook.army("Necrons")
    assert by_name.points
    assert warbook.army(by_name.army.roster).points == by_name.points
    typed = warbook.army("Necrons\n1 Overlord\n10 Immortals")
    assert [line.unit.sheet.name for line in typed.lines] == ["Overlord", "Immortals"]


class Idle:
    """Takes the last option, and the place that the game proposes."""

    def answer(self, battle, request):
        if isinstance(request, warbook.Place):
            return battle.game.proposed(battle.state, request, None)
        return len(request.options) - 1


def test_a_battle_of_bots_of_ones_own_is_played_recorded_and_replayed(tmp_path):
    played = warbook.play("Emperor's Children", "Necrons", bots=(Idle(), "random"), seed=5)
    assert (played.summary.bots.A, played.summary.bots.B) == ("Idle", "random")
    assert played._repr_html_().startswith("<svg")
    warbook.save(played.record, tmp_path / "battle.json")
    again = warbook.replay(tmp_path / "battle.json")
    assert again.state.digest() == played.record.state_hash
    assert warbook.replay(played.record, until=3).history == played.battle.history[:3]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_import_nothing_else(page):
    """Examples use what is public: ``import warbook``, or names from it."""
    imports = re.findall(
        r"^(?:>>> |\.\.\. )?\s*((?:from|import) warbook\b.*)$", page.read_text("utf-8"), re.MULTILINE
    )
    assert [line for line in imports if not re.match(r"(import warbook|from warbook import .*)$", line)] == []
    named = {name.strip() for line in imports for name in line.partition("import ")[2].split(",")}
    assert named <= {"warbook", *warbook.__all__}
