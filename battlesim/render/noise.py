"""Noise that depends only on the position on the table, and a blur for arrays."""

from __future__ import annotations

import math
import zlib

import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]


def name_seed(name: str) -> int:
    """Return a random seed that is derived from a name and the same in every process."""
    return zlib.crc32(name.encode())


def lattice_values(ix: NDArray[np.int64], iy: NDArray[np.int64], seed: int) -> F32:
    """Return a pseudo-random value (0 to 1) for each node of a grid, with shape (len(iy), len(ix))."""
    x = ix.astype(np.uint32) * np.uint32(0x9E3779B1)
    y = iy.astype(np.uint32) * np.uint32(0x85EBCA77)
    h = x[None, :] ^ y[:, None] ^ np.uint32((seed * 0xC2B2AE3D) & 0xFFFFFFFF)
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        h = (h ^ (h >> np.uint32(shift))) * np.uint32(factor)
    h ^= h >> np.uint32(16)
    return (h >> np.uint32(8)).astype(np.float32) / np.float32(1 << 24)


def value_noise(xs: F64, ys: F64, cell: float, seed: int, octaves: int = 4, finest: float = 0.0) -> F32:
    """Return value noise (0 to 1) at every combination of `xs` and `ys`, with shape (len(ys), len(xs)).

    `cell` is the size of the coarsest cells. Octaves finer than `finest` are flat, which avoids flicker. All
    lengths are in inches.
    """
    total, weight, amp = np.zeros((len(ys), len(xs)), np.float32), 0.0, 1.0
    for octave in range(octaves):
        size = cell / 2**octave
        layer = _octave(xs / size, ys / size, seed + 101 * octave) if size >= finest else np.float32(0.5)
        total += np.float32(amp) * layer
        weight += amp
        amp *= 0.5
    return total / np.float32(weight)


def streaked_noise(
    xs: F64, ys: F64, along: float, across: float, degrees: float, seed: int, octaves: int, finest: float
) -> F32:
    """Return value noise stretched in a direction, given in degrees counter-clockwise from the right.

    The cells are `along` by `across` inches; the other arguments are those of `value_noise`.
    """
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    total, weight, amp = np.zeros((len(ys), len(xs)), np.float32), 0.0, 1.0
    for octave in range(octaves):
        long, wide = along / 2**octave, across / 2**octave
        u = (xs * (c / long))[None, :] + (ys * (s / long))[:, None]
        v = (ys * (c / wide))[:, None] - (xs * (s / wide))[None, :]
        layer = _turned(u, v, seed + 101 * octave) if wide >= finest else np.float32(0.5)
        total += np.float32(amp) * layer
        weight += amp
        amp *= 0.5
    return total / np.float32(weight)


def _turned(u: F64, v: F64, seed: int) -> F32:
    iu, iv = np.floor(u).astype(np.int32), np.floor(v).astype(np.int32)
    left, low = int(iu.min()), int(iv.min())
    nodes = lattice_values(np.arange(left, int(iu.max()) + 2), np.arange(low, int(iv.max()) + 2), seed)
    fu, fv, wide = _ease(u - iu), _ease(v - iv), nodes.shape[1]
    flat, at = nodes.ravel(), (iv - low) * wide + (iu - left)
    below = flat[at] * (1 - fu) + flat[at + 1] * fu
    above = flat[at + wide] * (1 - fu) + flat[at + wide + 1] * fu
    return np.asarray(below * (1 - fv) + above * fv, np.float32)


def _octave(u: F64, v: F64, seed: int) -> F32:
    iu, iv = np.floor(u).astype(np.int64), np.floor(v).astype(np.int64)
    nodes = lattice_values(np.arange(iu.min(), iu.max() + 2), np.arange(iv.min(), iv.max() + 2), seed)
    fu, fv = _ease(u - iu)[None, :], _ease(v - iv)[:, None]
    column, row = iu - iu.min(), iv - iv.min()
    across = nodes[:, column] * (1 - fu) + nodes[:, column + 1] * fu
    return np.asarray(across[row] * (1 - fv) + across[row + 1] * fv, np.float32)


def _ease(t: F64) -> F32:
    return (t * t * (3 - 2 * t)).astype(np.float32)


def box_blur(a: F32, radius: float) -> F32:
    """Return an array blurred twice by a box filter with a radius in pixels, close to a Gaussian blur."""
    r = round(radius)
    if r < 1:
        return a
    for _ in range(2):
        for axis in (0, 1):
            first, last = np.take(a, [0], axis), np.take(a, [-1], axis)
            edged = (np.repeat(first, r + 1, axis), a, np.repeat(last, r, axis))
            s = np.cumsum(np.concatenate(edged, axis), axis=axis, dtype=np.float32)
            n = a.shape[axis]
            cut = [slice(None)] * a.ndim
            high, low = list(cut), list(cut)
            high[axis], low[axis] = slice(2 * r + 1, 2 * r + 1 + n), slice(0, n)
            a = ((s[tuple(high)] - s[tuple(low)]) / (2 * r + 1)).astype(np.float32)
    return a
