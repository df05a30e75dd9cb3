"""Measurement of photographed tables: the camera, a view from above, and bases, each with its error."""
