"""Imports go one way, those inside functions too: from a room to earlier ones, and never in a circle."""

import ast
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "warbook"
ORDER = (
    {"errors", "faults", "games", "names", "dice", "chance", "json_file", "writing"},
    {"sheets", "effects"},
    {"data"},
    {"parsing"},
    {"reading", "importers"},
    {"library"},
    {"rules", "board"},
    {"muster"},
    {"systems"},
    {"probability", "battle"},
    {"bots"},
    {"queries"},
    {"views"},
    {"door"},
    {"web"},
    {"cli"},
    {"__main__"},
)
"""The rooms, from the first to the last; those of one set may import each other."""
STAGE = {name: place for place, names in enumerate(ORDER) for name in names}
FORBIDDEN_IN_CORE = {"rich", "typer", "nicegui", "matplotlib", "pettingzoo", "gymnasium", "numba", "scipy"}
FILES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")
KNOTS = (
    "warbook.effects.english.",
    "warbook.battle.umpire.",
    "warbook.systems.wh40k10.",
)
"""Folders whose modules still import each other in circles; what comes through them is not counted."""


def dotted(path):
    return ".".join(("warbook", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")


MODULES = {dotted(path): path for path in FILES}


def room(module):
    return module.split(".")[1]


def imports(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def imported():
    """The modules that each module imports, itself left out."""
    edges = {}
    for module, path in MODULES.items():
        names = [name for name in imports(path) if name in MODULES]
        edges[module] = {name for name in names if name != module and not module.startswith(f"{name}.")}
    return edges


def circles(edges):
    """The sets of nodes that reach each other, without those of one (Tarjan)."""
    number, low, stack, found = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in edges[node]:
            if other not in number:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == number[node]:
            circle = set(stack[stack.index(node) :])
            del stack[stack.index(node) :]
            if len(circle) > 1:
                found.append(circle)

    for node in edges:
        if node not in number:
            visit(node)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_imports_only_its_own_room_and_earlier_ones(path):
    own = room(dotted(path))
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "warbook" and len(parts) > 1 and parts[1] in STAGE:
            assert STAGE[parts[1]] <= STAGE[own], f"{own} imports {name}"
        if own not in {"views", "web", "cli"}:
            assert parts[0] not in FORBIDDEN_IN_CORE, f"{own} imports {name}"


def test_circles_are_found():
    edges = {"pike": {"carp"}, "carp": {"perch"}, "perch": {"pike", "moss"}, "moss": {"moss"}, "reed": set()}
    assert circles(edges) == [{"pike", "carp", "perch"}]


def test_no_modules_import_in_a_circle():
    edges = {
        module: {name for name in names if not name.startswith(KNOTS)}
        for module, names in imported().items()
        if not module.startswith(KNOTS)
    }
    assert [sorted(circle) for circle in circles(edges)] == []


@pytest.mark.parametrize("knot", KNOTS)
def test_a_knot_is_still_one(knot):
    assert any(any(module.startswith(knot) for module in circle) for circle in circles(imported()))


def test_no_system_imports_another():
    folders = [path for path in (SOURCE / "systems").iterdir() if path.is_dir() and path.name != "__pycache__"]
    for folder in folders:
        others = {other.name for other in folders} - {folder.name}
        for path in folder.rglob("*.py"):
            assert not [name for name in imports(path) if others & set(name.split("."))]
