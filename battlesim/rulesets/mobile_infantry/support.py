"""Support acts: what a single stand may do in place of its unit's Action (MI-GAP-12).

An act's key names it, who does it and to whom: "ready:<id>", "search:<id>:<structure>", "heal:<id>:<stand>",
"radio:<id>", "promote:<id>:<squad>".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from battlesim.engine.decisions import Blocked, ChooseOne, Option
from battlesim.engine.moves import ChooseFacing
from battlesim.engine.play import Against, Play, Script, at_least
from battlesim.geometry.constants import TOL
from battlesim.rulings.measure import apart, told
from battlesim.table.events import Modifier, Moved, Said, Travel
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.terrain import Terrain

from . import medics, search
from .each_model import Chance
from .events import tally
from .facts import gap, has, of, within
from .marking import has_ready_weapon, set_mark
from .marks import CAPTAIN, HEALED, MOVED, OFFICER, READY
from .profiles import weapons
from .promotion import becoming, promote
from .state import MI, Battle, Game
from .targets import name_of
from .units import can_act

DONE = "done"
JUST_OUT = 3.0
"""Inches beyond its reach up to which an act is shown with what is wrong."""
MOST_RUNS = 4


def can_ready(piece: Piece) -> bool:
    """Whether Ready is anything to a model: a gun that it makes fit, or a facing (MI-GAP-08)."""
    return has_ready_weapon(piece) or has(piece, "faces")


def needs_ready(state: Battle, piece: Piece) -> bool:
    """Whether a gun is weakened by a move, or is used up by each shot and not ready (MI-GAP-21)."""
    guns = [key for key in of(piece).weapons if weapons()[key].ready]
    used_up = [key for key in guns if key in state.game.parameters.ready_used_up]
    return bool(guns) and (piece.has(MOVED) or (bool(used_up) and not piece.has(READY)))


def _ready(state: Battle, piece: Piece) -> list[Option]:
    if not can_ready(piece):
        return []
    return [Option(f"ready:{piece.id}", f"{piece.name}: Ready", (piece.id,), rule="MI-REDY-01")]


def _search(state: Battle, piece: Piece) -> list[Option]:
    if not search.may_search(state, piece):
        return []
    open_ones = [t for t in search.structures(state, piece) if t.id not in state.game.searched]
    return [
        Option(
            f"search:{piece.id}:{t.id}",
            f"{piece.name}: search {t.called}",
            (piece.id, t.id),
            rule="MI-SRCH-01",
        )
        for t in open_ones
    ]


def _heal(state: Battle, piece: Piece) -> list[Option]:
    if not has(piece, "medic"):
        return []
    return [
        Option(*_help(piece, p), (piece.id, p.id), f"{p.hits} of {p.hits_full} HP", "MI-TRT-03")
        for p in medics.patients(state, piece.id)
    ]


def _help(piece: Piece, patient: Piece) -> tuple[str, str]:
    """Key and label of a medic's act."""
    return f"heal:{piece.id}:{patient.id}", f"{piece.name}: help {patient.name}"


def _radio(state: Battle, piece: Piece) -> list[Option]:
    """A call to the fleet from the transmitter (MI-OBJ-06, MI-GAP-26)."""
    if not _at_transmitter(state, piece) or radio_fault(state):
        return []
    needs = state.game.parameters.radio_needs
    note = f"{needs}+ on a D6{', +1' * _is_command(piece)}" if needs else "contact is certain"
    return [Option(f"radio:{piece.id}", f"{piece.name}: radio the fleet", (piece.id,), note, "MI-OBJ-06")]


def _promote(state: Battle, piece: Piece) -> list[Option]:
    """A Captain makes a Rifle Squad of any unit within 9 in a Command Team (MI-TRT-06, MI-GAP-14)."""
    return [
        Option(*_promotion(piece, p), (piece.id, p.id), becoming(p), "MI-TRT-06")
        for p in _squads(state, piece)
        if within(gap(state, piece.id, p.id), CAPTAIN)
    ]


def _squads(state: Battle, piece: Piece) -> list[Piece]:
    """The Rifle Squads that a Captain may promote if they are near enough; of anybody else none."""
    squads = [p for p in state.table.of_side(MI) if p.kind == "rifle_squad" and can_act(p)]
    return squads if piece.count(OFFICER) >= CAPTAIN else []


def _promotion(piece: Piece, squad: Piece) -> tuple[str, str]:
    """Key and label of a promotion."""
    return f"promote:{piece.id}:{squad.id}", f"{piece.name}: promote {squad.name}"


def _transmitter(state: Battle) -> Terrain | None:
    """The transmitter's building while it stands."""
    house = state.table.ground.by_id().get(state.game.site.transmitter)
    return house if house is not None and house.kind == "building" else None


