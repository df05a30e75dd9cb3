"""Below ground and at the edge: making room, coming out, collapses, arrivals; captives and medics."""

from __future__ import annotations

import math
from typing import Any

import pytest

from battlesim.engine.play import Script
from battlesim.mechanics.deployment import edge_entry_region
from battlesim.mechanics.turns import CounterChanged
from battlesim.rulesets.mobile_infantry.battle import reinforcements
from battlesim.rulesets.mobile_infantry.battle.reinforcements import entry_lines
from battlesim.rulesets.mobile_infantry.core.lookups import may_overlap, trigger_text
from battlesim.rulesets.mobile_infantry.core.state import Battle, ScheduledArrivals, Site
from battlesim.rulesets.mobile_infantry.ground import captives
from battlesim.rulesets.mobile_infantry.losses import hit_points
from battlesim.rulesets.mobile_infantry.underground import tunnel_entrances
from battlesim.rulings.movement import Leg
from battlesim.table.events import HitsChanged, MarkChange, MarksChanged
from battlesim.table.pieces import Aboard, Below, Off, OnTable, Piece
from tests.rules.mobile_infantry.acts import do, leg
from tests.rules.mobile_infantry.arachnids import hole, marker, reserve
from tests.rules.mobile_infantry.diggers import group, run, tunnel, underground
from tests.rules.mobile_infantry.field import (
    ScriptResult,
    block,
    field,
    lieutenant,
    perform,
    piece,
    rifles,
    warrior,
)


def made_room(*things: Any, **answers: Any) -> ScriptResult:
    """Whoever stands on entrance E at (30, 24) makes room."""
    return run(
        field(*hole("E", 30, 24), *things),
        lambda game: tunnel_entrances.make_room_for_entrance(game, "E", save=False),
        **answers,
    )


@pytest.mark.rule("MI-GAP-45")
@pytest.mark.parametrize(("dx", "dy"), [(1.0, 0.7), (-0.3, 1.1), (0.2, -0.9), (-1.5, -0.1)])
def test_who_makes_room_goes_straight_from_the_middle_to_the_edge(dx: float, dy: float) -> None:
    x, y = made_room(warrior("W", 30 + dx, 24 + dy)).piece("W").xy
    away = math.hypot(dx, dy)
    assert (x, y) == pytest.approx((30 + 2 * dx / away, 24 + 2 * dy / away), abs=0.002)


@pytest.mark.rule("MI-TUNL-05", "MI-GAP-45")
def test_who_is_lost_as_the_ground_opens_makes_no_room() -> None:
    """The Save of the first one fails with a 1; the second one lives and goes to the edge."""
    state = field(*hole("E", 30, 24), rifles("P", 29.4, 24, hits=1), rifles("Q", 30.6, 24))
    done = run(state, lambda game: tunnel_entrances.make_room_for_entrance(game, "E", save=True), dice=(1, 6))
    assert (done.piece("P").place, done.piece("Q").xy) == (Off("lost"), (32.0, 24.0))


@pytest.mark.rule("MI-GAP-45")
@pytest.mark.parametrize(("edge", "end"), [(6.8, (6.3, 24)), (6.3, (30, 24))])
def test_where_no_place_touches_the_entrance_the_nearest_within_two_feet_is_taken(
    edge: float, end: Any
) -> None:
    done = made_room(block("rocks", "K", edge, 0, 72, 48), warrior("W", 30, 24))
    assert done.piece("W").xy == pytest.approx(end, abs=0.02)


@pytest.mark.rule("MI-GAP-65", "MI-GAP-45")
@pytest.mark.parametrize(
    ("other", "for_people", "for_bugs"),
    [
        (hole("F", 33, 24)[0], True, False),
        (warrior("W", 32, 24), True, True),
        (rifles("R", 32, 24), True, True),
        (marker("M", 32, 24), False, False),
        (piece("viking", "V", 32, 24, marks=["flying"]), False, False),
        (piece("viking", "V", 32, 24), True, True),
        (piece("command_team", "C", 32, 24, hits=0, marks=["captive"]), False, False),
    ],
)
def test_who_is_in_the_way_of_those_who_make_room(other: Piece, for_people: bool, for_bugs: bool) -> None:
    movers = rifles("mover", 30, 24), warrior("mover", 30, 24)
    assert tuple(not may_overlap(other, mover) for mover in movers) == (for_people, for_bugs)


