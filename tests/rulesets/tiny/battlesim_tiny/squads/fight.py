"""Dice of quality against dice of luck: for fire, for a close look, for nerve. Inches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlesim.mechanics.chance import DiceScript, Threshold, ThresholdRoll
from battlesim.mechanics.contest import OpposedRoll, shifted_die
from battlesim.mechanics.pieces import is_within_distance
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.rulings.piece_sight_lines import piece_sights
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.events import DieTag, Modifier
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece

from .state import COUNTER, SHAKEN, Battle, figures, has, traits

RANGE, CLOSE, FAR = 24.0, 8.0, 16.0
LUCK = 6
SIGHT = SightRules(partial=0.25, overlap=("woods", "scrub"), depth={"woods": 3.0})


class Look(NamedTuple):
    """What some see of others: how far off the nearest are, who is seen, whether most are in cover."""

    away: float
    nearest: tuple[str, str]
    seen: tuple[str, ...]
    covered: bool

    @property
    def in_reach(self) -> bool:
        """Whether anybody is seen, and near enough (SQD-AIM-01)."""
        return bool(self.seen) and is_within_distance(self.away, RANGE)


def look(state: Battle, viewers: Sequence[Piece], others: Sequence[Piece]) -> Look:
    """Whoever one viewer sees is seen, and in cover where nobody sees him in the open (SQD-DICE-03)."""
    pairs = [(viewer, other) for viewer in viewers for other in others]
    found = piece_sights(state.table, SIGHT, pairs)
    seen = dict.fromkeys(target for (_, target), view in found.items() if view.visible)
    clear = {target for (_, target), view in found.items() if view.visible and not view.obscured}
    away, pair = min((piece_gap(state.table, *pair), (pair[0].id, pair[1].id)) for pair in pairs)
    return Look(away, pair, tuple(seen), 2 * len(clear) < len(seen))


def at(state: Battle, own: Piece, target: Piece) -> Look:
    """What a squad sees of a counter, or of another squad."""
    others = [target] if target.kind == COUNTER else figures(state, target.unit)
    return look(state, figures(state, own.unit), others)


def dice(state: Battle, own: Piece, target: Piece) -> OpposedRoll:
    """The quality of a squad against the luck of what it aims at, each shifted."""
    seen = at(state, own, target)
    close = (Modifier(1, "close", "SQD-DICE-02"),) if is_within_distance(seen.away, CLOSE) else ()
    far = () if is_within_distance(seen.away, FAR) else (Modifier(1, "far", "SQD-DICE-02"),)
    cover = (Modifier(1, "in cover", "SQD-DICE-03"),) if seen.covered else ()
    shaken = (Modifier(-1, SHAKEN, "SQD-NERVE-02"),) if has(state, own, SHAKEN) else ()
    quality = DieTag(own.side, f"Quality of {own.name}", (*close, *shaken))
    luck = DieTag(target.side, f"Luck of {target.name}", (*far, *cover))
    sides = shifted_die(traits(state, own.unit).quality, quality).sides, shifted_die(LUCK, luck).sides
    return OpposedRoll(sides=sides, tags=(quality, luck), rule="SQD-DICE-01")


class Hit(NamedTuple):
    """What comes of it: whether luck was beaten, how many are lost, whether those who are left falter."""

    told: bool
    lost: int = 0
    falters: bool = False


def spotted(state: Battle, own: Piece, target: Piece) -> DiceScript[Hit]:
    """A counter is made out or not (SQD-SPOT-01)."""
    margin: int = yield dice(state, own, target)
    return Hit(margin > 0)


def volley(state: Battle, own: Piece, target: Piece) -> DiceScript[Hit]:
    """One is lost for two points; by 6 less its leadership a squad falters (SQD-FIRE-01, SQD-NERVE-01)."""
    margin: int = yield dice(state, own, target)
    lost = min(max(margin, 0) // 2, len(at(state, own, target).seen))
    left = len(figures(state, target.unit)) - lost
    return Hit(margin > 0, lost, left > 0 and margin >= 6 - traits(state, target.unit).leadership)


def nerve(state: Battle, unit: UnitId) -> ThresholdRoll:
    """The die of a squad that pulls itself together (SQD-RALLY-01)."""
    own = traits(state, unit)
    need = Threshold(own.leadership + 2, "Nerve")
    return ThresholdRoll(sides=(own.quality,), thresholds=(need,), rule="SQD-RALLY-01")
