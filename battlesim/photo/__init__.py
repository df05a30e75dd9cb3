"""Measurement of game tables in photographs: camera, view from above, miniatures' bases and errors."""
