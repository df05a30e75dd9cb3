"""The odds of answers before they are given: fire actions, tests and combat moves."""

from __future__ import annotations

from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.engine.ruleset import LossOdds, Preview, PreviewRow
from battlesim.mechanics.preview_rows import die_rows, losses_bars
from battlesim.table.ids import UnitId

from ..actions.fire_actions import HOLD_KEY
from ..attack.casualty_odds import fire_odds
from ..attack.fire_roll import fire_roll
from ..attack.sniping import as_aiming
from ..attack.targeting import Fire, weapons_in_reach
from ..core.lookups import is_inverted, leader_of, unit_of
from ..core.state import Battle
from ..hidden.observe import NOBODY_KEY
from .hidden_previews import observation_preview, recon_preview


def answer_preview(view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
    """Return the odds of an answer, None if it has none."""
    if decision.what == "target" and answer != HOLD_KEY:
        unit = unit_of(view, view.table.piece(decision.about)).id
        aiming, target = as_aiming(view, unit), UnitId(answer)
        fire = Fire(unit, target, tuple(weapons_in_reach(aiming, unit, target)))
        if is_inverted(view.table.units[target]):
            return recon_preview(view, fire)
        return fire_preview(aiming, fire)
    if decision.what == "counter" and answer != NOBODY_KEY:
        unit = unit_of(view, view.table.piece(decision.about)).id
        return observation_preview(view, unit, answer)
    return None


def fire_preview(view: Battle, fire: Fire) -> Preview:
    """Return the preview of a fire action: its dice, its success, and the casualties."""
    odds, units = fire_odds(view, fire), view.table.units
    rows = (
        *die_rows(fire_roll(view, fire)),
        PreviewRow("Suppressed", f"{odds.suppressed:.0%}"),
        PreviewRow("Casualties on average", f"{odds.expected:.2f}"),
    )
    lines = ((leader_of(view, fire.unit).id, leader_of(view, fire.target).id),)
    return Preview(
        "Fire",
        f"{units[fire.unit].name} at {units[fire.target].name}",
        rows,
        odds.suppressed,
        "suppressed",
        losses_bars(odds.casualties),
        sights=lines,
        losses=(LossOdds(fire.target, odds.casualties),),
    )
