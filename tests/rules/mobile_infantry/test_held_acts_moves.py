"""Moves of the MI: what is asked again, closing up, what is in the way; counters and running in Reactions."""

from __future__ import annotations

import pytest

from battlesim.mechanics import group_moves
from battlesim.rulesets.mobile_infantry.core.state import Battle
from battlesim.rulesets.mobile_infantry.ground import movement
from battlesim.table.events import MarksChanged
from battlesim.table.pieces import Inside, OnTable
from battlesim.table.terrain import Terrain
from tests.rules.mobile_infantry.acts import do, leg
from tests.rules.mobile_infantry.arachnids import hole, swarm_of
from tests.rules.mobile_infantry.field import ScriptResult, block, field, lieutenant, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import act, led, offered, trigger

PHASE = "bugs_activations"


def asked_to_move(done: ScriptResult) -> list[list[str]]:
    """Who was asked for a Move, question by question."""
    return [[m.piece for m in d.motions] for d in done.asked if d.what == "move"]  # type: ignore[attr-defined]


@pytest.mark.rule("MI-GAP-56", "MI-MOVE-04", "MI-MOVE-05", "MI-UNIT-05")
def test_only_who_found_a_house_full_is_asked_again() -> None:
    house = block("building", "V1", 20, 6, 24, 12)
    inside = [rifles(f"I{n}", place=Inside("V1")) for n in range(2)]
    stands = lieutenant("L", 16, 9), rifles("P", 19.5, 8), rifles("Q", 19.5, 10)
    state = field(*stands, *inside, house, activation=led("L", "P", "Q"))
    ways = (
        leg("L", (16, 9), facing=90.0),
        leg("P", (19.5, 8), enters="V1"),
        leg("Q", (19.5, 10), enters="V1"),
    )
    done = act(state, {"action": ["move"], "move": [ways, (leg("Q", (19.5, 10), (18, 10)),)]})
    assert asked_to_move(done) == [["L", "P", "Q"], ["Q"]]
    assert (done.piece("P").place, done.piece("Q").xy) == (Inside("V1"), (18, 10))


@pytest.mark.rule("MI-GAP-08")
@pytest.mark.parametrize(("facing", "after"), [(None, 30.0), (90.0, 90.0)])
def test_a_stand_that_stays_keeps_its_facing_or_takes_another(facing: float | None, after: float) -> None:
    state = field(piece("machine_gun", "G", 10, 10, facing=30.0), activation=led("G"))
    done = act(state, {"action": ["move"], "move": [(leg("G", (10, 10), facing=facing),)]})
    assert done.piece("G").place == OnTable(10, 10, after)


@pytest.mark.rule("MI-GAP-65", "MI-MOVE-04", "MI-GAP-27")
def test_who_is_gone_leaves_room() -> None:
    state = field(rifles("P", 10, 10), warrior("W", 12, 10))
    assert movement.ground_room(state, ()).bases == ("P", "W")
    assert movement.ground_room(state, ("V1",), ("W",)).bases == ("P",)
    assert movement.ground_room(state, ("V1",), ("W",)).touching == ("V1",)


@pytest.mark.rule("MI-MOVE-04")
@pytest.mark.parametrize(
    ("thing", "way"),
    [
        (block("building", "T", 20, 6, 24, 12), ("inside", 2)),
        (block("wall", "T", 20, 6, 24, 6.5), ("post", 2)),
        (block("rocks", "T", 20, 6, 24, 12), None),
        (block("crater", "T", 20, 6, 24, 12), None),
        (block("ruin", "T", 20, 6, 24, 12), None),
        (hole("T", 22, 9)[1], None),
        (Terrain("T", "pond", (((20, 6), (24, 6), (24, 12)),), 0), None),
    ],
    ids=["house", "wall", "rocks", "crater", "ruin", "entrance", "anything else"],
)
def test_what_a_squad_may_go_into(thing, way) -> None:  # type: ignore[no-untyped-def]
    squad = rifles("P", 10, 10)
    found = [(entry.how, entry.cost) for entry in movement.model_entries(field(squad, thing), squad)]
    assert found == ([way] if way else [])


def stray(x: float, *more, stragglers: str = "close_up", enemy: float = 4.0) -> Battle:  # type: ignore[no-untyped-def]
    """A unit that shoots while Q is out of coherency."""
    return field(
        lieutenant("L", 10, 10),
        rifles("Q", x, 10),
        warrior("W", enemy, 10),
        *more,
        options={"stragglers": stragglers},
        activation=led("L", "Q"),
    )


