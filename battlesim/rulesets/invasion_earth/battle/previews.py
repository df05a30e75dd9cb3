"""Previews of the odds of shots and assaults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from battlesim.engine.ruleset import EffectArea, LossOdds, Preview, PreviewRow
from battlesim.geometry.regions import united_region
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import capped_chance, exact_chances
from battlesim.mechanics.odds import loss_distribution
from battlesim.mechanics.preview_rows import (
    modifier_rows,
    percent,
    points_bars,
    range_row,
    target_loss_rows,
    threshold_rows,
    truncated_rows,
)
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.rulings.threat_regions import disc_region
from battlesim.table.pieces import Piece

from ..assault.fighting import FIGHT, fight_chances
from ..attack.blasts import CAUGHT, TEMPLATES, blast_odds, blast_radius, template_name
from ..attack.cover_suppression import CoverShot, cover_roll, cover_script
from ..attack.landings import SCATTER, landing_chances
from ..attack.losses import chances_of_part, shot_losses, suppression_chance
from ..attack.strike import BAND_NAMES, DAMAGE, STRIKE, Shot, range_band, save_script, strike_roll
from ..attack.suppression import STRIKES, SUPPRESSES, suppression_roll
from ..core.lookups import piece_profile
from ..core.state import Battle
from ..ground.sight import COVER, sight_verdict


def shot_preview(view: Battle, shot: Shot) -> Preview:
    """Return a preview of an aimed or suppressing shot."""
    roll = suppression_roll(view, shot) if shot.suppresses else strike_roll(view, shot)
    gap = piece_gap(view.table, shot.firer, shot.target)
    losses = shot_losses(view, shot)
    target = next(odds for odds in losses if odds.target == shot.target.id)
    band = PreviewRow("Range band", BAND_NAMES[range_band(shot.weapon, gap)], STRIKE)
    rows = (
        PreviewRow("Weapon", shot.weapon.name, STRIKE),
        range_row(gap, shot.weapon.max_range, STRIKE),
        band,
        *threshold_rows([roll]),
        *modifier_rows([roll]),
        *_cover_row(view, shot),
        *(PreviewRow("Save", row.value, row.rule) for row in threshold_rows(_first_rolls(shot))),
        *(loss_rows(view, losses, shot) if len(losses) > 1 or shot.suppresses else ()),
    )
    headline = _loss_headline(target, shot.target.name)
    if shot.suppresses:
        struck = percent(roll.chances().get(STRIKES, 0.0))
        headline = suppression_chance(view, shot), f"{shot.target.name} is suppressed, {struck} struck"
    return Preview(
        "Suppress" if shot.suppresses else "Fire",
        f"{shot.firer.name} at {shot.target.name}",
        truncated_rows(rows),
        *headline,
        points_bars(target.lost, "HIT", "HITS"),
        sights=((shot.firer.id, shot.target.id),),
        areas=tuple(blast_areas(view, shot)) if shot.weapon.blast else (),
        losses=losses,
    )


def _loss_headline(odds: LossOdds, name: str) -> tuple[float, str]:
    """Return the chance that a target is removed; if that cannot happen, the chance that it loses HITS."""
    if odds.destroyed_chance or len(odds.lost) <= 2:
        return odds.destroyed_chance, f"{name} is removed"
    return 1.0 - odds.lost[0], f"{name} loses HITS"


def building_preview(view: Battle, shot: Shot) -> Preview:
    """Return a preview of a shot at a wall: its strike, and the losses of the models under the template."""
    roll, losses = strike_roll(view, shot), shot_losses(view, shot)
    gap = piece_gap(view.table, shot.firer, shot.target)
    rows = (
        PreviewRow("Weapon", shot.weapon.name, STRIKE),
        range_row(gap, shot.weapon.max_range, STRIKE),
        *threshold_rows([roll]),
        *modifier_rows([roll]),
        *loss_rows(view, losses, shot),
    )
    return Preview(
        "Fire",
        f"{shot.firer.name} at {shot.target.name}",
        truncated_rows(rows),
        roll.chances().get(1, 0.0),
        "the wall is struck",
        areas=tuple(blast_areas(view, shot)),
        losses=losses,
    )


def loss_rows(view: Battle, losses: Sequence[LossOdds], shot: Shot) -> list[PreviewRow]:
    """Return a preview row for each model that a shot may hurt, with the firer's own side separately."""
    own = [odds for odds in losses if view.table.piece(odds.target).side == shot.firer.side]
    enemies = [odds for odds in losses if odds not in own]
    name, rule = view.table.name_of, CAUGHT if shot.weapon.blast else DAMAGE
    return [
        *target_loss_rows(enemies, name, rule, points="HITS"),
        *target_loss_rows(own, name, rule, "Your own ", points="HITS"),
    ]


