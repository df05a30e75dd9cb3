"""How a picture looks to others: without one kind of cone, or in greys; and how far apart two colours are.

Matrices: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of
Color Vision Deficiency", IEEE TVCG 15 (2009), severity 1.0, for linear RGB. Luminance and contrast: WCAG 2.2.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

LUMINANCE = np.array([0.2126, 0.7152, 0.0722])
EYES = {
    "all cones": np.eye(3),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "greys": np.tile(LUMINANCE, (3, 1)),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = TO_XYZ @ np.ones(3)


def linear(rgb: ArrayLike) -> Floats:
    """Bytes of sRGB (…, 3) as linear light, 0..1."""
    v = np.asarray(rgb, float) / 255
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)


def lab(rgb: ArrayLike, eyes: str = "all cones") -> Floats:
    """CIE L*a*b* (…, 3) of bytes of sRGB as those eyes see them."""
    seen = np.clip(linear(rgb) @ EYES[eyes].T, 0, 1)
    t = seen @ TO_XYZ.T / WHITE
    f = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.stack((116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])), -1)


def apart(a: ArrayLike, b: ArrayLike, eyes: str) -> float:
    """How far apart the mean colours of two sets of pixels (n, 3) are, CIE76; 2 can just be told apart."""
    return float(np.linalg.norm(lab(a, eyes).reshape(-1, 3).mean(0) - lab(b, eyes).reshape(-1, 3).mean(0)))


def contrast(a: ArrayLike, b: ArrayLike) -> float:
    """Contrast of two colours after WCAG, 1..21."""
    light, dark = sorted((float(linear(a) @ LUMINANCE), float(linear(b) @ LUMINANCE)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
