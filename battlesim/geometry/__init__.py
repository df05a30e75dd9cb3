"""Geometry: numbers and rings of points, in inches. Shapely and pymunk live here and nowhere else."""
