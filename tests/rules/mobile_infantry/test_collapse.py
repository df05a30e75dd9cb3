"""Collapsing tunnels: destroyed or by choice, and who is on them."""

from __future__ import annotations

import pytest

from battlesim.rulesets.mobile_infantry.aftermath import chain_reactions
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.rulesets.mobile_infantry.core.lookups import entrances_on_table
from battlesim.rulesets.mobile_infantry.underground import tunnel_entrances
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Below, Inside, Off, OnTable
from tests.rules.mobile_infantry.acts import do, refusal
from tests.rules.mobile_infantry.arachnids import hole, marker
from tests.rules.mobile_infantry.diggers import H1, PHASE, V6, group, run, six
from tests.rules.mobile_infantry.field import field, piece, rifles, warrior


@pytest.mark.rule("MI-TUNL-09", "MI-TUNL-10", "MI-GAP-46")
def test_a_destroyed_entrance_collapses_on_friend_and_foe() -> None:
    entrance = hole("E", 30, 30, hits=1)
    state = field(*entrance, warrior("W", 32, 30), rifles("R", 28, 30), *group(30, 32, warriors=10))
    dice = (10, 1, 3, *[4] * 9, 3)
    # one shot; then 12 Saves: the Rifle Squad 1 (fails), the Warrior 3 (fails), nine pass below, one fails
    done = run(
        state,
        lambda game: chain_reactions.resolve_attack(game, [AttackDie("ap_warhead", "R", "E")], "fire"),
        dice,
    )
    saves = [e for e in done.events_of(DiceRolled) if e.why == "the tunnel collapses"]
    assert [len(e.faces) for e in saves] == [12]
    assert "E" not in done.state.table.pieces
    assert "E" not in done.state.table.ground.terrain_by_id()
    assert (done.piece("R").hits, done.piece("R").xy) == (3, (28, 30))
    assert done.piece("W").place == Off("reserve")
    assert len(done.state.table.pieces_below("M")) == 9
    assert done.piece("M").xy == (30, 32)
    assert done.state.game.count("entrances_destroyed") == 1
    assert tunnel_entrances.entrances_left(done.state) == 5
    next_turn = do(done.state.with_game(phase="bugs_arrivals"), "count_arrivals")
    assert tunnel_entrances.entrances_left(next_turn.state) == 6


@pytest.mark.rule("MI-GAP-46", "MI-TUNL-10")
def test_surviving_bugs_beside_it_may_go_into_a_marker_that_touched_it() -> None:
    things = [
        warrior("W", 32, 30),
        warrior("on", 30, 30),
        piece("plasma_bug", "P", 30, 32.75),
        *group(28, 30, warriors=1),
    ]
    state = field(*hole("E", 30, 30), *things)
    script = lambda game: tunnel_entrances.collapse_entrance(game, "E", tunnel_entrances.BY_CHOICE)  # noqa: E731
    done = run(state, script, (4, 4, 5, 4), group=[("W",)])
    assert done.piece("W").place == Below("M")
    assert done.piece("on").table_position == OnTable(30, 30)
    assert [o.key for o in done.first_decision("group").open_options] == ["W", "on"]  # type: ignore[attr-defined]
    assert done.state.game.count("entrances_destroyed") == 0


@pytest.mark.rule("MI-GAP-46")
def test_a_stand_in_a_house_that_touches_the_entrance_is_next_to_it() -> None:
    state = field(V6, *hole("E", 40.5, 19.5), rifles("R", place=Inside("V6")))
    done = run(
        state, lambda game: tunnel_entrances.collapse_entrance(game, "E", tunnel_entrances.COLLAPSE), (3,)
    )
    assert (done.piece("R").hits, done.piece("R").place) == (3, Inside("V6"))


@pytest.mark.rule("MI-TUNL-12", "MI-TUNL-11", "MI-GAP-46")
def test_one_collapse_by_choice_a_turn_and_the_entrance_is_available_in_the_next() -> None:
    state = field(*group(30, 30), *six(), rifles("R", 3, 3), hidden=(H1,), phase=PHASE, turn=3)
    asked = do(state, "bug_activate", until="activate")
    assert refusal(asked, "activate", "collapse:H1") != ""
    done = do(state, "bug_activate", {"activate": ["collapse:E2"]})
    assert len(entrances_on_table(done.state)) == 5
    again = do(done.state, "bug_activate", until="activate")
    assert refusal(again, "activate", "collapse:E3").startswith("MI-TUNL-12")
    assert tunnel_entrances.entrances_left(done.state) == 0
    next_turn = do(done.state.with_game(phase="bugs_arrivals", turn=4), "count_arrivals")
    assert tunnel_entrances.entrances_left(next_turn.state) == 1
    assert tunnel_entrances.why_no_entrance(next_turn.state, 30, 30) == ("", "")


@pytest.mark.rule("MI-TUNL-09", "MI-GAP-28")
def test_who_flies_over_a_collapsing_entrance_makes_no_save() -> None:
    ship = piece("viking", "V", 31, 30, marks=["flying"])
    state = field(*hole("E", 30, 30), ship, rifles("R", 3, 3))
    assert not run(
        state, lambda game: tunnel_entrances.collapse_entrance(game, "E", tunnel_entrances.COLLAPSE)
    ).events_of(DiceRolled)


@pytest.mark.rule("MI-BOBJ-03", "MI-GAP-56")
def test_a_captive_in_a_falling_house_makes_no_save_and_lies_in_the_ruin() -> None:
    lying = piece("command_team", "CO", hits=0, marks=["captive"], place=Inside("V6"))
    done = run(
        field(V6, lying, rifles("R", 3, 3)), lambda game: chain_reactions.destroy_structure(game, "V6")
    )
    assert not done.events_of(DiceRolled)
    assert done.piece("CO").table_position is not None


@pytest.mark.rule("MI-BTRT-10", "MI-TUNL-09")
def test_a_large_bug_that_dies_below_ground_does_not_blow_up() -> None:
    tanker = piece("tanker", "K", hits=1, place=Below("M"))
    state = field(*hole("E", 30, 30), marker("M", 30, 30), tanker, rifles("R", 33, 30))
    done = run(state, lambda game: chain_reactions.resolve_chain(game, ["E"]), (2,))
    assert done.piece("K").place == Off("reserve")
    assert [len(e.faces) for e in done.events_of(DiceRolled)] == [1]
    assert "M" not in done.state.table.pieces


@pytest.mark.rule("MI-GAP-53", "MI-GAP-46", "MI-TUNL-10")
def test_a_bug_that_dies_as_a_tunnel_collapses_blows_up_once_the_others_are_below() -> None:
    tanker = piece("tanker", "K", 32.75, 30, hits=1)
    state = field(*hole("E", 30, 30), tanker, warrior("W", 30, 28), *group(28, 30, warriors=1))
    done = run(state, lambda game: chain_reactions.resolve_chain(game, ["E"]), (2, 4, 4), group=[("W",)])
    assert done.piece("W").place == Below("M")
    assert done.piece("K").place == Off("reserve")
