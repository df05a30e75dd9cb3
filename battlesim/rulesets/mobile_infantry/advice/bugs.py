"""Advice for the Arachnids (MI-GAP-62): carry captives home, close in, strike the weakest, shoot at crowds.

The order of preference is fixed, so that a human player can predict and check it at the table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from battlesim.behaviour import pursuit
from battlesim.behaviour.advice import (
    AdviceFunction,
    Preference,
    advise_by_score,
    advise_in_order,
    advise_most_options,
    nearest_piece,
    piece_point,
)
from battlesim.engine.decisions import Assign, AssignItem, ChooseOne
from battlesim.engine.option import Option
from battlesim.engine.position_decisions import ChoosePoint, MoveGroup, PlacePieces
from battlesim.engine.ruleset import Advice
from battlesim.geometry.paths import rounded_point
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import gap, ids_in_play, is_within_distance
from battlesim.table.phrases import length_text, phrase
from battlesim.table.pieces import Aboard, Piece

from ..activations.bug_activation import COLLAPSE_ACT
from ..arachnids import bug_fire
from ..core.lookups import entrances_on_table, has_trait, is_model, model_points, move_rating, piece_profile
from ..core.marks import FLYING, OFFICER, READY
from ..core.profiles import profiles
from ..core.state import BUGS, MI, Battle
from ..underground.tunneling_markers import entrance_points

MELEE_REACH_IN = 1.0
MIN_STRIKERS_FRACTION = 0.8
"""Fraction of a Swarm within reach of an enemy from which it strikes at once instead of moving on."""
TARGET_SPREAD_IN = 8.0
"""Distance from the nearest enemy, in inches, within which other enemies are attacked too."""
MAX_ENTRANCE_DISTANCE_IN = 8.0
"""Largest distance in inches between an enemy and an entrance that a group uses to reach it."""
PREFERRED_CLEARANCE_IN = 6.0
"""Preferred distance in inches from the enemy for a group that enters over the table edge."""


def _activate(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Prefer Plasma bugs, then the unit nearest to the enemy; never collapse a tunnel."""
    prey = model_points(view, MI)

    def score(option: Option) -> float | None:
        piece = view.table.pieces.get(option.key)
        at = piece_point(view.table, piece) if piece is not None else None
        if piece is None or at is None:
            return None
        return 1000.0 if piece.kind == "plasma_bug" else -nearest_piece(at, prey).distance

    return advise_by_score(decision, score, lambda option: f"{view.table.piece(option.key).name} is next")


