"""What marines do besides moving and firing: aim, wait, doors, first aid, recorders, looks, weapons."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from battlesim.engine.option import Option, by_name
from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.mechanics.chance import alone, at_least, roll
from battlesim.mechanics.pieces import gap, set_mark
from battlesim.rulings.measure import apart
from battlesim.table.events import MarkerRemoved
from battlesim.table.ids import MarkerId
from battlesim.table.pieces import Marker, Piece
from battlesim.table.words import Ref, Words, listed, say

from ..attack import shooting
from ..core import marks
from ..core.facts import active, can, lies, markers, members
from ..core.losses import COPY_KIND, recorder_of
from ..core.marks import copies, copy_of
from ..core.state import MARINES, Battle, Game
from ..ground import doors
from ..ground.contact import beside, engaged
from ..ground.facing import turn_to
from ..ground.sight import eyes, sees, unlimited
from ..markers import reveal
from ..melee import hug
from ..overwatch import watch
from .exits import HOME
from .kinds import why_shut

OVERWATCH_RULE = "TS-GAP-24"
AIM = "TS-GAP-29"
RELOAD = "TS-ACT-09"
SET_UP = "TS-GAP-32"
DOOR = "TS-ACT-08"
TREAT = "TS-WND-06"
LOOK = "TS-GAP-99"
RECORDERS = "recorder"


def who_does(play: Play[Game], able: Sequence[str], prompt: str) -> Script[tuple[str, ...]]:
    """Which of some figures do what all of them can."""
    if len(able) == 1:
        return tuple(able)
    pieces = [play.state.table.piece(one) for one in able]
    about = pieces[0].unit
    return (yield from play.some("who", MARINES, prompt, by_name(pieces), about=about, whole=True))


# -- to aim, to wait, to load --


def cannot_wait(state: Battle, piece: Piece) -> Words:
    """Why a figure cannot go on Overwatch."""
    return shooting.why_not(state, piece) or ("it is on Overwatch" if piece.has(marks.OVERWATCH) else "")


def wait(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Go on Overwatch: a new spell of shots begins."""
    play = play.under(OVERWATCH_RULE)
    done = yield from who_does(play, able, "Overwatch")
    if done:
        play.tell(say("{}: Overwatch", _called(play.state, done)), by=", ".join(done))
    set_mark(play, done, marks.OVERWATCH, 1)
    for piece in [play.state.table.piece(one) for one in done]:
        set_mark(play, [piece.id], marks.EARLIER, piece.count(marks.EARLIER) + piece.count(marks.SHOTS))
    set_mark(play, done, marks.SHOTS, 0)
    return done


def _called(state: Battle, some: Sequence[str]) -> Words:
    """Some figures of a squad in words: the squad where they are all of its active ones."""
    squad = state.table.piece(some[0]).unit
    whole = {piece.id for piece in active(members(state, squad))} <= {*some}
    return listed([Ref(squad)] if whole else [Ref(one) for one in some])


def cannot_aim(state: Battle, piece: Piece) -> Words:
    """Why a figure cannot aim."""
    if state.game.parameters.aim == "not_used":
        return "nobody aims in this battle"
    if can(piece, "template") or piece.has(marks.AIMED):
        return "it would gain nothing"
    if state.game.parameters.aim == "free_if_still" and any(
        piece.has(mark) for mark in (marks.MOVED, marks.SHOTS, marks.EARLIER)
    ):
        return "only the first shot of a figure that has not moved is aimed"
    return shooting.why_not(state, piece)