def _rifles(decision, state):  # type: ignore[no-untyped-def]
    return ("assault_rifle",)


SHOT = {"action": ["shoot"], "target": ["W"], "weapons": [_rifles]}


@pytest.mark.rule("MI-UNIT-05", "MI-UNIT-06", "MI-GAP-15")
@pytest.mark.parametrize(
    ("x", "option", "questions", "end"),
    [
        (20.0, "close_up", [["Q"]], 16.0),
        (30.0, "close_up", [], 26.0),
        (20.0, "stay_out", [], 20.0),
    ],
)
def test_only_who_can_reach_the_officer_is_asked_how_he_closes_up(
    x: float, option: str, questions: list[list[str]], end: float
) -> None:
    done = act(stray(x, stragglers=option), SHOT, [1, 1])
    assert asked_to_move(done) == questions
    assert done.piece("Q").xy == pytest.approx((end, 10), abs=0.01)


@pytest.mark.rule("MI-UNIT-05", "MI-UNIT-06", "MI-GAP-15")
def test_who_has_no_way_to_the_officer_is_not_asked() -> None:
    sides = (17, 8, 19.4, 12), (20.6, 8, 23, 12), (19.4, 8, 20.6, 9.4), (19.4, 10.6, 20.6, 12)
    cell = [block("rocks", f"K{n}", *side) for n, side in enumerate(sides)]
    done = act(stray(20.0, *cell), SHOT, [1, 1])
    assert (asked_to_move(done), done.piece("Q").xy) == ([], (20, 10))


@pytest.mark.rule("MI-UNIT-05", "MI-UNIT-06", "MI-GAP-15")
def test_to_whom_the_officer_came_near_in_the_move_need_not_close_up() -> None:
    state = field(lieutenant("L", 10, 10), rifles("Q", 20, 10), activation=led("L", "Q"))
    done = act(state, {"action": ["move"], "move": [(leg("L", (10, 10), (14, 10)),)]})
    assert (asked_to_move(done), done.piece("Q").xy) == ([["L", "Q"]], (20, 10))


@pytest.mark.rule("MI-GAP-15")
def test_from_house_to_house_one_heads_for_the_nearest_wall() -> None:
    state = field(
        block("building", "V1", 10, 10, 14, 14),
        block("building", "V2", 30, 10, 34, 14),
        lieutenant("L", place=Inside("V2")),
        rifles("Q", place=Inside("V1")),
    )
    leg = group_moves.leg_toward_leader(state.table, movement.model_motion(state, "Q"), "L")
    assert leg is not None
    assert (*leg.path[0], *leg.end) == pytest.approx((14.5, 10.0, 18.5, 9.9), abs=0.05)


def counters(*firers, faces: tuple[int, ...], **answers):  # type: ignore[no-untyped-def]
    """Everybody fires at W, and takes counters."""

    def guns(decision, state):  # type: ignore[no-untyped-def]
        return ("assault_rifle",) * len(decision.items)

    state = field(*firers, warrior("W", 15, 11), warrior("V", 15, 13), phase=PHASE)
    given = {"react": ["fire"], "target": ["W"], "weapons": [guns], **answers}
    return trigger(state, "W", "V", answers=given, dice=faces)


P, Q = rifles("P", 10, 10, marks=["alert"]), rifles("Q", 10, 12, marks=["alert"])


@pytest.mark.rule("MI-FIRE-05", "MI-FIRE-06", "MI-FIRE-07")
@pytest.mark.parametrize(
    ("firers", "faces", "answer", "taken"),
    [
        ((P,), (2, 2, 2, 2), None, {}),
        ((P,), (1, 2, 2, 2), None, {"P": 1}),
        ((P,), (1, 1, 1, 2), None, {"P": 3}),
        ((P, Q), (2,) * 8, None, {}),
        ((P, Q), (1, 1, *[2] * 6), None, {"P": 1, "Q": 1}),
        ((P, Q), (1, *[2] * 7), ("Q",), {"Q": 1}),
        ((P, Q), (1, 1, 1, *[2] * 5), ("P", "Q", "P"), {"P": 2, "Q": 1}),
    ],
)
def test_who_takes_how_many_counters_and_when_that_is_asked(firers, faces, answer, taken) -> None:  # type: ignore[no-untyped-def]
    done = counters(*firers, faces=faces, **({"counters": [answer]} if answer else {}))
    parts = [part for e in done.events_of(MarksChanged) if e.rule == "MI-FIRE-05" for part in e.parts]
    assert {part.piece: part.new for part in parts} == taken
    assert len([e for e in done.events_of(MarksChanged) if e.rule == "MI-FIRE-05"]) == bool(taken)
    questions = [d for d in done.asked if d.what == "counters"]
    assert [[i.key for i in d.items] for d in questions] == (  # type: ignore[attr-defined]
        [[str(n + 1) for n in range(len(answer))]] if answer else []
    )


