"""What is asked of the site and cannot be given, because of an address or of what was sent."""

from __future__ import annotations

from warbook.errors import InputError


class NotHere(InputError, LookupError):
    """Something that an address names and that there is not."""


class WrongType(InputError):
    """What was sent is of a media type that is not read here."""