def aim(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Aim for the next shot; by option at no cost, but then one moves no more.

    Through a scope it is a look as well.
    """
    play = play.under(AIM)
    done = yield from who_does(play, able, "Aim")
    set_mark(play, done, marks.AIMED, 1)
    if play.state.game.parameters.aim == "free_if_still":
        set_mark(play, done, marks.STILL, 1)
        return ()
    for one in done:
        if can(play.state.table.piece(one), "sniper"):
            yield from turn_over(play, one)
    return done


def cannot_reload(state: Battle, piece: Piece) -> Words:
    """Why a weapon is not reloaded."""
    return "" if piece.has(marks.EMPTY) else "its weapon is loaded"


def reload(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Load what is empty."""
    play = play.under(RELOAD)
    done = yield from who_does(play, able, "Reload")
    set_mark(play, done, marks.EMPTY, 0)
    set_mark(play, done, marks.ROUNDS, 0)
    return done


def cannot_set_up(state: Battle, piece: Piece) -> Words:
    """Why a weapon is not set up."""
    needed = state.game.parameters.hmg_set_up and piece.kind == "hmg" and piece.has(marks.CARRIED)
    return "" if needed else "no weapon has to be set up"


def set_up(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Set up an HMG that was carried."""
    play = play.under(SET_UP)
    done = yield from who_does(play, able, "Set up")
    set_mark(play, done, marks.CARRIED, 0)
    return done


# -- what one does to something in contact --


def _each(
    play: Play[Game],
    able: Sequence[str],
    what: str,
    prompt: str,
    things: Callable[[Battle, Piece], Iterable[Option]],
    do: Callable[[Play[Game], str, str], Script[None] | None],
) -> Script[tuple[str, ...]]:
    """Have each of some figures choose one of its things, or nothing, and do it; who did."""
    done = list[str]()
    for one in able:
        found = list(things(play.state, play.state.table.piece(one)))
        options = [*found, *([Option("none", "Nothing")] if len(able) > 1 or len(found) != 1 else [])]
        if not found:
            continue
        chosen = options[0]
        if len(options) > 1:
            chosen = yield from play.one(what, MARINES, prompt, options, about=one, least="none")
        if chosen.key != "none":
            done.append(one)
            _turn(play, one, chosen.key)
            live = do(play, one, chosen.key)
            if live is not None:
                yield from live
    return tuple(done)


def _turn(play: Play[Game], piece: str, thing: str) -> None:
    """Turn a figure to another one or a marker on the table with which it does something."""
    table = play.state.table
    if marker := table.markers.get(MarkerId(thing)):
        turn_to(play, piece, (marker.x, marker.y))
    elif thing in table.pieces:
        turn_to(play, piece, table.piece(thing).xy)


def door_options(state: Battle, piece: Piece) -> list[Option]:
    """The doors that a figure can open or shut."""
    found = []
    for door in doors.at_hand(state, piece):
        words = say("{} {}", "Shut" if door.open else "Open", Ref(door.id))
        shut = "somebody stands in it" if door.open and doors.blocked(state, door) else ""
        found.append(Option(door.id, words, (door.id,), rule=DOOR, shut=shut))
    return found


def cannot_reach_door(state: Battle, piece: Piece) -> Words:
    """Why no door can be opened or shut."""
    return why_shut(door_options(state, piece), "no door is in contact")


def door(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Open or shut doors; whatever comes into view comes to light."""

    def swing(play: Play[Game], one: str, door: str) -> Script[None]:
        doors.swing(play, door, one)
        yield from watch.bring_to_light(play)

    return (yield from _each(play.under(DOOR), able, "door", "Which door?", door_options, swing))


def casualty_options(state: Battle, piece: Piece) -> list[Option]:
    """The casualties that a medic can treat (TS-GAP-58)."""
    found = beside(state, piece, _casualties(state))
    return [Option(p.id, p.name, (p.id,), rule=TREAT, shut=_fight(state, p)) for p in found]


def _casualties(state: Battle) -> list[Piece]:
    marines = state.table.of_side(MARINES)
    return [p for p in marines if p.spot and p.has(marks.DOWN) and not p.has(marks.HUGGED)]


def can_be_treated(state: Battle) -> bool:
    """Return whether there is a casualty whom a Medic could bring back."""
    return bool(_casualties(state))


def _nobody(state: Battle, piece: Piece, who: Words, victims: Sequence[Piece]) -> Words:
    """Return that nobody of some is in contact, and how far off the nearest is."""
    if not victims:
        return say("nobody {}", who)
    near = min(victims, key=lambda one: (gap(state, piece.id, one.id), one.id))
    return say("{} {}, {}, must touch", Ref(near.id), who, apart(gap(state, piece.id, near.id), "away"))


def _fight(state: Battle, casualty: Piece) -> Words:
    return "an enemy is in contact" if engaged(state, casualty) else ""


def cannot_treat(state: Battle, piece: Piece) -> Words:
    """Why a figure treats nobody (TS-ACT-17)."""
    if not can(piece, "medic"):
        return say("only a Medic treats casualties, and {} is not one", Ref(piece.id))
    if engaged(state, piece):
        return "an enemy is in contact"
    return why_shut(
        casualty_options(state, piece), _nobody(state, piece, "is a casualty", _casualties(state))
    )


def treat(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """A medic's roll of 4 or more returns a casualty to action; what it sees comes to light."""

    def do(play: Play[Game], one: str, casualty: str) -> Script[None]:
        words = say("{} treats {}", Ref(one), Ref(casualty))
        if (yield from roll(play, alone(at_least(4, TREAT)), words, by=one)):
            set_mark(play, [casualty], marks.DOWN, 0)
            yield from watch.bring_to_light(play)

    return (yield from _each(play.under(TREAT), able, "treat", "Treat whom?", casualty_options, do))


def victim_options(state: Battle, piece: Piece) -> list[Option]:
    """Those whom a figure can free of a Face Hugger."""
    return [Option(p.id, p.name, (p.id,), rule=hug.FREEING) for p in beside(state, piece, _hugged(state))]


def _hugged(state: Battle) -> list[Piece]:
    return [p for p in state.table.of_side(MARINES) if p.spot and p.has(marks.HUGGED)]


def can_be_freed(state: Battle) -> bool:
    """Return whether a Face Hugger holds a marine."""
    return bool(_hugged(state))


def cannot_free(state: Battle, piece: Piece) -> Words:
    """Why a figure frees nobody."""
    if victim_options(state, piece):
        return ""
    return _nobody(state, piece, "is hugged", [p for p in _hugged(state) if p.id != piece.id])


def free(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Try to tear a Face Hugger off its victim."""
    return (yield from _each(play, able, "free", "Free whom?", victim_options, hug.free))


# -- recorders and their copies --


def touched(piece: Piece, marker: Marker) -> bool:
    """Whether a base touches a disc on the table."""
    return math.dist(piece.xy, (marker.x, marker.y)) <= piece.radius + marker.radius + TOL


def held_copies(state: Battle) -> frozenset[str]:
    """The recorders of which there is a copy somewhere."""
    lying = (recorder_of(m.id) for m in state.table.markers.values() if m.kind == COPY_KIND)
    carried = (one for p in state.table.of_side(MARINES) if p.spot is not None for one in copies(p))
    return frozenset((*lying, *carried, *state.game.brought_home))


def recorder_options(state: Battle, piece: Piece) -> list[Option]:
    """The recorders that a figure touches."""
    made = held_copies(state)
    return [
        Option(m.id, m.name, (m.id,), rule=HOME, shut="there is a copy of it" if m.id in made else "")
        for m in state.table.markers.values()
        if m.kind == RECORDERS and touched(piece, m)
    ]


def cannot_copy(state: Battle, piece: Piece) -> Words:
    """Why a figure copies no recorder."""
    if engaged(state, piece):
        return "an enemy is in contact"
    return why_shut(recorder_options(state, piece), "it touches no recorder")


def copy(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Copy a recorder: the radio man without a roll (TS-GAP-30), anybody else on a 4 or more."""

    def do(play: Play[Game], one: str, recorder: str) -> Script[None]:
        words = say("{} copies {}", Ref(one), Ref(recorder))
        expert = can(play.state.table.piece(one), "radio")
        if expert or (yield from roll(play, alone(at_least(4, HOME)), words, by=one)):
            set_mark(play, [one], copy_of(recorder), 1)

    return (yield from _each(play.under(HOME), able, "copy", "Copy which one?", recorder_options, do))


def lying_options(state: Battle, piece: Piece) -> list[Option]:
    """The copies that a figure can take: those of casualties in contact, and those left by the dead."""
    owners = beside(state, piece, [p for p in state.table.of_side(MARINES) if lies(p) and copies(p)])
    discs = [m for m in state.table.markers.values() if m.kind == COPY_KIND and touched(piece, m)]
    found = [Option(p.id, say("what {} carries", Ref(p.id)), (p.id,), rule=HOME) for p in owners]
    return [*found, *(Option(m.id, m.name, (m.id,), rule=HOME) for m in discs)]


def cannot_take(state: Battle, piece: Piece) -> Words:
    """Why a figure takes no copy."""
    return "" if lying_options(state, piece) else "no copy lies in contact"


def take(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Take copies over."""

    def do(play: Play[Game], one: str, source: str) -> None:
        marker = play.state.table.markers.get(MarkerId(source))
        if marker is not None:
            play.emit(MarkerRemoved(marker=marker))
            set_mark(play, [one], copy_of(recorder_of(marker.id)), 1)
            return
        for recorder in copies(play.state.table.piece(source)):
            set_mark(play, [source], copy_of(recorder), 0)
            set_mark(play, [one], copy_of(recorder), 1)

    return (yield from _each(play.under(HOME), able, "take", "Take which copy?", lying_options, do))


# -- looks through infra-red gear --


def sighted(state: Battle, piece: Piece) -> list[Piece]:
    """The markers to which a figure has a line of sight at any distance, the nearest first."""
    far = unlimited(eyes(state), piece)
    found = [m for m in markers(state.table) if sees(state, piece, m, far)]
    return sorted(found, key=lambda m: (round(gap(state, piece.id, m.id), 3), m.id))


def cannot_look(state: Battle, piece: Piece) -> Words:
    """Why a figure takes no look."""
    if not (can(piece, "commander") or can(piece, "sniper")):
        return "it has no infra-red gear"
    if engaged(state, piece):
        return "an enemy is in contact"
    if can(piece, "sniper") and not sighted(state, piece):
        return "no marker is in line of sight"
    return ""


def look(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Look for markers through binoculars, which then stay up, or through a scope (TS-GAP-09)."""
    play = play.under(LOOK)
    for one in able:
        if can(play.state.table.piece(one), "commander"):
            set_mark(play, [one], marks.BINOCULARS, 1)
        yield from turn_over(play, one)
    return tuple(able)


def turn_over(play: Play[Game], looker: str) -> Script[None]:
    """One look turns over a marker that its owner names, or by option all that are in sight."""
    found = sighted(play.state, play.state.table.piece(looker))
    chosen = [m.id for m in found]
    if found and not play.state.game.parameters.looks_turn_all:
        option = yield from play.one(
            "look", MARINES, "Which marker is turned over?", by_name(found), about=looker
        )
        chosen = [option.key]
    for marker in chosen:
        if play.state.table.piece(marker).spot is not None:
            for creature in (yield from reveal.turn_over(play, marker)):
                yield from watch.offer(play, creature, watch.LIGHT)
