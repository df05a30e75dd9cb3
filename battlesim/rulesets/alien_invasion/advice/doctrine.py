"""The advice for automated factions: every choice by the house rules for them, each with its rule."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from battlesim.behaviour.advice import AdviceFunction
from battlesim.engine.decisions import ChooseOne, ChooseSome, Confirm, Decision
from battlesim.engine.dice import Rng
from battlesim.engine.measured_moves import MeasuredMove
from battlesim.engine.position_decisions import ChoosePoint, PlacePieces
from battlesim.engine.ruleset import Advice
from battlesim.geometry.shapes import Point
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Piece

from ..actions.card import PASS_KEY
from ..actions.hole_action import holes_to_close
from ..actions.mite_actions import must_charge, why_cannot_charge
from ..actions.move_action import MOVE_ACTION, why_cannot_move
from ..actions.study_action import student_groups, why_cannot_study
from ..attack.expectation import kills_text
from ..attack.shooting import why_cannot_shoot
from ..combat.victims import SPLITS, rated_victims
from ..contact.individuals import ALONE_KEY
from ..core.lookups import (
    close_dice,
    combat_of,
    enemy_figures,
    figure_kind,
    figures_of,
    is_wild,
)
from ..core.state import FOG, Battle
from ..core.terrain import OPEN, area_of
from ..core.vehicles import acting_group, as_placed
from ..ground.protection import terrain_grade
from .blast_worth import best_blast
from .burrow_plans import DOCTRINE as BURROWS
from .burrow_plans import SPENDS, burrow_plans, strike_point
from .cybermen import stays_behind
from .deals import advise_deal, advise_to_take
from .departure import departure, is_departing, is_waiting_aboard
from .deployment import OPTIONAL, advise_arrival, advise_hole, advise_start_hole
from .fire_support import advise_support, advise_support_point, advise_throw
from .marching import best_march, goal_of
from .objectives import objective_bonus, progress, special_acts
from .roofs import advise_roof, roof_plans
from .running import ELSE, advise_run, advise_to_run
from .valuation import VALUES, best_volley, charges, shots
from .vehicles import advise_turn, vehicle_plan

LINKED, STUDIES, MITES = "MT-AUTO-19", "MT-AUTO-13", "MT-AUTO-15"
FALL = "MT-AUTO-07"
OBJECTIVE, OWN_COMBAT, GOOD_SHOT, CHARGE, TOGETHER, SPECIAL = 100, 90, 80, 70, 60, 50
BLAST, STUDY, MARCH, OTHER_SHOT = 85, 75, 40, 20
MIN_STUDENTS = 3
FIRST_OF_ALL = 1000.0
"""What is added to forced acts, which are carried out before all others."""
MAX_KILLS_COUNTED = 9


class GroupPlan(NamedTuple):
    """A plan for a group: its value, the action, the target or point aimed at, and the reason."""

    worth: float
    action: str
    target: UnitId = UnitId("")
    aim: Point = (0.0, 0.0)
    reason: str = ""


def group_plans(state: Battle, group: UnitId) -> list[GroupPlan]:
    """Return the plans of a group, best first; they are computed once for each table."""
    game = state.game
    now = (game.combats, game.volley, game.actions_left, tuple(game.last_attacker.items()), game.studied)
    key = ("alien_invasion: plans", group, now)
    return state.table.cached_value(key, lambda: _group_plans(state, group))


def _group_plans(state: Battle, group: UnitId) -> list[GroupPlan]:
    others = (*burrow_plans(state, group), *roof_plans(state, group))
    found = [GroupPlan(worth, key, reason=why) for worth, key, why in others]
    found += _blast_plans(state, group)
    if group in state.game.below:
        return sorted(found, key=lambda plan: -plan.worth)
    found += [*_shot_plans(state, group), *_hole_plans(state, group), *_special_plans(state, group)]
    if not why_cannot_charge(state, group) and is_wild(state, group):
        found.append(GroupPlan(CHARGE, "charge", reason=f"{MITES}: without a Controller"))
    if not why_cannot_move(state, group) and MOVE_ACTION.applies(state, group):
        found += _move_plans(state, group)
    found += _vehicle_plans(state, group)
    found += _study_plans(state, group, max((plan.worth for plan in found), default=0.0))
    return sorted(found, key=lambda plan: -plan.worth)


def _shot_plans(state: Battle, group: UnitId) -> list[GroupPlan]:
    if why_cannot_shoot(state, group):
        return []
    locked = combat_of(state, group) is not None
    plans = []
    for number, shot in enumerate(shots(state, group)):
        worth = float(OTHER_SHOT)
        if locked:
            worth = OWN_COMBAT
        elif _is_owed(state, group, shot.target):
            worth = GOOD_SHOT + MAX_KILLS_COUNTED
        elif shot.kills:
            worth = GOOD_SHOT + min(shot.kills, MAX_KILLS_COUNTED)
        elif best_volley(state, group, shot.target, state.game.actions_left - 1):
            worth = TOGETHER
        name = state.table.units[shot.target].name
        reason = f"{VALUES}: {kills_text(shot.kills)} on {name}"
        plans.append(GroupPlan(worth - number / 100, "shoot", shot.target, reason=reason))
    return plans


def _is_owed(state: Battle, group: UnitId, target: UnitId) -> bool:
    """Return whether a group has declared a shot at a target that it has not fired yet."""
    volley = state.game.volley
    return volley is not None and volley.target == target and group in volley.shots


def _hole_plans(state: Battle, group: UnitId) -> list[GroupPlan]:
    if combat_of(state, group) or state.game.factions[state.table.units[group].side].digs:
        return []
    side = state.table.units[group].side
    wanted = any(rule.side == side and rule.when == "holes_closed" for rule in state.game.victory)
    worth = OBJECTIVE if wanted else SPECIAL
    return [
        GroupPlan(worth, "close_hole", reason=f"{VALUES}: close it") for _ in holes_to_close(state, group)[:1]
    ]


def _blast_plans(state: Battle, group: UnitId) -> list[GroupPlan]:
    """Return the plan to explode a Mite, if that is expected to be worth it."""
    best = best_blast(state, group)
    return [GroupPlan(BLAST, "explode", reason=f"{MITES}: {kills_text(best[1])}")] if best else []


def _advise_mite(view: Battle, decision: ChooseOne) -> list[Advice]:
    best = best_blast(view, UnitId(decision.about))
    return [Advice(best[0], 1.0, f"{MITES}: {kills_text(best[1])}")] if best else []


def _study_plans(state: Battle, group: UnitId, other: float) -> list[GroupPlan]:
    """Return the plan to study, which the group with the least valuable other plan prefers most."""
    students = student_groups(state, state.table.units[group])
    if group not in {unit.id for unit in students} or why_cannot_study(state, group):
        return []
    worth = STUDY if len(students) >= MIN_STUDENTS else SPECIAL
    return [GroupPlan(worth + (OBJECTIVE - other) / 1000, "study", reason=f"{STUDIES}: study")]


def _advise_species(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Name the species with most living figures."""
    living = Counter(figure_kind(view, piece).species for piece in view.table.standing_pieces())
    return [Advice(o.key, float(living[o.key]), f"{STUDIES}: most of them") for o in decision.open_options]


