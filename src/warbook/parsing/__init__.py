"""The grammar: sentences of rules into effects."""
