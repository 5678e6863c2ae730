"""The user's own sheets, factions and rosters, kept in one SQLite file in the platform's data folder.

Importing this package costs nothing; its parts load SQLite when they are asked.

``place`` tells where the file is; ``adding``, ``search``, ``removing`` and ``history`` do what their names say.
Everything that is kept has versions: the same unit read again from a newer document becomes the current one,
and the older one stays to be compared with.
"""

from __future__ import annotations

from warbook.library.kept import Kept, Known
from warbook.library.place import exists, place

__all__ = ["EMPTY", "Kept", "Known", "exists", "place"]

EMPTY = "your library is empty: warbook library add FOLDER makes more units known"