def blast_areas(view: Battle, shot: Shot) -> Iterator[EffectArea]:
    """Yield the area of the template on the target, and all ground that it may cover if it scatters."""
    radius, name = blast_radius(view, shot.weapon), template_name(shot.weapon.blast)
    points = [] if shot.suppresses else [at for at in landing_chances(view, shot) if at != shot.target.xy]
    if points:
        region = united_region([disc_region(at, radius) for at in points])
        caught = _caught_ids(view, shot, points)
        yield EffectArea(region, f"{name}, if it scatters", SCATTER, caught, sure=False)
    yield EffectArea(
        disc_region(shot.target.xy, radius), name, TEMPLATES, _caught_ids(view, shot, [shot.target.xy])
    )


def _caught_ids(view: Battle, shot: Shot, points: Sequence[Point]) -> tuple[str, ...]:
    """Return the ids of the models under a template at any of some points."""
    return tuple(dict.fromkeys(key for at in points for key in blast_odds(view, shot, at)))


def _cover_row(view: Battle, shot: Shot) -> Iterator[PreviewRow]:
    """Yield why a target that is partly hidden has no cover: all that hides it is nearer to the firer."""
    seen = sight_verdict(view, shot.firer, shot.target)
    if seen.visible and seen.blockers and seen.cover == "none":
        yield PreviewRow("Cover", f"none: it is nearer to {shot.firer.name}", COVER)


def cover_preview(view: Battle, shot: CoverShot) -> Preview:
    """Return a preview of suppression fire at cover."""
    roll = cover_roll(view, shot)
    chances = exact_chances(lambda: cover_script(view, shot))
    suppressed = capped_chance(
        sum(chance for (outcome, _), chance in chances.items() if outcome == SUPPRESSES)
    )
    lost = loss_distribution(chances_of_part(chances, 1), shot.target.hits)
    rows = (
        PreviewRow("Weapon", shot.weapon.name, roll.rule),
        *threshold_rows([roll]),
        *modifier_rows([roll]),
        PreviewRow("Struck", f"{percent(lost[-1])} removed", roll.rule),
    )
    about = f"{shot.firer.name} at {shot.target.name} behind {view.table.name_of(shot.item)}"
    hurt = capped_chance(sum(lost[1:]))
    bars = (
        ("nothing", capped_chance(1.0 - suppressed - hurt)),
        ("suppressed", suppressed),
        ("loses HITS", hurt),
    )
    return Preview(
        "Suppress behind cover",
        about,
        rows,
        suppressed,
        f"{shot.target.name} is suppressed",
        bars,
        sights=((shot.firer.id, shot.target.id),),
        losses=(LossOdds(shot.target.id, lost),),
    )


def _first_rolls(shot: Shot) -> list[Any]:
    script = save_script(shot.target, shot.weapon.piercing, shot.weapon.damage)
    first = next(script, None)
    return [first] if first is not None else []


def fight_preview(attacker: Piece, defender: Piece) -> Preview:
    """Return a preview of an assault, seen from either side."""
    chances = fight_chances(attacker, defender)
    dealt = loss_distribution(chances_of_part(chances, 2), defender.hits)
    lost = loss_distribution(chances_of_part(chances, 1), attacker.hits)
    scores = piece_profile(attacker).assault, piece_profile(defender).assault
    rows = (
        PreviewRow(attacker.name, f"D6 + {scores[0]}", FIGHT),
        PreviewRow(defender.name, f"D6 + {scores[1]}", FIGHT),
        PreviewRow(f"{attacker.name} loses a HIT", percent(1.0 - lost[0]), FIGHT),
    )
    return Preview(
        "Assault",
        f"{attacker.name} against {defender.name}",
        rows,
        1.0 - dealt[0],
        f"{defender.name} loses a HIT",
        points_bars(dealt, "HIT", "HITS"),
        losses=(LossOdds(defender.id, dealt), LossOdds(attacker.id, lost)),
    )
