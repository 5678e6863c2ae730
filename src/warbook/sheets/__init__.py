"""What a document says of a unit: its datasheet, rosters, loadouts and the differences between two copies."""
