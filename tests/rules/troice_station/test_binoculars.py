"""Binoculars and scopes: who looks, what is turned over, what it changes."""

from __future__ import annotations

import pytest

from battlesim.rulesets.troice_station.actions import special_actions
from battlesim.rulesets.troice_station.core.marks import BINOCULARS
from battlesim.rulesets.troice_station.ground.sight import shooting_rules
from battlesim.table.pieces import Piece

from .squad_steps import act, figure_a, on_card
from .things import battle, block, hugger, marine, marker, perform


@pytest.mark.rule("TS-WTHR-02", "TS-GAP-09", "TS-GAP-99")
@pytest.mark.parametrize(("option", "left"), [("one_marker", 1), ("all_in_sight", 0)])
def test_a_look_through_binoculars_turns_markers_over(option, left):
    state = on_card(
        marine("lt", "a", 10, 10), marker("m", 40, 10), marker("n", 10, 40), options={"infrared_look": option}
    )
    more = [("look", "m")] if option == "one_marker" else []
    done = act(state, ("act", "alone:a"), ("alone", "look"), *more, dice=(1,) * (2 - left))
    assert len([p for p in done.state.table.standing_pieces() if p.kind == "marker"]) == left
    assert done.state.table.piece("a").has_mark(BINOCULARS)


@pytest.mark.rule("TS-GAP-09")
def test_the_binoculars_come_down_with_any_other_action():
    state = on_card(marine("lt", "a", 10, 10, marks=[BINOCULARS]))
    done = act(state, ("act", "alone:a"), ("alone", "overwatch"))
    assert not done.state.table.piece("a").has_mark(BINOCULARS)


@pytest.mark.rule("TS-WTHR-03", "TS-GAP-09")
def test_a_sniper_who_aims_finds_a_marker_through_his_scope():
    state = on_card(marine("sniper", "a", 10, 10), marker("m", 40, 10))
    done = act(state, ("act", "alone:a"), ("alone", "aim"), ("look", "m"), dice=(1,))
    assert "m" not in done.state.table.pieces


@pytest.mark.rule("TS-GAP-29", "TS-WTHR-03")
@pytest.mark.parametrize(("kind", "asked"), [("trooper", 0), ("sniper", 1)])
def test_only_through_a_scope_to_aim_is_to_look(kind: str, asked: int) -> None:
    state = battle(marine(kind, "a", 10, 10), marker("m", 30, 10))
    done = perform(state, lambda play: special_actions.perform_aim(play, ["a"]), until="look")
    assert len(done.decisions_with_key("look")) == asked


@pytest.mark.rule("TS-GAP-99", "TS-GAP-09", "TS-GAP-29")
def test_a_marker_behind_a_house_is_not_sighted() -> None:
    state = battle(
        marine("sniper", "a", 10, 10), marker("m", 30, 10), marker("n", 10, 30),
        terrain=[block("building", "h", 15, 5, 20, 15, 3.0)],
    )  # fmt: skip
    assert [m.id for m in special_actions.markers_in_line_of_sight(state, state.table.piece("a"))] == ["n"]


@pytest.mark.rule("TS-WTHR-03", "TS-GAP-09")
def test_by_option_only_who_looks_through_binoculars_shoots_by_them() -> None:
    men = [
        marine("lt", "a", 10, 10, marks=[BINOCULARS]),
        marine("trooper", "b", 12, 10),
        marine("sniper", "s", 14, 10),
    ]
    state = battle(*men, options={"ir_binoculars": "can_fire"})
    assert sorted(shooting_rules(state).limits) == ["a", "s"]


@pytest.mark.rule("TS-GAP-09", "TS-GAP-99", "TS-WTHR-02")
def test_the_binoculars_are_up_after_a_look() -> None:
    state = battle(marine("lt", "a", 10, 10), marine("sniper", "s", 12, 10))
    done = perform(state, lambda play: special_actions.look_for_markers(play, ["a", "s"]))
    assert [done.piece(one).mark_count("binoculars") for one in "as"] == [1, 0]


@pytest.mark.rule("TS-GAP-99", "TS-GAP-09", "TS-WTHR-02", "TS-WTHR-03")
@pytest.mark.parametrize(
    ("kind", "things", "why"),
    [
        ("lt", [], ""),
        ("lt", [hugger("h", 9.125, 10)], "an enemy is in contact"),
        ("sniper", [], "no marker is in line of sight"),
        ("sniper", [marker("m", 40, 10)], ""),
        ("trooper", [marker("m", 14, 10)], "it has no infra-red gear"),
    ],
)
def test_who_can_look(kind: str, things: list[Piece], why: str) -> None:
    state = battle(figure_a(kind), *things)
    assert str(special_actions.why_cannot_look(state, state.table.piece("a"))) == why


@pytest.mark.rule("TS-GAP-99", "TS-GAP-09", "TS-WTHR-02")
@pytest.mark.parametrize(("option", "left"), [("one_marker", ["n", "m"]), ("all_in_sight", [])])
def test_a_look_turns_one_over_or_by_option_all(option: str, left: list[str]) -> None:
    state = battle(figure_a("lt"), marker("m", 40, 10), marker("k", 30, 10), marker("n", 20, 30))
    seen = [m.id for m in special_actions.markers_in_line_of_sight(state, state.table.piece("a"))]
    assert seen == ["k", "n", "m"]
    now = state.with_game(parameters=battle(options={"infrared_look": option}).game.parameters)
    dice = (1,) * (1 if left else 3)
    done = perform(
        now, lambda play: special_actions.look_for_markers(play, ["a"]), {"look": ["k"]} if left else {}, dice
    )
    assert [one for one in ("n", "m", "k") if one in done.state.table.pieces] == left
