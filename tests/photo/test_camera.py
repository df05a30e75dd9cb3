"""The camera: from corners, from the horizon, with the error that it tells."""

from __future__ import annotations

import math

import numpy as np
import pytest

from battlesim.photo.camera import PhotoCamera
from battlesim.photo.camera_pose import (
    CameraError,
    camera_from_corners,
    camera_from_horizon,
    rotation_vector,
    table_corners,
)
from battlesim.photo.table_photo import MAX_STRAIN

TABLE, SIZE = (48.0, 36.0), (2000, 1500)


def camera(radial: float = 0.0, focal: float = 1600.0, elevation: float = 45.0) -> PhotoCamera:
    """A camera 60 in from the middle of the table, looking along y."""
    up = math.radians(elevation)
    toward = np.array([0.0, -math.cos(up), math.sin(up)])
    side, eye = np.array([1.0, 0.0, 0.0]), np.array([24.0, 18.0, 0.0]) + 75.0 * toward
    turn = np.array([side, -np.cross(toward, side), -toward])
    figures = np.concatenate([[math.log(focal), radial], rotation_vector(turn), -turn @ eye])
    return PhotoCamera(figures, np.zeros((8, 8)), *SIZE)


def grid() -> np.ndarray:
    return np.array([[x, y] for x in (3.0, 24.0, 45.0) for y in (3.0, 18.0, 33.0)])


@pytest.mark.parametrize("radial", [0.0, -0.05, 0.05])
def test_what_is_seen_lies_where_it_was_seen(radial: float) -> None:
    found = camera(radial).unproject(camera(radial).project(grid()))
    assert found == pytest.approx(grid(), abs=1e-6)


def test_corners_give_the_camera() -> None:
    true = camera()
    found = camera_from_corners(true.project(table_corners(*TABLE)), TABLE, SIZE)
    assert found.unproject(true.project(grid())) == pytest.approx(grid(), abs=0.01)
    assert found.camera_position == pytest.approx(true.camera_position, abs=0.6)


def test_the_error_that_is_told_holds_for_clicks_that_are_off() -> None:
    true, rng = camera(-0.03), np.random.default_rng(1)
    held = []
    for _ in range(6):
        corners = true.project(table_corners(*TABLE)) + rng.normal(0.0, 1.5, (4, 2))
        found = camera_from_corners(corners, TABLE, SIZE)
        off = np.linalg.norm(found.unproject(true.project(grid())) - grid(), axis=1)
        held.append(off <= found.point_errors(grid()))
    assert np.mean(held) >= 0.95


def test_a_table_of_another_size_is_noticed() -> None:
    corners = camera().project(table_corners(*TABLE))
    assert (
        camera_from_corners(corners, TABLE, SIZE).strain
        < MAX_STRAIN
        < camera_from_corners(corners, (48.0, 12.0), SIZE).strain
    )


@pytest.mark.parametrize(
    ("order", "words"),
    [((0, 3, 2, 1), "clockwise"), ((0, 2, 1, 3), "not convex"), ((0, 0, 2, 3), "not convex")],
)
def test_corners_that_make_no_table_are_refused(order: tuple[int, ...], words: str) -> None:
    corners = camera().project(table_corners(*TABLE))[list(order)]
    with pytest.raises(CameraError, match=words):
        camera_from_corners(corners, TABLE, SIZE)


def test_the_horizon_and_a_length_give_distances_within_the_error_told() -> None:
    true = camera(focal=1600.0)
    ends = np.array([[10.0, 10.0], [30.0, 10.0]])
    far = np.array([[-1e6, 1e7], [1e6, 1e7]])
    found = camera_from_horizon(true.project(far), true.project(ends), 20.0, TABLE, SIZE)
    a, b = found.unproject(true.project(np.array([[10.0, 20.0], [34.0, 20.0]])))
    assert math.dist(a, b) == pytest.approx(24.0, abs=0.05)
    assert math.dist(*found.unproject(true.project(ends))) == pytest.approx(20.0, abs=1e-6)
    assert found.point_errors(np.array([[24.0, 30.0]]))[0] > 0.1


def test_what_lies_above_the_horizon_is_refused() -> None:
    with pytest.raises(CameraError, match="below the horizon"):
        camera_from_horizon(
            np.array([[0.0, 900.0], [1999.0, 900.0]]),
            np.array([[500.0, 400.0], [900.0, 400.0]]),
            10.0,
            TABLE,
            SIZE,
        )
