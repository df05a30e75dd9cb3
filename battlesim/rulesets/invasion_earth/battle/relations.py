"""Relations of a model to others: contact and grapples, sightings, reports, and lying in wait."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.relations import Relation, RelationLine
from battlesim.mechanics.pieces import is_within_distance
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.pieces import Piece

from ..actions.repairs import FIX
from ..assault.aftermath import BOUND, HOLDS, binding_winner
from ..assault.fighting import ASSAULT
from ..core.lookups import is_in_use, is_standing, own_models, standing_enemies
from ..core.marks import AFRAID, FIXING, WAITS_TO_ASSAULT, WAITS_TO_FIRE
from ..core.state import Battle
from ..forced.fear import TEST
from ..ground.contact import enemies_in_contact
from ..sighting import observers, sightings
from ..waiting.reactions import FIRES
from ..waiting.waiting import WAITS_TO_ASSAULT_RULE, WAITS_TO_FIRE_RULE
from ..waiting.zones import best_weapon

SIGHT_WORDS = {
    sightings.PICTURE: "own sight",
    sightings.LEADER_SIGHT: "shown by a leader",
    observers.REPORT: "by report",
    sightings.PERCEPTION: "perceived",
}
"""How a model has sighted an enemy, by the rule."""


def relations(view: Battle, piece: str) -> tuple[Relation, ...]:
    """Return the relations of a model on the table to other models."""
    own = view.table.pieces.get(piece)
    if own is None or own.table_position is None:
        return ()
    return (*_bonds(view, own), *_waits(view, own), *_sightings(view, own), *_links(view, own))


def _bonds(state: Battle, piece: Piece) -> Iterator[Relation]:
    """Yield who holds the model or is held by it, whom a combat binds it to, and other contact."""
    held, winner = state.game.held, binding_winner(state, piece)
    holders = [held[piece.id]] if piece.id in held else []
    victims = [victim for victim, holder in held.items() if holder == piece.id and is_standing(state, victim)]
    yield from (Relation(holder, "holds it", HOLDS, "bar", True) for holder in holders)
    yield from (Relation(victim, "held by it", HOLDS, "bar") for victim in victims)
    if winner:
        yield Relation(winner.id, "beat it: fight on, or run", BOUND, "bar", True)
    for enemy in enemies_in_contact(state, piece):
        loser = binding_winner(state, enemy)
        if enemy.id in (*holders, *victims) or enemy == winner:
            continue
        bound = loser is not None and loser.id == piece.id
        yield Relation(
            enemy.id, "beaten by it" if bound else "in contact", BOUND if bound else ASSAULT, "bar"
        )
    notes = {mark.name: mark.note for mark in piece.marks}
    if is_standing(state, notes.get(FIXING, "")):
        yield Relation(notes[FIXING], "repaired by it", FIX, "bar")
    if is_standing(state, notes.get(AFRAID, "")):
        yield Relation(notes[AFRAID], "frightens it", TEST, "dashed", True)


def _waits(state: Battle, piece: Piece) -> Iterator[Relation]:
    """Yield the enemies that the model waits for, and those that wait for it."""
    for enemy in standing_enemies(state, piece):
        if words := _wait_words(state, piece, enemy):
            yield Relation(enemy.id, *words)
        if words := _wait_words(state, enemy, piece):
            yield Relation(enemy.id, *words, incoming=True)


def _wait_words(state: Battle, waiter: Piece, target: Piece) -> tuple[str, str] | None:
    if target.id in state.game.triggered.get(waiter.id, ()):
        return "may still shoot", FIRES
    if waiter.has_mark(WAITS_TO_FIRE) and best_weapon(state, waiter, target):
        return "waits to fire", WAITS_TO_FIRE_RULE
    if waiter.has_mark(WAITS_TO_ASSAULT) and target.id in state.game.seen.get(waiter.id, ()):
        return "waits to assault", WAITS_TO_ASSAULT_RULE
    return None


def _sightings(state: Battle, piece: Piece) -> Iterator[Relation]:
    """Yield the enemies that the model has sighted, and those that have sighted it, by what."""
    if not is_in_use(state, "sighting"):
        return
    for enemy in standing_enemies(state, piece):
        for viewer, target in ((piece, enemy), (enemy, piece)):
            if target.id in state.game.sightings.get(viewer.id, ()):
                rule = _sighted_by(state, viewer, target)
                told = rule in (observers.REPORT, sightings.LEADER_SIGHT)
                line: RelationLine = "dashed" if told else "solid"
                incoming = viewer is enemy
                words = f"has sighted it: {SIGHT_WORDS[rule]}" if incoming else SIGHT_WORDS[rule]
                yield Relation(enemy.id, words, rule, line, incoming)


def _sighted_by(state: Battle, viewer: Piece, target: Piece) -> str:
    """Return the rule by which a model has sighted an enemy this turn."""
    if target.id in state.game.seen.get(viewer.id, ()):
        return sightings.PICTURE
    leaders = sightings.leaders_of(state, viewer.side)
    if target.id in sightings.told_by_leaders(state, viewer, leaders, state.game.seen):
        return sightings.LEADER_SIGHT
    reported = observers.informed_models(state, viewer.side).get(viewer.id, ())
    return observers.REPORT if target.id in reported else sightings.PERCEPTION


def _links(state: Battle, piece: Piece) -> Iterator[Relation]:
    """Yield the observers that report to the model, and the models that it relays reports to."""
    for network in observers.networks(state, piece.side):
        here = {member.id for member in network}
        if piece.id in here:
            yield from (
                Relation(member.id, "on the same net", observers.RADIOS, "dashed")
                for member in network
                if member.id != piece.id
            )
        for friend in own_models(state, piece.side):
            near = friend.id != piece.id and is_within_distance(
                piece_gap(state.table, piece, friend), observers.MAX_RELAY_GAP_IN
            )
            if near and piece.id in here and friend.id not in here:
                yield Relation(friend.id, "hears its reports", observers.RELAY, "dashed")
            elif near and friend.id in here and piece.id not in here:
                yield Relation(friend.id, "reports to it", observers.RELAY, "dashed", True)
