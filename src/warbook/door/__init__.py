"""What users call: the functions behind ``import warbook``, which take names and plain values."""
