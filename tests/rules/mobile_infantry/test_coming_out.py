"""Coming out of the ground: how many, where, with which Actions."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.mechanics.activation import ActivationBegan
from battlesim.rulesets.mobile_infantry.battle.game_facts import game_facts
from battlesim.rulings.piece_placement import PiecePlacement
from battlesim.table.pieces import Below
from tests.rules.mobile_infantry.acts import do, refusal
from tests.rules.mobile_infantry.arachnids import hole, play_on, swarm_of
from tests.rules.mobile_infantry.diggers import PHASE, group, tunnel, underground
from tests.rules.mobile_infantry.field import field, rifles, warrior


@pytest.mark.rule("MI-TUNL-06")
def test_bugs_come_out_touching_the_entrance_or_on_top_of_it() -> None:
    state = underground(*group(30, 30), *hole("E", 30, 30))
    asked = tunnel(state, "exit:E", until="enter")
    assert refusal(asked, "enter", (PiecePlacement("T1", 32, 30), PiecePlacement("T2", 30, 30))) == ""
    assert refusal(asked, "enter", (PiecePlacement("T1", 33, 30),)) != ""
    apart = do(underground(*group(34, 30), *hole("E", 30, 30)), "bug_action", until="tunnel")
    assert refusal(apart, "tunnel", "exit:E") != ""
    touching = do(underground(*group(32, 30), *hole("E", 30, 30)), "bug_action", until="tunnel")
    assert refusal(touching, "tunnel", "exit:E") == ""


@pytest.mark.rule("MI-TUNL-07")
def test_a_tanker_counts_as_10_of_the_15_warriors_a_turn() -> None:
    state = underground(*group(30, 30, warriors=15, tanker="K"), *hole("E", 30, 30))
    tanker = (PiecePlacement("K", 32.7, 30),)
    asked = tunnel(state, "exit:E", enter=[tanker, lambda d, s: d.placements_around(s, (29, 30))]).asked
    assert [(d.what, getattr(d, "most", 0)) for d in asked[1:3]] == [("enter", 1), ("enter", 5)]
    done = tunnel(state, "exit:E", enter=[tanker, lambda d, s: d.placements_around(s, (29, 30))])
    assert len(done.state.table.pieces_below("M")) == 10
    assert done.state.game.count("exits:E") == 15
    later = done.state.with_game(tally={}, acted=(), activation=state.game.activation)
    rest = tunnel(later, "exit:E", enter=[lambda d, s: d.placements_around(s, (29, 30))])
    assert rest.state.game.count("exits:E") > 0


@pytest.mark.rule("MI-TUNL-07", "MI-GAP-45")
def test_the_limit_of_an_entrance_holds_over_all_groups() -> None:
    state = underground(*group(30, 30), *hole("E", 30, 30), tally={"exits:E": 15})
    asked = do(state, "bug_action", until="tunnel")
    assert refusal(asked, "tunnel", "exit:E").startswith("MI-TUNL-07")
    some = tunnel(
        underground(*group(30, 30), *hole("E", 30, 30), tally={"exits:E": 13}), "exit:E", until="enter"
    )
    assert some.asked[-1].most == 2  # type: ignore[attr-defined]


@pytest.mark.rule("MI-TUNL-07")
def test_who_is_below_and_the_room_left_are_told_before_coming_out() -> None:
    state = underground(*group(30, 30, warriors=5, tanker="K"), *hole("E", 30, 30), tally={"exits:E": 3})
    asked = do(state, "bug_action", until="tunnel").asked[-1]
    notes = {option.key: option.note for option in asked.open_options}  # type: ignore[attr-defined]
    assert notes["exit:E"] == "5 Warriors, 1 Tanker; room for 12 Warriors"


@pytest.mark.rule("MI-GAP-45")
def test_a_group_is_not_done_while_those_out_have_an_action_left() -> None:
    below = [msgspec.structs.replace(bug, unit="M") for bug in group(30, 30, warriors=2)]
    state = underground(*below, *hole("E", 30, 30))
    out = tunnel(state, "exit:E", enter=[lambda d, s: d.default(s)]).state.with_game(acted=("M",))
    assert game_facts(out).done == ()
    acting = do(out, "bug_surfaced").state
    assert (game_facts(acting).unit, game_facts(acting).done) == ("M", ())
    over = tunnel(state, "any", move=[(31, 30)]).state.with_game(acted=("M",), activation=None)
    assert game_facts(over).done == ("M",)


@pytest.mark.rule("MI-BURR-04")
def test_a_burrower_counts_as_5() -> None:
    state = underground(*group(30, 30, warriors=20, burrower="B"), *hole("E", 30, 30))
    done = tunnel(state, "exit:E", enter=[(PiecePlacement("B", 32.5, 30),), ()])
    assert done.state.game.count("exits:E") == 5
    assert done.asked[2].most == 10  # type: ignore[attr-defined]


@pytest.mark.rule("MI-GAP-45")
def test_those_out_have_the_remaining_action_each_kind_for_itself() -> None:
    state = underground(*group(30, 30, warriors=7, tanker="K"), *hole("E", 30, 30), rifles("R", 3, 3))
    places = [(PiecePlacement("K", 32.7, 30),), (PiecePlacement("T1", 28, 30), PiecePlacement("T2", 29, 30))]
    out = tunnel(state, "exit:E", enter=places)
    assert out.state.game.activation is None
    on = play_on(out.state, "bugs_alert", {"activate": ["K", "T1", "done"], "action": ["done", "done"]})
    begun = [e.activation for e in on.events_of(ActivationBegan)]
    assert [(a.members, a.actions_left) for a in begun] == [(("K",), 1), (("T1", "T2"), 1)]
    assert "M" in on.state.game.acted


@pytest.mark.rule("MI-GAP-45", "MI-GAP-73")
def test_coming_out_gives_a_reaction_and_a_free_melee() -> None:
    squad = rifles("R", 33.5, 30, marks=["alert"])
    state = underground(*group(30, 30, warriors=2), *hole("E", 30, 30), squad)
    done = tunnel(
        state, "exit:E", enter=[(PiecePlacement("T1", 32, 30), PiecePlacement("T2", 28, 30))], dice=(1, 1)
    )
    assert [d.what for d in done.asked].count("react") == 2
    assert done.first_decision("react").about == "T1"
    assert [i.key for i in done.first_decision("form").items] == ["T1"]  # type: ignore[attr-defined]
    assert "M" not in done.state.table.pieces


@pytest.mark.rule("MI-BTRN-02", "MI-GAP-46", "MI-TUNL-07")
def test_who_acted_above_and_went_below_does_not_come_out_in_that_turn() -> None:
    """A Warrior that has acted goes below as its tunnel collapses; the group has another way up."""
    above = warrior("W", 32, 30)
    state = field(
        *group(30, 30, warriors=1), *hole("E", 30, 30), above, rifles("R", 3, 3), acted=("W",), phase=PHASE
    )
    answers = {"activate": ["collapse:E"], "group": [("W",)]}
    gone = do(state, "bug_activate", answers, dice=(4, 4)).state
    assert gone.table.piece("W").place == Below("M")
    again = hole("F", 30, 30)
    there = gone.with_table(gone.table.with_pieces(again[0]).with_terrain(again[1]))
    there = there.with_game(activation=swarm_of("M", kind="marker", unit="M"))
    out = tunnel(there, "exit:F", enter=[lambda d, s: d.placements_around(s, (30, 30))])
    assert out.first_decision("enter").pieces == ("T1",)  # type: ignore[attr-defined]
    assert not out.piece("W").has_mark("surfaced")
    tomorrow = out.state.with_game(acted=(), activation=swarm_of("M", kind="marker", unit="M"), tally={})
    assert (
        tunnel(tomorrow, "exit:F", enter=[lambda d, s: d.placements_around(s, (30, 30))])
        .piece("W")
        .table_position
        is not None
    )


@pytest.mark.rule("MI-GAP-45", "MI-BTRN-02")
def test_who_comes_out_with_the_last_action_of_the_group_has_acted() -> None:
    state = underground(*group(30, 30, warriors=2), *hole("E", 30, 30), rifles("R", 3, 3), actions=1)
    done = tunnel(state, "exit:E", enter=[(PiecePlacement("T1", 32, 30),)])
    assert set(done.state.game.acted) == {"M", "T1"}
    asked = do(done.state, "bug_activate", until="activate")
    assert refusal(asked, "activate", "T1") == "MI-BTRN-02: already acted in this turn"
    assert refusal(asked, "activate", "M") == "MI-BTRN-02: already acted in this turn"
