"""Tunneling Markers, which stand for underground groups, and their moves."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import ChoosePoint
from battlesim.geometry.arcs import bearing, point_in_direction
from battlesim.geometry.clipping import last_point_on_table
from battlesim.geometry.constants import TOL
from battlesim.geometry.paths import rounded_point
from battlesim.geometry.shapes import Point, circle
from battlesim.mechanics.activation import ActivationEnded, current_activation
from battlesim.mechanics.deployment import deploy_pieces
from battlesim.mechanics.pieces import ids_in_play, is_within_distance, set_mark
from battlesim.mechanics.turns import change_counter
from battlesim.rulings.piece_gaps import precise_length_text
from battlesim.rulings.piece_placement import PlacementArea, placements_near
from battlesim.table.compound_names import compound_name
from battlesim.table.levels import standing_place
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import blocking_models, entrances_on_table, piece_profile
from ..core.marks import SURFACED
from ..core.state import BUGS, MI, Battle, Game
from ..ground import captives
from ..ground.surface import surface
from . import tunnel_entrances

LIMIT = "MI-TUNL-07"
BURROWER = "MI-BURR-04"
LED = "MI-TUNL-02"
FREELY = "MI-TUNL-03"
COME_OUT = "MI-TUNL-06"
MAX_EXITS_PER_TURN = 15
EXITS_COUNTER = "exits"
"""Counter of an entrance: the number of Warriors that came out of it in this turn."""
WARRIOR_WEIGHTS = {"tanker": 10, "burrower": 5}
"""Number of Warriors that a model counts as when it comes out."""
ENTRANCE_RADIUS_IN = 1.5


def tunnel_move_allowances(state: Battle, marker: str) -> tuple[float, float]:
    """Return how far a group can tunnel in inches: toward an entrance, and elsewhere (MI-BURR-02)."""
    burrows = any(p.kind == "burrower" for p in state.table.pieces_below(marker))
    return (9.0, 6.0) if burrows else (6.0, 4.0)


MAX_AWAY_MOVE_IN = 6.0


def entrance_points(state: Battle) -> dict[str, Point]:
    """Return the centres of all Tunnel Entrances by id, including hidden ones (MI-HIDE-02)."""
    found = {p.id: p.xy for p in entrances_on_table(state)}
    return found | {h.id: (h.x, h.y) for h in state.game.hidden}


def entrance_label(state: Battle, entrance: str) -> str:
    """Return the name of an entrance, preceded by "Hidden" if it is hidden."""
    known = state.table.pieces.get(entrance)
    return known.name if known is not None else f"Hidden {tunnel_entrances.entrance_name(entrance)}"


def touched_entrances(state: Battle, marker: str) -> tuple[str, ...]:
    """Return the ids of the entrances that a marker touches."""
    piece = state.table.piece(marker)
    reach = piece.radius + ENTRANCE_RADIUS_IN
    return tuple(
        id for id, at in entrance_points(state).items() if is_within_distance(math.dist(at, piece.xy), reach)
    )


def _move(act: str, words: AnyText, marker: str, rule: str, shut: str = "") -> Option:
    return Option(act, words, (marker,), rule=rule, by=(marker,), act=act, shut=shut)


def tunnel_move_options(state: Battle, marker: str) -> list[Option]:
    """Return the tunnel moves of a group as options; unavailable options give a reason."""
    toward, free = tunnel_move_allowances(state, marker)
    at, holes = state.table.piece(marker).xy, entrance_points(state)
    options = [_move("any", phrase("Any direction, up to {distance}", length_text(free)), marker, FREELY)]
    off = [id for id, hole in holes.items() if math.dist(at, hole) > TOL]
    if off:
        one, other = (entrance_label(state, off[0]), "it") if len(off) == 1 else ("an entrance", "one")
        words = phrase("Towards {enemy}, up to {distance}", one, length_text(toward))
        options.append(_move("toward", words, marker, LED))
        options.append(
            _move(
                "away",
                phrase("Away from {enemy}, up to {distance}", other, length_text(MAX_AWAY_MOVE_IN)),
                marker,
                LED,
            )
        )
    why, rule = tunnel_entrances.why_no_entrance(state, *at)
    label = "Place a Tunnel Entrance" if why else "Place a Tunnel Entrance here"
    options.append(_move("place", label, marker, rule or tunnel_entrances.SITE, why))
    for hole in touched_entrances(state, marker):
        why = why_cannot_come_out(state, marker, hole)
        note = (
            ""
            if why
            else f"{kind_counts_text(unacted_below(state, marker))}; "
            f"room for {exits_left(state, hole)} Warriors"
        )
        rule, words = LIMIT if why else COME_OUT, f"Come out at {entrance_label(state, hole)}"
        key, by, to = compound_name("exit", hole), (marker,), (hole,)
        options.append(Option(key, words, (hole,), note, rule, by, "exit", to, shut=why))
    return options


def _go(play: Play[Game], marker: str, rule: str, prompt: str, **where: Any) -> Script[None]:
    """Ask for a point on a line or in a zone (`where`), and move the marker to that point."""
    question = ChoosePoint(side=BUGS, what="move", prompt=prompt, rule=rule, about=marker, **where)
    point = rounded_point((yield from play.ask(question)))
    play.move_piece(marker, standing_place(play.state.table.ground, *point), "tunnel", rule=rule)


def _choose_entrance(play: Play[Game], marker: str, prompt: str) -> Script[Point]:
    """Return the centre of an entrance other than the marker's position, asking if there are several."""
    at = play.state.table.piece(marker).xy
    holes = {id: hole for id, hole in entrance_points(play.state).items() if math.dist(at, hole) > TOL}
    if len(holes) == 1:
        return next(iter(holes.values()))
    options = [
        Option(
            id,
            entrance_label(play.state, id),
            (id,),
            phrase("{} off", precise_length_text(math.dist(at, hole))),
        )
        for id, hole in holes.items()
    ]
    chosen = yield from play.choose_one("toward", BUGS, prompt, options, rule=LED, about=marker)
    return holes[chosen.key]


