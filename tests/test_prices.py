"""What a unit costs by the rows of its sheet: brackets, dates, remarks, additions."""

import pytest

from musters import army, sheet
from warbook.rules.prices import priced
from warbook.sheets.roster import Listed
from warbook.sheets.sheet import Model, Points


def cost(rows, counts, listed=None, **entry):
    """The price of a unit of so many models of each kind, and what it counts for."""
    kinds = (Model("Boss", 0, 1), Model("Moss Hand", 0, 20), Model("Cart", 0, 2))
    made = sheet("Crew", models=kinds, loadout=(), priced=rows)
    models = tuple(Listed(name, count) for name, count in counts.items())
    whole = army((made, {"listed": models, "points": listed, **entry}), faction="Gravel Court")
    found = priced(whole, whole.units[0])
    return found.by_sheet, found.points


@pytest.mark.parametrize(("count", "points"), [(3, 60), (5, 60), (6, 110), (10, 110)])
def test_a_unit_pays_for_its_bracket(count, points):
    assert cost((Points(5, 60), Points(10, 110)), {"Moss Hand": count}) == (points, points)


def test_a_unit_that_is_too_large_has_no_price():
    assert cost((Points(5, 60),), {"Moss Hand": 6}) == (None, None)


def test_the_newest_date_counts():
    assert cost((Points(5, 60, "2024-01"), Points(5, 70, "2025-01")), {"Moss Hand": 5}) == (70, 70)


def test_the_lists_own_figure_counts():
    assert cost((Points(5, 60),), {"Moss Hand": 5}, listed=75) == (60, 75)


def test_a_row_for_units_with_a_certain_model():
    rows = (Points(5, 60), Points(5, 80, note="with a Boss"))
    assert cost(rows, {"Moss Hand": 5}) == (60, 60)
    assert cost(rows, {"Moss Hand": 4, "Boss": 1}) == (80, 80)


def test_a_row_for_no_model_of_its_own_adds_for_each():
    rows = (Points(5, 60), Points(10, 110), Points(0, 30, note="Cart"))
    assert cost(rows, {"Moss Hand": 5, "Cart": 2}) == (60 + 2 * 30, 120)
    assert cost(rows, {"Moss Hand": 5}) == (60, 60)


def test_rows_that_count_each_kind():
    rows = (
        Points(3, 85, note="3 Hands"),
        Points(6, 110, note="3 Hands and 3 Carts"),
        Points(6, 170, note="6 Hands"),
    )
    assert cost(rows, {"Moss Hand": 3})[0] == 85
    assert cost(rows, {"Moss Hand": 3, "Cart": 2})[0] == 110
    assert cost(rows, {"Moss Hand": 5})[0] == 170


def test_a_price_for_guests():
    rows = (Points(5, 60, note="GRAVEL COURT Detachment"), Points(5, 75, note="Assigned Guest"))
    assert cost(rows, {"Moss Hand": 5})[0] == 60
    assert cost(rows, {"Moss Hand": 5}, allied=True)[0] == 75


def test_any_price_of_the_date_is_the_sheets_own():
    rows = (Points(5, 60), Points(5, 75, note="Assigned Guest"))
    assert cost(rows, {"Moss Hand": 5}, listed=75) == (75, 75)
    assert cost(rows, {"Moss Hand": 5}, listed=80) == (60, 80)
