"""Intersections and unions of regions of the table, and conversions between regions and shapes."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.geometry import outlines
from battlesim.geometry.shapes import Region


def common_region(first: Region, second: Region) -> Region:
    """Return the intersection of two regions of the table."""
    return region_of_shape(outlines.clip(shape_of_region(first), shape_of_region(second)))


def united_region(regions: Sequence[Region]) -> Region:
    """Return the union of several regions of the table."""
    return region_of_shape(outlines.join(*map(shape_of_region, regions))) if regions else ()


def shape_of_region(region: Region) -> outlines.Shape:
    """Convert a region of the table to a shape for drawing."""
    return tuple(polygon for rings in region for polygon in outlines.from_rings(rings))


def region_of_shape(shape: outlines.Shape) -> Region:
    """Convert a shape for drawing to a region of the table."""
    return tuple(tuple(tuple((float(x), float(y)) for x, y in ring) for ring in rings) for rings in shape)
