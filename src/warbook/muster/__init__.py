"""Musters armies: the units of a list with sheets, models, weapons, Enhancements and points."""
