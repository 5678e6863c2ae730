"""Reads the rules on datasheets into effects: by the grammar, by hand, through misprints and stand-ins."""