def _radio_reach(piece: Piece) -> float | None:
    """Inches from the building that infantry may be, 0 for a mech with Comms; None for all others."""
    if has(piece, "infantry"):
        return search.REACH
    return 0.0 if has(piece, "comms") else None


def _at_transmitter(state: Battle, piece: Piece) -> bool:
    """Infantry inside or within 1 in of the transmitter's building, a mech with Comms in contact with it.

    MI-OBJ-06, MI-GAP-26.
    """
    house, reach = _transmitter(state), _radio_reach(piece)
    return house is not None and reach is not None and search.beside(state, piece, house.id, reach)


def radio_fault(state: Battle) -> str:
    """Why the radio cannot be worked now, in words; "" when it can (MI-GAP-24, MI-GAP-26)."""
    if not state.game.parameters.air_support:
        return "there is no air support"
    if state.game.count("radio_tried"):
        return "the radio has been tried in this turn"
    return f"all {MOST_RUNS} strike runs are granted" if state.game.count("runs_granted") >= MOST_RUNS else ""


OFFERS: Mapping[str, Callable[[Battle, Piece], list[Option]]] = {
    "ready": _ready,
    "search": _search,
    "heal": _heal,
    "radio": _radio,
    "promote": _promote,
}


def acts(state: Battle, pieces: Sequence[Piece], kinds: Sequence[str] = tuple(OFFERS)) -> list[Option]:
    """Every support act open to these models."""
    return [option for piece in pieces for kind in kinds for option in OFFERS[kind](state, piece)]


def _shut_radio(state: Battle, piece: Piece) -> list[Blocked]:
    house, reach = _transmitter(state), _radio_reach(piece)
    if house is None or reach is None or not search.beside(state, piece, house.id, reach + JUST_OUT):
        return []
    fault = radio_fault(state)
    words, rule = (fault, "MI-GAP-26") if fault else (_too_far(state, piece, house, reach), "MI-OBJ-06")
    return [Blocked(f"radio:{piece.id}", f"{piece.name}: radio the fleet", words, rule)]


def _shut_search(state: Battle, piece: Piece) -> list[Blocked]:
    if not search.may_search(state, piece):
        return []
    houses = [t for t in state.table.ground.terrain if t.kind == "building"]
    found: list[Blocked] = []
    for house in (t for t in houses if search.beside(state, piece, t.id, search.REACH + JUST_OUT)):
        done = house.id in state.game.searched
        words = "it has been searched" if done else _too_far(state, piece, house, search.REACH)
        key, label = f"search:{piece.id}:{house.id}", f"{piece.name}: search {house.called}"
        found.append(Blocked(key, label, words, "MI-SRCH-01"))
    return found


def _too_far(state: Battle, piece: Piece, house: Terrain, reach: float) -> str:
    """How far off a building is that is out of reach, in words; "" within reach."""
    if search.beside(state, piece, house.id, reach):
        return ""
    least = f"within {reach:g} in of it" if reach else "touching it"
    return f"{told(search.gap_to(state, piece, house.id))} in from {house.called}, it must be {least}"


def _shut_heal(state: Battle, piece: Piece) -> list[Blocked]:
    """The wounded whom a medic has no contact with, or who have been helped (MI-TRT-03)."""
    found = []
    for patient in medics.wounded(state, piece.id) if has(piece, "medic") else ():
        away = gap(state, piece.id, patient.id)
        helped = "has been helped in this turn" if patient.has(HEALED) else ""
        words = f"{apart(away, 'away')}, must touch" if away > TOL else helped
        if within(away, JUST_OUT):
            found.append(Blocked(*_help(piece, patient), words, "MI-TRT-03"))
    return found


def _shut_promote(state: Battle, piece: Piece) -> list[Blocked]:
    away = {squad: gap(state, piece.id, squad.id) for squad in _squads(state, piece)}
    return [
        Blocked(*_promotion(piece, squad), f"{apart(far, 'away')}, must be within {CAPTAIN} in", "MI-TRT-06")
        for squad, far in away.items()
        if within(far, CAPTAIN + JUST_OUT) and not within(far, CAPTAIN)
    ]


SHUT = (_shut_radio, _shut_search, _shut_heal, _shut_promote)


def shut(state: Battle, pieces: Sequence[Piece]) -> list[Blocked]:
    """The acts that are just out of reach of these models, or used up, with the reason."""
    return [one for piece in pieces for look in SHUT for one in look(state, piece) if one.reason]


