"""Positions of pieces as written in scenario files and situation files.

A piece without a height stands on the ground or on the given terrain.
"""

from __future__ import annotations

from pathlib import Path

from battlesim.engine.value_decoding import did_you_mean
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import is_point_in_shape
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.levels import flying_place, ground_level, standing_place
from battlesim.table.pieces import OnTable
from battlesim.table.terrain import Coordinates, Ground


def place_from_spec(
    at: Coordinates, facing: float, z: float | None, on: str, ground: Ground, key: str, where: str | Path
) -> OnTable:
    """Return the position of a piece on the table, at the point `at` of a scenario or situation file.

    The piece is at the height `z` if that is given, otherwise on top of the terrain `on` or on the ground.
    Raises InputError if that terrain is not at the point, or if `z` is below the ground.
    """
    if on:
        post = ground.terrain_by_id().get(on)
        if post is None:
            raise InputError(
                where, f"{key}.on", f"no terrain {on!r}", did_you_mean(on, ground.terrain_by_id())
            )
        if not is_point_in_shape(*at, post.rings):
            raise InputError(where, f"{key}.on", f"({at[0]:g}, {at[1]:g}) is not on {on}", "another point")
        if z is not None and abs(z - post.height) > TOL:
            message = f"{z:g} in is not the top of {on}, which is {post.height:g} in high"
            raise InputError(where, f"{key}.z", message, "leave z out")
        return standing_place(ground, *at, facing, on)
    level = ground_level(ground, *at)
    if z is not None and z < level - TOL:
        message = f"{z:g} in is below the ground, which is {level:g} in high there"
        raise InputError(where, f"{key}.z", message, "leave z out")
    return standing_place(ground, *at, facing) if z is None else flying_place(ground, *at, facing, z)
