"""The rules of the brawl, from top to bottom: the deck, cards, running, throwing, civilians. Inches."""

from __future__ import annotations

import math

from battlesim.engine.moves import MoveGroup
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Outcome, Step
from battlesim.geometry.constants import TOL
from battlesim.mechanics.chance import Against, alone, at_least, roll
from battlesim.rulings.movement import Leg, Motion
from battlesim.table.events import (
    HitsChanged,
    MarkChange,
    MarksChanged,
    Modifier,
    Moved,
    PiecesAdded,
    Said,
    Travel,
    UnitsAdded,
    UnitsRemoved,
)
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Off, OnTable, Piece
from battlesim.table.units import Unit

from .events import ActionTaken, BatchEnded, BatchLaid, CardDone, CrowdCame, Knocked, RainChanged, without
from .state import CROWD, RAIN, RATTLED, Brawl, Face, Game

LEAST_CARDS = 4  # BRL-DECK-02
RUN, THROW, CLOSE = 6.0, 8.0, 1.0  # BRL-RUN-01, BRL-THROW-01
FLIGHT, STRIDE, AFRAID = 4.0, 0.5, 6.0  # BRL-CIV-01
PASS = "pass"


def foes(state: Brawl, side: SideKey) -> tuple[SideKey, ...]:
    """The other factions but for allies; never the civilians (BRL-SIDE-01)."""
    friends = {key for pair in state.game.allies if side in pair for key in pair} | {side}
    standing = {piece.side for piece in state.table.standing()}
    return tuple(key for key in state.game.factions if key not in friends and key in standing)


def next_step(state: Brawl) -> Step | Outcome:
    """The next card of the batch, the civilians' flight after the last one, or the next batch."""
    game = state.game
    if game.row:
        return Step("play_card") if game.card else Step("end_batch")
    fighting = [key for key in game.factions if foes(state, key)]
    over = game.batches and game.batch >= game.batches
    if game.pile and fighting and not over and not winners(state):
        return Step("lay_batch")
    reason = "somebody has got there" if winners(state) else "nobody is left to fight"
    reason = "the cards are played" if fighting and not winners(state) else reason
    return Outcome(winners(state), scores(state), reason)


def winners(state: Brawl) -> tuple[SideKey, ...]:
    """All who have as many knockouts as the battle goes to: there may be several, or none (BRL-END-01)."""
    known = state.game.knockouts
    return tuple(key for key in state.game.factions if known.get(key, 0) >= state.game.goal)


def scores(state: Brawl) -> dict[SideKey, float]:
    """Knockouts; the civilians have no score."""
    return {key: float(state.game.knockouts.get(key, 0)) for key in state.game.factions}


def lay_batch(play: Play[Game]) -> Script[None]:
    """As many cards as there are factions are laid open (BRL-DECK-02)."""
    game = play.state.game
    most = min(len(game.pile), max(LEAST_CARDS, len(game.factions)))
    known = {face.id: face for face in game.pile}
    names = {face.id: f"{face.name} {face.side}".strip() for face in game.pile}
    laid: list[Face] = []
    for number in range(1, most + 1):
        left = [face.id for face in without(game.pile, laid)]
        why = f"card {number} of batch {game.batch + 1}"
        laid.append(known[(yield from play.draw(left, why, rule="BRL-DECK-02", names=names))])
    play.emit(BatchLaid(rule="BRL-DECK-02", cards=tuple(laid)))


def play_card(play: Play[Game]) -> Script[None]:
    """An event happens; a faction's card is an action, and is done with after the last one (BRL-ACT-01)."""
    card = play.state.game.card
    assert card is not None
    if card.name == RAIN:
        play.emit(RainChanged(rule="BRL-RAIN-01", rain=True))
    elif card.name == CROWD:
        crowd(play)
    elif able(play.state, card):
        yield from act(play, card)
        play.emit(ActionTaken(rule="BRL-ACT-01"))
    if play.state.game.spent >= card.actions or not able(play.state, card):
        play.emit(CardDone(rule="BRL-ACT-01"))


