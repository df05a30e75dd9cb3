"""Cards of odds for shots: what hits, what it does, who would be sprayed if the target dies."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.ruleset import EffectArea, Preview, PreviewRow
from battlesim.mechanics.cards import change_row
from battlesim.mechanics.chance import exactly
from battlesim.table.pieces import Piece
from battlesim.table.words import say

from ..core.facts import rated
from ..core.marks import OVERWATCH
from ..core.state import MARINES, Battle
from ..ground.sight import aimed, look
from .bursts import BLOOD, sprayed, template
from .harm import Burst, outcome
from .numbers import HIT, Manner, changes, number
from .shooting import MISSED, cause_of, damage_of, fate
from .wounds import WOUND, cover_from_fire, defences

UNHURT = "unhurt"


def preview(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """The card of a shot that would be fired, in one's own activation or out of turn."""
    option = decision.option(answer)
    if option is None or option.act != "fire" or not option.to or option.to[0] not in view.table.pieces:
        return None
    firer = view.table.piece(option.by[0])
    return shot_card(view, firer, view.table.piece(option.to[0]), Manner(reaction=firer.has(OVERWATCH)))


def shot_card(view: Battle, firer: Piece, target: Piece, manner: Manner) -> Preview:
    """What a shot needs and does, with all that changes it."""
    odds = exactly(lambda: fate(view, firer, target, manner))
    ends: dict[str, float] = {}
    for margin, chance in odds.items():
        end = "missed" if margin == MISSED else outcome(view, target, margin)
        ends[end] = ends.get(end, 0.0) + chance
    lost = sum(chance for end, chance in ends.items() if end not in ("missed", UNHURT))
    words = say("{} at {}", firer.name, target.name)
    return Preview(
        "Shoot",
        words,
        tuple(_rows(view, firer, target, manner)),
        lost,
        f"{target.name} is out of action",
        tuple(sorted(ends.items(), key=lambda one: one[0] not in ("missed", UNHURT))),
        sights=((firer.id, target.id),),
        areas=tuple(_areas(view, target)),
    )


def _rows(view: Battle, firer: Piece, target: Piece, manner: Manner) -> Iterator[PreviewRow]:
    throw = number(view, firer, target, manner)
    yield PreviewRow("To hit", f"{throw.reaches[0].least}+", HIT)
    yield from (change_row(change) for change in (*changes(view, firer, target, manner), *throw.changes))
    yield PreviewRow("Damage", f"D6 {damage_of(firer):+d}", WOUND)
    cover = cover_from_fire(view, firer, target, look(view, firer, target, aimed(view)))
    yield from (change_row(change) for change in defences(view, target, cause_of(firer), cover))


def _areas(view: Battle, target: Piece) -> Iterator[EffectArea]:
    """Where the blood of an Alien would spray, and whom."""
    if rated(target).ability == "acid_blood":
        burst = Burst("blood", target.xy, target.id)
        caught = tuple(p.id for p in sprayed(view, burst) if p.side == MARINES)
        words = f"acid blood, {len(caught)} of ours in it" if caught else "acid blood"
        yield EffectArea(((template(burst).ring(),),), words, BLOOD, caught, sure=False)
