"""Forces bought with points, and the cost of their models by faction."""

from __future__ import annotations

from collections.abc import Collection

from battlesim.engine.muster import Faction, MusterExtra, MusterRules

from ..core.marks import RADIO
from ..core.profiles import profiles
from ..data import DATA_FILES

LIMITS = (12, 18, 24)
MAX_DETACHMENT = 10
RADIO_COST = 0.5
"""The points that a radio adds to the cost of a model (IE-OBS-07)."""

factions = DATA_FILES.toml_loader("factions.toml", dict[str, Faction])
"""All factions by key, in the order in which they are listed."""


def profile_cost(kind: str, extras: Collection[str], radio_costs_half: bool = False) -> float:
    """Return the points of a model of a kind, plus half a point for an extra radio.

    If an option says so, the radio costs half of the model's points (IE-GAP-62).
    """
    points = profiles()[kind].points
    radio = points / 2.0 if radio_costs_half else RADIO_COST
    return points + (radio if RADIO in extras else 0.0)


def can_have_radio(kind: str) -> bool:
    """Return whether a model can be given a radio, because it has neither a radio nor a comm. link."""
    return not {"comm_link", "radio"} & set(profiles()[kind].abilities)


MUSTER = MusterRules(
    factions=factions(),
    limits=LIMITS,
    limit_option="points_limit",
    cost=profile_cost,
    extras={RADIO: MusterExtra("Radio", can_have_radio)},
    max_models=MAX_DETACHMENT,
)
"""Forces are bought of the profiles of one faction, in detachments of 1 to 10 models."""