def able(state: Brawl, card: Face) -> list[Piece]:
    """The figures that a card can give an action."""
    return [piece for piece in state.table.standing() if piece.side == card.side]


def act(play: Play[Game], card: Face) -> Script[None]:
    """One figure throws, or runs (BRL-ACT-01)."""
    state = play.state
    options = [option for piece in able(state, card) for option in offers(state, piece)]
    left = f"action {state.game.spent + 1} of {card.actions}"
    options.append(Option(PASS, "Nobody acts"))
    chosen = yield from play.one(
        "act", card.side, f"{card.name}, {left}", options, rule="BRL-ACT-01", least=PASS
    )
    if chosen.act == "run":
        yield from run(play, chosen.by[0])
    elif chosen.act == "throw":
        yield from throw(play, chosen.by[0], chosen.to[0])


def offers(state: Brawl, piece: Piece) -> list[Option]:
    """What a figure can do: run, or throw at each foe in reach."""
    found = [Option(f"run:{piece.id}", f"{piece.name} runs", (piece.id,), by=(piece.id,), act="run")]
    enemy = foes(state, piece.side)
    for target in state.table.standing():
        if target.side in enemy and (away := gap(piece, target)) <= THROW + TOL:
            need = f"{aim(state, piece, target).reaches[0].least}+, {away:.1f} in"
            key, words = f"throw:{piece.id}:{target.id}", f"{piece.name} at {target.name}"
            at, to = (piece.id, target.id), (target.id,)
            found.append(Option(key, words, at, need, "BRL-THROW-01", (piece.id,), "throw", to))
    return found


def gap(a: Piece, b: Piece) -> float:
    """The distance between two bases, edge to edge."""
    return math.dist(a.xy, b.xy) - a.radius - b.radius


def motion(state: Brawl, piece: Piece) -> Motion:
    """Six inches, round everybody who stands in the way (BRL-RUN-01)."""
    others = tuple(p.id for p in state.table.standing() if p.id != piece.id)
    walls = tuple(t.id for t in state.table.ground.terrain)
    return Motion(
        piece.id, piece.radius, RUN, (((piece.xy),),), blocked=walls, hindering=others, occupied=others
    )


def run(play: Play[Game], runner: str) -> Script[None]:
    """A figure runs."""
    piece = play.state.table.piece(runner)
    question = MoveGroup(
        side=piece.side,
        what="run",
        prompt=f"{piece.name} runs up to {RUN:g} in",
        rule="BRL-RUN-01",
        about=runner,
        motions=(motion(play.state, piece),),
    )
    legs: tuple[Leg, ...] = yield from play.ask(question)
    for leg in legs:
        x, y = (round(v, 3) for v in leg.end)
        end = OnTable(x, y, leg.facing if leg.facing is not None else 0.0)
        play.emit(Moved(rule="BRL-RUN-01", parts=(Travel(runner, piece.place, end, leg.path),)))


def aim(state: Brawl, piece: Piece, target: Piece) -> Against:
    """What a throw needs, harder in the rain and for those who have lost their boss (BRL-THROW-01)."""
    changes = []
    unit = state.table.units.get(piece.unit)
    if state.game.rain:
        changes.append(Modifier(-1, "rain", "BRL-RAIN-01"))
    if unit and unit.has(RATTLED):
        changes.append(Modifier(-1, "without a boss", "BRL-GANG-01"))
    return at_least(3 if gap(piece, target) <= CLOSE + TOL else 4, "BRL-THROW-01", *changes)


def throw(play: Play[Game], thrower: str, target: str) -> Script[None]:
    """One die; who has no hit point left is out."""
    piece, other = play.state.table.piece(thrower), play.state.table.piece(target)
    die = aim(play.state, piece, other)
    why = f"{piece.name} at {other.name}"
    if not (yield from roll(play, alone(die), why, rule="BRL-THROW-01", by=thrower)):
        return
    left = other.hits - 1
    play.emit(HitsChanged(rule="BRL-THROW-01", piece=target, old=other.hits, new=left, by=thrower))
    if left:
        return
    lost = Travel(target, other.place, Off("lost"))
    play.emit(Moved(rule="BRL-THROW-01", parts=(lost,), how="remove"))
    play.emit(Knocked(rule="BRL-END-01", side=piece.side))
    gang = play.state.table.units.get(other.unit)
    if gang and gang.leader == target:
        mark = MarkChange(gang.id, RATTLED, 0, 1)
        play.emit(MarksChanged(rule="BRL-GANG-01", parts=(mark,)))