@pytest.mark.rule("MI-FEET-01", "MI-FEET-02", "MI-FIRE-01")
def test_who_cannot_get_away_is_told_why_and_who_can_is_offered_it() -> None:
    cell = (0, 1.1, 1.1, 3), (1.1, 0, 3, 3)
    walls = [block("rocks", f"K{n}", *side) for n, side in enumerate(cell)]
    boxed, free = rifles("P", 0.5, 0.5, marks=["alert"]), rifles("Q", 9, 9, marks=["alert"])
    state = field(boxed, free, *walls, warrior("W", 6, 6), phase=PHASE)
    done = trigger(state, "W", until="react")
    assert offered(done, "react") == {"fire", "feet:Q", "done"}
    assert [b.key for b in done.asked[-1].closed_options] == ["feet:P"]  # type: ignore[attr-defined]


@pytest.mark.rule("MI-FIRE-01", "MI-FIRE-03", "MI-FIRE-05")
def test_without_ammunition_it_is_told_why_nobody_fires() -> None:
    state = field(rifles("P", 10, 10, marks={"alert": 1, "ammo": 5}), warrior("W", 13, 10), phase=PHASE)
    (why,) = trigger(state, "W", until="react").asked[-1].closed_options  # type: ignore[attr-defined]
    assert (why.key, why.shut) == ("fire", "W: Assault Rifle is out of ammo")


@pytest.mark.rule("MI-GAP-16", "MI-GAP-49", "MI-GAP-48")
def test_a_bug_whose_way_was_shut_has_ended_its_move_where_it_stays() -> None:
    state = field(
        warrior("A", 20, 20),
        warrior("B", 22, 23),
        rifles("R", 25, 18, marks=["alert"]),
        rifles("S", 30, 20, marks=["alert"]),
        phase=PHASE,
        activation=swarm_of("A", "B"),
        options={"reaction_trigger": "each_model"},
    )
    ways = leg("A", (20, 20), (21, 20)), leg("B", (22, 23), (27, 21))
    run = (leg("R", (25, 18), (27.5, 20.3)),)
    answers = {"action": ["move"], "move": [ways, run], "react": ["feet:R", "done", "done"]}
    done = do(state, "bug_action", answers)
    assert [d.what for d in done.asked] == ["action", "move", "react", "move", "react", "react"]
    assert done.asked[-1].about == "B"


@pytest.mark.rule("MI-UNIT-05", "MI-GAP-15", "MI-GAP-16", "MI-GAP-74")
def test_nobody_is_drawn_on_to_an_officer_who_fell_while_they_closed_up() -> None:
    state = field(
        lieutenant("L", 10, 10, hits=1),
        rifles("Q", 20, 10),
        rifles("S", 34, 10),
        warrior("W", 12, 15, marks=["alert"]),
        warrior("X", 4, 10),
        options={"stragglers": "close_up", "reaction_trigger": "each_model"},
        activation=led("L", "Q", "S"),
    )
    ways = [(leg("Q", (20, 10), (16, 10)),), (leg("W", (12, 15), (10.5, 11.6)),)]
    shot = {"action": ["shoot"], "target": ["X"], "weapons": [_rifles]}
    done = act(state, {**shot, "move": ways, "react": ["screech:W"]}, [1, 6, 1])
    assert done.piece("L").has_mark("captive")
    assert done.piece("S").xy == (34, 10)


@pytest.mark.rule("MI-UNIT-05", "MI-UNIT-06", "MI-GAP-15")
def test_nobody_is_drawn_on_to_an_officer_who_is_killed_while_they_close_up_in_a_move() -> None:
    state = field(
        lieutenant("L", 10, 10, hits=1),
        rifles("Q", 20, 10),
        rifles("S", 34, 10),
        piece("tanker", "W", 12, 17, marks=["alert"]),
        options={"reaction_trigger": "each_model"},
        activation=led("L", "Q", "S"),
    )
    ways = [(), (leg("Q", (20, 10), (16, 10)),), (leg("W", (12, 17), (10.8, 12.4)),)]
    done = act(state, {"action": ["move"], "move": ways, "react": ["screech:W"]}, [6, 6])
    assert done.piece("S").xy == (34, 10)
