"""The Special actions that a scenario lists, and those with things that are carried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import PlaceTemplate
from battlesim.table.ids import MarkerId, UnitId
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Marker

from ..attack.placed_blasts import blast_decision, drop_blast
from ..core.group_action import GroupAction
from ..core.lookups import combat_of, figures_of
from ..core.objectives import SpecialAct
from ..core.state import Battle, Game
from ..objectives.items import (
    CARRIES,
    carried_by,
    carried_ids,
    friends_in_touch,
    give_item,
    items_in_reach,
    lay_down,
    nearest_figure,
    objectives,
    room_for_items,
    take_item,
)
from ..objectives.special_acts import DONE, do_special_act, is_open_to, why_cannot_do
from .shoot_action import with_end_of_combats

BOMBS = "MT-GAP-79"
LOCKED = "it is locked in a fight"


def scenario_actions(state: Battle) -> Iterator[tuple[str, GroupAction]]:
    """Yield the Special actions that the scenario lists, by key."""
    for act in objectives(state).acts:
        yield (
            act.key,
            GroupAction(
                act.title,
                DONE,
                partial(why_cannot_do, act=act),
                partial(do_scenario_act, act=act),
                partial(is_open_to, act=act),
            ),
        )


def do_scenario_act(play: Play[Game], group: UnitId, act: SpecialAct) -> Script[None]:
    """Carry out a special act of the scenario, and resolve the Blast that it places, if any."""
    if (yield from do_special_act(play, group, act)) and act.effect == "blast":
        point = yield from play.ask(throw_decision(play.state, group))
        side = play.state.table.units[group].side
        yield from with_end_of_combats(play, drop_blast(play, side, point, act.dice, act.title, BOMBS))


def throw_decision(state: Battle, group: UnitId) -> PlaceTemplate:
    """Return the decision on where the Blast of a special act falls: around a point that the group sees."""
    side, prompt = state.table.units[group].side, phrase("{group}: where does it fall?", Ref(group))
    return blast_decision(state, side, figures_of(state, group), "blast_point", prompt, BOMBS, group)


def why_cannot_pick_up(state: Battle, group: UnitId) -> AnyText:
    """Return why a group cannot pick up an object, or "" if it can."""
    if combat_of(state, group):
        return LOCKED
    if room_for_items(state, group) < 1:
        return "it carries as much as it can"
    return "" if items_in_reach(state, group) else "it touches nothing that it could carry"


def pick_up(play: Play[Game], group: UnitId) -> Script[None]:
    """Pick up an object that a figure of the group touches; the nearest figure carries it."""
    item = yield from _one_of(play, group, "Pick up what?", items_in_reach(play.state, group))
    taker = nearest_figure(figures_of(play.state, group), (item.x, item.y))
    play.log_message(phrase("{group} takes {item}", Ref(group), item.name), by=group, rule=CARRIES)
    give_item(play, item.id, taker)


def why_cannot_hand_over(state: Battle, group: UnitId) -> AnyText:
    """Return why a group cannot hand over an object, or "" if it can."""
    if combat_of(state, group):
        return LOCKED
    return "" if friends_in_touch(state, group) else "it touches no group of its faction with room"


def hand_over(play: Play[Game], group: UnitId) -> Script[None]:
    """Hand an object to a group of the same faction that touches this group."""
    state, side = play.state, play.state.table.units[group].side
    item = yield from _one_of(play, group, "Hand over what?", _carried(state, group))
    friends = friends_in_touch(state, group)
    taker = friends[0]
    if len(friends) > 1:
        options = [
            Option(
                key, state.table.units[key].name, tuple(f.id for f in figures_of(state, key)), rule=CARRIES
            )
            for key in friends
        ]
        chosen = yield from play.choose_one(
            "taker", side, "Hand it to whom?", options, rule=CARRIES, about=group
        )
        taker = UnitId(chosen.key)
    giver = next(f for f in figures_of(state, group) if item.id in carried_ids(state, f))
    play.log_message(phrase("{} hands {} to {}", Ref(group), item.name, Ref(taker)), by=group, rule=CARRIES)
    take_item(play, giver, item.id)
    give_item(play, item.id, nearest_figure(figures_of(play.state, taker), giver.xy))


def drop(play: Play[Game], group: UnitId) -> Script[None]:
    """Put down an object where its carrier stands."""
    item = yield from _one_of(play, group, "Drop what?", _carried(play.state, group))
    carrier = next(f for f in figures_of(play.state, group) if item.id in carried_ids(play.state, f))
    play.log_message(phrase("{group} drops {item}", Ref(group), item.name), by=group, rule=CARRIES)
    take_item(play, carrier, item.id)
    lay_down(play, item.id, carrier.xy)


def _carried(state: Battle, group: UnitId) -> list[Marker]:
    return carried_by(state, figures_of(state, group))


def _one_of(play: Play[Game], group: UnitId, prompt: str, items: Sequence[Marker]) -> Script[Marker]:
    """Ask which of several objects is meant."""
    if len(items) == 1:
        return items[0]
    options = [Option(item.id, item.name, (item.id,), rule=CARRIES) for item in items]
    side = play.state.table.units[group].side
    chosen = yield from play.choose_one("thing", side, prompt, options, rule=CARRIES, about=group)
    return objectives(play.state).items[MarkerId(chosen.key)]


def _carries(state: Battle, group: UnitId) -> bool:
    return bool(_carried(state, group))


PICK_UP = GroupAction(
    "Pick up", CARRIES, why_cannot_pick_up, pick_up, lambda state, group: bool(objectives(state).items)
)
HAND_OVER = GroupAction("Hand over", CARRIES, why_cannot_hand_over, hand_over, _carries)
DROP = GroupAction(
    "Drop", CARRIES, lambda state, group: LOCKED if combat_of(state, group) else "", drop, _carries
)
