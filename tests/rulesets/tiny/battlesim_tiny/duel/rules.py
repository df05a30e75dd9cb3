"""The rules of the duel, from top to bottom: turns, bids, activations, moves, interruptions. Inches."""

from __future__ import annotations

import math
from collections.abc import Iterable

from battlesim.engine.decisions import EVERYBODY, AskAll, ChooseOne
from battlesim.engine.moments import Stop
from battlesim.engine.moves import MoveGroup
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Outcome, Step
from battlesim.geometry.arcs import Arc
from battlesim.mechanics import deck
from battlesim.mechanics.chance import alone, roll
from battlesim.mechanics.contest import Pair
from battlesim.mechanics.deck import LEFT, OUT
from battlesim.mechanics.passage import go, moments
from battlesim.rulings.movement import Leg, Motion, place_after
from battlesim.rulings.passing import Watch, intervals
from battlesim.table.events import DieTag, Moved, Said, Travel
from battlesim.table.ids import NO_SIDE, CardId, SideKey
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

from . import fight
from .state import ACE, AIM, NAMES, RUN, VALUES, Acted, Duel, Game, SideBegan, TurnBegan

HAND = 3
STRIDE, SPRINT = 5.0, 3.0
FRONT = Arc(0.0, 180.0)
NONE = "none"


def scores(state: Duel) -> dict[SideKey, float]:
    """Hits left, by side (DUEL-END-01)."""
    standing = state.table.standing()
    return {side: float(sum(p.hits for p in standing if p.side == side)) for side in state.game.sides}


def waiting(state: Duel) -> list[Piece]:
    """The fighters of the active side that have not acted this turn."""
    game = state.game
    return [p for p in state.table.standing() if p.side == game.active and p.id not in game.acted]


def hand(state: Duel, side: SideKey) -> tuple[CardId, ...]:
    """The cards that a side holds."""
    return state.game.deck.pile(side)


def next_step(state: Duel) -> Step | Outcome:
    """A turn begins, a fighter acts, or the next side does (DUEL-TURN-01, DUEL-END-01)."""
    left, game = scores(state), state.game
    alive = [side for side, hits in left.items() if hits]
    if len(alive) < 2:
        return Outcome(tuple(alive), left, "nobody else is left")
    if game.order:
        return Step("activate" if waiting(state) else "pass_on")
    if game.turn < game.turns:
        return Step("begin")
    best = tuple(side for side, hits in left.items() if hits == max(left.values()))
    return Outcome(best if len(best) == 1 else (), left, f"{game.turns} turns were played")


def begin(play: Play[Game]) -> Script[None]:
    """Hands are filled up, and the sides bid for who goes first (DUEL-TURN-01, DUEL-CARD-01)."""
    play.emit(TurnBegan(rule="DUEL-TURN-01", turn=play.state.game.turn + 1))
    for side in play.state.game.sides:
        for _ in range(HAND - len(hand(play.state, side))):
            yield from draw(play, side)
    order = yield from bid(play)
    play.emit(SideBegan(rule="DUEL-TURN-02", side=order[0], order=order))


def draw(play: Play[Game], side: SideKey) -> Script[None]:
    """A card into a side's hand; when none is left, those that are out are shuffled first."""
    cards = play.state.game.deck
    if not cards.left:
        deck.put(play, "deck", cards.out, OUT, LEFT, rule="DUEL-CARD-01")
    if play.state.game.deck.left:
        why = f"{play.state.table.side(side).name} draw"
        yield from deck.draw(play, "deck", why, rule="DUEL-CARD-01", names=NAMES, into=side)


def bid(play: Play[Game]) -> Script[tuple[SideKey, ...]]:
    """Both sides lay a card or none, unseen; the higher one goes first, dice decide between equals."""
    first, second = play.state.game.sides
    parts = {
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
        AskAll(side=EVERYBODY, what="bid", prompt="Bid", rule="DUEL-TURN-02", parts=parts)
    )
    for side, card in laid.items():
        words = f"{play.state.table.side(side).name} lay {NAMES.get(card, 'no card')}"
        play.emit(Said(rule="DUEL-TURN-02", text=words))
        deck.put(play, "deck", [card] if card != NONE else [], side, OUT, rule="DUEL-TURN-02")
    ahead = VALUES.get(laid[first], 0) - VALUES.get(laid[second], 0)
    if not ahead:
        tags = tuple(DieTag(side, play.state.table.side(side).name) for side in (first, second))
        tie = alone(Pair(tags=tags, rule="DUEL-TURN-02"))
        ahead = yield from roll(play, tie, "Who goes first", rule="DUEL-TURN-02")
    return (first, second) if ahead >= 0 else (second, first)


def cards_of(cards: Iterable[CardId]) -> tuple[Option, ...]:
    """Each different card as an option."""
    return tuple(Option(card, NAMES[card]) for card in sorted(set(cards)))


def pass_on(play: Play[Game]) -> Script[None]:
    """The next side's part of the turn, or its end (DUEL-TURN-01)."""
    game = play.state.game
    at = game.order.index(game.active) + 1
    side, order = (game.order[at], game.order) if at < len(game.order) else (NO_SIDE, ())
    play.emit(SideBegan(rule="DUEL-TURN-01", side=side, order=order))
    return
    yield