def _special_plans(state: Battle, group: UnitId) -> list[GroupPlan]:
    return [
        GroupPlan(OBJECTIVE if serves else SPECIAL, key, reason=f"{VALUES}: {title}")
        for key, title, serves in special_acts(state, group)
    ]


def _move_plans(state: Battle, group: UnitId) -> list[GroupPlan]:
    """Return the charges and the march of a group; worked out once, however many actions are left."""
    game = state.game
    done = progress(state)
    key = ("alien_invasion: moves", group, game.combats, game.studied, game.count(FOG), done)
    return state.table.cached_value(key, lambda: _charges_and_march(state, group))


def _charges_and_march(state: Battle, group: UnitId) -> list[GroupPlan]:
    if is_waiting_aboard(state, group):
        return []
    plans = []
    for number, charge in enumerate(charges(state, group)):
        name = state.table.units[charge.target].name
        reason = f"{VALUES}: charge {name}, {charge.kills} against {charge.suffered}"
        plans.append(GroupPlan(CHARGE - number / 100, "move", charge.target, charge.aim, reason))
    march, goal = best_march(state, group), goal_of(state, group)
    if march is not None and goal is not None and not stays_behind(state, group, goal[0]):
        worth = MARCH + objective_bonus(state, group, goal, march.aim)
        plans.append(GroupPlan(worth, "move", aim=march.aim, reason=f"{VALUES}: toward {goal[1]}"))
    return plans


def _vehicle_plans(state: Battle, group: UnitId) -> list[GroupPlan]:
    """Return what a group does with its vehicle; it gets out instead if that brings it nearer to its goal."""
    if action := departure(state, group):
        return [GroupPlan(OBJECTIVE, action, reason=f"{VALUES}: off with it")]
    plan = vehicle_plan(state, group)
    if plan is None or is_departing(state, group):
        return []
    march = None if why_cannot_move(state, group) else best_march(state, group)
    worth = MARCH - 0.5 if march and march.left <= plan.left else MARCH + 0.5
    reason = f"{VALUES}: toward {plan.goal}"
    return [GroupPlan(worth, plan.action, aim=plan.aim, reason=reason)]


