"""Measurement of photographed tables: the camera, a view from above, and the bases, with estimated errors."""
