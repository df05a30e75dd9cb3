"""Actions model by model, where each single model is a trigger of its own (MI-GAP-16, option each_model).

What sets a Reaction off is a moment, the end of a model's action, and no stretch of its way (MI-FIRE-01):
so a Move is carried out leg by leg, and a way that a Reaction has shut is not gone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from battlesim.engine.play import Script
from battlesim.rulings.movement_data import Leg

Chance = Callable[[str], Script[None]]
"""What follows when a model has finished its part of an Action."""


def in_turn(
    legs: Sequence[Leg], is_open: Callable[[Leg], bool], go: Callable[[Leg], Script[None]]
) -> Script[tuple[Leg, ...]]:
    """Carry legs out one by one in their order, each as soon as its way is open; those that never were."""
    waiting = list(legs)
    while (leg := next((leg for leg in waiting if is_open(leg)), None)) is not None:
        waiting.remove(leg)
        yield from go(leg)
    return tuple(waiting)
