"""Building blocks of windows: layout, panels, controls, text fields and background work."""