def crowd(play: Play[Game]) -> None:
    """Three civilians come by in the middle of the table, where there is room (BRL-CIV-02)."""
    state = play.state
    side = next((one for one in state.table.sides if not one.played), None)
    if side is None:
        return
    number, ground = state.game.crowds + 1, state.table.ground
    unit = UnitId(f"crowd-{number}")
    x, y, steps = ground.width / 2, ground.height / 2, (-3.0, -1.5, 0.0, 1.5, 3.0)
    near = [(x + dx, y + dy) for dy in steps for dx in steps]
    free = [at for at in near if all(math.dist(at, p.xy) > p.radius + 0.6 for p in state.table.standing())]
    people = tuple(
        Piece(f"{unit}-{k}", f"Passer-by {number}.{k}", "civilian", side.key, unit, 0.4, 1.2, OnTable(*at))
        for k, at in enumerate(free[:3], 1)
    )
    play.emit(CrowdCame(rule="BRL-CIV-02"))
    play.emit(PiecesAdded(rule="BRL-CIV-02", pieces=people))
    play.emit(UnitsAdded(rule="BRL-CIV-02", units=(Unit(unit, f"Crowd {number}", side.key, "crowd"),)))


def end_batch(play: Play[Game]) -> Script[None]:
    """The civilians flee from whoever is near, the rain stops, crowds that have left are no more."""
    flee(play)
    if play.state.game.rain:
        play.emit(RainChanged(rule="BRL-RAIN-01", rain=False))
    table = play.state.table
    present = {piece.unit for piece in table.standing()}
    gone = tuple(u for u in table.units.values() if u.kind == "crowd" and u.id not in present)
    if gone:
        play.emit(UnitsRemoved(rule="BRL-CIV-02", units=gone))
    play.emit(BatchEnded(rule="BRL-DECK-02"))
    return
    yield


def flee(play: Play[Game]) -> None:
    """Straight away from the nearest fighter, as far as it goes; off the table for good (BRL-CIV-01)."""
    played = {side.key for side in play.state.table.sides if side.played}
    for one in [p for p in play.state.table.standing() if p.side not in played]:
        near = [p for p in play.state.table.standing() if p.side in played and gap(p, one) <= AFRAID + TOL]
        if not near:
            continue
        who = min(near, key=lambda p: (gap(p, one), p.id))
        end = _away(play.state, one, who)
        ground, r = play.state.table.ground, one.radius
        stays = r <= end.x <= ground.width - r and r <= end.y <= ground.height - r
        if not stays:
            play.emit(Said(rule="BRL-CIV-01", text=f"{one.name} leaves", by=one.id))
        place = end if stays else Off("left")
        way = (one.xy, (end.x, end.y))
        play.emit(Moved(rule="BRL-CIV-01", parts=(Travel(one.id, one.place, place, way),), how="flee"))


def _away(state: Brawl, one: Piece, who: Piece) -> OnTable:
    """As far away from somebody as the way is free, half an inch at a time."""
    (x, y), (fx, fy) = one.xy, who.xy
    angle = math.atan2(y - fy, x - fx)
    others = [p for p in state.table.standing() if p.id != one.id]
    end = one.xy
    for step in range(1, round(FLIGHT / STRIDE) + 1):
        inches = step * STRIDE
        ahead = (round(x + inches * math.cos(angle), 3), round(y + inches * math.sin(angle), 3))
        if any(math.dist(ahead, p.xy) <= p.radius + one.radius + TOL for p in others):
            break
        end = ahead
    return OnTable(*end, round(math.degrees(angle) % 360, 3))
