"""Tolerances and limits shared by all packages. Lengths are in inches."""

TOL = 0.005
"""Gaps up to this count as contact, overlaps up to this are ignored, and limits may be exceeded by this."""

NO_LIMIT_IN = 1e6
"""Represents "no limit" in plain data, because JSON has no infinity."""

POSITION_QUANTUM_IN = 0.001
"""Positions are rounded to this once, when an event is created."""

FRACTION_TOL = 1e-6
"""A visible fraction below this means hidden, and above 1 - FRACTION_TOL fully visible."""

COLLINEAR_TOL = 1e-12
"""Vectors whose cross product is smaller than this are collinear."""
