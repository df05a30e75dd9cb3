"""The drawing mode of the lab, in which the user draws the map."""
