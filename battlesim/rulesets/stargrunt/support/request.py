"""Requests for support: the roll, the chits, and the resulting mission."""

from __future__ import annotations

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import Threshold, ThresholdRoll
from battlesim.mechanics.contest import shifted_die
from battlesim.table.events import DieTag, Modifier
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.units import Unit

from ..actions.unit_actions import UnitAction
from ..command.chain import COMMAND_LEVELS
from ..core.choices import choose_or_none
from ..core.events import SupportCalled
from ..core.lookups import leader_of, unit_rules
from ..core.profiles import tables
from ..core.state import Battery, Battle, Game, Mission
from ..electronics.interference import roll_against_interference
from .impact_markers import is_hidden_play, lay_impact_markers
from .missions import delay
from .points import REQUESTS, point_decision

BYPASSES, CHITS = "SG-ART-01", "SG-ART-02"
HOW_MANY = "SG-GAP-130"
ROUNDS, WARHEADS = "SG-GAP-134", "SG-GAP-136"
REQUEST_DIE = 8
NOBODY_KEY = "none"


def batteries_of(state: Battle, side: str) -> list[Battery]:
    """Return the batteries of a side."""
    return [battery for battery in state.game.batteries if battery.side == side]


def is_specialist(unit: Unit, battery: Battery) -> bool:
    """Return whether a unit is a specialist for the kind of support that a battery gives."""
    return battery.kind in unit_rules(unit).specialist


def levels_between(unit: Unit, battery: Battery) -> int:
    """Return the number of command levels that a request bypasses, or 0 for an attached observer."""
    if battery.observer == unit.id:
        return 0
    ranks = [COMMAND_LEVELS.index(level) for level in (unit_rules(unit).level, battery.level)]
    return max(0, abs(ranks[0] - ranks[1]) - 1)


def request_roll(unit: Unit, battery: Battery, chits: int) -> ThresholdRoll:
    """Return the roll of a support request with a number of chits."""
    levels, row = levels_between(unit, battery), tables().request[battery.kind]
    shifts = [Modifier(-levels, f"{levels} level{'s' * (levels > 1)} bypassed", BYPASSES)] if levels else []
    shifts += [Modifier(chits, f"{chits} chits", CHITS)] if chits else []
    tag = DieTag(unit.side, "Request", tuple(shifts))
    more = row.specialist if is_specialist(unit, battery) else row.other
    needed = Threshold(unit_rules(unit).leadership + more + 1, "Request", rule=row.rule)
    return ThresholdRoll(
        sides=(shifted_die(REQUEST_DIE, tag).sides,), thresholds=(needed,), tags=(tag,), rule=row.rule
    )


def why_no_mission(battery: Battery) -> AnyText:
    """Return why a battery cannot fire any more missions, or "" if it can."""
    return "" if battery.missions else "it has no missions left"


def why_cannot_request(state: Battle, unit: Unit) -> AnyText:
    """Return why a unit cannot call for any support, or "" if it can."""
    reasons = [why_no_mission(battery) for battery in batteries_of(state, unit.side)]
    return "" if any(not reason for reason in reasons) else "no battery has missions left"


def battery_decision(state: Battle, unit: Unit) -> ChooseOne:
    """Return the decision that asks which battery and warhead a unit calls for."""
    options = [
        Option(
            f"{battery.id} {warhead}",
            phrase("{}, {}", battery.name, tables().warhead[warhead].name),
            rule=WARHEADS,
            act=warhead,
            to=(battery.id,),
            shut=why_no_mission(battery),
        )
        for battery in batteries_of(state, unit.side)
        for warhead in battery.warheads
    ]
    prompt = phrase("{unit}: call which support?", unit.name)
    return choose_or_none(state, unit, prompt, options, what="battery", rule=REQUESTS, none=NOBODY_KEY)


def request_support(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask for a battery, a point, the rounds and the chits, then roll for the request."""
    own = play.state.table.units[unit]
    decision = battery_decision(play.state, own)
    key = yield from play.ask(decision)
    if key == NOBODY_KEY:
        return
    option = decision.chosen_option(key)
    battery = next(each for each in play.state.game.batteries if each.id == option.to[0])
    at: Point = yield from play.ask(point_decision(play.state, own, battery, option.act))
    rounds = yield from _ask_count(play, own, "rounds", "How many rounds?", 1, battery.rounds, ROUNDS)
    chits = yield from _ask_count(
        play, own, "chits", "How many chits?", 0, chits_left(play.state, own.side), CHITS, battery.id
    )
    roll, text = request_roll(own, battery, chits), phrase("{} calls {}", own.name, battery.name)
    by = leader_of(play.state, unit).id
    passed = yield from roll_against_interference(play, own, "request", roll, 0, text, by)
    mission = _mission(play.state, own, battery, at, option.act, rounds) if passed else None
    to = own.side if is_hidden_play(play.state) else ""
    if mission is not None and to:
        mission = yield from lay_impact_markers(play, own, battery, mission)
    play.emit(
        SupportCalled(rule=REQUESTS, side=own.side, battery=battery.id, chits=chits, mission=mission, to=to)
    )


def _mission(state: Battle, unit: Unit, battery: Battery, at: Point, warhead: str, rounds: int) -> Mission:
    number = sum(1 for mission in state.game.missions if mission.battery == battery.id)
    key, turn = f"{battery.id}-{battery.missions}-{number}", state.game.turn + delay(battery)
    return Mission(key, battery.id, str(unit.id), at, warhead, rounds, turn)


def chits_left(state: Battle, side: SideKey) -> int:
    """Return the number of support request chits that a side has left."""
    return state.game.chits.get(side, 0)


def _ask_count(
    play: Play[Game], unit: Unit, what: str, prompt: str, least: int, most: int, rule: str, to: str = ""
) -> Script[int]:
    """Ask for a whole number; nobody is asked where there is no choice."""
    if most <= least:
        return most
    target = (to,) if to else ()
    options = [Option(str(number), str(number), to=target) for number in range(least, most + 1)]
    about = leader_of(play.state, unit.id).id
    default = str(most if least else least)
    chosen = yield from play.choose_one(
        what, unit.side, prompt, options, rule=rule, about=about, least=default, begins=default
    )
    return int(chosen.key)


REQUEST_ACTION = UnitAction(
    "Call for support",
    REQUESTS,
    why_cannot_request,
    request_support,
    lambda state, unit: bool(batteries_of(state, unit.side)) and not unit_rules(unit).automated,
)
