"""What the pages of the library show, worked out without a browser."""
