"""``python -m warbook``."""

from warbook.cli import main

main()
