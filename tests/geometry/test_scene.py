"""Scenes that grow: the same as if all had been laid out at once."""

from __future__ import annotations

import numpy as np

from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Solid, circle, rect

WALL = Solid("wall", (rect(5, 5, 4, 1), rect(5, 5, 1, 0.5)), 2.0)
LINTEL = Solid("wall", (rect(8, 5, 2, 1),), 2.0, 1.5)
ROUND = Solid("round", (circle(12, 5, 1.0),), 1.0)
JOINT = Solid("wall | round", (rect(9, 5, 0.01, 1),), 1.0, 0.0, ("wall", "round"))


def test_solids_added_to_a_scene_are_laid_out_as_if_they_had_been_there():
    whole = Scene([WALL, ROUND, LINTEL, JOINT], 20, 10)
    grown = Scene([WALL, ROUND], 20, 10).with_solids([LINTEL]).with_solids([JOINT])
    for name in ("top", "bottom", "x", "y", "step", "count", "first", "circle", "object_index"):
        assert np.array_equal(getattr(whole, name), getattr(grown, name)), name
    assert (grown.solids, grown.members, grown.joints) == (whole.solids, whole.members, whole.joints)
    assert all(a.equals(b) for a, b in zip(grown.polygons, whole.polygons, strict=True))
    assert np.array_equal(grown.disc_overlaps([(8.9, 5, 0.5)]), whole.disc_overlaps([(8.9, 5, 0.5)]))


def test_what_does_not_count_takes_its_joints_along():
    scene = Scene([WALL, ROUND, JOINT], 20, 10)
    assert scene.ignored_ids({"round"}) == {"round", "wall | round"}
    assert scene.ignored_ids({"else"}) == {"else"}


def test_a_joint_is_named_by_both_things_where_neither_is_found_by_itself():
    scene = Scene([WALL, ROUND, JOINT], 20, 10)
    assert scene.values_by_object({"wall | round": 0.25}) == {"wall": 0.25, "round": 0.25}
    assert scene.values_by_object({"wall": 0.5, "wall | round": 0.25}) == {"wall": 0.5}
