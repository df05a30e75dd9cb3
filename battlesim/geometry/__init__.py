"""Geometry: numbers and rings of points, in inches. Shapely and pymunk live on this floor and nowhere else."""
