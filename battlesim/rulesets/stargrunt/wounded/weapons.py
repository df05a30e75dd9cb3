"""Support weapons of the fallen, which other figures of the unit may take up."""

from __future__ import annotations

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.table.compound_names import compound_name
from battlesim.table.ids import UnitId
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Piece

from ..attack.targeting import fired_name
from ..core.choices import NOBODY_KEY, choose_or_none
from ..core.events import WeaponTaken
from ..core.lookups import figure_weapons, is_ok, ok_figures
from ..core.marks import LEFT_BEHIND
from ..core.profiles import weapons
from ..core.state import Battle, Game

TAKES_UP = "SG-GAP-44"


def weapons_lying(state: Battle, unit: UnitId) -> list[tuple[Piece, str]]:
    """Return the support weapons of a unit's fallen figures that can still be used, with those figures."""
    own = [piece for piece in state.table.pieces.values() if piece.unit == unit]
    return [
        (piece, key)
        for piece in own
        if not is_ok(piece) and not piece.has_mark(LEFT_BEHIND)
        for key, weapon in figure_weapons(state, piece).items()
        if not weapon.is_small_arm and fired_name(unit, compound_name(key, piece.id)) not in state.game.used
    ]


def is_free_handed(state: Battle, piece: Piece) -> bool:
    """Return whether a figure has no support weapon."""
    return all(weapon.is_small_arm for weapon in figure_weapons(state, piece).values())


def take_up_weapons(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask which figures take up the support weapons of the fallen in place of their own weapons."""
    for fallen, key in weapons_lying(play.state, unit):
        free = [piece for piece in ok_figures(play.state, unit) if is_free_handed(play.state, piece)]
        if not free:
            return
        own = play.state.table.units[unit]
        options = [Option(piece.id, piece.name, (piece.id,)) for piece in free]
        text = phrase("Which figure takes up the {weapon}?", weapons()[key].name)
        decision = choose_or_none(
            play.state, own, text, options, what="take_up", rule=TAKES_UP, none_text="Nobody"
        )
        taker = yield from play.ask(decision)
        if taker != NOBODY_KEY:
            play.emit(WeaponTaken(rule=TAKES_UP, unit=unit, weapon=key, old=fallen.id, new=taker))