def activate(play: Play[Game]) -> Script[None]:
    """One fighter moves, and shoots unless it was hit under way (DUEL-ACT-01)."""
    side = play.state.game.active
    able = [Option(p.id, p.name, (p.id,)) for p in waiting(play.state)]
    chosen = yield from play.one("piece", side, "Who acts?", able, rule="DUEL-ACT-01")
    play.emit(Acted(rule="DUEL-ACT-01", piece=chosen.key))
    runs = yield from spend(play, side, chosen.key, RUN, f"Lay a card to run {SPRINT:g} in farther?")
    whole = yield from move(play, chosen.key, STRIDE + (SPRINT if runs else 0.0))
    if whole:
        yield from fire(play, chosen.key)


def spend(play: Play[Game], side: SideKey, piece: str, kind: CardId, prompt: str) -> Script[bool]:
    """Offer to lay a card of a kind, or an ace in its place; whether one was laid (DUEL-CARD-02)."""
    able = cards_of(card for card in hand(play.state, side) if card in (kind, ACE))
    if not able:
        return False
    keep = Option(NONE, "Keep the cards")
    chosen = yield from play.one(
        kind, side, prompt, (keep, *able), rule="DUEL-CARD-02", about=piece, least=NONE, begins=NONE
    )
    if chosen.key != NONE:
        lay(play, side, CardId(chosen.key))
    return chosen.key != NONE


def lay(play: Play[Game], side: SideKey, card: CardId) -> None:
    """A card of a side's hand is laid open, which all are told."""
    words = f"{play.state.table.side(side).name} lay {NAMES[card]}"
    play.emit(Said(rule="DUEL-CARD-02", text=words))
    deck.put(play, "deck", [card], side, OUT, rule="DUEL-CARD-02")


def motion(table: Table, piece: Piece, allowance: float) -> Motion:
    """A move round terrain and everybody else (DUEL-MOVE-01)."""
    others = [p for p in table.standing() if p.id != piece.id]
    return Motion(
        piece.id,
        piece.radius,
        allowance,
        starts=((piece.xy,),),
        blocked=tuple(t.id for t in table.ground.terrain),
        hindering=tuple(p.id for p in others),
    )


def move(play: Play[Game], mover: str, allowance: float) -> Script[bool]:
    """Go a way on which enemies may interrupt; whether it was gone to its end (DUEL-MOVE-01, -SNAP-01)."""
    piece = play.state.table.piece(mover)
    able = motion(play.state.table, piece, allowance)
    legs = yield from play.ask(
        MoveGroup(
            side=piece.side, what="move", prompt="Move", rule="DUEL-MOVE-01", about=mover, motions=(able,)
        )
    )
    if not legs:
        return True
    stops = yield from interruptions(play, piece, legs[0])

    def carry(leg: Leg) -> None:
        (x0, y0), (x1, y1) = leg.path[-2:] if len(leg.path) > 1 else (leg.end, leg.end)
        ahead = round(math.degrees(math.atan2(y1 - y0, x1 - x0)) % 360.0, 3)
        faced = Leg(leg.piece, leg.path, ahead if leg.facing is None else leg.facing)
        place = place_after(play.state.table, able, faced)
        old = play.state.table.piece(mover).place
        play.emit(Moved(rule="DUEL-MOVE-01", parts=(Travel(mover, old, place, leg.path),)))

    def at(stop: Stop) -> Script[bool]:
        hits = play.state.table.piece(mover).hits
        if play.state.table.piece(stop.by).spot:
            yield from fight.shoot(play, stop.by, mover, fight.SNAP)
        return play.state.table.piece(mover).hits == hits

    left = yield from go(play, legs[0], stops, at, carry)
    return left is None


def interruptions(play: Play[Game], mover: Piece, leg: Leg) -> Script[list[Stop]]:
    """Each enemy before whose eyes the way leads may lay its side's lowest card for a snap shot on it."""
    found = []
    for watcher in sorted(p.id for p in play.state.table.standing() if p.side != mover.side):
        table = play.state.table
        piece = table.piece(watcher)
        if not hand(play.state, piece.side):
            continue
        seen = intervals(table, mover, leg.path, Watch(piece, fight.SIGHT, fight.RANGE, FRONT))
        chosen = yield from play.moment(
            "interrupt",
            piece.side,
            f"{piece.name}: lay a card to shoot at {mover.name} on its way?",
            moments(leg.path, seen, piece),
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
    options = (hold, *(Option(p.id, p.name, (p.id,)) for p in able))
    chosen = yield from play.one(
        "target", piece.side, "Shoot at whom?", options, rule="DUEL-SHOT-01", about=shooter, least=NONE
    )
    if chosen.key == NONE:
        return
    aims = yield from spend(play, piece.side, shooter, AIM, "Lay a card to aim?")
    yield from fight.shoot(play, shooter, chosen.key, *([fight.AIMED] if aims else []))
