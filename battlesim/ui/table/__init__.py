"""The table in the window, with its camera, overlays and measuring instruments."""
