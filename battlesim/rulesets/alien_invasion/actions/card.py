"""Playing a card: one action after the other, each by a group of its faction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_if, closed_last
from battlesim.engine.play import Play, Script
from battlesim.mechanics.turns import change_counter, set_counters
from battlesim.table.ids import NO_UNIT, SideKey, UnitId
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.units import Unit

from ..core.events import TwinDue
from ..core.group_action import GroupAction
from ..core.lookups import figures_of, groups_below, groups_of, merged_groups, team_of
from ..core.state import PASSED, SPENT, Battle, Game
from ..core.whereabouts import below_marker_id
from ..cybermen.leader import count_action, why_may_not_act
from ..underground.actions import UNDERGROUND_ACTIONS
from ..vehicles.driving import DRIVE_ACTION
from ..vehicles.flight import FLY_ACTION, LAND_ACTION, TAKE_OFF_ACTION
from ..vehicles.leaving import LEAVE_ACTION
from .hole_action import CLOSE_ACTION
from .mite_actions import (
    CHARGE_ACTION,
    EXPLODE_ACTION,
    EXPLODE_KEY,
    TAKE_OVER_ACTION,
    must_charge,
    wild_groups,
)
from .move_action import MOVE_ACTION, PART_ACTION
from .referee import REFEREE_KEY, referee_acts, referee_options
from .regroup_action import JOIN_ACTION
from .roof_actions import CLIMB_ACTION, JUMP_ACTION
from .shoot_action import SHOOT_ACTION
from .special_action import DROP, HAND_OVER, PICK_UP, scenario_actions
from .study_action import STUDY_ACTION, STUDY_KEY

OWNER_ACTS, KINDS = "MT-DRAW-06", "MT-ACT-05"
SINGLE, DOUBLE, TRIPLE, REPEATS = "MT-ACT-01", "MT-ACT-02", "MT-ACT-03", "MT-ACT-06"
OPTIONAL = "MT-ACT-04"
TOGETHER = "MT-MIB-15"
PASS_KEY, REST_KEY = "pass", "rest"

GROUP_ACTIONS: Mapping[str, GroupAction] = {
    "move": MOVE_ACTION,
    "shoot": SHOOT_ACTION,
    "close_hole": CLOSE_ACTION,
    STUDY_KEY: STUDY_ACTION,
    EXPLODE_KEY: EXPLODE_ACTION,
    "charge": CHARGE_ACTION,
    "take_over": TAKE_OVER_ACTION,
    **UNDERGROUND_ACTIONS,
    "jump": JUMP_ACTION,
    "climb": CLIMB_ACTION,
    "drive": DRIVE_ACTION,
    "take_off": TAKE_OFF_ACTION,
    "fly": FLY_ACTION,
    "land": LAND_ACTION,
    "leave": LEAVE_ACTION,
    "pick_up": PICK_UP,
    "hand_over": HAND_OVER,
    "drop": DROP,
    "part": PART_ACTION,
    "regroup": JOIN_ACTION,
}


def group_actions(state: Battle) -> dict[str, GroupAction]:
    """Return the actions of groups by key, with the Special actions that the scenario lists.

    Rules: MT-SPC-04.
    """
    return {**GROUP_ACTIONS, **dict(scenario_actions(state))}


def action_options(state: Battle, group: UnitId) -> tuple[Option, ...]:
    """Return the actions of a group as options, closed with a reason if unavailable (MT-SPC-05)."""
    elsewhere = "surface" if group in state.game.below else "below"
    options = (
        closed_if(action.why_not(state, group), Option(key, action.title, rule=action.rule, act=key))
        for key, action in group_actions(state).items()
        if action.where != elsewhere and action.applies(state, group)
    )
    return closed_last(options)


def card_options(state: Battle, group: UnitId) -> tuple[Option, ...]:
    """Return the actions of a group with the card in play, or only free actions if it has none left."""
    options = action_options(state, group)
    if state.game.actions_left > 0:
        return options
    known = group_actions(state)
    free = {option.key for option in options if known[option.key].is_free(state, group)}
    spent = "the card has no action left"
    return closed_last(option if option.key in free else closed_if(spent, option) for option in options)


GroupOptions = Callable[[Battle, UnitId], tuple[Option, ...]]


def able_groups(state: Battle, side: SideKey, options: GroupOptions = card_options) -> list[Unit]:
    """Return the groups of a side that can act; groups merged in a combat count as one."""
    found = [unit for unit in groups_of(state, side) if merged_groups(state, unit.id)[0] == unit.id]
    found += groups_below(state, side)
    found = [unit for unit in found if not why_may_not_act(state, unit.id)]
    return [unit for unit in found if any(not option.shut for option in options(state, unit.id))]


def group_decision(state: Battle) -> ChooseOne:
    """Return the decision on which group acts next with the card in play.

    Rules: MT-SET-04.
    """
    card = state.game.card
    assert card is not None, "a card is in play"
    able, passes = able_groups(state, card.side), Option(PASS_KEY, "Pass: the card is done", rule=OPTIONAL)
    if must_charge(state):
        passes = closed_if("an action must go to a charge of uncontrolled Mites", passes)
        if state.game.actions_left == 1:
            wild = {unit.id for unit in wild_groups(state, card.side)}
            able = [unit for unit in able if unit.id in wild]
    spent = state.game.count(SPENT)
    actions = spent + state.game.actions_left
    prompt: AnyText = phrase("{card} is used up: a free act of which group?", card.name)
    if spent < actions:
        number, all_actions = str(spent + 1), str(actions)
        prompt = phrase("{card}, action {number} of {all}: which group?", card.name, number, all_actions)
    decision = choice_of_group(state, card.side, prompt, able, passes)
    return msgspec.structs.replace(decision, options=(*decision.options, *referee_options(state)))


def choice_of_group(
    state: Battle, side: SideKey, prompt: AnyText, able: Sequence[Unit], passes: Option
) -> ChooseOne:
    """Return the decision on which of the given groups acts, if any."""
    options = [
        Option(
            unit.id,
            unit.name,
            tuple(f.id for group in merged_groups(state, unit.id) for f in figures_of(state, group))
            or (below_marker_id(unit.id),),
            rule=OWNER_ACTS,
        )
        for unit in able
    ]
    return ChooseOne(
        side=side,
        what="group",
        prompt=prompt,
        rule=OWNER_ACTS,
        options=(*options, passes),
        least="" if passes.shut else PASS_KEY,
    )


def act_once(play: Play[Game], side: SideKey, rule: str) -> Script[None]:
    """Let a side take one action that needs no card."""
    able = able_groups(play.state, side, action_options)
    if not able:
        return
    prompt, passes = "An action at once: which group?", Option(PASS_KEY, "Pass", rule=rule)
    key = yield from play.ask(choice_of_group(play.state, side, prompt, able, passes))
    if key != PASS_KEY:
        action = yield from play.ask(action_decision(play.state, UnitId(key)))
        yield from group_actions(play.state)[action].perform(play, UnitId(key))


def action_decision(state: Battle, group: UnitId) -> ChooseOne:
    """Return the decision on which action a group takes."""
    return ChooseOne(
        side=state.table.units[group].side,
        what="action",
        prompt=phrase("{group}: which action?", Ref(group)),
        rule=KINDS,
        about=group,
        options=action_options(state, group),
    )


def is_unfinished(state: Battle) -> bool:
    """Return whether the side whose card is in play has not passed and can still act."""
    card = state.game.card
    assert card is not None, "a card is in play"
    return not state.game.count(PASSED) and bool(able_groups(state, card.side))


def act(play: Play[Game]) -> Script[None]:
    """Let the owner of the card in play act with one group, or stop.

    The groups may act in any order, and an action may be repeated.
    """
    card = play.state.game.card
    assert card is not None, "a card is in play"
    key = yield from play.ask(group_decision(play.state))
    if key == PASS_KEY:
        set_counters(play, {SPENT: card.actions}, OPTIONAL)
        set_counters(play, {PASSED: int(bool(able_groups(play.state, card.side)))}, OPTIONAL)
        return
    if key == REFEREE_KEY:
        yield from referee_acts(play, card.side)
        return
    group = UnitId(key)
    decision = action_decision(play.state, group)
    options = card_options(play.state, group)
    action = yield from play.ask(msgspec.structs.replace(decision, options=options))
    if not group_actions(play.state)[action].is_free(play.state, group):
        change_counter(play, SPENT, 1, (SINGLE, DOUBLE, TRIPLE)[card.actions - 1])
        count_action(play, group)
    twin = twin_of(play.state, group)
    if twin:
        play.emit(TwinDue(rule=TOGETHER, group=twin))
    yield from group_actions(play.state)[action].perform(play, group)


def twin_of(state: Battle, group: UnitId) -> UnitId:
    """Return the group of the same team that acts together with a group, unless a combat has merged them."""
    unit = state.table.units[group]
    if not state.game.factions[unit.side].group[unit.kind].acts_together:
        return NO_UNIT
    own = merged_groups(state, group)
    kin = (o for o in groups_of(state, unit.side) if (o.kind, team_of(o)) == (unit.kind, team_of(unit)))
    return next((other.id for other in kin if other.id not in own), NO_UNIT)


def act_twin(play: Play[Game]) -> Script[None]:
    """Let a group take the same action that its twin group has taken, or rest."""
    group = play.state.game.twin
    play.emit(TwinDue(rule=TOGETHER, group=NO_UNIT))
    if not figures_of(play.state, group):
        return
    decision = action_decision(play.state, group)
    rest = Option(REST_KEY, "It rests", rule=OPTIONAL)
    options = (*decision.options, rest)
    action = yield from play.ask(msgspec.structs.replace(decision, options=options, least=REST_KEY))
    if action != REST_KEY:
        yield from group_actions(play.state)[action].perform(play, group)
