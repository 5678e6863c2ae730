"""Imports go one way: a later stage imports an earlier one, never the reverse."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "warbook"
ORDER = (
    {"errors", "faults", "names", "dice", "chance", "json_file", "writing"},
    {"document"},
    {"effects"},
    {"sheet", "grammar"},
    {
        "loadout",
        "leading",
        "data",
        "glossary",
        "roster",
        "matching",
        "spreading",
        "fitting",
        "kit",
        "wargear",
        "sharing",
        "differences",
        "crosscheck",
    },
    {"importers", "by_hand", "understanding", "misprints", "stand_ins"},
    {"library"},
    {"lookup", "completing", "index", "seeking", "enrolling", "enhancing", "settling"},
    {"rules", "board"},
    {"systems"},
    {"battle", "probability", "muster", "coverage"},
    {"bots", "asking"},
    {"schema", "views"},
    {"door"},
    {"web"},
    {"cli"},
    {"__main__"},
)
STAGE = {name: place for place, names in enumerate(ORDER) for name in names}
FORBIDDEN_IN_CORE = {"rich", "typer", "nicegui", "matplotlib", "pettingzoo", "gymnasium", "numba", "scipy"}
FILES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")


def stage_name(path):
    part = path.relative_to(SOURCE).parts[0]
    return part.removesuffix(".py")


def imports(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_imports_only_its_own_stage_and_earlier_ones(path):
    own = STAGE[stage_name(path)]
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "warbook" and len(parts) > 1 and parts[1] in STAGE:
            assert STAGE[parts[1]] <= own, f"{stage_name(path)} imports {name}"
        if stage_name(path) not in {"views", "web", "cli"}:
            assert parts[0] not in FORBIDDEN_IN_CORE, f"{stage_name(path)} imports {name}"


@pytest.mark.parametrize("folder", ["rules", "probability"])
def test_the_kernel_names_no_game(folder):
    games = {
        path.name for path in (SOURCE / "systems").iterdir() if path.is_dir() and path.name != "__pycache__"
    }
    assert "wh40k10" in games
    for path in sorted((SOURCE / folder).glob("*.py")):
        for name in imports(path):
            assert not games & set(name.split(".")), f"{path.name} imports {name}"


def test_no_system_imports_another():
    folders = [path for path in (SOURCE / "systems").iterdir() if path.is_dir() and path.name != "__pycache__"]
    for folder in folders:
        others = {other.name for other in folders} - {folder.name}
        for path in folder.rglob("*.py"):
            assert not [name for name in imports(path) if others & set(name.split("."))]
