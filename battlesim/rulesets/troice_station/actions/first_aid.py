"""First aid: treating casualties, and freeing marines from Face Huggers."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import d6_at_least, roll_script, single_roll
from battlesim.mechanics.pieces import set_mark
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..core import marks
from ..core.lookups import has_ability
from ..core.state import MARINES, Battle, Game
from ..ground.contact import engaged_enemies, pieces_in_contact
from ..melee import hug
from ..overwatch import reactions
from .action_kinds import why_none_open
from .contact_actions import act_in_contact, why_none_in_contact

TREAT = "TS-WND-06"


def casualty_options(state: Battle, piece: Piece) -> list[Option]:
    """Return an option for each casualty in contact that a medic can treat (TS-GAP-58)."""
    found = pieces_in_contact(state, piece, _casualties(state))
    return [Option(p.id, p.name, (p.id,), rule=TREAT, shut=_fight(state, p)) for p in found]


def _casualties(state: Battle) -> list[Piece]:
    marines = state.table.pieces_of_side(MARINES)
    return [
        p for p in marines if p.table_position and p.has_mark(marks.DOWN) and not p.has_mark(marks.HUGGED)
    ]


def has_treatable_casualty(state: Battle) -> bool:
    """Return whether a marine on the table is down and could be treated by a medic."""
    return bool(_casualties(state))


def _fight(state: Battle, casualty: Piece) -> AnyText:
    return "an enemy is in contact" if engaged_enemies(state, casualty) else ""


def why_cannot_treat(state: Battle, piece: Piece) -> AnyText:
    """Return why a figure cannot treat a casualty, or "" if it can (TS-ACT-17)."""
    if not has_ability(piece, "medic"):
        return phrase("only a Medic treats casualties, and {figure} is not one", Ref(piece.id))
    if engaged_enemies(state, piece):
        return "an enemy is in contact"
    return why_none_open(
        casualty_options(state, piece), why_none_in_contact(state, piece, "is a casualty", _casualties(state))
    )


def treat_casualties(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Make medics treat casualties, each of which recovers on 4 or more. Return the medics that tried."""

    def do(play: Play[Game], one: str, casualty: str) -> Script[None]:
        words = phrase("{} treats {}", Ref(one), Ref(casualty))
        if (yield from roll_script(play, single_roll(d6_at_least(4, TREAT)), words, by=one)):
            set_mark(play, [casualty], marks.DOWN, 0)
            yield from reactions.reveal_due_markers(play)

    return (
        yield from act_in_contact(play.under_rule(TREAT), able, "treat", "Treat whom?", casualty_options, do)
    )


def hugged_options(state: Battle, piece: Piece) -> list[Option]:
    """Return an option for each marine in contact that a figure can free from a Face Hugger."""
    return [
        Option(p.id, p.name, (p.id,), rule=hug.FREEING)
        for p in pieces_in_contact(state, piece, _hugged(state))
    ]


def _hugged(state: Battle) -> list[Piece]:
    return [p for p in state.table.pieces_of_side(MARINES) if p.table_position and p.has_mark(marks.HUGGED)]


def has_hugged_marine(state: Battle) -> bool:
    """Return whether a marine on the table is held by a Face Hugger."""
    return bool(_hugged(state))


def why_cannot_free(state: Battle, piece: Piece) -> AnyText:
    """Return why a figure cannot free a marine from a Face Hugger, or "" if it can."""
    if hugged_options(state, piece):
        return ""
    return why_none_in_contact(state, piece, "is hugged", [p for p in _hugged(state) if p.id != piece.id])


def free_victims(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Make figures try to tear Face Huggers off their victims. Return the figures that tried."""
    return (yield from act_in_contact(play, able, "free", "Free whom?", hugged_options, hug.try_to_free))
