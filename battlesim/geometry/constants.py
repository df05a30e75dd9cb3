"""Tolerances and limits shared by all packages. Lengths are in inches."""

TOL = 0.005
"""One tolerance: a gap up to it is touching, an overlap up to it is none, a limit is kept up to it."""

NO_LIMIT_IN = 1e6
"""Stands for "no limit" in plain data, in inches: JSON has no infinity."""

POSITION_QUANTUM_IN = 0.001
"""Positions are rounded to this once, when an event is made."""

FRACTION_TOL = 1e-6
"""A visible share below this is hidden, a share above 1 - HIDDEN is clear."""

COLLINEAR_TOL = 1e-12
"""A cross product below this is none: the vectors run along one line."""
