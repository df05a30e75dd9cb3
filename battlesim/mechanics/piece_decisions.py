"""Questions about one piece: put when its time comes, and shown at any time to say why it may not.

What cannot be chosen stands last, with its reason. Users: Mobile Infantry, Troice Station, the toy.
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
    """What the side of a piece is asked about it. The option that takes nothing on, `least`, stands first."""
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
    """Where a piece goes by itself."""
    return MoveGroup(
        side=piece.side, what="move", prompt="Move", rule=rule, about=piece.id, motions=(motion,)
    )


def ask_if_possible(play: Play[Any], decision: ChooseOne, remark: str, kind: str = "") -> Script[str]:
    """The answer to a question, "" for the one that takes nothing on; where there is no other, `nothing` is
    remarked, as of that kind or of the question's, and nobody asked."""
    if not any(option.key != decision.least for option in decision.open_options):
        play.remark(kind or decision.what, remark, about=decision.about)
        return ""
    key = yield from play.ask(decision)
    return "" if key == decision.least else key
