"""Actions on an object in contact, which a figure chooses, turns toward and acts on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.mechanics.pieces import gap
from battlesim.rulings.piece_gaps import gap_text
from battlesim.table.ids import MarkerId
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..core.state import MARINES, Battle, Game
from ..ground.facing import turn_to


def act_in_contact(
    play: Play[Game],
    able: Sequence[str],
    what: str,
    prompt: str,
    options_for: Callable[[Battle, Piece], Iterable[Option]],
    do: Callable[[Play[Game], str, str], Script[None] | None],
) -> Script[tuple[str, ...]]:
    """Ask each figure to choose an option or none, and carry it out. Return the figures that acted."""
    done = list[str]()
    for one in able:
        found = list(options_for(play.state, play.state.table.piece(one)))
        options = [*found, *([Option("none", "Nothing")] if len(able) > 1 or len(found) != 1 else [])]
        if not found:
            continue
        chosen = options[0]
        if len(options) > 1:
            chosen = yield from play.choose_one(what, MARINES, prompt, options, about=one, least="none")
        if chosen.key != "none":
            done.append(one)
            _turn(play, one, chosen.key)
            live = do(play, one, chosen.key)
            if live is not None:
                yield from live
    return tuple(done)


def _turn(play: Play[Game], piece: str, thing: str) -> None:
    """Turn a figure to face the piece or marker on which it acts."""
    table = play.state.table
    if marker := table.markers.get(MarkerId(thing)):
        turn_to(play, piece, (marker.x, marker.y))
    elif thing in table.pieces:
        turn_to(play, piece, table.piece(thing).xy)


def why_none_in_contact(state: Battle, piece: Piece, condition: AnyText, victims: Sequence[Piece]) -> AnyText:
    """Return the reason that no victim is in contact, with the distance to the nearest one."""
    if not victims:
        return phrase("nobody {}", condition)
    near = min(victims, key=lambda one: (gap(state, piece.id, one.id), one.id))
    return phrase(
        "{figure} {condition}, {distance}, must be touched",
        Ref(near.id),
        condition,
        gap_text(gap(state, piece.id, near.id), "away"),
    )
