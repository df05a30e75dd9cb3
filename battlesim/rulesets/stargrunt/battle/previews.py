"""The odds of answers before they are given: fire actions, tests and combat moves."""

from __future__ import annotations

from typing import Any

from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.ruleset import LossOdds, Preview, PreviewRow
from battlesim.mechanics.preview_rows import die_rows, losses_bars
from battlesim.table.ids import UnitId

from ..actions.fire_actions import HOLD_KEY
from ..attack.casualty_odds import fire_odds
from ..attack.fire_roll import fire_roll
from ..attack.sniping import as_aiming
from ..attack.targeting import Fire, best_fire
from ..core.lookups import is_inverted, leader_of, unit_of
from ..core.state import Battle
from ..electronics.air_defence import AirDefence, air_shot_chance, air_shot_roll
from ..electronics.interference import Interference, attempt_key, attempts, higher_chance
from ..electronics.systems import MORE
from ..hidden.observe import NOBODY_KEY
from .hidden_previews import observation_preview, recon_preview, spotting_preview


def answer_preview(view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
    """Return the odds of an answer, None if it has none."""
    if decision.what == "target" and answer != HOLD_KEY:
        unit = unit_of(view, view.table.piece(decision.about)).id
        aiming, target = as_aiming(view, unit), UnitId(answer)
        fire = best_fire(aiming, unit, target)
        if is_inverted(view.table.units[target]):
            return recon_preview(view, fire)
        return fire_preview(aiming, fire)
    if decision.what == "counter" and answer != NOBODY_KEY:
        unit = unit_of(view, view.table.piece(decision.about)).id
        return observation_preview(view, unit, answer)
    if isinstance(decision, ChooseOne) and decision.what == "spot" and answer != decision.least:
        return spotting_preview(view, decision, answer)
    if isinstance(decision, Interference) and answer != decision.least:
        return interference_preview(view, decision, answer)
    if isinstance(decision, AirDefence) and answer != decision.least:
        return air_shot_preview(view, decision, answer)
    return None


def air_shot_preview(view: Battle, decision: AirDefence, answer: str) -> Preview:
    """Return the preview of fire at a target in the air: both dice, and the chance to bring it down."""
    shot = decision.shot(view, answer)
    about = f"{shot.unit.name} at {shot.target.name}"
    return Preview("Fire", about, die_rows(air_shot_roll(shot)), air_shot_chance(shot), "brought down")


def interference_preview(view: Battle, decision: Interference, answer: str) -> Preview:
    """Return the preview of an attempt to interfere: its die, and the chance that it is high enough."""
    attempt = next(each for each in attempts(view, decision.side) if attempt_key(each) == answer)
    own = PreviewRow(attempt.tag.label, f"D{attempt.die}", MORE)
    rows = (own, *(PreviewRow("Enemy", f"D{die}") for die in decision.dice))
    chance = higher_chance(attempt.die, decision.dice)
    return Preview("Interfere", attempt.unit.name, rows, chance, "higher")


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
