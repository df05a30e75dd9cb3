"""Decisions about a single piece. They are asked in play, or made beforehand to explain a refusal.

Options that cannot be chosen come last, with the reasons. Users: Mobile Infantry, Troice Station, Invasion
Earth, the toy.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import MoveGroup
from battlesim.rulings.movement import Motion
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece


def piece_decision(
    piece: Piece,
    what: str,
    prompt: AnyText,
    options: Iterable[Option],
    rule: str = "",
    default: Option | None = None,
) -> ChooseOne:
    """Return a decision about a piece, to be made by its side. Options that cannot be chosen come last.

    The default option commits the side to nothing.
    """
    first = (default,) if default else ()
    return ChooseOne(
        side=piece.side,
        what=what,
        prompt=prompt,
        rule=rule,
        about=piece.id,
        options=closed_last((*first, *options)),
        least=default.key if default else "",
    )


def piece_move_decision(piece: Piece, motion: Motion, rule: str = "") -> MoveGroup:
    """Return the decision to move a single piece."""
    return MoveGroup(
        side=piece.side, what="move", prompt="Move", rule=rule, about=piece.id, motions=(motion,)
    )


def ask_if_possible(play: Play[Any], decision: ChooseOne, remark: str, kind: str = "") -> Script[str]:
    """Ask for a decision. Return the answer, or "" if the answer is the default option.

    If only the default option is available, log `remark`, ask nothing, and return "". `kind` is the kind of
    the remark, by default the key of the decision.
    """
    if not any(option.key != decision.least for option in decision.open_options):
        play.remark(kind or decision.what, remark, about=decision.about)
        return ""
    key = yield from play.ask(decision)
    return "" if key == decision.least else key
