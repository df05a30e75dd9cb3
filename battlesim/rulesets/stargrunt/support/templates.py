"""The templates for bursts of support, with the distances by which they miss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battlesim.engine.template_kinds import ScatterRule, TemplateKind

from ..core.profiles import tables
from .arrival import (
    CLOCK_SIDES,
    DEVIATES,
    DISTANCE_SIDES,
    FURTHER,
    MAX_FAILED_ACCURACY,
    ROUND_SIDES,
)

CATCHES: Final = "centre"
"""Figures are caught by the centres of their bases."""


def template_kinds() -> tuple[TemplateKind, ...]:
    """Return a template for each burst as aimed, as it misses with each score, and as a further round.

    A figure is caught if the centre of its base is in the burst.
    """
    return tuple(kind for size in tables().burst for kind in _kinds_of(size))


def _kinds_of(size: str) -> Iterator[TemplateKind]:
    burst, name = tables().burst[size], f"{size.replace('_', ' ').capitalize()} burst"
    shape = f"blast:{burst.radius:g}"
    yield TemplateKind(name, shape, burst.rule, CATCHES)
    for score in range(1, MAX_FAILED_ACCURACY + 1):
        inches = tuple(float(face * score) for face in range(1, DISTANCE_SIDES + 1))
        scatter = ScatterRule(CLOCK_SIDES, inches, DEVIATES)
        yield TemplateKind(f"{name}, accuracy {score}", shape, burst.rule, CATCHES, scatter=scatter)
    inches = tuple(float(face) for face in range(1, ROUND_SIDES + 1))
    yield TemplateKind(
        f"{name}, further round",
        shape,
        burst.rule,
        CATCHES,
        scatter=ScatterRule(CLOCK_SIDES, inches, FURTHER),
    )
