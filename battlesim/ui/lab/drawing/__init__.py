"""The drawing mode of the lab: a map that is edited by hand."""
