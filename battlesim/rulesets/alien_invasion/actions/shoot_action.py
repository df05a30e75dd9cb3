"""The Shoot action: which group is shot at."""

from __future__ import annotations

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.table.ids import UnitId
from battlesim.table.phrases import Ref, phrase

from ..attack.shooting import SHOOTS, named_vehicle, vehicle_targets, why_cannot_shoot, why_not_target
from ..attack.volley import settle_volley, shoot_or_link
from ..combat.resolution import conclude_decided
from ..core.group_action import GroupAction
from ..core.lookups import allied_groups, enemy_groups, figures_of, neutral_groups
from ..core.state import Battle, Game


def target_decision(state: Battle, group: UnitId) -> ChooseOne:
    """Return the decision on which group to shoot at, with the reasons against all other groups."""
    side = state.table.units[group].side
    vehicles = [state.table.units[unit] for unit in vehicle_targets(state, side)]
    others = [*enemy_groups(state, side), *neutral_groups(state), *vehicles, *allied_groups(state, side)]
    options = tuple(
        Option(
            other.id,
            other.name,
            tuple(figure.id for figure in figures_of(state, other.id)),
            rule=SHOOTS,
            act="shoot",
            to=(named_vehicle(state, other.id) or other.id,),
            shut=why_not_target(state, group, other.id),
        )
        for other in others
    )
    return ChooseOne(
        side=side,
        what="target",
        prompt=phrase("{group}: shoot at which target?", Ref(group)),
        rule=SHOOTS,
        about=group,
        options=options,
    )


def shoot_with(play: Play[Game], group: UnitId) -> Script[None]:
    """Ask a group for its target and resolve the shot, which may also decide a combat."""
    target = UnitId((yield from play.ask(target_decision(play.state, group))))
    yield from with_end_of_combats(play, shoot_or_link(play, group, target))


def end_volley(play: Play[Game]) -> Script[None]:
    """Settle a volley that is still unfinished when its card ends."""
    yield from with_end_of_combats(play, settle_volley(play))


def with_end_of_combats(play: Play[Game], rules: Script[None]) -> Script[None]:
    """Run the rules of a shot, and then end the combats that the shot has decided."""
    there = {figure.id: figure for figure in play.state.table.standing_pieces()}
    yield from rules
    fallen = [figure for key, figure in there.items() if not play.state.table.piece(key).in_play]
    yield from conclude_decided(play, fallen)


SHOOT_ACTION = GroupAction("Shoot", SHOOTS, why_cannot_shoot, shoot_with)
