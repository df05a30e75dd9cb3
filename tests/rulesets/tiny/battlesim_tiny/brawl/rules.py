"""The rules of the brawl, from top to bottom: the deck, cards, running, throwing, passers-by. Inches."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script, optional_script
from battlesim.engine.ruleset import Outcome, Preview, Step
from battlesim.mechanics import basic_actions, deck, turns
from battlesim.mechanics.act_types import ActScore, ActType, ActTypes, act_option, act_options
from battlesim.mechanics.chance import ThresholdRoll, d6_at_least, roll_script, single_roll
from battlesim.mechanics.pieces import allocate_id_number, gap, is_within_distance, remove_from_play, set_mark
from battlesim.mechanics.preview_rows import percent, single_roll_preview
from battlesim.mechanics.turns import MilestonePassed, PhaseBegan
from battlesim.rulings.piece_placement import PlacementArea, placements_near
from battlesim.table.events import (
    HitsChanged,
    Modifier,
    PiecesAdded,
    UnitsAdded,
    UnitsRemoved,
)
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.levels import standing_place
from battlesim.table.phrases import Ref, length_text, phrase
from battlesim.table.pieces import Off, Piece
from battlesim.table.units import Unit

from .. import afoot
from .state import CARDS, CROWD, FLIGHT, RAIN, RATTLED, SPENT, Brawl, Face, Game, RowLaid

LEAST_CARDS = 4  # BRL-DECK-02
RUN, THROW, CLOSE = 6.0, 8.0, 1.0  # BRL-RUN-01, BRL-THROW-01
FLEES, AFRAID = 4.0, 6.0  # BRL-CIV-01
PASS = "pass"


def foes(state: Brawl, side: SideKey) -> tuple[SideKey, ...]:
    """The other factions but for allies; never the civilians (BRL-SIDE-01)."""
    friends = {key for pair in state.game.allies if side in pair for key in pair} | {side}
    standing = {piece.side for piece in state.table.standing_pieces()}
    return tuple(key for key in state.game.factions if key not in friends and key in standing)


def next_step(state: Brawl) -> Step | Outcome:
    """The next card of the batch, the civilians' flight after the last one, or the next batch."""
    game = state.game
    if game.phase == CARDS:
        return Step("play_card" if game.card else "end_batch")
    fighting = [key for key in game.factions if foes(state, key)]
    over = game.turns and game.turn >= game.turns
    if game.deck.left and fighting and not over and not winners(state):
        return Step("lay_batch")
    reason = f"first to {game.goal} knockouts" if winners(state) else "nobody is left to fight"
    reason = "the cards are played" if fighting and not winners(state) else reason
    return Outcome(winners(state), scores(state), reason)


def winners(state: Brawl) -> tuple[SideKey, ...]:
    """All who have as many knockouts as the battle goes to: there may be several, or none (BRL-END-01)."""
    return tuple(key for key in state.game.factions if state.game.count(key) >= state.game.goal)


def scores(state: Brawl) -> dict[SideKey, float]:
    """Knockouts; civilians whom nobody plays have no score."""
    return {side.key: float(state.game.count(side.key)) for side in state.table.sides if side.played}


def lay_batch(play: Play[Game]) -> Script[None]:
    """As many cards as there are factions are laid open (BRL-DECK-02)."""
    game = play.state.game
    play.emit(RowLaid(rule="BRL-DECK-02", row=()))
    play.emit(PhaseBegan(rule="BRL-DECK-02", turn=game.turn + 1, phase=CARDS, fresh=True))
    whose = {side.key: f", {side.name}" for side in play.state.table.sides}
    names = {id: f"{face.name}{whose.get(face.side, '')}" for id, face in game.faces.items()}
    row = []
    for number in range(1, min(game.deck.cards_left, max(LEAST_CARDS, len(game.factions))) + 1):
        why = f"card {number} of batch {game.turn + 1}"
        row.append((yield from deck.draw_from_deck(play, "deck", why, rule="BRL-DECK-02", names=names)))
    play.emit(RowLaid(rule="BRL-DECK-02", row=tuple(row)))


