"""Snipers: single hits on a random or chosen figure, and shots that reveal a hidden sniper."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import DiceRoll, roll_script, single_roll
from battlesim.mechanics.contest import MAJOR, MultipleOpposedRoll, Successes
from battlesim.table.events import DieResult
from battlesim.table.ids import UnitId
from battlesim.table.levels import standing_place
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Below, Piece

from ..core.hidden_units import covers_of
from ..core.lookups import unit_rules
from ..core.state import Battle, Game
from .targeting import Fire, weapon_of

NAMED_FIGURE = "SG-SNP-03"
SUPPRESSES = "SG-GAP-107"


class SniperRoll(DiceRoll[tuple[int, ...]], frozen=True, kw_only=True):
    """The roll of a sniper's shot; its value is the faces, because the quality die may reveal the sniper."""

    contest: MultipleOpposedRoll

    def value_of(self, faces: Sequence[int]) -> tuple[int, ...]:
        """Return the faces of the dice unchanged."""
        return tuple(faces)

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """Return the results of the opposed roll."""
        return self.contest.results(faces)

    def value_text(self, faces: Sequence[int]) -> str:
        """Return the degree of success as text."""
        return self.contest.value_text(faces)

    def success_chances(self) -> tuple[float, ...]:
        """Return the chances of success of the opposed roll."""
        return self.contest.success_chances()


def is_sniping(state: Battle, fire: Fire) -> bool:
    """Return whether a fire action is the shot of a sniper acting alone."""
    unit = state.table.units[fire.unit]
    return unit_rules(unit).independent and all(weapon_of(key).sniper for key in fire.weapons)


def as_aiming(state: Battle, unit: UnitId) -> Battle:
    """Return the state with a hidden sniper placed at its counter, as if it were firing."""
    figures = state.table.pieces_of_unit(unit) if covers_of(state, unit) else []
    if not figures or not isinstance(figures[0].place, Below):
        return state
    figure, counter = figures[0], figures[0].place.piece

    def build() -> Battle:
        x, y = state.table.piece(counter).xy
        return state.with_table(state.table.with_place(figure.id, standing_place(state.table.ground, x, y)))

    return state.with_table(state.table.cached_value(("aiming", unit), build).table)


def roll_shot(
    play: Play[Game], fire: Fire, roll: MultipleOpposedRoll, figures: Sequence[Piece], by: str, rule: str
) -> Script[tuple[Successes, list[Piece], bool]]:
    """Roll a sniper's shot. Return its success, the figures it may hit, and whether it reveals the sniper.

    Rules: SG-SNP-02.
    """
    units = play.state.table.units
    text = phrase("{} at {}", units[fire.unit].name, units[fire.target].name)
    shot = SniperRoll(sides=roll.sides, tags=roll.tags, rule=rule, contest=roll)
    faces = yield from roll_script(play, single_roll(shot), text, rule=rule, by=by)
    found = roll.value_of(faces)
    victims = list(figures) if found.dice else []
    if found.dice >= MAJOR and len(victims) > 1:
        options = [Option(piece.id, piece.name, (piece.id,)) for piece in victims]
        side = units[fire.unit].side
        chosen = yield from play.choose_one(
            "victim", side, "Which figure is hit?", options, rule=NAMED_FIGURE, about=by
        )
        victims = [play.state.table.piece(chosen.key)]
    return found, victims, faces[1] == 1
