"""Previews of the odds of the answer selected for a decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from battlesim.engine.decisions import ChooseOne, ChooseSome, Decision
from battlesim.engine.option import Option
from battlesim.engine.position_decisions import MoveGroup
from battlesim.engine.ruleset import Preview
from battlesim.table.ids import UnitId
from battlesim.table.units import Unit

from ..attack.fire_choices import possible_fires
from ..attack.fire_worth import best_fire
from ..attack.sniping import as_aiming
from ..attack.targeting import Fire, joint_fire, weapon_of
from ..core.lookups import is_inverted, unit_of
from ..core.state import Battery, Battle
from ..core.vehicles import vehicle_of
from ..electronics.air_defence import AirDefence
from ..electronics.interference import Interference
from ..previews.actions import ACTION_PREVIEWS, panic_preview
from ..previews.assault import assault_preview
from ..previews.command import rally_preview, regroup_preview, transfer_preview
from ..previews.electronics import air_shot_preview, interference_preview
from ..previews.fire import fire_preview
from ..previews.mines import mine_preview
from ..previews.support import battery_preview, impact_preview, mission_of_option, mission_preview
from ..previews.vehicles import claws_preview
from ..support.points import CallSupport
from .hidden_previews import observation_preview, recon_preview, spotting_preview

OptionPreview = Callable[[Battle, Unit, Option], Preview | None]
"""A function that returns the odds of an option of a unit."""


def answer_preview(view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
    """Return the odds of an answer, or None if it has none."""
    if isinstance(decision, MoveGroup):
        return mine_preview(view, answer)
    if isinstance(decision, CallSupport):
        return impact_preview(view, decision, answer) if decision.what == "impact" else None
    if isinstance(decision, ChooseSome) and decision.what == "weapons":
        return _weapons(view, decision, answer)
    if isinstance(decision, ChooseSome) and decision.what == "join":
        return _combined_assault(view, decision, answer)
    if not isinstance(decision, ChooseOne) or (answer == decision.least and decision.what != "chits"):
        return None
    if isinstance(decision, Interference):
        return interference_preview(view, decision, answer)
    if isinstance(decision, AirDefence):
        return air_shot_preview(view, decision, answer)
    if decision.what == "spot":
        return spotting_preview(view, decision, answer)
    option = decision.chosen_option(answer)
    if decision.what == "unit":
        mission = mission_of_option(view, option)
        if mission:
            return mission_preview(view, mission)
        unit = view.table.units.get(UnitId(option.key))
        return panic_preview(view, unit) if unit else None
    preview, own = OPTION_PREVIEWS.get(decision.what), view.table.pieces.get(decision.about)
    if preview is None or own is None or not (option.to or option.act):
        return None
    return preview(view, unit_of(view, own), option)


def _weapons(view: Battle, decision: ChooseSome, answer: tuple[str, ...]) -> Preview | None:
    """Return the odds of a fire action with some of the weapons of a unit."""
    own = view.table.pieces.get(decision.about)
    targets = [target for option in decision.options for target in option.to]
    if own is None or not targets or not answer:
        return None
    fire = Fire(own.unit, UnitId(targets[0]), tuple(answer))
    hidden = is_inverted(view.table.units[fire.target])
    return recon_preview(view, fire) if hidden else fire_preview(as_aiming(view, own.unit), fire)


def _target(view: Battle, unit: Unit, option: Option) -> Preview | None:
    """Return the odds of the best fire action at a target, or of all weapons at a counter."""
    aiming, target = as_aiming(view, unit.id), UnitId(option.to[0])
    if is_inverted(view.table.units[target]):
        return recon_preview(view, joint_fire(aiming, unit.id, target))
    best = best_fire(aiming, unit.id, target)
    return fire_preview(aiming, best[0]) if best else None


def _gun(view: Battle, unit: Unit, option: Option) -> Preview | None:
    """Return the odds of a heavy weapon, or of all light ones together."""
    target = UnitId(option.to[0])
    fires = (fire for fire in possible_fires(view, unit.id, target) if option.key in fire.weapons)
    hidden = is_inverted(view.table.units[target])
    return next((recon_preview(view, f) if hidden else fire_preview(view, f) for f in fires), None)


def _assault(view: Battle, unit: Unit, option: Option) -> Preview:
    """Return the odds of an assault, of the claws of a figure at a vehicle."""
    target = UnitId(option.to[0])
    vehicle = vehicle_of(view, target)
    if vehicle:
        return claws_preview(view, unit.id, vehicle)
    return assault_preview(view, [unit], view.table.units[target])


def _combined_assault(view: Battle, decision: ChooseSome, answer: tuple[str, ...]) -> Preview | None:
    """Return the odds of an assault together with the chosen units."""
    units, own = view.table.units, unit_of(view, view.table.pieces[decision.about])
    target = UnitId(next(target for option in decision.options for target in option.to))
    if vehicle_of(view, target):
        return None
    return assault_preview(view, [own, *(units[UnitId(key)] for key in answer)], units[target])


def _observed(view: Battle, unit: Unit, option: Option) -> Preview:
    return observation_preview(view, unit.id, option.key)


def _support(view: Battle, unit: Unit, option: Option) -> Preview:
    """Return the odds of all small arms with one support weapon."""
    target = UnitId(option.to[0])
    keys = (key for key in joint_fire(view, unit.id, target).weapons if weapon_of(key).is_small_arm)
    return fire_preview(view, Fire(unit.id, target, (*keys, option.key)))


def _action(view: Battle, unit: Unit, option: Option) -> Preview | None:
    preview = ACTION_PREVIEWS.get(option.key)
    return preview(view, unit) if preview else None


def _other(preview: Callable[[Battle, Unit, Unit], Preview]) -> OptionPreview:
    """Return a preview of an option that is about another unit."""
    return lambda view, unit, option: preview(view, unit, view.table.units[UnitId(option.to[0])])


def _battery(view: Battle, unit: Unit, option: Option) -> Preview:
    return battery_preview(view, unit, _battery_called(view, option))


def _chits(view: Battle, unit: Unit, option: Option) -> Preview:
    return battery_preview(view, unit, _battery_called(view, option), int(option.key))


def _battery_called(view: Battle, option: Option) -> Battery:
    return next(battery for battery in view.game.batteries if battery.id == option.to[0])


OPTION_PREVIEWS: Mapping[str, OptionPreview] = {
    "action": _action,
    "counter": _observed,
    "target": _target,
    "support": _support,
    "gun": _gun,
    "enemy": _assault,
    "transfer": _other(transfer_preview),
    "rally": _other(rally_preview),
    "regroup": _other(regroup_preview),
    "battery": _battery,
    "chits": _chits,
}
"""The odds cards of options, by the key of their decision."""
