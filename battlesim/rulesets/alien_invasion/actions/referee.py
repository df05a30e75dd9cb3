"""Acts of the referee, by option: what the players agree on that no rule provides for."""

from __future__ import annotations

from battlesim.engine.option import Option, piece_options
from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import PlacePieces
from battlesim.mechanics.pieces import put_on_table
from battlesim.rulings.piece_placement import PlacementArea
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import Ref, phrase

from ..core.lookups import figures_of, groups_of
from ..core.state import Battle, Game
from ..objectives.special_acts import action_roll

REFEREE = "MT-GAP-31"
REFEREE_KEY = "referee"
MOVES_KEY, ROLLS_KEY = "moves", "rolls"


def referee_options(state: Battle) -> tuple[Option, ...]:
    """Return the option to let the referee act, or no option unless the battle allows it."""
    option = Option(REFEREE_KEY, "Referee: what all agree on", rule=REFEREE)
    return (option,) if state.game.parameters.has_referee else ()


def referee_acts(play: Play[Game], side: SideKey) -> Script[None]:
    """Let the referee move a figure or grant a group an Action roll, which uses up no action of the card."""
    options = (
        Option(MOVES_KEY, "Move a figure", rule=REFEREE),
        Option(ROLLS_KEY, "Grant an Action roll", rule=REFEREE),
    )
    chosen = yield from play.choose_one("referee", side, "What does the referee do?", options, rule=REFEREE)
    yield from (_move_figure if chosen.key == MOVES_KEY else _grant_roll)(play, side)


def _move_figure(play: Play[Game], side: SideKey) -> Script[None]:
    """Set one figure down wherever it has room."""
    options = piece_options(list(play.state.table.standing_pieces()), REFEREE)
    chosen = yield from play.choose_one("set_right", side, "Which figure?", options, rule=REFEREE)
    figure = play.state.table.piece(chosen.key)
    others = tuple(piece.id for piece in play.state.table.standing_pieces())
    decision = PlacePieces(
        side=side,
        what="set_right_at",
        prompt=phrase("{figure}: set down where?", Ref(figure.id)),
        rule=REFEREE,
        about=figure.id,
        pieces=(figure.id,),
        room=PlacementArea(bases=others),
        near=figure.xy,
    )
    spots = yield from play.ask(decision)
    play.log_message(phrase("The referee moves {figure}", Ref(figure.id)), by=figure.id, rule=REFEREE)
    put_on_table(play, spots, rule=REFEREE, how="referee")


def _grant_roll(play: Play[Game], side: SideKey) -> Script[None]:
    """Let a group make an Action roll, and say whether it succeeds; the players agree on what follows."""
    options = [
        Option(unit.id, unit.name, tuple(figure.id for figure in figures_of(play.state, unit.id)))
        for unit in groups_of(play.state, side)
    ]
    chosen = yield from play.choose_one("granted", side, "Which group?", options, rule=REFEREE)
    group = UnitId(chosen.key)
    done = yield from action_roll(play, group, phrase("{group}: granted by the referee", Ref(group)))
    end = "{}: the referee's Action roll succeeds" if done else "{}: the referee's Action roll fails"
    play.log_message(phrase(end, Ref(group)), by=group, rule=REFEREE)
