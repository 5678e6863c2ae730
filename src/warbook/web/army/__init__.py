"""The army pages' inside: lists and drafts of them, what workers do with them, and what is shown of it."""