@pytest.mark.rule("MI-GAP-60", "MI-TUNL-04")
@pytest.mark.parametrize(
    ("standing", "serial", "id"), [((), 0, "E1"), ((), 3, "E4"), (("E1",), 0, "E2"), (("E1", "E2"), 0, "E3")]
)
def test_a_new_entrance_has_an_id_that_was_never_given(
    standing: tuple[str, ...], serial: int, id: str
) -> None:
    others = [thing for n, name in enumerate(standing) for thing in hole(name, 10 + 10 * n, 40)]
    done = tunnel(underground(*group(30, 20, warriors=1), *others, tally={"serial": serial}), "place")
    assert (id in done.state.table.pieces, done.state.game.count("serial")) == (True, int(id[1:]))


@pytest.mark.rule("MI-TUNL-09", "MI-TUNL-12")
@pytest.mark.parametrize(
    ("rule", "counter"), [("MI-TUNL-12", "collapsed_by_choice"), ("MI-TUNL-09", "entrances_destroyed")]
)
def test_a_collapse_is_booked_as_what_it_is(rule: str, counter: str) -> None:
    done = run(field(*hole("E", 30, 30)), lambda game: tunnel_entrances.collapse_entrance(game, "E", rule))
    assert [(e.name, e.rule) for e in done.events_of(CounterChanged)] == [
        ("collapsed", "MI-TUNL-12"),
        (counter, rule),
    ]


@pytest.mark.rule("MI-GAP-46", "MI-TUNL-10")
def test_who_dies_in_a_collapse_does_not_go_below() -> None:
    state = field(*hole("E", 30, 30), warrior("W", 32, 30), warrior("X", 30, 32), *group(28, 30, warriors=1))
    done = run(
        state,
        lambda game: tunnel_entrances.collapse_entrance(game, "E", tunnel_entrances.BY_CHOICE),
        (1, 4, 4),
        group=[("X",)],
    )
    assert [o.key for o in done.first_decision("group").open_options] == ["X"]  # type: ignore[attr-defined]
    assert (done.piece("W").place, done.piece("X").place) == (Off("reserve"), Below("M"))


@pytest.mark.rule("MI-GAP-46", "MI-TUNL-10", "MI-BURR-02")
@pytest.mark.parametrize(("kind", "asked"), [("warrior", True), ("burrower", True), ("plasma_bug", False)])
def test_only_bugs_that_tunnel_go_below_in_a_collapse(kind: str, asked: bool) -> None:
    big = piece(kind, "B", 30, 31.5 + 1.25)
    state = field(*hole("E", 30, 30), piece(kind, "B", 30, 31.5 + big.radius), *group(28, 30, warriors=1))
    done = run(
        state, lambda game: tunnel_entrances.collapse_entrance(game, "E", tunnel_entrances.BY_CHOICE), (6, 6)
    )
    assert ("group" in [d.what for d in done.asked]) is asked


@pytest.mark.rule("MI-GAP-44", "MI-TUNL-02")
def test_a_marker_on_an_edge_goes_along_it() -> None:
    state = underground(*group(72, 20), *hole("E", 72, 16))
    assert tunnel(state, "away", move=[(72, 26)]).piece("M").xy == (72, 26)


@pytest.mark.rule("MI-TUNL-02", "MI-TUNL-03")
@pytest.mark.parametrize(("at", "moves"), [((30, 30), {"any"}), ((31, 30), {"any", "toward", "away"})])
def test_a_marker_that_lies_on_the_only_entrance_goes_neither_to_it_nor_away(
    at: Any, moves: set[str]
) -> None:
    asked = do(underground(*group(*at), *hole("E", 30, 30)), "bug_action", until="tunnel").asked[-1]
    assert {o.key for o in asked.open_options} & {"any", "toward", "away"} == moves  # type: ignore[attr-defined]


