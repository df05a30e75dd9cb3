"""A camera model with one term of radial lens distortion, for photographs of a table.

Points on the table are in inches, x to the right, y up, z above the table. Points in the picture are in
pixels, x to the right, y down. The model is the usual one (Brown 1966, first term): a point seen along (a, b,
1) appears at centre + f (1 + k (a² + b²)) (a, b). Its eight parameters are ln f, k, a rotation vector and a
translation.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

PARAMETER_COUNT = 8
MAX_LOG_FOCAL = 40.0
"""Largest logarithm of the focal length, so that it stays finite during the search."""
DIFFERENCE_STEP = 1e-6
"""Step by which parameters are varied for numeric derivatives."""
REPORTED_DEVIATIONS = 2.0
"""Number of standard deviations reported as an error; 95 of 100 errors are smaller."""


class PhotoCamera(NamedTuple):
    """The estimated camera of a photograph: eight parameters, their covariance and the size of the picture.

    `strain` measures how well the points that were used to find the camera fit together: it is about 1 if
    they fit, and larger if they do not.
    """

    parameters: Floats
    covariance: Floats
    width: int
    height: int
    strain: float = 1.0

    @property
    def centre(self) -> Floats:
        """The centre of the photograph in pixels, as an array of shape (2,)."""
        return np.array([(self.width - 1) / 2, (self.height - 1) / 2])

    @property
    def focal_length(self) -> float:
        """The focal length of the camera in pixels."""
        return math.exp(float(self.parameters[0]))

    @property
    def camera_position(self) -> Floats:
        """The position of the camera in inches, as (x, y, z) with the table at z = 0."""
        turn = rotation_matrix(self.parameters[2:5])
        return np.asarray(-turn.T @ self.parameters[5:8])

    def project(self, points: Floats) -> Floats:
        """Return the pixels that show the given points of the table, with shape (n, 2) or (n, 3)."""
        return project_points(self.parameters, self.centre, points)

    def unproject(self, pixels: Floats) -> Floats:
        """Return the points of the table, in inches, that the photograph shows at the given pixels.

        Pixels that do not show the plane of the table give NaN.
        """
        return unproject_pixels(self.parameters, self.centre, pixels)

    def covariance_at(self, points: Floats) -> Floats:
        """Return the covariance of each measured position on the table, caused by the camera's uncertainty.

        `points` has shape (n, 2), and the result has shape (n, 2, 2).
        """
        pixels = self.project(points)
        slopes = numeric_jacobian(lambda f: unproject_pixels(f, self.centre, pixels), self.parameters)
        return np.asarray(np.einsum("nip,pq,njq->nij", slopes, self.covariance, slopes))

    def point_errors(self, points: Floats) -> Floats:
        """Return the error in inches, due to the camera's uncertainty, of points (n, 2) of the table."""
        return np.asarray(
            REPORTED_DEVIATIONS * np.sqrt(np.trace(self.covariance_at(points), axis1=1, axis2=2))
        )

    def pixels_per_inch(self, points: Floats) -> Floats:
        """Return the scale of the photograph, in pixels per inch, at each of the points (n, 2) of the table.

        The scale is the geometric mean over all directions; the result has shape (n,).
        """
        across, along = (
            self.project(points + step) - self.project(points - step) for step in np.eye(2) * 0.05
        )
        area = np.abs(across[:, 0] * along[:, 1] - across[:, 1] * along[:, 0])
        return np.asarray(np.sqrt(area) / 0.1)

    def directions_to_camera(self, points: Floats) -> Floats:
        """Return a unit vector from each point (n, 2) of the table to the point directly below the camera."""
        way = self.camera_position[:2] - points
        return np.asarray(way / np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9))


def _focal(figures: Floats) -> float:
    return math.exp(min(float(figures[0]), MAX_LOG_FOCAL))


def rotation_matrix(vector: Floats) -> Floats:
    """Return the (3, 3) rotation matrix of a rotation vector (the axis times the angle in radians)."""
    angle = float(np.linalg.norm(vector))
    x, y, z = vector / max(angle, 1e-12)
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(np.eye(3) + math.sin(angle) * cross + (1.0 - math.cos(angle)) * cross @ cross)


def rotation_vector(turn: Floats) -> Floats:
    """Return the rotation vector (the axis times the angle in radians) of a (3, 3) rotation matrix."""
    values, vectors = np.linalg.eig(turn)
    axis = np.real(vectors[:, int(np.argmin(np.abs(values - 1.0)))])
    sine = np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
    angle = math.atan2(float(axis @ sine) / 2.0, (float(np.trace(turn)) - 1.0) / 2.0)
    return np.asarray(axis * angle)


def project_points(parameters: Floats, centre: Floats, points: Floats) -> Floats:
    """Return the pixels at which a camera with the given parameters shows the given points of the table."""
    spots = points if points.shape[1] == 3 else np.column_stack([points, np.zeros(len(points))])
    away = spots @ rotation_matrix(parameters[2:5]).T + parameters[5:8]
    depth = np.where(away[:, 2:] > 1e-6, away[:, 2:], np.nan)
    flat = away[:, :2] / depth
    square = (flat**2).sum(axis=1, keepdims=True)
    return np.asarray(centre + _focal(parameters) * flat * (1.0 + parameters[1] * square))


def unproject_pixels(parameters: Floats, centre: Floats, pixels: Floats) -> Floats:
    """Return the points of the table that a camera with the given parameters shows at the given pixels.

    Pixels that do not show the plane of the table give NaN.
    """
    bent = (pixels - centre) / _focal(parameters)
    flat = bent.copy()
    for _ in range(12):
        flat = bent / (1.0 + parameters[1] * (flat**2).sum(axis=1, keepdims=True))
    turn = rotation_matrix(parameters[2:5])
    eye = -turn.T @ parameters[5:8]
    rays = np.column_stack([flat, np.ones(len(flat))]) @ turn
    falls = np.where(rays[:, 2] * eye[2] < 0, rays[:, 2], np.nan)
    return np.asarray(eye[:2] - rays[:, :2] * (eye[2] / falls)[:, None])


def numeric_jacobian(values: Callable[[Floats], Floats], parameters: Floats) -> Floats:
    """Return the Jacobian of a function at the given parameters, computed with central differences."""
    steps = DIFFERENCE_STEP * np.maximum(1.0, np.abs(parameters))
    ways = np.diag(steps)
    return np.stack(
        [
            (values(parameters + ways[k]) - values(parameters - ways[k])) / (2 * steps[k])
            for k in range(len(steps))
        ],
        axis=-1,
    )
