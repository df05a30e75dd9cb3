"""The main advice for automated players: plans for marines, and the fixed programme of creatures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

from battlesim.behaviour.advice import advise_in_order, mean_point
from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.dice import Rng
from battlesim.engine.point_allocation import AllocatePoints
from battlesim.engine.position_decisions import ChoosePoint, MoveGroup
from battlesim.engine.ruleset import Advice
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import enemies, gap
from battlesim.rulings.movement import Leg, compatible_legs, group_problem, leg_to, suggest_group_legs
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Piece

from ..actions import move_actions
from ..actions.activation import DONE_KEY, MARINE_ACTIONS, active_marines_on_card
from ..battle import victory
from ..command import morale
from ..core import pips
from ..core.lookups import active_creatures, active_pieces, has_ability, squad_figures
from ..core.state import CREATURES, MARINES, Battle
from ..creatures import program, target_choice
from ..ground.contact import engaged_enemies
from ..ground.sight import sees, shooting_rules
from ..melee import melee_attacks
from . import march, plans

ENOUGH_PIPS = 3
DecisionAdvisor = Callable[[Battle, Any], list[Advice]]


def _act(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise the first plan that achieves anything, as a group action if possible, else by a figure alone."""
    for wish in plans.planned_actions(view, active_marines_on_card(view)):
        together = decision.open_option(wish.act)
        as_group = together is not None and set(wish.figures) & set(together.by)
        if as_group and together and _leads(view, wish, together.by):
            return advise_in_order(decision, [(wish.act, wish.reason)])
        for one in wish.figures:
            if decision.open_option(f"alone:{one}") and _leads(view, wish, (one,)):
                return advise_in_order(decision, [(f"alone:{one}", wish.reason)])
    return advise_in_order(decision, [(DONE_KEY, "nothing is left to do")])


