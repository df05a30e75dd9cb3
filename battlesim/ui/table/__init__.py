"""The table in the window: the camera, overlays and measuring instruments."""