def move_marker_straight(play: Play[Game], marker: str, act: str) -> Script[None]:
    """Move an underground group's marker straight toward an entrance or away from it (MI-BURR-03)."""
    way = "away from" if act == "away" else act
    hole = yield from _choose_entrance(play, marker, f"{way.capitalize()} which entrance?")
    at, ground = play.state.table.piece(marker).xy, play.state.table.ground
    end = point_in_direction(
        at, bearing(at, hole), min(tunnel_move_allowances(play.state, marker)[0], math.dist(at, hole))
    )
    if act == "away":
        end = last_point_on_table(
            at, point_in_direction(at, bearing(hole, at), MAX_AWAY_MOVE_IN), ground.width, ground.height
        )
    yield from _go(play, marker, LED, f"How far {way} the entrance?", lines=((at, end),))


def move_marker_anywhere(play: Play[Game], marker: str) -> Script[None]:
    """Move an underground group's marker in any direction, regardless of what is on the surface."""
    state, ground = play.state, play.state.table.ground
    ring = circle(*state.table.piece(marker).xy, tunnel_move_allowances(state, marker)[1], 360)
    zone = tuple((min(max(x, 0.0), ground.width), min(max(y, 0.0), ground.height)) for x, y in ring)
    yield from _go(play, marker, FREELY, "Where does the marker move?", zone=(zone,))


def warrior_weight(piece: Piece) -> int:
    """Return how many Warriors a model counts as when it comes out of the ground."""
    return WARRIOR_WEIGHTS.get(piece.kind, 1)


def exits_left(state: Battle, entrance: str) -> int:
    """Return how many Warriors may still come out of an entrance this turn."""
    return MAX_EXITS_PER_TURN - state.game.count(compound_name(EXITS_COUNTER, entrance))


def unacted_below(state: Battle, marker: str) -> list[Piece]:
    """Return the models of an underground group that may come out.

    A model that has already acted above ground this turn, then went below in a collapse, has to wait.
    """
    return [p for p in state.table.pieces_below(marker) if p.id not in state.game.acted]


