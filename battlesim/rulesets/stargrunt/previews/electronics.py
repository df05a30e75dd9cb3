"""Previews of electronic interference, and of fire at targets in the air."""

from __future__ import annotations

from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.mechanics.preview_rows import die_rows

from ..core.state import Battle
from ..electronics.air_defence import AirDefence, air_shot_chance, air_shot_roll
from ..electronics.interference import Interference, attempt_key, attempts, higher_chance
from ..electronics.systems import MORE


def air_shot_preview(view: Battle, decision: AirDefence, answer: str) -> Preview:
    """Return a preview of fire at a target in the air, with both dice and the chance of success."""
    shot = decision.shot(view, answer)
    about = f"{shot.unit.name} at {shot.target.name}"
    return Preview("Fire", about, die_rows(air_shot_roll(shot)), air_shot_chance(shot), "brought down")


def interference_preview(view: Battle, decision: Interference, answer: str) -> Preview:
    """Return a preview of an attempt at interference, with its die and the chance of success."""
    attempt = next(each for each in attempts(view, decision.side) if attempt_key(each) == answer)
    own = PreviewRow(attempt.tag.label, f"D{attempt.die}", MORE)
    rows = (own, *(PreviewRow("Enemy", f"D{die}") for die in decision.dice))
    chance = higher_chance(attempt.die, decision.dice)
    return Preview("Interfere", attempt.unit.name, rows, chance, "higher")