def play_card(play: Play[Game]) -> Script[None]:
    """An event happens; a faction's card is an action, and is done with after the last one (BRL-ACT-01)."""
    card = play.state.game.card
    assert card is not None
    if card.name == RAIN:
        turns.set_counters(play, {RAIN: 1}, "BRL-RAIN-01")
    elif card.name == CROWD:
        crowd(play)
    elif able(play.state, card):
        yield from act(play, card)
        turns.change_counter(play, SPENT, 1, "BRL-ACT-01")
    if play.state.game.count(SPENT) >= card.actions or not able(play.state, card):
        turns.set_counters(play, {SPENT: 0}, "BRL-ACT-01")
        play.emit(MilestonePassed(rule="BRL-ACT-01", what=card.name))


def able(state: Brawl, card: Face) -> list[Piece]:
    """The figures that a card can give an action."""
    return [piece for piece in state.table.standing_pieces() if piece.side == card.side]


def act(play: Play[Game], card: Face) -> Script[None]:
    """One figure throws, or runs (BRL-ACT-01)."""
    words = f"{card.name}, action {play.state.game.count(SPENT) + 1} of {card.actions}"
    options = [
        *act_options(ACTS, play.state, able(play.state, card), tuple(ACTS)),
        Option(PASS, "Nobody acts"),
    ]
    chosen = yield from play.choose_one("act", card.side, words, options, rule="BRL-ACT-01", least=PASS)
    if chosen.act:
        yield from optional_script(ACTS[chosen.act].perform(play, chosen))


def nearest(state: Brawl, piece: Piece, others: list[Piece]) -> Piece | None:
    """The nearest of some others."""
    return min(others, key=lambda other: (gap(state, piece.id, other.id), other.id), default=None)


def nearest_foe(state: Brawl, piece: Piece) -> Piece | None:
    """The nearest figure of a foe."""
    enemy = foes(state, piece.side)
    return nearest(state, piece, [other for other in state.table.standing_pieces() if other.side in enemy])


def runs(state: Brawl, piece: Piece) -> Iterator[Option]:
    """Everybody may run."""
    yield act_option("run", piece, words="run")


def run(play: Play[Game], chosen: Option) -> Script[None]:
    """Six inches, round everybody who stands in the way (BRL-RUN-01)."""
    (runner,) = chosen.by
    prompt = f"{play.state.table.piece(runner).name} runs"
    yield from basic_actions.walk_round_everything(play, runner, RUN, rule="BRL-RUN-01", prompt=prompt)


def run_wish(view: Brawl, chosen: Option) -> ActScore:
    """Closer to the nearest foe, unless that is close already."""
    piece = view.table.piece(chosen.by[0])
    foe = nearest_foe(view, piece)
    away = gap(view, piece.id, foe.id) if foe else math.inf
    return ActScore(0.0 if away <= CLOSE else 1.1 - away / 100, "closer to the nearest foe")


def aim(state: Brawl, thrower: str, target: str) -> ThresholdRoll:
    """What a throw needs, harder in the rain and for those who have lost their boss (BRL-THROW-01)."""
    changes = []
    if state.game.count(RAIN):
        changes.append(Modifier(-1, "rain", "BRL-RAIN-01"))
    if any(mark.name == RATTLED for mark in state.table.marks_of(state.table.piece(thrower))):
        changes.append(Modifier(-1, "without a boss", "BRL-GANG-01"))
    close = is_within_distance(gap(state, thrower, target), CLOSE)
    return d6_at_least(3 if close else 4, "BRL-THROW-01", *changes)


def throws(state: Brawl, piece: Piece) -> Iterator[Option]:
    """A throw at each foe in reach."""
    enemy = foes(state, piece.side)
    for other in state.table.standing_pieces():
        if other.side in enemy and is_within_distance(away := gap(state, piece.id, other.id), THROW):
            need = phrase("{}+, {}", aim(state, piece.id, other.id).thresholds[0].least, length_text(away, 1))
            yield act_option(
                "throw", piece, other.id, words=f"throw at {other.name}", note=need, rule="BRL-THROW-01"
            )


def throw(play: Play[Game], chosen: Option) -> Script[None]:
    """One die; who has no hit point left is out."""
    (thrower,), (target,) = chosen.by, chosen.to
    piece, other = play.state.table.piece(thrower), play.state.table.piece(target)
    die, why = aim(play.state, thrower, target), f"{piece.name} at {other.name}"
    if not (yield from roll_script(play, single_roll(die), why, rule="BRL-THROW-01", by=thrower)):
        return
    if other.hits > 1:
        less = other.hits - 1
        play.emit(HitsChanged(rule="BRL-THROW-01", piece=target, old=other.hits, new=less, by=thrower))
        return
    remove_from_play(play, target, "BRL-THROW-01", thrower)
    turns.change_counter(play, piece.side, 1, "BRL-END-01")
    if play.state.table.units[other.unit].leader == target:
        set_mark(play, [other.unit], RATTLED, 1, "BRL-GANG-01")


