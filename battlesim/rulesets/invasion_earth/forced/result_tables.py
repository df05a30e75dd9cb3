"""The tables of results for forced actions, worded for a model at its present position."""

from __future__ import annotations

from battlesim.table.pieces import Piece
from battlesim.table.result_tables import ResultEntry, ResultTable

from ..core.marks import HIDDEN
from ..core.state import Battle
from ..ground.contact import enemies_in_contact
from ..sighting.hiding import can_hide, why_cannot_hide

CONTAGION, FIRES, CHARGES, AWOL = "IE-STU-06", "IE-STU-07", "IE-STU-08", "IE-STU-09"
HIDES, FUTILE = "IE-STU-10", "IE-STU-11"
HELD = "IE-GAP-90"
BRAVE_HEART, FREEZES, RUNS, INSANE = "IE-FEA-04", "IE-FEA-05", "IE-FEA-06", "IE-FEA-08"
STAYS = "IE-GAP-93"
PREFERENCE = "IE-GAP-94"
CHOICES = {
    "assault": "assaults the nearest enemy in sight, if a move reaches it",
    "shot": "moves at the nearest enemy in sight and fires at it",
    "move": "rushes at the nearest enemy in sight at its highest rate",
}
"""What an impetuous model does, by the words of the option impetuous_preference."""


def finds_cover(state: Battle, piece: Piece) -> bool:
    """Return whether a model that is forced to hide can do so where it is."""
    return piece.has_mark(HIDDEN) or (can_hide(state, piece) and not why_cannot_hide(state, piece))


def stays_put(state: Battle, piece: Piece) -> bool:
    """Return whether a frightened model stays where it is, because it is held or in contact."""
    return piece.id in state.game.held or bool(enemies_in_contact(state, piece))


def stupidity_entries(state: Battle, piece: Piece, others: int) -> list[ResultEntry]:
    """Return the entries of a model's stupidity table; `others` is how many models it may infect."""
    spreads = "spreads to as many others as a die says"
    alone = "nobody is left to catch it: does nothing"
    first = ResultEntry((1,), spreads if others else alone, CONTAGION)
    if piece.id in state.game.held:
        return [first, ResultEntry((2, 3, 4, 5, 6), "it is held and does nothing", HELD)]
    return [
        first,
        ResultEntry((2,), "fires at the closest model, friend or foe", FIRES),
        ResultEntry((3,), "charges straight at the nearest enemy", CHARGES),
        ResultEntry((4,), "runs for the nearest table edge, and off it", AWOL),
        ResultEntry((5,), _hiding_words(state, piece), HIDES),
        ResultEntry((6,), "does nothing this turn", FUTILE),
    ]


def _hiding_words(state: Battle, piece: Piece) -> str:
    return "hides here" if finds_cover(state, piece) else "nothing to hide behind: runs for the edge"


def fear_entries(state: Battle, piece: Piece) -> list[ResultEntry]:
    """Return the entries of a model's fear test table."""
    brave = ResultEntry((1, 2, 3), "no fear, and no test again in this battle", BRAVE_HEART)
    frozen = ResultEntry((4,), "freezes: no action this turn", FREEZES)
    if stays_put(state, piece):
        return [brave, frozen, ResultEntry((5, 6), "stays where it is, in contact or held", STAYS)]
    return [
        brave,
        frozen,
        ResultEntry((5,), "runs straight away, or turns to run", RUNS),
        ResultEntry((6,), "throws itself at what it fears", INSANE),
    ]


def impetuous_table(order: tuple[str, ...], kind: str) -> ResultTable:
    """Return the table of what an impetuous model tries, in order, with its kind of attack."""
    entries = tuple(ResultEntry((), CHOICES[one], PREFERENCE) for one in order)
    return ResultTable(entries, 1 + order.index(kind))
