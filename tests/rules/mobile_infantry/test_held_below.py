"""Markers and entrances: where a group may go, who comes out in what order, who makes room."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.mobile_infantry.aftermath import chain_reactions
from battlesim.rulesets.mobile_infantry.core.state import HiddenEntrance, Rectangle, Site
from battlesim.rulesets.mobile_infantry.underground import tunnel_entrances, tunneling_markers
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Inside
from tests.rules.mobile_infantry.acts import do
from tests.rules.mobile_infantry.arachnids import below, hole, marker
from tests.rules.mobile_infantry.diggers import group, run, six, tunnel, underground
from tests.rules.mobile_infantry.field import block, field, piece, rifles, warrior
from tests.rules.mobile_infantry.test_held_table_below import act_of


def options(state: Any) -> dict[str, Any]:
    """What a group may do, by key."""
    asked = do(state, "bug_action", until="tunnel").asked[-1]
    return {option.key: option for option in asked.options}  # type: ignore[attr-defined]


@pytest.mark.rule("MI-GAP-45", "MI-TUNL-06")
def test_a_group_comes_out_of_the_entrances_that_its_marker_touches() -> None:
    radius = marker("M", 0, 0).radius
    near, far = hole("E", 30, 24), hole("F", 40, 24)
    found = tunneling_markers.touched_entrances(field(*near, *far, marker("M", 30 + 1.5 + radius, 24)), "M")
    assert found == ("E",)
    assert tunneling_markers.touched_entrances(field(*near, marker("M", 30 + 1.51 + radius, 24)), "M") == ()


@pytest.mark.rule("MI-TUNL-03", "MI-TUNL-04")
def test_an_entrance_is_placed_here_where_it_can_be() -> None:
    able = options(underground(*group(30, 20, warriors=1)))["place"]
    assert (able.label, able.rule, able.shut) == ("Place a Tunnel Entrance here", "MI-TUNL-04", "")
    full = options(underground(*group(30, 20, warriors=1), *six()))["place"]
    assert (full.label, full.rule, bool(full.shut)) == ("Place a Tunnel Entrance", "MI-TUNL-11", True)


@pytest.mark.rule("MI-TUNL-02")
def test_a_marker_on_one_of_two_entrances_goes_to_the_other_without_a_question() -> None:
    state = underground(*group(30, 30, warriors=1), *hole("E", 30, 30), *hole("F", 36, 38))
    done = tunnel(state, "toward", until="move")
    assert "toward" not in [d.what for d in done.asked]
    assert done.asked[-1].lines == (((30, 30), (33.6, 34.8)),)  # type: ignore[attr-defined]


@pytest.mark.rule("MI-GAP-44", "MI-TUNL-02")
@pytest.mark.parametrize(
    ("at", "from_", "end"),
    [
        ((6.5, 24), (10, 24), (0.5, 24.0)),
        ((4, 24), (10, 24), (0.0, 24.0)),
        ((66, 24), (60, 24), (72.0, 24.0)),
        ((30, 6.5), (30, 10), (30.0, 0.5)),
        ((30, 24), (36, 24), (24.0, 24.0)),
        ((5, 5), (11, 11), (0.757, 0.757)),
    ],
)
def test_a_marker_goes_six_inches_away_or_to_the_edge(at: Any, from_: Any, end: Any) -> None:
    state = underground(*group(*at, warriors=1), *hole("E", *from_))
    asked = tunnel(state, "away", until="move").asked[-1]
    assert asked.lines[0][1] == pytest.approx(end, abs=0.001)  # type: ignore[attr-defined]


@pytest.mark.rule("MI-TUNL-03")
@pytest.mark.parametrize("at", [(1, 1), (71, 47)])
def test_the_zone_of_a_free_move_ends_at_the_edges(at: Any) -> None:
    (ring,) = tunnel(underground(*group(*at, warriors=1)), "any", until="move").asked[-1].zone  # type: ignore[attr-defined]
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    low, high = (min(xs), min(ys)), (max(xs), max(ys))
    assert (low if at == (1, 1) else high) == ((0.0, 0.0) if at == (1, 1) else (72.0, 48.0))


def came_out(*things: Any, warriors: int = 0, dice: tuple[int, ...] = (), **large: str) -> Any:
    """A group comes out of E at (30, 24)."""
    state = underground(*group(30, 24, warriors=warriors, **large), *things)
    return tunnel(state, "exit:E", dice)


@pytest.mark.rule("MI-TUNL-06", "MI-TUNL-07", "MI-BURR-04", "MI-TUNL-01")
def test_somebody_comes_out_and_who_is_asked_last_has_to() -> None:
    done = came_out(*hole("E", 30, 24), tanker="K", burrower="B")
    asked = [(d.pieces, d.least) for d in done.asked if d.what == "enter"]
    assert asked[0] == (("K",), 0)
    assert [pieces for pieces, _ in asked] == [("K",), ("B",)]
    (alone,) = [d for d in came_out(*hole("E", 30, 24), tanker="K").asked if d.what == "enter"]
    assert (alone.pieces, alone.least) == (("K",), 1)


@pytest.mark.rule("MI-TUNL-06", "MI-TUNL-07", "MI-TUNL-01")
def test_where_warriors_can_come_no_large_one_has_to() -> None:
    done = came_out(*hole("E", 30, 24), warriors=2, tanker="K")
    assert [(d.pieces, d.most) for d in done.asked if d.what == "enter"] == [(("K",), 1), (("T1", "T2"), 2)]


@pytest.mark.rule("MI-TUNL-06", "MI-TUNL-07")
@pytest.mark.parametrize(("used", "more"), [(12, False), (13, True), (10, False)])
def test_it_is_said_when_not_all_may_come_out(used: int, more: bool) -> None:
    state = underground(*group(30, 24, warriors=3), *hole("E", 30, 24), tally={"exits:E": used})
    asked = next(d for d in tunnel(state, "exit:E").asked if d.what == "enter")
    assert ("more at most" in asked.prompt, asked.most) == (more, min(3, 15 - used))


@pytest.mark.rule("MI-TUNL-06", "MI-HIDE-03", "MI-TUNL-05", "MI-TUNL-01")
def test_who_stands_where_bugs_first_come_out_of_a_hidden_entrance_makes_a_save() -> None:
    hidden = (HiddenEntrance("E", "V6", 30.0, 24.0),)
    state = underground(*group(30, 24, warriors=1), rifles("R", 31, 24), hidden=hidden)
    assert tunnel(state, "exit:E", (6, 1, 1)).events_of(DiceRolled)[0].rule == "MI-TUNL-05"


@pytest.mark.rule("MI-TUNL-04", "MI-TUNL-05")
def test_who_stands_where_an_entrance_is_placed_makes_a_save() -> None:
    done = tunnel(underground(*group(30, 24, warriors=1), rifles("R", 31, 24)), "place", (6,))
    assert len(done.events_of(DiceRolled)) == 1


@pytest.mark.rule("MI-GAP-39", "MI-GAP-56", "MI-HIDE-04")
def test_who_stands_where_a_falling_house_lays_a_hidden_entrance_bare_makes_no_save() -> None:
    house = block("building", "V6", 28, 19, 32, 22.5, hits=0)
    hidden = (HiddenEntrance("E", "V6", 30.0, 24.0),)
    state = field(house, rifles("R", 31, 24), hidden=hidden)
    done = run(state, lambda game: chain_reactions.resolve_chain(game, ["V6"]))
    assert (done.events_of(DiceRolled), "E" in done.state.table.pieces) == ([], True)


@pytest.mark.rule("MI-GAP-56")
@pytest.mark.parametrize("lying", ["marker", "captive"])
def test_who_comes_out_of_a_ruin_is_put_beside_nobody_but_those_in_the_way(lying: str) -> None:
    house = block("building", "B", 20, 20, 24, 24, hits=0)
    captive = piece("command_team", "C", 22, 22, hits=0, marks=["captive"])
    thing = marker("C", 22, 22) if lying == "marker" else captive
    state = field(house, thing, rifles("R", place=Inside("B")), rifles("S", place=Inside("B")))
    done = run(state, lambda game: chain_reactions.resolve_chain(game, ["B"]), (6, 6))
    (x, y), (a, b) = done.piece("R").xy, done.piece("S").xy
    assert (x, y) == pytest.approx((22, 22), abs=0.01)
    assert (a - x) ** 2 + (b - y) ** 2 >= 0.98


@pytest.mark.rule("MI-TUNL-01")
def test_an_empty_marker_is_dropped_once() -> None:
    state = field(marker("M", 30, 24), marker("N", 40, 24), *below("N", warriors=1))
    done = run(
        state, act_of(lambda game: [tunnel_entrances.remove_empty_marker(game, m) for m in ("M", "M", "N")])
    )
    assert set(done.state.table.pieces) == {"N", "T1"}


@pytest.mark.rule("MI-TUNL-04", "MI-TUNL-11", "MI-OBJ-02")
@pytest.mark.parametrize(
    ("x", "y", "clear"), [(44.4, 24, True), (44.6, 24, False), (54, 14.4, True), (54, 14.6, False)]
)
def test_an_entrance_reaches_into_the_outpost_only_with_its_disc(x: float, y: float, clear: bool) -> None:
    state = field(site=Site(bedrock=Rectangle(46, 16, 62, 32)))
    assert (tunnel_entrances.why_no_entrance(state, x, y)[1] == "MI-GAP-47") is not clear


@pytest.mark.rule("MI-GAP-45", "MI-TUNL-05")
@pytest.mark.parametrize(
    ("thing", "stands"),
    [
        (rifles("R", 31.9, 24), True),
        (rifles("R", 32, 24), False),
        (warrior("R", 31, 24), True),
        (marker("R", 31, 24), False),
        (piece("viking", "R", 31, 24, marks=["flying"]), False),
    ],
)
def test_who_stands_on_a_new_entrance(thing: Any, stands: bool) -> None:
    assert tunnel_entrances._stands_on(thing, hole("E", 30, 24)[0]) is stands
