"""Distributions as rows."""

import pytest

from warbook.views.bars import bars, percent


def test_each_count_has_its_chance_and_the_chance_of_at_least_so_many():
    rows = bars([0.5, 0.25, 0.25])
    assert [(row.label, row.exactly, row.at_least, row.width) for row in rows] == [
        ("0", 0.5, 1.0, 100.0), ("1", 0.25, 0.5, 50.0), ("2", 0.25, 0.25, 50.0),
    ]  # fmt: skip


def test_many_counts_are_taken_together():
    rows = bars([0.01] * 100, most=10)
    assert [row.label for row in rows][:2] == ["0–9", "10–19"]
    assert rows[1].exactly == pytest.approx(0.1)
    assert rows[1].at_least == pytest.approx(0.9)


def test_tails_that_hardly_happen_are_left_out():
    assert [row.low for row in bars([1e-9, 0.5, 0.5, 1e-9])] == [1, 2]


@pytest.mark.parametrize(
    ("p", "text"), [(0.0, "0%"), (1.0, "100%"), (1e-6, "<0.1%"), (1 - 1e-6, ">99.9%"), (0.1234, "12.3%")]
)
def test_a_chance_is_told_as_no_more_certain_than_it_is(p, text):
    assert percent(p) == text
