"""The toy's rules: one act, its dice, what came of it. A pattern for tests of any ruleset."""

from __future__ import annotations

import pytest

from battlesim.mechanics.alternating_turns import piece_counts
from battlesim.rulesets.registry import load_ruleset
from battlesim.rulesets.toy.state import MINE_KIND, REACTED_MARK, Game
from battlesim.table.events import MarkerRemoved, PiecesMoved
from battlesim.table.pieces import Marker
from battlesim.table.state import State
from battlesim.testing.script import begin_run, expect_refusal, play_script
from battlesim.testing.table import make_sides, make_table, standing_piece, xy

TOY = load_ruleset("toy")


def battle(*things, **game):
    """A state in which red is to act, on a table of 40 x 40 in."""
    field = make_table(*things, width=40.0, height=40.0, table_sides=make_sides("red", "blue"))
    return State(field, Game(**{"turn": 1, "phase": "red"} | game, phases=("red", "blue")))


def foe(name, x, y, **fields):
    return standing_piece(name, x, y, side="blue", **fields)


@pytest.mark.rule("TOY-MOVE-01", "TOY-TURN-02")
def test_a_stride_is_four_inches_and_one_activation_a_turn():
    run = begin_run(TOY, battle(standing_piece("a", 10, 10), standing_piece("b", 10, 30), foe("c", 30, 20)))
    played = play_script(run, ["a", {"move": "e"}])
    assert xy(played.state, "a") == (14, 10)
    assert "a" in expect_refusal(run, "a").reason
    assert run.pending.about == "" and [o.key for o in run.pending.open_options] == ["b"]


@pytest.mark.rule("TOY-MOVE-01")
def test_a_stride_ends_on_the_table_and_clear_of_bases():
    run = begin_run(
        TOY,
        battle(
            standing_piece("a", 4, 4),
            standing_piece("b", 8.9, 4),
            standing_piece("d", 4, 9),
            foe("c", 30, 30),
        ),
    )
    play_script(run, ["a"])
    assert {o.key for o in run.pending.open_options} == {"stay", "n", "ne", "nw", "sw", "se"}


@pytest.mark.rule("TOY-GUN-01")
@pytest.mark.parametrize(("x", "reached"), [(21.0, True), (21.004, True), (21.01, False)])
def test_the_gun_reaches_ten_inches_from_base_to_base(x, reached):
    run = begin_run(TOY, battle(standing_piece("a", 10, 10), foe("c", x, 10, marks=[REACTED_MARK])))
    played = play_script(run, ["a", {"move": "stay"}])
    assert (run.pending.what == "target") is reached
    assert bool(played.remarks) is not reached


@pytest.mark.rule("TOY-GUN-02", "TOY-END-01")
@pytest.mark.parametrize(
    ("needs", "face", "lost"), [(4, 3, False), (4, 4, True), (3, 3, True), (5, 4, False)]
)
def test_a_shot_hits_on_what_is_needed(needs, face, lost):
    state = battle(standing_piece("a", 10, 10), foe("c", 15, 10, marks=[REACTED_MARK]), needs=needs)
    played = play_script(begin_run(TOY, state), ["a", "stay", {"target": "c"}], dice=[face])
    assert (played.run.outcome is not None) is lost
    if lost:
        assert played.run.outcome.winners == ("red",)
        assert [p.id for p in played.state.table.pieces_off("lost")] == ["c"]


@pytest.mark.rule("TOY-MINE-01")
@pytest.mark.parametrize(("x", "sprung"), [(15.5, True), (15.51, False)])
def test_an_enemy_mine_goes_off_within_an_inch_of_the_base(x, sprung):
    mine = Marker("m", MINE_KIND, x, 10, side="blue")
    state = battle(standing_piece("a", 10, 10), foe("c", 30, 30), mined=("blue",)).with_table(
        make_table(standing_piece("a", 10, 10), foe("c", 30, 30), mine, width=40.0, height=40.0)
    )
    played = play_script(begin_run(TOY, state), ["a", {"move": "e"}], dice=[1] if sprung else [])
    assert bool(played.events_of(MarkerRemoved)) is sprung
    assert played.state.game.mined == (() if sprung else ("blue",))


@pytest.mark.rule("TOY-MINE-01", "TOY-REACT-01")
def test_who_is_lost_to_a_mine_is_not_reacted_to():
    mine = Marker("m", MINE_KIND, 14.0, 10.0, side="blue")
    things = standing_piece("a", 10, 10), standing_piece("b", 2, 2), foe("c", 18, 10), mine
    played = play_script(begin_run(TOY, battle(*things, mined=("blue",))), ["a", "e"], dice=[6])
    assert played.decisions_with_key("react") == []
    assert played.run.pending.what == "piece"


@pytest.mark.rule("TOY-MINE-01")
def test_a_side_walks_over_its_own_mine():
    mine = Marker("m", MINE_KIND, 14.0, 10.0, side="red")
    played = play_script(
        begin_run(TOY, battle(standing_piece("a", 10, 10), foe("c", 30, 30), mine)), ["a", "e"]
    )
    assert "m" in played.state.table.markers


@pytest.mark.rule("TOY-REACT-01", "TOY-REACT-02")
def test_an_enemy_in_range_reacts_once_before_the_mover_shoots():
    state = battle(standing_piece("a", 10, 10), standing_piece("b", 10, 13), foe("c", 15, 10))
    played = play_script(begin_run(TOY, state), ["a", "stay", {"react": True}], dice=[6])
    assert not played.state.table.piece("a").in_play
    assert played.events_of(PiecesMoved)[-1].how == "remove"
    rest = play_script(played.run, ["b", "stay", {"target": "hold"}])
    assert rest.decisions_with_key("react") == []
    assert rest.state.game.phase == "blue"
    assert not rest.state.table.piece("c").has_mark(REACTED_MARK)


@pytest.mark.rule("TOY-TURN-01")
def test_turns_pass_in_order_and_count_when_all_have_had_theirs():
    state = battle(standing_piece("a", 2, 2), foe("c", 38, 38))
    played = play_script(begin_run(TOY, state), ["a", "stay"])
    assert (played.state.game.phase, played.state.game.turn) == ("blue", 1)
    played = play_script(played.run, ["c", "stay"])
    assert (played.state.game.phase, played.state.game.turn) == ("red", 2)


@pytest.mark.rule("TOY-END-01")
def test_after_the_last_turn_the_side_with_more_troopers_wins():
    many = battle(standing_piece("a", 2, 2), standing_piece("b", 4, 2), foe("c", 38, 38), turn=7)
    even = battle(standing_piece("a", 2, 2), foe("c", 38, 38), turn=7)
    assert begin_run(TOY, many).outcome.winners == ("red",)
    assert begin_run(TOY, even).outcome.winners == ()
    assert begin_run(TOY, even).outcome.reason == "6 turns were played"


@pytest.mark.rule("TOY-MINE-02")
def test_only_its_own_side_sees_a_mine():
    mine = Marker("m", MINE_KIND, 14.0, 10.0, side="red")
    state = battle(standing_piece("a", 2, 2), foe("c", 38, 38), mine)
    assert "m" in TOY.view(state, "red").table.markers
    assert "m" not in TOY.view(state, "blue").table.markers


@pytest.mark.rule("TOY-DATA-01")
def test_a_trooper():
    own = {"name": "Trooper", "base": 1.0, "height": 1.2, "hits": 1}
    assert TOY.profile("trooper") == own | {"marks": {REACTED_MARK: 1}}
    assert piece_counts(battle(standing_piece("a", 2, 2), foe("c", 38, 38))) == {"red": 1.0, "blue": 1.0}
