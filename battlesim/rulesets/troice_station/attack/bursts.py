"""Chains: blood, tanks, fuel and grenades that go up, first in, first out (TS-GAP-05). Inches."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from battlesim.engine.play import Play, Script
from battlesim.geometry.templates import Blast, Template
from battlesim.mechanics.chance import DiceScript, d6_at_least, roll_script
from battlesim.mechanics.pieces import set_mark
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..core.facts import is_marker
from ..core.marks import HE, SUPPRESSED
from ..core.state import CREATURES, MARINES, Battle, Game
from ..markers import reveal
from .harm import Burst, hurt
from .numbers import MISSED
from .templates import SMALL, STANDARD, in_blast, touches
from .wounds import Cause, cover_from_blast, pair, wound

BLOOD = "TS-ALN-14"
SPRAYED = "TS-GAP-68"
BLAST = "TS-EXPL-03"
UNDER_HE = "TS-MORL-04"
SUPPRESSION = "TS-GAP-78"
BLAST_DAMAGE = 3
SPRAY_NUMBER = 3


def work_through(play: Play[Game], bursts: Iterable[Burst]) -> Script[None]:
    """Work off all that goes up, and what goes up by it, before anything else goes on."""
    waiting = deque(bursts)
    while waiting:
        burst = waiting.popleft()
        settle = _blood if burst.kind == "blood" else _explosion
        waiting.extend((yield from settle(play, burst)))


def template(burst: Burst) -> Blast:
    """The template of what goes up, over its middle (TS-ALN-13, TS-EXPL-01)."""
    return Blast(*burst.at, STANDARD if burst.kind == "dump" else SMALL)


def standing(state: Battle) -> list[Piece]:
    """The figures on the table, no markers, by their ids."""
    return sorted((p for p in state.table.standing_pieces() if not is_marker(p)), key=lambda p: p.id)


def sprayed(state: Battle, burst: Burst) -> list[Piece]:
    """The marines whom blood sprays; creatures are immune to it."""
    return in_blast(state, template(burst), [p for p in standing(state) if p.side == MARINES])


def spray(state: Battle, burst: Burst, target: Piece) -> DiceScript[int]:
    """By how much blood wounds somebody; it is rolled for as a spit, by option without a roll to hit."""
    if state.game.parameters.blood_rolls and not (yield d6_at_least(SPRAY_NUMBER, SPRAYED)):
        return MISSED
    cover = cover_from_blast(state, burst.at, target)
    return (yield from wound(pair(state, 0, "Acid blood", target, "acid", cover)))


def _blood(play: Play[Game], burst: Burst) -> Script[list[Burst]]:
    def fate(target: Piece) -> DiceScript[int]:
        return spray(play.state, burst, target)

    return (
        yield from _each(
            play.under_rule(BLOOD), sprayed(play.state, burst), fate, "acid", burst, "acid blood"
        )
    )


def blast(state: Battle, burst: Burst, target: Piece) -> DiceScript[int]:
    """By how much an explosion wounds somebody."""
    cover = cover_from_blast(state, burst.at, target)
    return wound(pair(state, BLAST_DAMAGE, "Explosion", target, "explosion", cover))


def _explosion(play: Play[Game], burst: Burst) -> Script[list[Burst]]:
    """Turn over the markers that it touches, put squads under fire, then wound all who are caught."""
    play, area = play.under_rule(BLAST), [template(burst)]
    yield from turn_over_touched(play, area)
    touched = [p for p in standing(play.state) if touches(area, p)]
    under_fire(play, touched)

    def fate(target: Piece) -> DiceScript[int]:
        return blast(play.state, burst, target)

    caught = in_blast(play.state, template(burst), standing(play.state))
    found = yield from _each(play, caught, fate, "explosion", burst, "the explosion")
    suppress(play, touched)
    return found


def turn_over_touched(play: Play[Game], area: Sequence[Template]) -> Script[None]:
    """Markers that a template touches come to light before its dice are rolled."""
    lying = [p.id for p in play.state.table.standing_pieces() if is_marker(p) and touches(area, p)]
    for marker in sorted(lying):
        yield from reveal.turn_over(play, marker)


def under_fire(play: Play[Game], touched: Iterable[Piece]) -> None:
    """The squads of those whom an explosion touched are under high explosive fire."""
    squads = {p.unit for p in touched if p.side == MARINES}
    set_mark(play, sorted(squads), HE, 1, UNDER_HE)


def suppress(play: Play[Game], touched: Iterable[Piece]) -> None:
    """By option mark the creatures that a template touched and did not kill as suppressed."""
    if play.state.game.parameters.suppressible:
        left = [p.id for p in touched if p.side == CREATURES and play.state.table.piece(p.id).table_position]
        set_mark(play, left, SUPPRESSED, 1, SUPPRESSION)


def _each(
    play: Play[Game],
    targets: Sequence[Piece],
    fate: Callable[[Piece], DiceScript[int]],
    cause: Cause,
    burst: Burst,
    what: str,
) -> Script[list[Burst]]:
    """Roll for each figure that is caught, one after the other; return what goes up by their deaths."""
    found = list[Burst]()
    for target in targets:
        margin = yield from roll_script(
            play, fate(target), phrase("{} and {}", Ref(target.id), what), by=target.id
        )
        if margin != MISSED:
            found += hurt(play, target.id, margin, cause, burst.by)
    return found
