"""The rules of the duel, from top to bottom: turns, bids, activations, moves, interruptions. Inches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from battlesim.engine.decisions import ALL_SIDES, AskAll, ChooseOne, Decision
from battlesim.engine.moment_choice import PathMoment
from battlesim.engine.option import Option, piece_options
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Outcome, Step
from battlesim.geometry.arcs import Arc, bearing
from battlesim.mechanics import alternating_turns, deck, group_moves, turns
from battlesim.mechanics.basic_actions import walk_motion
from battlesim.mechanics.chance import roll_script, single_roll
from battlesim.mechanics.contest import OpposedRoll
from battlesim.mechanics.deck import DISCARD_PILE, DRAW_PILE
from battlesim.mechanics.interrupted_moves import moment_stops, reaction_moments, travel
from battlesim.rulings.movement import Leg
from battlesim.rulings.watch_case import WatchCondition
from battlesim.rulings.watch_intervals import watch_intervals
from battlesim.table.events import DieTag
from battlesim.table.ids import CardId, SideKey
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.pieces import Piece

from . import fight
from .state import ACE, AIM, BIDS, NAMES, RUN, VALUES, Duel, Game, Ordered

HAND = 3
STRIDE, SPRINT = 5.0, 3.0
FRONT = Arc(0.0, 180.0)
NONE = "none"


def scores(state: Duel) -> dict[SideKey, float]:
    """Hits left, by side (DUEL-END-01)."""
    standing = state.table.standing_pieces()
    return {
        side.key: float(sum(p.hits for p in standing if p.side == side.key)) for side in state.table.sides
    }


def hand(state: Duel, side: SideKey) -> tuple[CardId, ...]:
    """The cards that a side holds."""
    return state.game.deck.pile(side)


def next_step(state: Duel) -> Step | Outcome:
    """A turn begins, a fighter acts, or the next side does (DUEL-TURN-01, DUEL-END-01)."""
    begins = state.game.phase == BIDS
    now = Step("open_turn" if begins else "activate" if alternating_turns.pieces_to_act(state) else "pass_on")
    return alternating_turns.score_outcome(state, scores(state)) or now


def open_turn(play: Play[Game]) -> Script[None]:
    """Hands are filled up, and the sides bid for who goes first (DUEL-TURN-01, DUEL-CARD-01)."""
    for side in (side.key for side in play.state.table.sides):
        for _ in range(HAND - len(hand(play.state, side))):
            yield from draw(play, side)
    play.emit(Ordered(rule="DUEL-TURN-02", order=(yield from bid(play))))
    pass_on(play)


def pass_on(play: Play[Game]) -> None:
    """The next side's part of the turn, or the next turn (DUEL-TURN-01)."""
    turns.advance_phase(play, "DUEL-TURN-01", str)


def draw(play: Play[Game], side: SideKey) -> Script[None]:
    """A card into a side's hand; when none is left, those that are out are shuffled first."""
    cards = play.state.game.deck
    if not cards.left:
        deck.move_cards(play, "deck", cards.out, DISCARD_PILE, DRAW_PILE, rule="DUEL-CARD-01")
    if play.state.game.deck.left:
        why = f"{play.state.table.side(side).name} draw"
        yield from deck.draw_from_deck(play, "deck", why, rule="DUEL-CARD-01", names=NAMES, into=side)


def bid(play: Play[Game]) -> Script[tuple[SideKey, ...]]:
    """Both sides lay a card or none, unseen; the higher one goes first, dice decide between equals."""
    first, second = (side.key for side in play.state.table.sides)
    parts: dict[SideKey, Decision[Any]] = {
        side: ChooseOne(
            side=side,
            what="bid",
            prompt="Which card do you lay for the first move?",
            rule="DUEL-TURN-02",
            options=(Option(NONE, "No card"), *cards_of(hand(play.state, side))),
            least=NONE,
        )
        for side in (first, second)
    }
    laid = yield from play.ask(
        AskAll(side=ALL_SIDES, what="bid", prompt="Bid", rule="DUEL-TURN-02", parts=parts)
    )
    for side in (first, second):
        card = laid[side]
        words = f"{play.state.table.side(side).name} lay {NAMES.get(card, 'no card')}"
        play.log_message(words, rule="DUEL-TURN-02")
        deck.move_cards(play, "deck", [card] if card != NONE else [], side, DISCARD_PILE, rule="DUEL-TURN-02")
    ahead = VALUES.get(laid[first], 0) - VALUES.get(laid[second], 0)
    if not ahead:
        tags = tuple(DieTag(side, play.state.table.side(side).name) for side in (first, second))
        tie = single_roll(OpposedRoll(tags=tags, rule="DUEL-TURN-02"))
        ahead = yield from roll_script(play, tie, "Who goes first", rule="DUEL-TURN-02")
    return (first, second) if ahead >= 0 else (second, first)


def cards_of(cards: Iterable[CardId]) -> tuple[Option, ...]:
    """Each different card as an option."""
    return tuple(Option(card, NAMES[card]) for card in sorted(set(cards)))


