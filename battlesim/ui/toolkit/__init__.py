"""Building blocks of windows: layout, panels, controls, text fields, background work."""