def _advise_group(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Name the group with the most valuable plan; of several the larger one, then the lower number."""
    found = [Advice(PASS_KEY, 0.0, f"{SPENDS}: nothing is worth more")]
    forced = must_charge(view)
    for number, option in enumerate(decision.open_options):
        if option.key not in view.table.units:
            continue
        plans = group_plans(view, UnitId(option.key))
        if plans:
            first = _goes_first(view, UnitId(option.key), plans[0])
            first += FIRST_OF_ALL * (forced and plans[0].action == "charge")
            tie = first + len(figures_of(view, UnitId(option.key))) / 1000 - number / 100_000
            found.append(Advice(option.key, plans[0].worth + tie, plans[0].reason))
    return found


def _goes_first(view: Battle, group: UnitId, plan: GroupPlan) -> float:
    """Return what is added to the plan of groups that act together if it is a good shot."""
    unit = view.table.units[group]
    together = view.game.factions[unit.side].group[unit.kind].acts_together
    return float(OBJECTIVE) if together and plan.worth >= GOOD_SHOT else 0.0


def _advise_action(view: Battle, decision: ChooseOne) -> list[Advice]:
    plans = group_plans(view, UnitId(decision.about))
    best = {plan.action: plan for plan in reversed(plans)}
    open_keys = {option.key for option in decision.open_options}
    found = [Advice(key, plan.worth, plan.reason) for key, plan in best.items() if key in open_keys]
    return found or [Advice(decision.default(view), 0.0, f"{SPENDS}: nothing is worth more")]


def _advise_target(view: Battle, decision: ChooseOne) -> list[Advice]:
    plans = group_plans(view, UnitId(decision.about))
    open_keys = {option.key for option in decision.open_options}
    return [
        Advice(p.target, p.worth, p.reason) for p in plans if p.action == "shoot" and p.target in open_keys
    ]


def _advise_link(view: Battle, decision: ChooseSome) -> list[Advice]:
    """Declare the smallest volley that is expected to kill more than its shots one by one."""
    group = UnitId(decision.about)
    targets = [option.to[0] for option in decision.open_options]
    volley = best_volley(view, group, UnitId(targets[0]), decision.most) if targets else ()
    keys, waiting = list[str](), list(volley[1:])
    for option in decision.open_options:
        if option.by[0] in waiting:
            waiting.remove(UnitId(option.by[0]))
            keys.append(option.key)
    return [Advice(tuple(keys), 1.0, f"{LINKED}: {'together' if keys else 'one by one'}")]


def _advise_move(view: Battle, decision: MeasuredMove) -> list[Advice]:
    plans = group_plans(view, UnitId(decision.about))
    moves = [plan for plan in plans if plan.action == "move"]
    found = [Advice(p.aim, p.worth, p.reason) for p in moves if decision.check(view, p.aim) is None]
    return found or [Advice(decision.default(view), 0.0, f"{SPENDS}: it stays")]


def _advise_vehicle(view: Battle, decision: ChoosePoint) -> list[Advice]:
    """Name the point that a vehicle or a craft is to reach; without a plan it stays."""
    plan = vehicle_plan(view, acting_group(view, view.table.piece(decision.about)))
    if plan is None or decision.check(view, plan.aim) is not None:
        return [Advice(decision.default(view), 0.0, f"{SPENDS}: the first choice")]
    return [Advice(plan.aim, MARCH, f"{VALUES}: toward {plan.goal}")]


def _advise_set_down(view: Battle, decision: PlacePieces) -> list[Advice]:
    return [Advice(decision.default(view), 1.0, "close together")]


def _advise_casualties(view: Battle, decision: ChooseSome) -> list[Advice]:
    """Give up figures with few dice first, then those far from the enemy; leaders last."""
    figures = [view.table.piece(option.key) for option in decision.open_options]
    order = sorted(figures, key=lambda figure: _dearness(view, figure))
    chosen = tuple(figure.id for figure in order[: decision.most])
    return [Advice(chosen, 1.0, f"{FALL}: those with the fewest dice")]


def _advise_casualty(view: Battle, decision: ChooseOne) -> list[Advice]:
    figures = [view.table.piece(option.key) for option in decision.open_options]
    order = sorted(figures, key=lambda f: (figure_kind(view, f).scores[OPEN], _dearness(view, f)))
    return [Advice(f.id, -float(n), f"{FALL}: the lowest score") for n, f in enumerate(order)]


def _dearness(view: Battle, figure: Piece) -> tuple[bool, int, float, str]:
    enemies, own = enemy_figures(view, figure.side), as_placed(view.table, figure)
    near = min((math.dist(own.xy, enemy.xy) for enemy in enemies), default=0.0) if own else 0.0
    kind = figure_kind(view, figure)
    return kind.leader, kind.dice, -near, figure.id


def _advise_victim(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Name the side on which half the dice kill most; then the largest, then the lowest seat."""
    combat = combat_of(view, UnitId(decision.about))
    if combat is None:
        return []
    keys = {SideKey(option.to[0]): option.key for option in decision.open_options}
    rated = rated_victims(view, combat, view.table.units[UnitId(decision.about)].side, keys)
    return [
        Advice(keys[side], -float(n), f"{SPLITS}: {kills_text(kills)}")
        for n, (side, kills) in enumerate(rated)
    ]


def _advise_occupy(view: Battle, decision: Confirm) -> list[Advice]:
    """Occupy ground that protects better than where the group stands, else stay."""
    figure = figures_of(view, UnitId(decision.about))[0]
    here = area_of(view.table, figure)
    better = (terrain_grade(view, here) if here else OPEN) == OPEN
    return [Advice(better, 1.0, f"{OPTIONAL}: {'better ground' if better else 'stay'}")]


def _advise_beneath(view: Battle, decision: ChoosePoint) -> list[Advice]:
    """Tunnel to beneath the point where the Burrower would touch the weakest enemy."""
    goal = strike_point(view, UnitId(decision.about))
    return [Advice(goal or decision.default(view), 1.0, f"{BURROWS}: the weakest enemy")]


def _advise_carried(view: Battle, decision: ChooseSome) -> list[Advice]:
    """Take along all who can come."""
    keys = tuple(option.key for option in decision.open_options)
    return [Advice(keys, 1.0, f"{BURROWS}: its squad comes along")]


def _advise_attach(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Join the largest group beside an individual."""
    groups = [option.key for option in decision.open_options if option.key != ALONE_KEY]
    return [Advice(key, float(len(figures_of(view, UnitId(key)))), f"{ELSE}: not alone") for key in groups]


def _advise_retreat(view: Battle, decision: MeasuredMove) -> list[Advice]:
    return [Advice(decision.default(view), 1.0, f"{OPTIONAL}: straight away")]


ADVICE: Mapping[str, AdviceFunction] = {
    "group": _advise_group,
    "action": _advise_action,
    "target": _advise_target,
    "species": _advise_species,
    "mite": _advise_mite,
    "beneath": _advise_beneath,
    "carried": _advise_carried,
    "arrive": advise_arrival,
    "link": _advise_link,
    "move": _advise_move,
    "drive": _advise_vehicle,
    "flight": _advise_vehicle,
    "turn": advise_turn,
    "support": advise_support,
    "support_point": advise_support_point,
    "blast_point": advise_throw,
    "roof": advise_roof,
    "set_down": _advise_set_down,
    "casualties": _advise_casualties,
    "casualty": _advise_casualty,
    "victim": _advise_victim,
    "occupy": _advise_occupy,
    "attach": _advise_attach,
    "place_hole": advise_hole,
    "start_hole": advise_start_hole,
    "retreat": _advise_retreat,
    "runs": advise_to_run,
    "deal": advise_deal,
    "take_deal": advise_to_take,
    "run": advise_run,
}


class AlienInvasionDoctrine:
    """The advice for automated factions by the house rules; other decisions get the first option offered.

    Rules: MT-AUTO-01, MT-GAP-78.
    """

    def score(self, state: Battle, side: SideKey) -> float:
        """Return a side's number of shooting dice, minus those of its strongest enemy."""
        dice = dict.fromkeys(state.game.seats, 0.0)
        for piece in state.table.standing_pieces():
            if piece.side in dice:
                dice[piece.side] += close_dice(state, [piece]).mean
        return dice[side] - max((n for key, n in dice.items() if key != side), default=0)

    def advise(self, view: Battle, decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Return answers worth considering, best first."""
        if isinstance(decision, ChooseOne) and decision.what in ("leader", "hiding_place"):
            return [Advice(rng.choice(decision.open_options).key, 1.0, f"{ELSE}: any of them")]
        advise = ADVICE.get(decision.what)
        return advise(view, decision) if advise else [Advice(decision.default(view), 0.0, "the first choice")]


DOCTRINE = AlienInvasionDoctrine()
