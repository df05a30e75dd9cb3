"""Range, sight and arc between firers and what they may fire at, found once for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from battlesim.geometry.arcs import FRONT, LEFT, RIGHT, in_arc
from battlesim.geometry.measure import outline_point
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import within
from battlesim.rulings.measure import piece_distances
from battlesim.rulings.sight import pair_verdicts
from battlesim.table.pieces import Inside, OnTable, Piece

from ..core.profiles import Weapon, weapons
from ..core.state import Battle
from ..core.targets import is_flying
from .sight_rules import sight_rules

ARCS = {"front": FRONT, "left": LEFT, "right": RIGHT}
Pair = tuple[str, str]


class View(NamedTuple):
    """What one model sees of another."""

    visible: bool
    obscured: bool
    share: float = 1.0


IN_FULL = View(True, False)


def look(state: Battle, pairs: Sequence[tuple[Piece, Piece]], fresh: Sequence[str] = ()) -> dict[Pair, View]:
    """What viewers see of targets, by their ids; smoke named in `fresh` does not count.

    An aircraft in the air sees everything in full and is seen so (MI-GAP-28). Views are kept with the table.
    """
    rules = sight_rules(state.game.parameters)
    key = ("mobile infantry: views", state.game.parameters, tuple(fresh))
    known = state.table.cached(key, dict[Pair, View])
    new = [(v, t) for v, t in pairs if (v.id, t.id) not in known]
    grounded = [(v, t) for v, t in new if not is_flying(v) and not is_flying(t)]
    found = pair_verdicts(state.table, rules, grounded, without=fresh, named=False)
    known |= {(v.id, t.id): IN_FULL for v, t in new}
    for (viewer, target), verdict in zip(grounded, found, strict=True):
        known[viewer.id, target.id] = View(verdict.visible, verdict.obscured, verdict.share)
    return {(v.id, t.id): known[v.id, t.id] for v, t in pairs}


def _spot(state: Battle, target: Piece, seen_from: Point) -> Point:
    if isinstance(target.place, Inside):
        return outline_point(state.table.terrain(target.place.terrain).rings[0], seen_from)
    return target.xy


def in_weapon_arc(state: Battle, firer: Piece, weapon: Weapon, target: Piece) -> bool:
    """Whether a target is in the arc of a weapon, its border included (MI-GAP-08, MI-TRT-02, MI-MTRT-02).

    A weapon without Arc fires all round, and so does a model inside a building, which has no facing.
    """
    if not weapon.arc or not isinstance(firer.place, OnTable):
        return True
    spot = _spot(state, target, firer.xy)
    return bool(in_arc(firer.xy, firer.place.facing, ARCS[weapon.arc], [spot])[0])


class Lines:
    """Distances, views and arcs between some firers and some things, each found once. Inches.

    `armed` names for every firer the weapons that are looked at; what none of them reaches is not looked for.
    """

    def __init__(self, state: Battle, armed: Mapping[str, Sequence[str]], things: Sequence[Piece]) -> None:
        self.state = state
        self.firers = {firer: state.table.piece(firer) for firer in armed}
        self.things = {p.id: p for p in things}
        self._arcs: dict[tuple[str, str, str], bool] = {}
        self.distances = self._measure()
        reach = {f: max((weapons()[key].range for key in keys), default=0.0) for f, keys in armed.items()}
        self.views = look(
            state,
            [
                (firer, thing)
                for f, firer in self.firers.items()
                for t, thing in self.things.items()
                if f != t and within(self.distances[f, t], reach[f])
            ],
        )

    def _measure(self) -> dict[Pair, float]:
        """Bases are measured together from each firer, and all firers together from each outline."""
        table, firers, found = self.state.table, list(self.firers.values()), dict[Pair, float]()
        bases = [p for p in self.things.values() if not isinstance(p.place, Inside)]
        for firer in firers:
            gaps = piece_distances(table, firer, bases)
            found |= {(firer.id, p.id): gap for p, gap in zip(bases, gaps, strict=True)}
        for shape in (p for p in self.things.values() if isinstance(p.place, Inside)):
            gaps = piece_distances(table, shape, firers)
            found |= {(p.id, shape.id): gap for p, gap in zip(firers, gaps, strict=True)}
        return found

    def nearest(self, target: str, firers: Sequence[str] = ()) -> float:
        """The smallest gap between a thing and any of some firers (all when none are named)."""
        return min(self.distances[firer, target] for firer in firers or self.firers)

    def bears(self, firer: str, key: str, target: str) -> bool:
        """Whether a weapon reaches, sees and bears on a thing."""
        return not self.fault(firer, key, target)[0]

    def bears_on_any(self, firer: str, key: str) -> bool:
        """Whether a weapon reaches, sees and bears on any of the things."""
        return any(self.bears(firer, key, target) for target in self.things)

    def fault(self, firer: str, key: str, target: str) -> tuple[str, str]:
        """Why a weapon does not reach, see or bear on a thing, and the rule; ("", "") when it does."""
        weapon, distance = weapons()[key], self.distances[firer, target]
        if not within(distance, weapon.range):
            return f"{distance:.1f} in away, {weapon.name} reaches {weapon.range:g} in", "MI-SHOT-01"
        view = self.views.get((firer, target))
        if view is None or not view.visible:
            return "out of sight", "MI-GAP-06"
        if not self._bears(firer, key, target):
            return f"outside the arc of {weapon.name}", "MI-TRT-02"
        return "", ""

    def short_of(self, firer: str, key: str, target: str) -> tuple[float, float]:
        """Inches from a thing to where a weapon's range ends (0 within it), and to the weapon itself."""
        distance, reach = self.distances[firer, target], weapons()[key].range
        return (0.0 if within(distance, reach) else distance - reach), distance

    def _bears(self, firer: str, key: str, target: str) -> bool:
        known = (firer, weapons()[key].arc, target)
        if known not in self._arcs:
            weapon = weapons()[key]
            self._arcs[known] = in_weapon_arc(self.state, self.firers[firer], weapon, self.things[target])
        return self._arcs[known]
