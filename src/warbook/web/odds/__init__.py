"""What the odds page shows, worked out from values: no browser, no page, no control."""