def placed(state: Battle) -> list[tuple[str, ...]]:
    """Who is placed, question by question, as a group comes out of E."""
    return [d.pieces for d in tunnel(state, "exit:E").asked if d.what == "enter"]  # type: ignore[attr-defined]


@pytest.mark.rule("MI-TUNL-06", "MI-TUNL-07")
def test_a_tanker_for_which_too_few_are_left_of_the_fifteen_is_not_asked_for() -> None:
    things = (*group(30, 30, warriors=2, tanker="K"), *hole("E", 30, 30))
    assert placed(underground(*things, tally={"exits:E": 6})) == [("T1", "T2")]
    assert placed(underground(*things, tally={"exits:E": 5}))[0] == ("K",)


@pytest.mark.rule("MI-TUNL-06")
def test_a_tanker_without_room_stays_below_and_the_warriors_come_out() -> None:
    walls = block("rocks", "K1", 20, 20, 29.2, 40), block("rocks", "K2", 30.8, 20, 40, 40)
    assert placed(underground(*group(30, 30, warriors=2, tanker="K"), *hole("E", 30, 30), *walls)) == [
        ("T1", "T2")
    ]


def arriving(*things: Any, due: dict[str, int], **more: Any) -> Battle:
    """An Arachnid turn in which these may arrive."""
    tally = {f"due:{kind}": count for kind, count in due.items()}
    return field(rifles("R", 36, 3), *things, phase="bugs_arrivals", tally=tally, **more)


WARRIORS = Site(schedule=(ScheduledArrivals("warrior", (0, -1)),))


def comes_in(decision: Any, state: Battle) -> tuple[Leg, ...]:
    """Straight in from the northern edge."""
    return (leg(decision.motions[0].piece, (30, 47.5), (30, 42)),)


def by_marker(state: Battle) -> dict[str, str]:
    """The groups that may come below ground, and by which rule the others may not."""
    groups = [one for one in reinforcements.arrival_options(state) if "marker" in one.key]
    return {one.key: one.rule if one.shut else "" for one in groups}


@pytest.mark.rule("MI-REIN-06", "MI-REIN-07", "MI-BURR-01", "MI-GAP-70")
@pytest.mark.parametrize(
    ("due", "site", "marker", "with_tanker", "with_burrower"),
    [
        ({"warrior": 1, "tanker": 1}, Site(), "", "", ""),
        ({"warrior": 1}, Site(), "", "MI-REIN-07", ""),
        ({"tanker": 1}, Site(), "MI-REIN-07", "", "MI-REIN-07"),
        ({"warrior": 1, "tanker": 1}, Site(burrower=False), "", "", "MI-BURR-01"),
        ({"warrior": 1, "tanker": 1}, Site(marker_arrivals=False), *["MI-GAP-70"] * 3),
    ],
)
def test_which_groups_may_come_below_ground(due, site, marker, with_tanker, with_burrower) -> None:  # type: ignore[no-untyped-def]
    pool = [*reserve("warrior", 1), *reserve("tanker", 1), *reserve("burrower", 1)]
    assert by_marker(arriving(*pool, due=due, site=site)) == {
        "marker": marker,
        "marker_tanker": with_tanker,
        "marker_burrower": with_burrower,
    }


@pytest.mark.rule("MI-REIN-06", "MI-BURR-01")
def test_a_burrower_that_is_gone_joins_no_group() -> None:
    assert by_marker(arriving(*reserve("warrior", 1), due={"warrior": 1}))["marker_burrower"] == "MI-BURR-01"