def ask(
    play: Play[Game],
    able: Callable[[], Sequence[Piece]],
    *,
    alike: bool,
    at_least_one: bool,
    each: Chance | None,
) -> Script[dict[str, str]]:
    """Support acts one after the other, each model one; who did one, and its kind.

    `each` follows every act. `alike`: all of one kind, as the first (option all_same); then `able` is asked
    anew for each act, as an act may change who can do what.
    """
    busy: dict[str, str] = {}
    kinds: Sequence[str] = tuple(OFFERS)
    while open_acts := acts(play.state, free := [p for p in able() if p.id not in busy], kinds):
        near = [one for one in shut(play.state, free) if one.key.partition(":")[0] in kinds]
        answer = yield from play.ask(_question(open_acts, near, must=at_least_one and not busy))
        if answer == DONE:
            break
        kind, actor, *_ = answer.split(":")
        kinds = (kind,) if alike else kinds
        busy[actor] = kind
        yield from perform(play, answer)
        if each:
            yield from each(actor)
    return busy


def _question(open_acts: Sequence[Option], near: Sequence[Blocked], must: bool) -> ChooseOne:
    done = () if must else (Option(DONE, "No more support acts"),)
    return ChooseOne(
        side=MI,
        what="support",
        prompt="Support acts in place of the unit's Action",
        rule="MI-GAP-12",
        options=(*open_acts, *done),
        blocked=(*near, *((Blocked(DONE, "No support act", "this Action is one of support acts"),) * must)),
        least="" if must else DONE,
        begins="" if must else DONE,
    )


def perform(play: Play[Game], act: str) -> Script[None]:
    """Carry out one support act by its key."""
    kind, actor, *rest = act.split(":", 2)
    yield from PERFORM[kind](play, actor, *rest)


def _do_ready(play: Play[Game], actor: str) -> Script[None]:
    """Ready: the mark is set, the weakness of having moved is gone (MI-REDY-01, MI-GAP-21); a free facing."""
    yield from ready(play, (actor,))


def ready(play: Play[Game], stands: Sequence[str]) -> Script[None]:
    """Stands take Ready: their guns are fit again and they may turn (MI-GAP-08)."""
    armed = [s for s in stands if has_ready_weapon(play.state.table.piece(s))]
    set_mark(play, armed, READY, 1, "MI-REDY-01")
    set_mark(play, armed, MOVED, 0, "MI-TRT-07")
    for stand in stands:
        if has(play.state.table.piece(stand), "faces"):
            yield from turn(play, stand)


def turn(play: Play[Game], stand: str) -> Script[None]:
    """A free choice of facing (MI-GAP-08); none inside a building."""
    piece = play.state.table.piece(stand)
    if piece.spot is None:
        return
    facing = yield from play.ask(
        ChooseFacing(side=MI, what="facing", prompt=f"Facing of {piece.name}", rule="MI-GAP-08", about=stand)
    )
    old = piece.spot
    new = OnTable(old.x, old.y, round(facing % 360.0, 3), old.z, old.on)
    if new != old:
        play.emit(Moved(rule="MI-GAP-08", parts=(Travel(stand, old, new),), how="turn"))


def _do_search(play: Play[Game], actor: str, structure: str) -> Script[None]:
    yield from search.search(play, actor, structure)


def _do_heal(play: Play[Game], actor: str, patient: str) -> Script[None]:
    medics.heal(play, actor, patient)
    return
    yield


def _is_command(piece: Piece) -> bool:
    return piece.kind == "command_team"


COMMAND_TEAM = Modifier(1, "Command Team", "MI-GAP-26")


def radio_try(state: Battle, actor: str) -> Against | None:
    """What a D6 is rolled against, None when contact is certain (MI-GAP-26)."""
    needs, command = state.game.parameters.radio_needs, _is_command(state.table.piece(actor))
    return at_least(needs, modifiers=(COMMAND_TEAM,) if command else ()) if needs else None


def _do_radio(play: Play[Game], actor: str) -> Script[None]:
    """One try per MI turn: D6, +1 for a Command Team; a success grants a run (MI-OBJ-06, MI-GAP-26)."""
    against = radio_try(play.state, actor)
    play.emit(tally(play.state, "radio_tried", 1, "MI-GAP-26"))
    if against:
        words = f"{name_of(play.state, actor)} calls the fleet"
        (face,) = yield from play.roll((6,), words, rule="MI-GAP-26", by=actor, against=against)
        if not against.made(face):
            return
    if not play.state.game.count("contact_turn"):
        play.emit(tally(play.state, "contact_turn", play.state.game.turn, "MI-GAP-26"))
    play.emit(tally(play.state, "runs_granted", 1, "MI-GAP-26"))
    play.emit(Said(rule="MI-OBJ-06", text="The fleet answers: a strike run is granted", by=actor))


def _do_promote(play: Play[Game], actor: str, squad: str) -> Script[None]:
    promote(play, squad, "MI-TRT-06")
    return
    yield


PERFORM: Mapping[str, Callable[..., Script[None]]] = {
    "ready": _do_ready,
    "search": _do_search,
    "heal": _do_heal,
    "radio": _do_radio,
    "promote": _do_promote,
}