def _alone(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise an action for a figure: the first useful plan of the figure itself, else of its squad."""
    one = decision.about
    own = plans.planned_actions(view, [view.table.piece(one)])
    shared = (
        wish for wish in plans.planned_actions(view, active_marines_on_card(view)) if one in wish.figures
    )
    wish = next((wish for wish in chain(own, shared) if _leads(view, wish, (one,))), None)
    return advise_in_order(decision, [(wish.act, wish.reason)] if wish else [])


def _leads(view: Battle, wish: plans.PlannedAction, who: Sequence[str]) -> bool:
    """Return whether all the figures can perform a planned action; a move must also bring them forward."""
    if any(MARINE_ACTIONS[wish.act].why_not(view, view.table.piece(one)) for one in who):
        return False
    return wish.act not in march.MOVE_KINDS or bool(_moved(view, wish.act, who))


def _moved(view: Battle, act: str, who: Sequence[str]) -> list[Advice]:
    """Return advice for the move that an action would lead to, assuming a run die of 0."""
    motions, link = move_actions.group_motions(view, march.MOVE_KINDS[act], who, dict.fromkeys(who, 0))
    return _move(view, MoveGroup(side=MARINES, what="move", prompt="", motions=motions, link=link))


def _shot(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise a flame if it catches no friend; advise all other shots at the closest enemy."""
    wishes = list[tuple[str, str]]()
    for option in decision.open_options:
        if option.key == DONE_KEY:
            continue
        firer = view.table.piece(option.by[0])
        if option.act == "flame":
            wishes += [(option.key, "it catches no friend")] if plans.safe_flame_target(view, firer) else []
        else:
            target = plans.best_target(view, firer)
            wishes += [(option.key, "the closest")] if target and target.id in option.to else []
    return advise_in_order(decision, [*wishes, (DONE_KEY, "nothing else can be hit")])


def _react(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise firing on Overwatch whenever the shot can hit its target."""
    wishes = list[tuple[str, str]]()
    for option in decision.open_options:
        if option.act:
            firer, foe = view.table.piece(option.by[0]), view.table.piece(option.to[0])
            sure = has_ability(firer, "template") and plans.safe_flame_target(view, firer) is not None
            if sure or (
                not has_ability(firer, "template") and plans.can_hit(view, firer, foe, reaction=True)
            ):
                wishes.append((option.key, "it can be hit"))
    return advise_in_order(decision, [*wishes, ("done", "no shot can hit")])


def _melee(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise fighting a Face Hugger, but not an Alien."""
    huggers = [
        o.key for o in decision.open_options if o.to and view.table.piece(o.to[0]).kind == "face_hugger"
    ]
    return advise_in_order(
        decision, [*((key, "it has one die") for key in huggers), ("decline", "it has three dice")]
    )


def _first(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise the first open option."""
    return advise_in_order(decision, [(decision.open_options[0].key, "at hand")])


def _look(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise looking at the nearest marker."""
    keys = sorted(decision.open_options, key=lambda o: (gap(view, decision.about, o.key), o.key))
    return advise_in_order(decision, [(keys[0].key, "the nearest")])


def _flame(view: Battle, decision: ChoosePoint) -> list[Advice]:
    """Advise aiming the flame straight at a creature, if no marine is then caught."""
    target = plans.safe_flame_target(view, view.table.piece(decision.about))
    return [Advice(target.xy, 1.0, "it catches no friend")] if target else []


def _pips(view: Battle, decision: AllocatePoints) -> list[Advice]:
    """Advise giving pips to squads with fewer than three, first to squads that see the most creatures."""
    units = view.table.units
    squads = {
        share.key: UnitId(share.key) for share in decision.shares if share.capacity and share.key in units
    }
    held = {
        key: pips.squad_pips(view, squad) - morale.morale_loss(view, squad) for key, squad in squads.items()
    }
    given = dict.fromkeys(squads, 0)
    for _ in range(decision.total):
        short = [key for key in squads if held[key] + given[key] < ENOUGH_PIPS]
        if not short:
            break
        best = min(short, key=lambda key: (-_in_sight(view, key), held[key] + given[key], key))
        given[best] += 1
    return [Advice({key: many for key, many in given.items() if many}, 1.0, "where they are needed")]


def _in_sight(view: Battle, squad: str) -> int:
    """Return the number of creatures that a squad's active figures see."""
    here = active_pieces(squad_figures(view, UnitId(squad)))
    rules = shooting_rules(view)
    return sum(any(sees(view, p, foe, rules) for p in here) for foe in active_creatures(view))


def _move(view: Battle, decision: MoveGroup) -> list[Advice]:
    """Advise a move out of melee, to a casualty, off the table, or toward the goal."""
    movers = [view.table.piece(motion.piece) for motion in decision.motions]
    fighting = [p for p in movers if engaged_enemies(view, p)]
    if fighting:
        legs = _away(view, decision, fighting)
    elif len(movers) == 1 and has_ability(movers[0], "medic") and plans.nearest_patient(view, movers[0]):
        legs = _to(view, decision, plans.nearest_patient(view, movers[0]))
    else:
        legs = march.march_legs(view, decision.motions, decision.link)
    fine = legs and group_problem(view.table, decision.motions, legs, decision.link) is None
    return [Advice(legs, 1.0, "on its way")] if fine else []


def _away(view: Battle, decision: MoveGroup, fighting: Sequence[Piece]) -> tuple[Leg, ...]:
    """Return the legs of the figures in melee, each straight away from the enemies in contact."""
    legs = list[Leg]()
    for motion in decision.motions:
        piece = view.table.piece(motion.piece)
        if piece in fighting:
            (x, y), (fx, fy) = piece.xy, mean_point([foe.xy for foe in engaged_enemies(view, piece)])
            away = max(((x - fx) ** 2 + (y - fy) ** 2) ** 0.5, 0.01)
            far = motion.allowance
            goal = (x + (x - fx) / away * far, y + (y - fy) / away * far)
            found = leg_to(view.table, motion, (_on_table(view, goal, piece.radius),))
            legs += [found.leg] if found.leg else []
    return compatible_legs(view.table, decision.motions, None, legs)


def _on_table(view: Battle, point: Point, radius: float) -> Point:
    ground = view.table.ground
    x, y = (
        min(max(at, radius), size - radius)
        for at, size in zip(point, (ground.width, ground.height), strict=True)
    )
    return x, y


def _to(view: Battle, decision: MoveGroup, patient: Piece | None) -> tuple[Leg, ...]:
    if patient is None:
        return ()
    return suggest_group_legs(view.table, decision.motions, decision.link, patient.xy)


def _creature(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise the action that the rules program for a creature."""
    piece = view.table.pieces.get(decision.about)
    row = program.programmed_action(view, piece) if piece else None
    keys = [o.key for o in decision.open_options if row and (o.act, *o.to) == (row.act, *row.target_ids)]
    return advise_in_order(decision, [(key, row.reason if row else "") for key in keys])


def _creature_move(view: Battle, decision: MoveGroup) -> list[Advice]:
    """Advise the move toward its prey that the rules program for a creature."""
    (motion,) = decision.motions
    piece = view.table.piece(motion.piece)
    goal = target_choice.chosen_prey(view, piece)
    if goal is None:
        return []
    target = view.table.piece(goal.target)
    ahead = (Leg(piece.id, target_choice.creature_path(view, piece, goal, motion.allowance)),)
    found = (ahead, suggest_group_legs(view.table, decision.motions, None, target.xy))
    legal = (
        legs for legs in found if legs and group_problem(view.table, decision.motions, legs, None) is None
    )
    return [Advice(legs, 1.0, f"at {target.name}") for legs in legal][:1]


def _opponent(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise attacking the weakest enemy in contact."""
    able = [view.table.piece(option.key) for option in decision.open_options]
    return advise_in_order(decision, [(melee_attacks.weakest_id(view, able), "the easiest to hurt")])


def _tail(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise a target for the tail: the figure struck by the claws if still active, else the weakest."""
    by, clawed = (view.table.piece(key) for key in decision.chosen_option("none").at)
    able = [view.table.piece(option.key) for option in decision.open_options if option.key != "none"]
    return advise_in_order(
        decision, [(melee_attacks.default_tail_target(view, by, clawed, able), "the easiest to hurt")]
    )


ADVISORS: Mapping[str, DecisionAdvisor] = {
    "act": _act,
    "alone": _alone,
    "shot": _shot,
    "react": _react,
    "melee": _melee,
    "move": _move,
    "pips": _pips,
    "flame": _flame,
    "look": _look,
    "door": _first,
    "treat": _first,
    "copy": _first,
    "take": _first,
    "free": _first,
    "casualty": _first,
    "creature": _creature,
    "creature move": _creature_move,
    "opponent": _opponent,
    "tail": _tail,
    "next": _first,
}


class TroiceStationDoctrine:
    """The knowledge of automated players: the value of states, and advice on decisions."""

    def score(self, state: Battle, side: SideKey) -> float:
        """Return a side's lead in points, adjusted for lost marines and remaining creatures."""
        found = victory.scores(state)
        lead = (
            found[MARINES]
            - found[CREATURES]
            - 0.05 * victory.lost_marine_count(state)
            - 0.01 * len(enemies(state, MARINES))
        )
        return lead if side == MARINES else -lead

    def advise(self, view: Battle, decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Return suggested answers to a decision, or [] if there is no advice."""
        whose = "creature " if decision.side == CREATURES and isinstance(decision, MoveGroup) else ""
        advisor = ADVISORS.get(f"{whose}{decision.what}")
        return advisor(view, decision) if advisor else []


DOCTRINE = TroiceStationDoctrine()