def throw_card(view: Brawl, chosen: Option) -> Preview:
    """The chance of a throw."""
    (thrower,), (target,) = chosen.by, chosen.to
    piece, other = view.table.piece(thrower), view.table.piece(target)
    end = "is out" if other.hits == 1 else f"loses one of {other.hits}"
    die = aim(view, thrower, target)
    return single_roll_preview("Throw", f"{piece.name} at {other.name}", die, f"{other.name} {end}")


def throw_wish(view: Brawl, chosen: Option) -> ActScore:
    """The likelier, and the nearer to knocking somebody out, the better."""
    chance = aim(view, chosen.by[0], chosen.to[0]).chances().get(1, 0.0)
    return ActScore(1.0 + chance / view.table.piece(chosen.to[0]).hits, percent(chance))


def crowd(play: Play[Game]) -> None:
    """Three civilians come by in the middle of the table, where there is room (BRL-CIV-02)."""
    table = play.state.table
    side = next((one.key for one in table.sides if one.key not in play.state.game.factions), None)
    if side is None:
        return
    number = allocate_id_number(play, "crowd-", "BRL-CIV-02", table.units)
    unit, middle = UnitId(f"crowd-{number}"), (table.ground.width / 2, table.ground.height / 2)
    people = [
        Piece(f"{unit}-{k}", f"Passer-by {number}.{k}", "civilian", side, unit, 0.4, 1.2, Off())
        for k in (1, 2, 3)
    ]
    free = PlacementArea(blocked=basic_actions.blocking_terrain_ids(table), bases=tuple(table.pieces))
    spots = placements_near(table, free, people, middle)
    come = (
        msgspec.structs.replace(one, place=standing_place(table.ground, spot.x, spot.y))
        for one, spot in zip(people, spots, strict=False)
    )
    play.emit(PiecesAdded(rule="BRL-CIV-02", pieces=tuple(come)))
    play.emit(UnitsAdded(rule="BRL-CIV-02", units=(Unit(unit, f"Crowd {number}", side, "crowd"),)))


def end_batch(play: Play[Game]) -> Script[None]:
    """The civilians flee from whoever is near, the rain stops, crowds that have left are no more."""
    play.emit(PhaseBegan(rule="BRL-DECK-02", turn=play.state.game.turn, phase=FLIGHT))
    fights = play.state.game.factions
    for piece in [piece for piece in play.state.table.standing_pieces() if piece.side not in fights]:
        others = [other for other in play.state.table.standing_pieces() if other.side in fights]
        yield from flee(play, piece, others)
    turns.set_counters(play, {RAIN: 0}, "BRL-RAIN-01")
    table = play.state.table
    present = {piece.unit for piece in table.standing_pieces()}
    gone = tuple(u for u in table.units.values() if u.kind == "crowd" and u.id not in present)
    if gone:
        play.emit(UnitsRemoved(rule="BRL-CIV-02", units=gone))


def flee(play: Play[Game], piece: Piece, fighters: list[Piece]) -> Script[None]:
    """Straight away from the nearest fighter, as far as it goes; off the table at its edge (BRL-CIV-01)."""
    foe = nearest(play.state, piece, fighters)
    if (
        foe
        and is_within_distance(gap(play.state, piece.id, foe.id), AFRAID)
        and (yield from frightened(play, piece))
    ):
        why = phrase("{} flees from {}", Ref(piece.id), Ref(foe.id))
        afoot.flee(play, {piece.id: foe.xy}, FLEES, why, "BRL-CIV-01")


def frightened(play: Play[Game], piece: Piece) -> Script[bool]:
    """Who is played flees where its player says so, everybody else always (BRL-CIV-03)."""
    if not play.state.table.side(piece.side).played:
        return True
    words = phrase("{}: flee?", Ref(piece.id))
    return (yield from play.confirm("flee", piece.side, words, rule="BRL-CIV-03", about=piece.id))


ACTS: ActTypes = {
    "run": ActType(runs, run, score=run_wish),
    "throw": ActType(throws, throw, throw_card, throw_wish),
}
SCRIPTS = {"lay_batch": lay_batch, "play_card": play_card, "end_batch": end_batch}
