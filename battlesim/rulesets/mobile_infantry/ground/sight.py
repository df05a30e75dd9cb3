"""The rules for sight, and checks of range, sight and arc between firers and targets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

from msgspec.structs import replace

from battlesim.geometry.arcs import FRONT_ARC, LEFT_ARC, RIGHT_ARC
from battlesim.mechanics.pieces import is_within_distance
from battlesim.rulings import piece_sight_lines
from battlesim.rulings.piece_gaps import too_far_text
from battlesim.rulings.piece_sight_lines import SEEN_IN_FULL, IdPair, PiecePair, PieceSight, piece_sights
from battlesim.rulings.sight_rules import SightRules, parse_sight_rules
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.pieces import Piece

from ..core.marks import FLYING
from ..core.parameters import Parameters
from ..core.profiles import weapons
from ..core.state import Battle
from ..data import DATA_FILES

SIGHT = "MI-GAP-06"
HEIGHTS = "MI-GAP-07"
ONE_TARGET = "MI-SHOT-01"
ARCS_BY_NAME = {"front": FRONT_ARC, "left": LEFT_ARC, "right": RIGHT_ARC}


class Impediment(NamedTuple):
    """The reason why something is impossible ("" if it is not), and its rule; `short` names no target."""

    text: AnyText = ""
    rule: str = ""
    short: str = ""


@cache
def default_sight_rules() -> SightRules:
    """Return the rules for sight given in sight.toml."""
    return parse_sight_rules(DATA_FILES.read_text("sight.toml"))


@cache
def battle_sight_rules(parameters: Parameters) -> SightRules:
    """Return the rules for sight under the options of a battle."""
    rules = default_sight_rules()
    smoke = {"obscuring": (), "blocking": rules.obscuring} if parameters.smoke_blocks else {}
    return replace(rules, partial=parameters.obscured_share, limit=parameters.sight_limit, **smoke)


def sight_views(
    state: Battle, pairs: Sequence[PiecePair], new_smoke_ids: Sequence[str] = ()
) -> dict[IdPair, PieceSight]:
    """Return how much viewers see of targets, by pairs of ids; aircraft see and are seen completely."""
    grounded = [pair for pair in pairs if not any(piece.has_mark(FLYING) for piece in pair)]
    seen = piece_sights(state.table, battle_sight_rules(state.game.parameters), grounded, new_smoke_ids)
    return {(viewer.id, target.id): SEEN_IN_FULL for viewer, target in pairs} | seen


class WeaponLines(piece_sight_lines.SightLines):
    """Lines of sight that also take the range and arc of the firers' weapons into account.

    `armed` maps each firer's id to its weapon keys; sight is not computed beyond weapon range.
    """

    def __init__(self, state: Battle, armed: Mapping[str, Sequence[str]], things: Sequence[Piece]) -> None:
        reach = {f: max((weapons()[key].range for key in keys), default=0.0) for f, keys in armed.items()}
        super().__init__(state.table, reach, things, partial(sight_views, state))

    def bears_on(self, firer: str, key: str, target: str) -> bool:
        """Return whether a target is in a weapon's range, sight and arc."""
        return not self.impediment(firer, key, target).text

    def impediment(self, firer: str, key: str, target: str) -> Impediment:
        """Return why a weapon cannot fire at a target; the result is empty if it can (MI-MTRT-02)."""
        weapon, distance = weapons()[key], self.distances[firer, target]
        if not is_within_distance(distance, weapon.range):
            reach, far = length_text(weapon.range), too_far_text(distance, weapon.range)
            return Impediment(
                phrase("{distance} ({weapon} reaches {range})", far, weapon.name, reach),
                ONE_TARGET,
                "too far",
            )
        if not self.sees(firer, target):
            return Impediment("out of sight", SIGHT)
        if weapon.arc and not self.is_in_arc(firer, ARCS_BY_NAME[weapon.arc], target):
            return Impediment(f"outside the arc of {weapon.name}", "MI-TRT-02", "outside the arc")
        return Impediment()

    def range_deficit(self, firer: str, key: str, target: str) -> tuple[float, float]:
        """Return how many inches a target is beyond a weapon's range (0 if within it), and its distance."""
        distance, reach = self.distances[firer, target], weapons()[key].range
        return (0.0 if is_within_distance(distance, reach) else distance - reach), distance
