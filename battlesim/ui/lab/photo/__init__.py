"""The photo mode of the lab: a real table is read from a photograph by corners, bases and walls."""