def _action(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise the Actions in the species' order of preference."""
    now = view.game.activation
    leader = view.table.pieces.get(decision.about or (now.leader if now else ""))
    keys = tuple(option.key for option in decision.open_options)
    return advise_in_order(
        decision, SPECIES_ADVICE.get(leader.kind if leader else "", _swarm_acts)(view, leader, keys)
    )


def _swarm_acts(view: Battle, leader: Piece | None, keys: tuple[str, ...]) -> list[Preference]:
    """Prefer a strike if nearly all models can strike, else closing in, by flight if walking is too slow."""
    now, prey = view.game.activation, model_points(view, MI)
    members = now.members if now else ()
    if "melee" in keys and members:
        reached = (
            any(is_within_distance(gap(view, m, p.id), MELEE_REACH_IN) for p, _ in prey)
            for m in ids_in_play(view, members)
        )
        if sum(reached) >= MIN_STRIKERS_FRACTION * len(members):
            return [("melee", "nearly all of them are at the enemy's throat")]
    on_foot: list[Preference] = [("move", "close in on the nearest enemy"), ("melee", "strike")]
    if leader is None or not piece_profile(leader).fly:
        return on_foot
    at = piece_point(view.table, leader)
    away = nearest_piece(at, prey).distance if at is not None else math.inf
    if away <= move_rating(view, leader) + MELEE_REACH_IN:
        return on_foot
    return [("fly", phrase("the enemy is {distance} away, too far to walk", length_text(away, 0))), *on_foot]


def _tanker_acts(view: Battle, leader: Piece | None, keys: tuple[str, ...]) -> list[Preference]:
    caught = max(_shots(view, leader).values(), default=0)
    spray = [("shoot", f"the Acid Stream catches {caught}")] if caught >= 2 else []
    return [
        *spray,
        ("melee", "crush what is in reach"),
        ("move", "advance"),
        ("shoot", "spray what is in range"),
    ]


def _plasma_acts(view: Battle, leader: Piece | None, keys: tuple[str, ...]) -> list[Preference]:
    ready = leader is not None and leader.has_mark(READY)
    last = [("move", "look for a line of fire")] if ready else [("ready", "charge for a shot")]
    return [("shoot", "bombard"), *last, ("melee", "strike")]


SPECIES_ADVICE = {"tanker": _tanker_acts, "plasma_bug": _plasma_acts}


def _shots(view: Battle, bug: Piece | None) -> dict[str, int]:
    """Return the number of MI models that an area shot would catch, by target."""
    prey, pieces = [p.id for p, _ in model_points(view, MI)], view.table.pieces
    targets = bug_fire.targets_with_modes(view, bug.id) if bug is not None else ()
    return {t: sum(t in pieces and is_within_distance(gap(view, t, p), 2.5) for p in prey) for t in targets}


def _target(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Prefer a Focused shot at mechs and an area shot at crowds, and targets with few hit points."""
    caught = _shots(view, view.table.pieces.get(decision.about))

    def score(option: Option) -> float | None:
        piece = view.table.pieces.get(option.key)
        if piece is None or piece.side != MI:
            return None
        return caught.get(option.key, 1) + (1.5 if has_trait(piece, "mech") else 0.0) - 0.1 * piece.hits

    words = "{} caught about {}".format
    return advise_by_score(
        decision, score, lambda o: words(caught.get(o.key, 1), view.table.piece(o.key).name)
    )


def _weapons(view: Battle, decision: Assign) -> list[Advice]:
    """Advise an Airburst if it catches three models or more, otherwise a Focused shot."""
    bug = view.table.pieces.get(decision.items[0].key)
    crowd = _shots(view, bug).get(decision.about, 1)
    best = "plasma_airburst" if crowd >= 3 else "plasma_focused"
    answer = tuple(best if best in item.to else item.to[0] for item in decision.items)
    return [Advice(answer, 1.0, f"{crowd} stand close together")]


def _destination(view: Battle, leader: str) -> tuple[Point | None, tuple[str, ...]]:
    """Return a group's goal and targets: the nearest entrance for a captive, else the nearest enemies."""
    piece = view.table.pieces[leader]
    at = piece_point(view.table, piece)
    if at is None:
        return None, ()
    if any(p.place == Aboard(leader) for p in view.table.pieces.values()):
        holes = sorted((hole.xy for hole in entrances_on_table(view)), key=lambda hole: math.dist(hole, at))
        return (holes[0] if holes else None), ()
    return pursuit.nearest_targets(
        at, [(p, spot) for p, spot in model_points(view, MI) if not p.has_mark(FLYING)], TARGET_SPREAD_IN
    )


def _move(view: Battle, decision: MoveGroup | ChoosePoint) -> list[Advice]:
    """Advise the group Move that brings most models within 1 in of an enemy, or else nearer to one."""
    if isinstance(decision, ChoosePoint):
        return _marker_move(view, decision)
    if not decision.motions:
        return []
    leader = decision.link.leader if decision.link and decision.link.leader else decision.motions[0].piece
    if view.table.pieces[leader].table_position is None:
        start = next(iter(decision.motions[0].starts), ((0.0, 0.0),))[0]
        middle = (view.table.ground.width / 2, view.table.ground.height / 2)
        inward = nearest_piece(start, model_points(view, MI)).point or middle
        legs = pursuit.pursuit_legs(view.table, decision.motions, decision.link, inward)
        return [Advice(legs, 1.0, "in over the edge")] if legs else []
    goal, targets = _destination(view, leader)
    if goal is None:
        return []
    legs = pursuit.pursuit_legs(view.table, decision.motions, decision.link, goal, targets, MELEE_REACH_IN)
    return [Advice(legs, 1.0, f"{len(legs)} close in on ({goal[0]:.0f}, {goal[1]:.0f})")] if legs else []


def _marker_move(view: Battle, decision: ChoosePoint) -> list[Advice]:
    """Advise the farthest point along a line, or else the point nearest to the enemy."""
    if decision.lines:
        return [Advice(rounded_point(decision.lines[0][1]), 1.0, "as far as the group can dig")]
    goal = model_points(view, MI)
    best = min(decision.zone[0], key=lambda point: nearest_piece(point, goal).distance)
    return [Advice(rounded_point(best), 1.0, "dig toward the enemy")]


def _best_entrance(view: Battle) -> str:
    """Return the entrance nearest to any MI model."""
    prey = model_points(view, MI)
    holes = entrance_points(view)
    return min(holes, key=lambda key: (nearest_piece(holes[key], prey).distance, key), default="")


def _tunnel(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Prefer coming out in full at the entrance nearest to the enemy, then moving toward an entrance."""
    best = _best_entrance(view)
    words = {"exit": "come out in full", "toward": f"head for {best}", "place": "open a way up"}

    def score(option: Option) -> float | None:
        wishes = {"exit": 0.0 if option.to == (best,) else -3.0, "toward": -1.0, "place": -2.0, "any": -4.0}
        return wishes.get(option.act)

    return advise_by_score(decision, score, lambda option: words.get(option.act, "move on"))


def _toward(view: Battle, decision: ChooseOne) -> list[Advice]:
    best = _best_entrance(view)
    return advise_by_score(
        decision, lambda option: float(option.key == best), lambda option: "the entrance nearest to the enemy"
    )


def _come_out(view: Battle, decision: PlacePieces) -> list[Advice]:
    """Advise bringing out all models, with the front models on the enemy's side."""
    around = decision.near or (0.0, 0.0)
    (x, y), goal = around, nearest_piece(around, model_points(view, MI)).point or around
    whole = math.dist(around, goal) or 1.0
    out = decision.placements_around(view, (x + (goal[0] - x) / whole * 2.0, y + (goal[1] - y) / whole * 2.0))
    return [Advice(out, 1.0, f"{len(out)} come out")] if out else []


def _arrive(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Bring in all models: Warriors from below if an entrance is near the enemy, all others over an edge."""
    holes, prey = entrance_points(view), model_points(view, MI)
    close = any(nearest_piece(hole, prey).distance <= MAX_ENTRANCE_DISTANCE_IN for hole in holes.values())
    busy = any(has_trait(p, "marker") for p in view.table.standing_pieces())

    def score(option: Option) -> float | None:
        if option.key == decision.least or option.act == COLLAPSE_ACT:
            return None
        below = option.key not in profiles()
        return (2.0 if close and not busy else 0.1) if below else 1.0

    return advise_by_score(decision, score, lambda option: "every body counts")


def _edge(view: Battle, decision: ChoosePoint) -> list[Advice]:
    """Advise the point of the edge that is nearest to the enemy but keeps a clearance from all enemies."""
    prey = model_points(view, MI)
    found: list[Advice] = []
    for (x0, y0), (x1, y1) in decision.lines:
        for n in range(1, 24):
            point = (round(x0 + (x1 - x0) * n / 24, 3), round(y0 + (y1 - y0) * n / 24, 3))
            away = nearest_piece(point, prey).distance
            if PREFERRED_CLEARANCE_IN <= away < math.inf:
                found.append(Advice(point, -away, phrase("{} from the nearest enemy", length_text(away, 0))))
    return sorted(found, key=lambda advice: -advice.score)[:8]


def _attacks(view: Battle, decision: Assign) -> list[Advice]:
    """Advise putting the dice on the model with the fewest hit points, and on officers in a tie."""

    def worth(key: str) -> tuple[bool, int, bool, str]:
        piece = view.table.pieces.get(key)
        if piece is None:
            return (True, 99, True, key)
        return (piece.side == BUGS, piece.hits, not piece.has_mark(OFFICER), key)

    answer = tuple(min(item.to, key=worth) for item in decision.items)
    return [Advice(answer, 1.0, "the weakest first")]


def _form(view: Battle, decision: Assign) -> list[Advice]:
    """Prefer claws if a human enemy is in reach, and otherwise the bite."""
    prey = [p for p, _ in model_points(view, MI)]

    def choose(item: AssignItem) -> str:
        soft = any(
            piece_profile(p).humans and is_within_distance(gap(view, item.key, p.id), MELEE_REACH_IN)
            for p in prey
        )
        wanted = "warrior_claws" if soft else "warrior_bite"
        return wanted if wanted in item.to else item.to[0]

    return [Advice(tuple(choose(item) for item in decision.items), 1.0, "claws for people, bites for armour")]


def _react(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise a Screech whenever it brings a model into contact."""
    prey = model_points(view, MI)

    def score(option: Option) -> float | None:
        bug = view.table.pieces.get(option.by[0]) if option.by else None
        at = piece_point(view.table, bug) if bug is not None else None
        if bug is None or at is None or not is_model(bug):
            return None
        centre, foe, _ = nearest_piece(at, prey)
        away = centre - bug.radius - (foe.radius if foe is not None else 0.0)
        reach = max(move_rating(view, bug), piece_profile(bug).fly) + MELEE_REACH_IN
        return reach - away if away <= reach else None

    return advise_by_score(decision, score, lambda option: "the Screech brings it into contact")


BUG_ADVICE: Mapping[str, AdviceFunction] = {
    "activate": _activate,
    "action": _action,
    "join": advise_most_options("the more the better"),
    "move": _move,
    "target": _target,
    "weapons": _weapons,
    "attacks": _attacks,
    "form": _form,
    "react": _react,
    "tunnel": _tunnel,
    "toward": _toward,
    "enter": _come_out,
    "arrive": _arrive,
    "group": advise_most_options("all that are free"),
    "edge": _edge,
    "intercept": advise_most_options("keep the skies clear"),
}
