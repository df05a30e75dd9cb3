"""Cards of odds for shots: what hits, what it does, who would be sprayed if the target dies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.position_decisions import ChoosePoint
from battlesim.engine.ruleset import EffectArea, Preview, PreviewRow
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import exact_chances, single_roll
from battlesim.mechanics.preview_rows import modifier_row
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain

from ..core.facts import rated
from ..core.marks import OVERWATCH
from ..core.state import Battle
from ..ground.sight import aimed, look
from . import dump, flame, grenades
from .bursts import BLAST, BLOOD, blast, sprayed, standing, template
from .harm import Burst, outcome
from .numbers import HIT, MISSED, Manner, changes, number
from .shooting import COVER_FIRE, cause_of, fate
from .templates import in_blast
from .wounds import WOUND, cover_from_fire, damage_of, defences

UNHURT = "unhurt"


def preview(view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
    """The card of a shot, a spit, a flame or a grenade that would follow on an answer."""
    if isinstance(decision, ChoosePoint):
        card = AT_POINT.get(decision.what)
        return card(view, view.table.piece(decision.about), answer) if card else None
    option = decision.open_option(answer) if isinstance(decision, ChooseOne) else None
    if option is None or option.act not in ("fire", "spit") or not option.to:
        return None
    firer, target = view.table.piece(option.by[0]), view.table.pieces.get(option.to[0])
    if target is None:
        return dump_card(view, firer, view.table.terrain(option.to[0]))
    manner = Manner(decision.rule == COVER_FIRE, firer.has_mark(OVERWATCH))
    return shot_card(view, firer, target, manner)


def dump_card(view: Battle, firer: Piece, fuel: Terrain) -> Preview:
    """What a shot at fuel needs, and whom it would catch when it goes up."""
    odds = exact_chances(lambda: dump.fate(view, firer, fuel))
    bursts = sum(chance for margin, chance in odds.items() if margin >= dump.ENOUGH)
    throw = dump.number(view, firer, fuel)
    rows = (PreviewRow("To hit", f"{throw.thresholds[0].least}+", HIT), *map(modifier_row, throw.changes))
    area = _blast(view, Burst("dump", dump.middle(fuel), firer.id), "the explosion", dump.DUMP)
    return Preview(
        "Shoot", phrase("{} at {}", firer.name, fuel.display_name), rows, bursts, "it goes up", areas=(area,)
    )


def flame_card(view: Battle, firer: Piece, point: Point) -> Preview:
    """Whom a flame toward a point would catch, and what becomes of each."""
    parts = tuple((shape.ring(),) for shape in flame.template(view, firer, point))
    found = flame.caught(view, firer, point)
    rows = tuple(_burnt(view, firer, target) for target in found)
    area = EffectArea(parts, "the flame", flame.FLAME, tuple(target.id for target in found))
    return Preview("Flame", firer.name, rows, areas=(area,))


def _burnt(view: Battle, firer: Piece, target: Piece) -> PreviewRow:
    odds = exact_chances(lambda: flame.fate(view, firer, target))
    return PreviewRow(target.name, f"{_lost(view, target, odds):.0%} out of action", flame.FLAME)


def grenade_card(view: Battle, thrower: Piece, point: Point) -> Preview:
    """What a throw needs, and whom it would catch where it lands as meant."""
    throw = grenades.number(view, thrower, point)
    lands = exact_chances(lambda: single_roll(throw)).get(True, 0.0)
    burst = Burst("grenade", point, thrower.id)
    rows = [
        PreviewRow("To land there", f"{throw.thresholds[0].least}+", HIT),
        *map(modifier_row, throw.changes),
    ]
    for target in in_blast(view, template(burst), standing(view)):
        odds = exact_chances(partial(blast, view, burst, target))
        rows.append(PreviewRow(target.name, f"{_lost(view, target, odds):.0%} out of action", BLAST))
    area = _blast(view, burst, "the grenade", grenades.THROW)
    return Preview("Grenade", thrower.name, tuple(rows), lands, "it lands there", areas=(area,))


AT_POINT: Mapping[str, Callable[[Battle, Piece, Point], Preview]] = {
    "flame": flame_card,
    "grenade": grenade_card,
}


def _blast(view: Battle, burst: Burst, words: str, rule: str) -> EffectArea:
    """Where something would go up, and whom it would catch."""
    caught = tuple(p.id for p in in_blast(view, template(burst), standing(view)))
    return EffectArea(((template(burst).ring(),),), words, rule, caught, sure=False)


def _lost(view: Battle, target: Piece, odds: Mapping[int, float]) -> float:
    """The chance that a wound puts somebody out of action."""
    return sum(chance for margin, chance in odds.items() if outcome(view, target, margin) != UNHURT)


def shot_card(view: Battle, firer: Piece, target: Piece, manner: Manner) -> Preview:
    """What a shot needs and does, with all that changes it."""
    odds = exact_chances(lambda: fate(view, firer, target, manner))
    ends: dict[str, float] = {}
    for margin, chance in odds.items():
        end = "missed" if margin == MISSED else outcome(view, target, margin)
        ends[end] = ends.get(end, 0.0) + chance
    words = phrase("{} at {}", firer.name, target.name)
    return Preview(
        "Shoot",
        words,
        tuple(_rows(view, firer, target, manner)),
        _lost(view, target, odds),
        f"{target.name} is out of action",
        tuple(sorted(ends.items(), key=lambda one: one[0] not in ("missed", UNHURT))),
        sights=((firer.id, target.id),),
        areas=tuple(_areas(view, target)),
    )


def _rows(view: Battle, firer: Piece, target: Piece, manner: Manner) -> Iterator[PreviewRow]:
    throw = number(view, firer, target, manner)
    yield PreviewRow("To hit", f"{throw.thresholds[0].least}+", HIT)
    yield from map(modifier_row, dict.fromkeys((*changes(view, firer, target, manner), *throw.changes)))
    yield PreviewRow("Damage", f"D6 {damage_of(firer):+d}", WOUND)
    cover = cover_from_fire(view, firer, target, look(view, firer, target, aimed(view)))
    yield from (modifier_row(change) for change in defences(view, target, cause_of(firer), cover))


def _areas(view: Battle, target: Piece) -> Iterator[EffectArea]:
    """Where the blood of an Alien would spray, and whom."""
    if rated(target).ability == "acid_blood":
        burst = Burst("blood", target.xy, target.id)
        caught = tuple(p.id for p in sprayed(view, burst))
        yield EffectArea(((template(burst).ring(),),), "acid blood", BLOOD, caught, sure=False)
