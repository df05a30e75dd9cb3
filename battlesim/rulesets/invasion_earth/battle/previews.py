"""The odds cards of shots and assaults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.moment_choice import LET_PASS, ChooseMoment, PathMoment
from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.mechanics.chance import capped_chance, exact_chances
from battlesim.mechanics.preview_rows import modifier_rows, points_bars, range_row, threshold_rows
from battlesim.table.pieces import Piece

from ..assault.fighting import FIGHT, NO_ENEMY_KEY, fight_chances
from ..attack.blasts import blast_odds
from ..attack.cover_suppression import CoverShot, cover_roll, cover_script
from ..attack.shooting import HOLD_KEY, TARGET, TARGET_AFTER_MOVE, is_wasted, shot_acts, shot_at
from ..attack.strike import BAND_NAMES, STRIKE, Shot, range_band, save_script, shot_script, strike_roll
from ..attack.suppression import STRIKES, SUPPRESSES, suppression_roll, suppression_script
from ..core.lookups import piece_profile, piece_weapons
from ..core.marks import WAITS_TO_ASSAULT
from ..core.state import Battle
from ..ground.heights import model_gap
from ..ground.sight import COVER, sight_verdict
from ..waiting.zones import moved_to, shot_chance, waiting_shot


def answer_preview(view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
    """Return the odds of an answer before it is given, None if it has none."""
    if isinstance(decision, ChooseMoment):
        return None if answer == LET_PASS else reaction_preview(view, decision.mover, decision.stops[answer])
    if not isinstance(decision, ChooseOne) or answer in (HOLD_KEY, NO_ENEMY_KEY):
        return None
    own = view.table.pieces.get(decision.about)
    if own is None or own.table_position is None:
        return None
    if decision.what in (TARGET, TARGET_AFTER_MOVE):
        option = decision.chosen_option(answer)
        kind, moved = shot_acts(own)[option.act], decision.what == TARGET_AFTER_MOVE
        shot = shot_at(view, own.id, kind, option.to[0], moved)
        return None if is_wasted(view, shot) else shot_preview(view, shot)
    if decision.what == "cover":
        target, item = decision.chosen_option(answer).to
        weapon = piece_weapons(own)[decision.chosen_option(answer).act]
        return cover_preview(view, CoverShot(own, weapon, item, view.table.piece(target)))
    if decision.what == "enemy":
        return fight_preview(own, view.table.piece(answer))
    return None


def reaction_preview(view: Battle, mover: str, moment: PathMoment) -> Preview | None:
    """Return the odds card of a shot or charge out of laying in wait, None if there is no shot."""
    waiter, enemy = view.table.piece(moment.by), moved_to(view.table.piece(mover), moment.point)
    there = view.with_table(view.table.with_pieces(enemy))
    if waiter.has_mark(WAITS_TO_ASSAULT):
        return fight_preview(waiter, enemy)
    shot = waiting_shot(there, waiter, enemy)
    if shot is None:
        return None
    chance = capped_chance(shot_chance(there, shot))
    return msgspec.structs.replace(
        shot_preview(there, shot), chance=chance, chance_of=f"{enemy.name} loses a HIT"
    )


def loss_distribution(chances: dict[int, float], hits: int) -> tuple[float, ...]:
    """Return the chances that a model loses 0, 1, 2 … of its HITS, the last entry for all of them."""
    lost = [0.0] * (hits + 1)
    for damage, chance in chances.items():
        lost[min(hits, damage)] += chance
    return tuple(map(capped_chance, lost))


def shot_losses(view: Battle, shot: Shot) -> tuple[float, ...]:
    """Return the chances that the target of a shot loses 0, 1, 2 … HITS, the last entry for all of them."""
    if shot.suppresses:
        if shot.weapon.blast:
            return blast_losses(view, shot)[shot.target.id]
        chances = exact_chances(lambda: suppression_script(view, shot))
        return loss_distribution(_sums(chances, 1), shot.target.hits)
    return loss_distribution(exact_chances(lambda: shot_script(view, shot)), shot.target.hits)


def suppression_chance(view: Battle, shot: Shot) -> float:
    """Return the chance that a suppressing shot suppresses its target."""
    parameters = view.game.parameters
    outcomes = (SUPPRESSES, STRIKES) if parameters.strike_suppresses else (SUPPRESSES,)
    chances = exact_chances(lambda: suppression_script(view, shot))
    return capped_chance(sum(chance for (outcome, _), chance in chances.items() if outcome in outcomes))


def _strike_chance(view: Battle, shot: Shot) -> float:
    if shot.suppresses:
        return suppression_roll(view, shot).chances().get(STRIKES, 0.0)
    return strike_roll(view, shot).chances().get(1, 0.0)


def blast_losses(view: Battle, shot: Shot) -> dict[str, tuple[float, ...]]:
    """Return for each model under the template of a shot the chances that it loses 0, 1, 2 … HITS."""
    strikes = _strike_chance(view, shot)
    found = {}
    for key, chances in blast_odds(view, shot).items():
        spread = {damage: strikes * chance for damage, chance in chances.items()}
        spread[0] = spread.get(0, 0.0) + 1.0 - strikes
        found[key] = loss_distribution(spread, view.table.piece(key).hits)
    return found


def shot_preview(view: Battle, shot: Shot) -> Preview:
    """Return the odds card of an aimed shot."""
    roll = suppression_roll(view, shot) if shot.suppresses else strike_roll(view, shot)
    gap = model_gap(view, shot.firer, shot.target)
    saves = _first_rolls(shot)
    lost = shot_losses(view, shot)
    band = PreviewRow("Range band", BAND_NAMES[range_band(shot.weapon, gap)], STRIKE)
    rows = (
        PreviewRow("Weapon", shot.weapon.name, STRIKE),
        range_row(gap, shot.weapon.max_range, STRIKE),
        band,
        *threshold_rows([roll]),
        *modifier_rows([roll]),
        *_cover_row(view, shot),
        *(PreviewRow("Save", row.value, row.rule) for row in threshold_rows(saves)),
    )
    headline = lost[-1], f"{shot.target.name} is removed"
    if shot.suppresses:
        rows = (*rows, PreviewRow("Removed", f"{lost[-1]:.0%}", roll.rule))
        headline = suppression_chance(view, shot), f"{shot.target.name} is suppressed"
    if shot.weapon.blast:
        under = blast_losses(view, shot)
        caught = [
            PreviewRow(f"{view.table.name_of(key)} is removed", f"{odds[-1]:.0%}", roll.rule)
            for key, odds in under.items()
        ]
        rows = (*rows, *caught)
    return Preview(
        "Suppress" if shot.suppresses else "Fire",
        f"{shot.firer.name} at {shot.target.name}",
        rows,
        *headline,
        points_bars(lost),
        sights=((shot.firer.id, shot.target.id),),
    )


def _cover_row(view: Battle, shot: Shot) -> Iterator[PreviewRow]:
    """Yield why a target that is partly hidden has no cover: all that hides it is nearer to the firer."""
    seen = sight_verdict(view, shot.firer, shot.target)
    if seen.visible and seen.blockers and seen.cover == "none":
        yield PreviewRow("Cover", f"none: it is nearer to {shot.firer.name}", COVER)


def cover_preview(view: Battle, shot: CoverShot) -> Preview:
    """Return the odds card of suppression fire at cover."""
    roll = cover_roll(view, shot)
    chances = exact_chances(lambda: cover_script(view, shot))
    suppressed = capped_chance(
        sum(chance for (outcome, _), chance in chances.items() if outcome == SUPPRESSES)
    )
    lost = loss_distribution(_sums(chances, 1), shot.target.hits)
    rows = (
        PreviewRow("Weapon", shot.weapon.name, roll.rule),
        *threshold_rows([roll]),
        *modifier_rows([roll]),
        PreviewRow("Struck", f"{lost[-1]:.0%} removed", roll.rule),
    )
    about = f"{shot.firer.name} at {shot.target.name} behind {view.table.name_of(shot.item)}"
    bars = (("nothing", capped_chance(1.0 - suppressed - sum(lost[1:]))), ("suppressed", suppressed))
    return Preview(
        "Suppress behind cover", about, rows, suppressed, f"{shot.target.name} is suppressed", bars
    )


def _first_rolls(shot: Shot) -> list[Any]:
    script = save_script(shot.target, shot.weapon.piercing, shot.weapon.damage)
    first = next(script, None)
    return [first] if first is not None else []


def fight_preview(attacker: Piece, defender: Piece) -> Preview:
    """Return the odds card of an assault, from either side."""
    chances = fight_chances(attacker, defender)
    dealt = loss_distribution(_sums(chances, 2), defender.hits)
    lost = loss_distribution(_sums(chances, 1), attacker.hits)
    scores = piece_profile(attacker).assault, piece_profile(defender).assault
    rows = (
        PreviewRow(attacker.name, f"D6 + {scores[0]}", FIGHT),
        PreviewRow(defender.name, f"D6 + {scores[1]}", FIGHT),
        PreviewRow(f"{attacker.name} loses a HIT", f"{1.0 - lost[0]:.0%}", FIGHT),
    )
    return Preview(
        "Assault",
        f"{attacker.name} against {defender.name}",
        rows,
        1.0 - dealt[0],
        f"{defender.name} loses a HIT",
        points_bars(dealt),
    )


def _sums(chances: Any, index: int) -> dict[int, float]:
    """Return the chances of one number of the results, such as the HITS that a model loses."""
    found: dict[int, float] = {}
    for result, chance in chances.items():
        found[result[index]] = found.get(result[index], 0.0) + chance
    return found