def activate(play: Play[Game]) -> Script[None]:
    """One fighter moves, and shoots unless it was hit under way (DUEL-ACT-01)."""
    side = SideKey(play.state.game.phase)
    chosen = yield from alternating_turns.choose_acting_piece(play, "Who acts?", rule="DUEL-ACT-01")
    runs = yield from spend(
        play, side, chosen, RUN, phrase("Lay a card to run {} farther?", length_text(SPRINT))
    )
    whole = yield from move(play, chosen, STRIDE + (SPRINT if runs else 0.0))
    if whole:
        yield from fire(play, chosen)


def spend(play: Play[Game], side: SideKey, piece: str, kind: CardId, prompt: AnyText) -> Script[bool]:
    """Offer to lay a card of a kind, or an ace in its place; whether one was laid (DUEL-CARD-02)."""
    able = cards_of(card for card in hand(play.state, side) if card in (kind, ACE))
    if not able:
        return False
    keep = Option(NONE, "Keep the cards")
    chosen = yield from play.choose_one(
        kind, side, prompt, (keep, *able), rule="DUEL-CARD-02", about=piece, least=NONE, begins=NONE
    )
    if chosen.key != NONE:
        lay(play, side, CardId(chosen.key))
    return chosen.key != NONE


def lay(play: Play[Game], side: SideKey, card: CardId) -> None:
    """A card of a side's hand is laid open, which all are told."""
    words = f"{play.state.table.side(side).name} lay {NAMES[card]}"
    play.log_message(words, rule="DUEL-CARD-02")
    deck.move_cards(play, "deck", [card], side, DISCARD_PILE, rule="DUEL-CARD-02")


def move(play: Play[Game], mover: str, allowance: float) -> Script[bool]:
    """Go a way on which enemies may interrupt; whether it was gone to its end (DUEL-MOVE-01, -SNAP-01)."""
    piece = play.state.table.piece(mover)
    able = walk_motion(play.state.table, piece, allowance)
    asked = group_moves.ask_move_order(
        play, piece.side, [able], rule="DUEL-MOVE-01", prompt="Move", about=mover
    )
    legs = (yield from asked).legs
    if not legs:
        return True
    stops = yield from interruptions(play, piece, legs[0])

    def carry(leg: Leg) -> None:
        ahead = round(bearing(*leg.path[-2:]), 3) if len(leg.path) > 1 else None
        faced = leg if leg.facing is not None else msgspec.structs.replace(leg, facing=ahead)
        group_moves.carry_out_legs(play, [faced], lambda state, _: able, "DUEL-MOVE-01")

    def snap(watcher: str) -> Script[bool]:
        hits = play.state.table.piece(mover).hits
        if play.state.table.piece(watcher).table_position:
            yield from fight.shoot(play, watcher, mover, fight.SNAP)
        return play.state.table.piece(mover).hits == hits

    gone = yield from travel(play, legs[0], [moment_stops("snap shot", stops, snap)], carry)
    return not gone.ended_by


def interruptions(play: Play[Game], mover: Piece, leg: Leg) -> Script[list[PathMoment]]:
    """Each enemy before whose eyes the way leads may lay its side's lowest card for a snap shot on it."""
    found = []
    for watcher in sorted(p.id for p in play.state.table.standing_pieces() if p.side != mover.side):
        table = play.state.table
        piece = table.piece(watcher)
        if not hand(play.state, piece.side):
            continue
        seen = watch_intervals(table, mover, leg.path, WatchCondition(piece, fight.SIGHT, fight.RANGE, FRONT))
        chosen = yield from play.choose_moment(
            "interrupt",
            piece.side,
            f"{piece.name}: lay a card to shoot at {mover.name} on its way?",
            reaction_moments(leg.path, seen, piece),
            rule="DUEL-SNAP-01",
            mover=mover.id,
            course=leg.path,
            about=watcher,
        )
        if chosen:
            lay(play, piece.side, min(hand(play.state, piece.side), key=lambda card: VALUES[card]))
            found.append(chosen)
    return found


def fire(play: Play[Game], shooter: str) -> Script[None]:
    """One shot at an enemy that it sees, aimed with a card if its side likes (DUEL-SHOT-01)."""
    piece = play.state.table.piece(shooter)
    able = fight.targets(play.state, piece)
    if not able:
        play.remark("shot", "nobody is in sight and range", about=shooter)
        return
    hold = Option(NONE, "Hold fire")
    options = (hold, *piece_options(able))
    chosen = yield from play.choose_one(
        "target", piece.side, "Shoot at whom?", options, rule="DUEL-SHOT-01", about=shooter, least=NONE
    )
    if chosen.key == NONE:
        return
    aims = yield from spend(play, piece.side, shooter, AIM, "Lay a card to aim?")
    yield from fight.shoot(play, shooter, chosen.key, *([fight.AIMED] if aims else []))


SCRIPTS = {"open_turn": open_turn, "activate": activate, "pass_on": pass_on}
