"""Observers, who report enemy positions and direct indirect fire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from battlesim.engine.play import Play
from battlesim.mechanics.pieces import is_within_distance, set_mark
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece

from ..core.events import PositionsReported
from ..core.lookups import has_ability, is_in_use, own_models
from ..core.marks import BUSY, DIRECTS, FROZEN, RADIO, STUPID
from ..core.state import Battle, Game
from .hiding import has_line_of_sight
from .sightings import is_sighted

REPORT = "IE-SIG-09"
RADIOS = "IE-OBS-08"
RELAY = "IE-OBS-12"
LINKS = "IE-OBS-13"
DIRECTED = "IE-OBS-17"
BAN = "IE-OBS-16"
NEEDS = "IE-GAP-61"
MAX_RELAY_GAP_IN = 5.0
BANNED_ACTIONS = (
    "move_fast",
    "fire",
    "move_fire",
    "suppress_area",
    "suppress_cover",
    "suppress_cover_together",
    "fire_building",
)
"""The keys of the actions that are closed to a model that has directed fire in this turn."""


class Observation(NamedTuple):
    """A way to direct a shot: the observer who reports the target, and the one who relays the report."""

    reporter: str
    relay: str


def has_radio(piece: Piece) -> bool:
    """Return whether a model is a radio operator (IE-OBS-06, IE-OBS-09)."""
    return has_ability(piece, "radio") or piece.has_mark(RADIO)


def networks(state: Battle, side: str) -> list[list[Piece]]:
    """Return the groups of a side's observers that can talk to each other by comm. link or radio.

    Rules: IE-OBS-03, IE-OBS-01, IE-GAP-63.
    """
    if not is_in_use(state, "observers"):
        return []
    able = [piece for piece in own_models(state, side) if can_observe(state, piece)]
    links = [piece for piece in able if has_ability(piece, "comm_link")]
    radios = [piece for piece in able if has_radio(piece)]
    least = 1 if state.game.parameters.own_view_counts else 2
    return [network for network in (links, radios) if len(network) >= least]


def can_observe(state: Battle, piece: Piece) -> bool:
    """Return whether a model can report: it is not grappled, stupid or forced to act (IE-OBS-21)."""
    return piece.id not in state.game.held and not piece.has_mark(STUPID) and not piece.has_mark(FROZEN)


def informed_models(state: Battle, side: str) -> dict[str, tuple[str, ...]]:
    """Return the enemies that reports let each model of a side sight, as seen when the turn began.

    Rules: IE-OBS-02, IE-GAP-67.
    """
    informed: dict[str, set[str]] = {}
    for network in networks(state, side):
        for receiver in network:
            enemies = _heard_by(state, network, receiver)
            for model in _reached(state, side, receiver) if enemies else ():
                informed.setdefault(model, set()).update(enemies)
    return {model: tuple(sorted(enemies)) for model, enemies in sorted(informed.items())}


def _heard_by(state: Battle, network: list[Piece], receiver: Piece) -> set[str]:
    """Return the enemies that other observers of a network report to one; optionally, its own view counts.

    Rules: IE-OBS-22, IE-GAP-66.
    """
    own = state.game.parameters.own_view_counts
    reporters = [piece for piece in network if own or piece.id != receiver.id]
    views = (
        state.game.sightings if state.game.parameters.observer_needs == "los_or_sighted" else state.game.seen
    )
    return {enemy for piece in reporters for enemy in views.get(piece.id, ())}


def _reached(state: Battle, side: str, relay: Piece) -> Iterator[str]:
    """Yield the ids of an observer and of the models within 5 in of it."""
    for model in own_models(state, side):
        if is_within_distance(piece_gap(state.table, relay, model), MAX_RELAY_GAP_IN):
            yield model.id


def new_reports(state: Battle) -> dict[str, tuple[str, ...]]:
    """Return the reports to models of the active side of enemies that they have not sighted yet."""
    if not is_in_use(state, "sighting"):
        return {}
    sightings = state.game.sightings
    informed = informed_models(state, state.game.phase).items()
    return {key: enemies for key, enemies in informed if not set(enemies) <= set(sightings.get(key, ()))}


def pass_on_positions(play: Play[Game]) -> None:
    """Let the observers of a side report all the enemy positions that they can."""
    if new := new_reports(play.state):
        play.emit(PositionsReported(rule=REPORT, informed=new))


def observation_for(state: Battle, firer: Piece, target: Piece) -> Observation | None:
    """Return an observer and a relay that can direct a shot this turn, or None if there are none.

    Rules: IE-OBS-20, IE-OBS-15, IE-OBS-23, IE-GAP-65.
    """
    own = state.game.parameters.own_view_counts
    for network in networks(state, firer.side):
        free = [piece for piece in network if not piece.has_mark(BUSY)]
        relays = [piece for piece in free if _relays_to(state, piece, firer)]
        for relay in relays:
            for reporter in free:
                if (reporter.id != relay.id or own) and _may_report(state, reporter, target):
                    return Observation(reporter.id, relay.id)
    return None


def _relays_to(state: Battle, relay: Piece, firer: Piece) -> bool:
    """Return whether an observer can direct the fire of a model: it is that model, or near it.

    Rules: IE-OBS-11, IE-OBS-19.
    """
    return is_within_distance(piece_gap(state.table, relay, firer), MAX_RELAY_GAP_IN)


def _may_report(state: Battle, reporter: Piece, target: Piece) -> bool:
    """Return whether an observer sees a target, or has sighted it where that is enough (IE-OBS-10)."""
    if has_line_of_sight(state, reporter, target):
        return True
    return state.game.parameters.observer_needs != "los_only" and is_sighted(state, reporter, target)


def direct_fire(play: Play[Game], observation: Observation) -> None:
    """Mark the observers that direct a shot, who can neither fire nor move fast this turn (IE-GAP-64)."""
    bound = [observation.reporter, observation.relay]
    if play.state.game.parameters.only_radios_bound:
        bound = [key for key in bound if has_radio(play.state.table.piece(key))]
    set_mark(play, bound, DIRECTS, 1, BAN)


def why_barred_by_observing(state: Battle, piece: Piece, action: str) -> AnyText:
    """Return why directing fire prevents an observer from taking an action, or "" if it does not."""
    return "it directs fire in this turn" if piece.has_mark(DIRECTS) and action in BANNED_ACTIONS else ""


def mark_busy(play: Play[Game], piece: str, action: str) -> None:
    """Mark an observer that takes an action after which it cannot direct fire this turn."""
    own = play.state.table.piece(piece)
    if action in BANNED_ACTIONS and (has_radio(own) or has_ability(own, "comm_link")):
        set_mark(play, [piece], BUSY, 1, BAN)
