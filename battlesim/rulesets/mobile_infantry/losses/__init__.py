"""Hit points lost, models taken off, wrecks."""
