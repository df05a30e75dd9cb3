"""Below ground: table edges, what a Hopper counts, tunnel moves, entrances placed or revealed."""

from __future__ import annotations

import pytest

from battlesim.rulesets.mobile_infantry.core.lookups import entrances_on_table, target_candidates
from battlesim.rulesets.mobile_infantry.underground import tunneling_markers
from battlesim.rulings.piece_placement import PiecePlacement
from tests.rules.mobile_infantry.acts import do, refusal
from tests.rules.mobile_infantry.arachnids import below, hole, marker, play_on
from tests.rules.mobile_infantry.diggers import H1, V6, group, six, tunnel, underground
from tests.rules.mobile_infantry.field import block, field, rifles, warrior
from tests.rules.mobile_infantry.soldiers import act, led


@pytest.mark.rule("MI-GAP-44")
@pytest.mark.parametrize(
    ("start", "edge", "beyond"),
    [
        ((71, 20), (72, 20), (72.1, 20)),
        ((1, 20), (0, 20), (-0.1, 20)),
        ((30, 47), (30, 48), (30, 48.1)),
        ((30, 1), (30, 0), (30, -0.1)),
    ],
)
def test_a_marker_goes_up_to_each_edge_and_not_beyond(start, edge, beyond) -> None:  # type: ignore[no-untyped-def]
    asked = tunnel(underground(*group(*start)), "any", until="move")
    assert (refusal(asked, "move", edge) == "", refusal(asked, "move", beyond) == "") == (True, False)


@pytest.mark.rule("MI-GAP-44", "MI-TUNL-02")
@pytest.mark.parametrize(
    ("hole_at", "start", "edge", "beyond"),
    [
        ((60, 20), (70, 20), (72, 20), (72.2, 20)),
        ((10, 20), (3, 20), (0, 20), (-0.2, 20)),
        ((30, 38), (30, 45), (30, 48), (30, 48.2)),
        ((30, 10), (30, 4), (30, 0), (30, -0.2)),
    ],
)
def test_away_from_an_entrance_ends_at_each_edge(hole_at, start, edge, beyond) -> None:  # type: ignore[no-untyped-def]
    state = underground(*group(*start), *hole("E", *hole_at))
    assert tunnel(state, "away", move=[edge]).piece("M").xy == edge
    assert refusal(tunnel(state, "away", until="move"), "move", beyond) != ""


@pytest.mark.rule("MI-GAP-44")
def test_a_marker_has_no_alert_and_is_no_target() -> None:
    state = field(marker("M", 20, 20), *below("M", warriors=3), rifles("R", 26, 20), phase="bugs_alert")
    assert not play_on(state, "turn_end").piece("M").has_mark("alert")
    assert [p.id for p in target_candidates(state, "mi")] == []


@pytest.mark.rule("MI-GAP-45", "MI-TUNL-07")
def test_a_hopper_counts_as_one_of_the_fifteen() -> None:
    hoppers = {"hopper": "H1"}
    state = underground(*group(30, 30, warriors=0, **hoppers), *hole("E", 30, 30), tally={"exits:E": 14})
    done = tunnel(state, "exit:E", enter=[(PiecePlacement("H1", 32, 30),)])
    assert done.state.game.count("exits:E") == 15


@pytest.mark.rule("MI-GAP-45", "MI-TUNL-07", "MI-BURR-04")
@pytest.mark.parametrize(("kind", "counts"), [("warrior", 1), ("hopper", 1), ("tanker", 10), ("burrower", 5)])
def test_what_each_kind_counts_when_it_comes_out(kind: str, counts: int) -> None:
    for used, able in ((15 - counts, True), (16 - counts, False)):
        state = underground(
            *group(30, 30, warriors=0, **{kind: "B"}), *hole("E", 30, 30), tally={"exits:E": used}
        )
        asked = do(state, "bug_action", until="tunnel")
        assert (refusal(asked, "tunnel", "exit:E") == "") is able


@pytest.mark.rule("MI-TUNL-03")
@pytest.mark.parametrize("end", [(31, 9), (27, 13), (23, 9), (27, 5)])
def test_a_marker_moves_four_inches_any_way_under_whatever_lies_above(end: tuple[float, float]) -> None:
    above = block("building", "V1", 28, 8, 31, 11), block("wall", "W", 20, 10, 30, 11), warrior("B", 25, 9)
    state = underground(*group(27, 9), *above)
    done = tunnel(state, "any", move=[end])
    assert (done.piece("M").xy, done.state.table.piece("T1").in_play) == (end, False)
    further = (27 + (end[0] - 27) * 1.05, 9 + (end[1] - 9) * 1.05)
    assert refusal(tunnel(state, "any", until="move"), "move", further) != ""


@pytest.mark.rule("MI-TUNL-03", "MI-TUNL-02", "MI-BURR-02")
@pytest.mark.parametrize(
    ("large", "speeds"), [({}, (6, 4)), ({"tanker": "K"}, (6, 4)), ({"burrower": "B"}, (9, 6))]
)
def test_how_fast_a_group_tunnels(large: dict[str, str], speeds: tuple[float, float]) -> None:
    assert (
        tunneling_markers.tunnel_move_allowances(underground(*group(30, 30, warriors=2, **large)), "M")
        == speeds
    )


@pytest.mark.rule("MI-TUNL-04")
@pytest.mark.parametrize(("standing", "free"), [(5, True), (6, False)])
def test_a_sixth_entrance_is_the_last(standing: int, free: bool) -> None:
    holes = six()[: 2 * standing]
    asked = do(underground(*group(30, 20), *holes), "bug_action", until="tunnel")
    assert (refusal(asked, "tunnel", "place") == "") is free


@pytest.mark.rule("MI-TUNL-04")
def test_placing_an_entrance_is_one_action_and_the_group_stays_below() -> None:
    done = tunnel(underground(*group(30, 30, warriors=2)), "place")
    (new,) = entrances_on_table(done.state)
    assert (new.xy, new.hits, new.radius) == ((30, 30), 5, 1.5)
    assert done.state.game.activation is not None
    assert (done.state.game.activation.actions_left, len(done.state.table.pieces_below("M"))) == (1, 2)


@pytest.mark.rule("MI-HIDE-03")
def test_a_search_of_its_building_reveals_a_hidden_entrance() -> None:
    state = field(V6, rifles("R", 40.5, 13.8), activation=led("R"), hidden=(H1,))
    done = act(state, {"action": ["support"], "support": ["search:R:V6"]})
    assert (done.piece("H1").xy, done.state.table.terrain("H1").kind) == ((40.5, 19.5), "tunnel_entrance")
    assert done.state.game.count("entrances_revealed") == 1


@pytest.mark.rule("MI-HIDE-03")
def test_a_search_of_another_building_reveals_nothing() -> None:
    other = block("building", "V7", 20, 15, 23, 18)
    state = field(V6, other, rifles("R", 21.5, 13.8), activation=led("R"), hidden=(H1,))
    done = act(state, {"action": ["support"], "support": ["search:R:V7"]}, dice=[2])
    assert done.state.game.hidden == (H1,)


@pytest.mark.rule("MI-HIDE-04", "MI-GAP-39")
def test_a_hidden_entrance_is_no_target_and_a_revealed_one_is() -> None:
    assert [p.id for p in target_candidates(field(rifles("R", 40, 25), hidden=(H1,)), "mi")] == []
    assert [p.id for p in target_candidates(field(rifles("R", 40, 25), *hole("H1", 40.5, 19.5)), "mi")] == [
        "H1"
    ]
