"""Rules that sheets print, acting in a battle: who has them, what the position says of their conditions, and
what they change there."""