@pytest.mark.rule("MI-GAP-38", "MI-REIN-06")
@pytest.mark.parametrize(
    ("what", "warriors", "asked"),
    [("marker", 1, None), ("marker", 2, (1, 2)), ("marker_tanker", 0, None), ("marker_tanker", 1, (0, 1))],
)
def test_who_makes_up_a_group_is_asked_where_there_is_a_choice(what: str, warriors: int, asked: Any) -> None:
    state = arriving(*reserve("warrior", 2), *reserve("tanker", 1), due={"warrior": warriors, "tanker": 1})
    done = do(state, "arrive", {"arrive": [what]})
    found = [(d.least, d.most) for d in done.asked if d.what == "group"]  # type: ignore[attr-defined]
    assert found == ([asked] if asked else [])


@pytest.mark.rule("MI-REIN-06", "MI-GAP-38", "MI-REIN-05")
@pytest.mark.parametrize(
    ("option", "what", "ways", "rule"),
    [
        ("edge", "marker", 4, "MI-REIN-06"),
        ("edge_or_entrance", "marker", 5, "MI-REIN-06"),
        ("edge_or_entrance", "warrior", 4, "MI-GAP-38"),
    ],
)
def test_where_a_group_may_come_in(option: str, what: str, ways: int, rule: str) -> None:
    state = arriving(
        *reserve("warrior", 1),
        *hole("E", 30, 30),
        due={"warrior": 1},
        site=WARRIORS,
        options={"marker_entry": option},
    )
    asked = do(state, "arrive", {"arrive": [what]}, until="edge").first_decision("edge")
    assert (len(asked.lines), asked.rule) == (ways, rule)  # type: ignore[attr-defined]


@pytest.mark.rule("MI-REIN-05", "MI-GAP-38")
def test_the_leader_of_a_group_comes_in_first_and_once() -> None:
    state = arriving(*reserve("warrior", 3), due={"warrior": 3}, site=WARRIORS)
    everybody = ("warrior-1", "warrior-2", "warrior-3")
    done = do(
        state,
        "arrive",
        {"arrive": ["warrior"], "group": [everybody], "edge": [(30, 48)], "move": [comes_in, ()]},
    )
    moves = [[m.piece for m in d.motions] for d in done.asked if d.what == "move"]  # type: ignore[attr-defined]
    assert moves == [["warrior-1"], ["warrior-2", "warrior-3"]]


@pytest.mark.rule("MI-GAP-38")
@pytest.mark.parametrize(
    ("line", "box"),
    [
        (((0.5, 10.0), (0.5, 20.0)), ((0, 9.5), (1, 9.5), (1, 20.5), (0, 20.5))),
        (((10.0, 47.5), (20.0, 47.5)), ((9.5, 47), (20.5, 47), (20.5, 48), (9.5, 48))),
    ],
)
def test_what_a_group_can_cover_as_it_starts(line: Any, box: Any) -> None:
    assert edge_entry_region((line,), 0.5) == ((box,),)


@pytest.mark.rule("MI-GAP-38")
def test_a_base_as_wide_as_the_table_has_one_place_to_start() -> None:
    (line,) = entry_lines(field(width=2.5), (1.25, 48.0), 1.25)
    assert set(line) == {(1.25, 46.75)}


def held(id: str, bug: str) -> Piece:
    """A captive of a bug."""
    return piece("command_team", id, hits=0, place=Aboard(bug)).with_mark("captive", 1, "0.0")


def lying(id: str, x: float, y: float) -> Piece:
    """A captive that nobody holds."""
    return piece("command_team", id, x, y, hits=0, marks=["captive"])


def taken(state: Battle, captor: str, dying: bool = False) -> tuple[bool, Piece]:
    """Whether CO is captured, and how it is then."""
    found: list[bool] = []

    def act(game: Any) -> Script[None]:
        found.append(captives.try_capture(game, "CO", captor, dying))
        return
        yield

    done = perform(state, act)
    return found[0], done.piece("CO")