def kind_counts_text(pieces: Sequence[Piece]) -> str:
    """Return a text with the number of pieces of each kind, such as "2 Warriors, 1 Tanker"."""
    counts = Counter(piece_profile(piece).name for piece in pieces)
    return ", ".join(f"{count} {name}{'s' if count > 1 else ''}" for name, count in counts.items())


def why_cannot_come_out(state: Battle, marker: str, entrance: str) -> str:
    """Return why no model of a group can come out of an entrance, or "" if one can."""
    left = exits_left(state, entrance)
    able = [p for p in unacted_below(state, marker) if warrior_weight(p) <= left]
    if not unacted_below(state, marker):
        return "all of them have acted in this turn"
    if not able:
        return f"only {left} more Warriors may come out of it in this turn"
    at = entrance_points(state)[entrance]
    if not any(placements_near(state.table, _room(state, at, p), [p], at) for p in able):
        return "there is no free place at it"
    return ""


def _room(state: Battle, at: Point, piece: Piece) -> PlacementArea:
    """Return the area where a model can come out: on the entrance or in contact with it, clear of pieces."""
    return PlacementArea(
        zone=(circle(*at, ENTRANCE_RADIUS_IN + piece.radius, 180),),
        blocked=surface(state.table.ground).blocked_ids,
        bases=(*blocking_models(state, MI), *blocking_models(state, BUGS)),
    )


def come_out(play: Play[Game], marker: str, entrance: str) -> Script[list[str]]:
    """Bring bugs of a group out of an entrance and return their ids; the others stay below."""
    before = entrance_points(play.state)[entrance]
    yield from tunnel_entrances.reveal_entrance(play, entrance, by_exit=True)
    below = sorted(unacted_below(play.state, marker), key=lambda p: -warrior_weight(p))
    large = [p for p in below if p.kind in WARRIOR_WEIGHTS]
    small = [p for p in below if p not in large]
    out: list[str] = []
    for piece in large:
        must = not small and not out and piece is large[-1]
        out += yield from _emerge(play, [piece], entrance, before, least=int(must))
    out += yield from _emerge(play, small, entrance, before, least=int(not out))
    yield from captives.update_captives(play, out)
    return out


def _emerge(
    play: Play[Game], group: list[Piece], entrance: str, at: Point, *, least: int
) -> Script[list[str]]:
    """Place as many of the models as may come out and have space, and return the ids of the placed models."""
    left = exits_left(play.state, entrance)
    if not group or warrior_weight(group[0]) > left:
        return []
    room = _room(play.state, at, group[0])
    fit = min(left, len(placements_near(play.state.table, room, group, at)))
    if not fit:
        return []
    limit = f" ({left} more at most in this turn)" if left < len(group) else ""
    prompt = f"Who comes out of {entrance_label(play.state, entrance)}{limit}, and where?"
    ids, bounds = [p.id for p in group], {"least": least, "most": min(left, len(group))}
    out = play.under_rule(COME_OUT)
    spots = yield from deploy_pieces(
        out, "enter", BUGS, prompt, ids, room, how="exit", near=at, about=entrance, **bounds
    )
    used = sum(warrior_weight(play.state.table.piece(s.piece)) for s in spots)
    if used:
        change_counter(play, compound_name(EXITS_COUNTER, entrance), used, LIMIT)
    return [s.piece for s in spots]


def end_group_activation(play: Play[Game], marker: str, out: list[str]) -> None:
    """End the activation of an underground group; bugs that came out can still take the last Action."""
    now = current_activation(play.state)
    left, here = now.actions_left, ids_in_play(play.state, out)
    done = (marker,) if left else (marker, *here)
    play.emit(ActivationEnded(rule=tunnel_entrances.ROOM, acted=done))
    set_mark(play, here, SURFACED, left, tunnel_entrances.ROOM)
    tunnel_entrances.remove_empty_marker(play, marker)
