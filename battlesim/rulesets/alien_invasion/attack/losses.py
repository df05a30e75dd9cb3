"""Casualties: the owner chooses who falls, up to what the total pays for."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.option import piece_options
from battlesim.engine.play import Play, Script
from battlesim.mechanics.pieces import remove_from_play
from battlesim.mechanics.turns import change_counter
from battlesim.table.events import HitsChanged
from battlesim.table.ids import SideKey
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..contact.locks import note_attack
from ..core.events import FigureFell, ObjectivesChanged, SpeciesStudied
from ..core.lookups import faction_of, figure_kind, half_dice, is_unseated
from ..core.state import Battle, Game
from ..core.whereabouts import where_it_is
from ..objectives.items import drop_from_dead
from .pools import WHOLE_SCORES, kills

CHOOSES, MIXED = "MT-SHT-12", "MT-GAP-25"
SPECIMEN = "MT-MIB-05"


def score_of(state: Battle, figure: Piece, grade: int) -> int:
    """Return the score that kills a figure at a grade of protection."""
    return figure_kind(state, figure).scores[grade]


def choose_casualties(
    play: Play[Game], figures: Sequence[Piece], total: int, grade: int
) -> Script[tuple[Piece, ...]]:
    """Let the owner choose which figures a dice total kills; the rest of the total is lost (MT-SHT-09).

    A crewed weapon is named once for each of its crew that falls.
    """
    if not figures:
        return ()
    first, scores = figures[0], {score_of(play.state, figure, grade) for figure in figures}
    bodies = [figure for figure in figures for _ in range(figure.hits)]
    if len(scores) > 1:
        return (yield from _pay_one_by_one(play, bodies, total, grade))
    count = kills(total, scores.pop(), len(bodies))
    if is_unseated(play.state, first.unit) or count in (0, len(bodies)):
        return tuple(bodies[:count])
    if len(bodies) > len(figures):
        return (yield from _pay_one_by_one(play, bodies, total, grade))
    prompt = phrase("Which {} fall?", str(count)) if count > 1 else phrase("Which one falls?")
    chosen = yield from play.choose_some(
        "casualties",
        first.side,
        prompt,
        piece_options(figures, CHOOSES),
        rule=CHOOSES,
        about=first.unit,
        least=count,
        most=count,
    )
    return tuple(figure for figure in figures if figure.id in chosen)


def _pay_one_by_one(
    play: Play[Game], figures: list[Piece], total: int, grade: int
) -> Script[tuple[Piece, ...]]:
    """Let the owner choose figures with different scores one after the other, as long as one can be paid."""
    state, fallen = play.state, list[Piece]()
    while able := [f for f in figures if score_of(state, f, grade) <= total]:
        prompt = phrase("Who falls? {total} points are left", str(total))
        options = piece_options({figure.id: figure for figure in able}.values(), MIXED)
        chosen = yield from play.choose_one(
            "casualty", able[0].side, prompt, options, rule=MIXED, about=able[0].unit
        )
        fallen.append(next(figure for figure in able if figure.id == chosen.key))
        figures.remove(fallen[-1])
        total -= score_of(state, fallen[-1], grade)
    return tuple(fallen)


def remove_figures(play: Play[Game], fallen: Sequence[Piece], by: SideKey, rule: str = WHOLE_SCORES) -> None:
    """Remove killed figures, count the dice that their side loses, and pass on the objects they carried.

    Rules: MT-GAP-82.
    """
    dead = list[Piece]()
    for figure in fallen:
        left = play.state.table.piece(figure.id).hits
        if left > 1:
            play.emit(HitsChanged(rule=rule, piece=figure.id, old=left, new=left - 1))
            note_attack(play, by, figure.side, 0, rule)
            continue
        dead.append(where_it_is(play.state, play.state.table.piece(figure.id)))
        remove_from_play(play, figure.id, rule)
        note_attack(play, by, figure.side, half_dice(play.state, figure), rule)
        take_specimen(play, figure)
        if is_hunted(play.state, figure.kind, by):
            change_counter(play, kill_counter(figure.kind, by), 1, rule)
    for figure in dead:
        drop_from_dead(play, figure)
        if flag := figure_kind(play.state, figure).raises:
            play.emit(ObjectivesChanged(rule=rule, flags=(flag,)))
        if figure_kind(play.state, figure).returns:
            play.emit(FigureFell(rule=rule, piece=figure.id, at=figure.xy))


def is_hunted(state: Battle, kind: str, side: SideKey) -> bool:
    """Return whether a side wins by killing a figure of a kind."""
    named = {rule.item for rule in state.game.victory if rule.side == side and rule.when == "killed"}
    return kind in {faction_of(state, side).hunts, *named}


def kill_counter(kind: str, side: SideKey) -> str:
    """Return the name of the counter for figures of a kind that a side has killed."""
    return f"{kind} killed by {side}"


def take_specimen(play: Play[Game], figure: Piece) -> None:
    """Give the first dead alien of a species to the sides that study aliens, however it died.

    Rules: MT-GAP-45.
    """
    game, species = play.state.game, figure_kind(play.state, figure).species
    if species and species not in game.specimens and any(f.studies for f in game.factions.values()):
        play.emit(SpeciesStudied(rule=SPECIMEN, species=species))
        play.log_message(phrase("{figure} is taken away for study", Ref(figure.id)), rule=SPECIMEN)
