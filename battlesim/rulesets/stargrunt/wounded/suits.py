"""Power armour suits, which treat the wounds of their wearers at once if an option says so."""

from __future__ import annotations

from collections.abc import Iterable

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import DiceScriptRun, Threshold, ThresholdRoll, roll_together, single_roll
from battlesim.mechanics.pieces import remove_from_play, set_mark
from battlesim.table.pieces import Piece

from ..core.lookups import has_tag
from ..core.marks import STABILISED, SUIT_OUT, WOUNDED
from ..core.state import Game

SUITS = "SG-GAP-104"
LASTS, OUT_OF_ORDER, HOLDS = 2, 5, 6
"""The scores from which the wearer is stabilised, fights on without the suit, and is OK."""


def roll_suits(play: Play[Game], figures: Iterable[Piece]) -> Script[None]:
    """Roll for the suit of each given figure that is wounded in power armour, if an option says so."""
    now = (play.state.table.pieces[piece.id] for piece in figures)
    hurt = [piece for piece in now if piece.has_mark(WOUNDED) and has_tag(piece, "power_armour")]
    if not play.state.game.parameters.power_armour_heals or not hurt:
        return
    limits = Threshold(LASTS, "Stabilised"), Threshold(OUT_OF_ORDER, "Suit lost"), Threshold(HOLDS, "OK")
    runs = [DiceScriptRun(single_roll(ThresholdRoll(thresholds=limits, rule=SUITS))) for _ in hurt]
    yield from roll_together(play, runs, "the suits of the wounded", rule=SUITS, by=hurt[0].id)
    for piece, run in zip(hurt, runs, strict=True):
        set_mark(play, [piece.id], WOUNDED, 0, SUITS)
        if run.end == 0:
            remove_from_play(play, piece.id, SUITS)
        elif run.end < 3:
            set_mark(play, [piece.id], STABILISED if run.end == 1 else SUIT_OUT, 1, SUITS)