@pytest.mark.rule("MI-BOBJ-02", "MI-GAP-48")
@pytest.mark.parametrize(
    ("captor", "dying", "place", "note"),
    [
        (warrior("W", 20, 20), False, Aboard("W"), "0.0"),
        (piece("hopper", "W", 20, 20), False, Aboard("W"), "0.0"),
        (warrior("W", 20, 20), True, OnTable(21, 20), ""),
        (warrior("W", place=Off("reserve")), False, None, ""),
        (piece("tanker", "W", 20, 20), False, None, ""),
    ],
)
def test_who_takes_a_fallen_command_team_with_it(captor: Piece, dying: bool, place: Any, note: str) -> None:
    captured, stand = taken(field(captor, lieutenant("CO", 21, 20, hits=0)), "W", dying)
    assert captured is (place is not None)
    if captured:
        assert (stand.place, [m.note for m in stand.marks if m.name == "captive"]) == (place, [note])


def after(state: Battle, *movers: str, **answers: Any) -> ScriptResult:
    """The end of a Move of these models."""
    return perform(state, lambda game: captives.update_captives(game, movers), answers)


@pytest.mark.rule("MI-GAP-48", "MI-BOBJ-03")
def test_a_bug_that_holds_a_captive_takes_up_no_second_one() -> None:
    state = field(warrior("W", 20, 20), held("A", "W"), lying("B", 21, 20))
    done = after(state, "W", capture_place=[90.0])
    assert (done.piece("A").place, done.piece("B").place) == (Aboard("W"), OnTable(21, 20))
    assert after(field(warrior("W", 20, 20), lying("B", 21, 20)), "W").piece("B").place == Aboard("W")


@pytest.mark.rule("MI-BOBJ-03")
def test_where_a_captive_lies_is_kept_with_its_mark() -> None:
    done = after(field(warrior("W", 20, 20), held("A", "W")), "W", capture_place=[90.0])
    assert [e.parts for e in done.events_of(MarksChanged)] == [(MarkChange("A", "captive", 1, 1, "90.0"),)]
    assert captives.captive_point(done.state, "A") == (20, 21)


@pytest.mark.rule("MI-GAP-48", "MI-BOBJ-03")
def test_who_died_on_its_way_takes_up_nobody() -> None:
    state = field(warrior("W", place=Off("reserve")), lying("B", 21, 20))
    assert after(state, "W", "nobody").events == []


def act_of(script: Any) -> Any:
    """A rule that asks nothing as a script."""

    def act(game: Any) -> Script[None]:
        script(game)
        return
        yield

    return act


@pytest.mark.rule("MI-TRT-03", "MI-GAP-59")
def test_a_medic_gives_one_hit_point_back_and_marks_whom_he_helped() -> None:
    state = field(piece("field_medics", "M", 20, 20), rifles("R", 21, 20, hits=2), tally={"dead_humans": 2})
    done = perform(state, act_of(lambda game: hit_points.heal_stand(game, "M", "R")))
    assert (done.piece("R").hits, done.piece("R").mark_count("healed")) == (3, 1)
    assert done.state.game.count("dead_humans") == 1


@pytest.mark.rule("MI-GAP-59")
@pytest.mark.parametrize(("hits", "most", "after"), [(4, 2, []), (3, 2, [4]), (2, 2, [4]), (1, 2, [3])])
def test_nobody_is_restored_above_full_strength(hits: int, most: int, after: list[int]) -> None:
    state = field(rifles("R", 21, 20, hits=hits))
    done = perform(state, act_of(lambda game: hit_points.restore_hits(game, "R", most, "MI-GAP-29")))
    assert [e.new for e in done.events_of(HitsChanged)] == after


@pytest.mark.rule("MI-FIRE-01")
@pytest.mark.parametrize(
    ("able", "words"),
    [
        ((), ""),
        (("R",), "W is 4.0 in away"),
        (("R", "S"), "W is 4.0 in away from R"),
        (("T", "S"), "W touches T"),
    ],
)
def test_what_lets_models_react_is_said_with_who_is_nearest(able: tuple[str, ...], words: str) -> None:
    state = field(warrior("W", 20, 20), rifles("R", 25, 20), rifles("S", 20, 28), rifles("T", 21, 20))
    assert str(trigger_text(state, able, ["W"])) == words
