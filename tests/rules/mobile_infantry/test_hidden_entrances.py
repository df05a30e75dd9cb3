"""Hidden entrances: who knows of them, what reveals them; what the bugs have at the start."""

from __future__ import annotations

import pytest

from battlesim.engine.ruleset import Step
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.aftermath import chain_reactions
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.rulesets.mobile_infantry.battle.view import view_for_side
from battlesim.rulesets.mobile_infantry.core.lookups import entrances_on_table, target_candidates
from battlesim.rulesets.mobile_infantry.core.state import Battle, HiddenEntrance
from battlesim.rulesets.mobile_infantry.underground import tunnel_entrances
from battlesim.rulings.piece_placement import PiecePlacement
from battlesim.scenarios.library import load_scenario
from tests.rules.mobile_infantry.acts import do, refusal
from tests.rules.mobile_infantry.diggers import H1, V6, group, run, six, tunnel, underground
from tests.rules.mobile_infantry.field import field, perform, rifles


@pytest.mark.rule("MI-HIDE-01", "MI-GAP-61")
def test_hidden_entrances_are_known_to_the_bugs_alone() -> None:
    h2 = HiddenEntrance("H2", "O3", 57.5, 21.5)
    state = field(V6, rifles("R", 3, 3), hidden=(H1, h2))
    assert view_for_side(state, "mi").game.hidden == ()
    assert view_for_side(state, "bugs").game.hidden == (H1, h2)
    assert view_for_side(state, "mi").table.markers == {}
    shown = view_for_side(state, "bugs").table.markers
    assert [(m.x, m.y, m.radius) for m in shown.values()] == [(H1.x, H1.y, 1.5), (57.5, 21.5, 1.5)]


@pytest.mark.rule("MI-HIDE-02")
def test_groups_move_toward_hidden_entrances_as_to_any() -> None:
    state = underground(*group(40, 40), hidden=(HiddenEntrance("H", "V6", 40, 17),))
    done = tunnel(state, "toward", move=[(40, 34)])
    assert done.piece("M").xy == (40, 34)
    assert refusal(tunnel(state, "toward", until="move"), "move", (40, 33.8)) != ""


@pytest.mark.rule("MI-HIDE-03", "MI-HIDE-04", "MI-GAP-39")
def test_a_search_reveals_it_and_moves_those_on_the_spot_without_a_save() -> None:
    state = field(V6, rifles("R", 40.5, 20), *six(), hidden=(H1,))
    assert "H1" not in state.table.pieces
    done = run(state, lambda game: tunnel_entrances.reveal_entrance(game, "V6", by_exit=False))
    assert (done.piece("H1").hits, done.piece("H1").xy) == (5, (40.5, 19.5))
    assert done.state.game.hidden == ()
    assert len(entrances_on_table(done.state)) == 7
    assert done.piece("R").xy == (40.5, 21.5)
    hit = run(
        done.state,
        lambda game: chain_reactions.resolve_attack(
            game, [AttackDie("heavy_machine_gun", "R", "H1")], "fire"
        ),
        (5,),
    )
    assert hit.piece("H1").hits == 5  # 5 + 1 does not reach Target 8+
    ap = run(
        done.state,
        lambda game: chain_reactions.resolve_attack(game, [AttackDie("ap_warhead", "R", "H1")], "fire"),
        (6,),
    )
    assert ap.piece("H1").hits == 4


@pytest.mark.rule("MI-HIDE-03", "MI-GAP-39")
@pytest.mark.parametrize(("die", "left"), [(4, 4), (3, 3)])
def test_coming_out_reveals_it_and_infantry_on_the_spot_saves(die: int, left: int) -> None:
    state = underground(*group(40.5, 19.5, warriors=2), V6, rifles("R", 40.5, 20), hidden=(H1,))
    done = tunnel(state, "exit:H1", enter=[(PiecePlacement("T1", 38.5, 19.5),)], dice=(die, 1, 1)[:1])
    assert done.piece("R").hits == left
    assert done.piece("R").xy == (40.5, 21.5)
    assert done.piece("T1").table_position is not None
    assert "H1" in done.state.table.pieces


@pytest.mark.rule("MI-GAP-39")
def test_it_is_no_target_while_hidden_and_revealed_when_its_building_falls() -> None:
    state = field(V6, rifles("R", 40.5, 25), hidden=(H1,))
    assert "H1" not in [t.id for t in target_candidates(state, "mi")]
    done = run(state, lambda game: chain_reactions.destroy_structure(game, "V6"))
    assert "H1" in [t.id for t in target_candidates(done.state, "mi")]


@pytest.mark.rule("MI-GAP-39")
@pytest.mark.parametrize("value", ["v6_and_o3", "random", "none"])
def test_where_hidden_entrances_are(value: str) -> None:
    state = outpost(hidden_entrances=value)
    if value == "random":
        assert state.game.hidden == ()
        houses = [t.id for t in state.table.ground.terrain if t.kind == "building"]
        left = [house for house in houses if house != "V1"]
        dice = (houses.index("V1") + 1, left.index("O2") + 1)
        state = do(state, "draw_entrances", dice=dice).state
        v1, o2 = state.game.hidden
        assert (v1.structure, v1.x, v1.y) == ("V1", 29.5, 12.5)
        assert (o2.structure, o2.x, o2.y) == ("O2", 52.5, 29)
        return
    found = [(h.structure, h.x, h.y) for h in state.game.hidden]
    assert found == ([("V6", 40.5, 19.5), ("O3", 57.5, 21.5)] if value == "v6_and_o3" else [])


@pytest.mark.rule("MI-GAP-37")
def test_what_the_bugs_have_at_the_start() -> None:
    state = outpost()
    assert {e.xy for e in entrances_on_table(state)} == {(30, 40), (50, 6)}
    assert [p for p in state.table.pieces_of_side("bugs") if p.in_play and p.kind != "tunnel_entrance"] == []
    mi = rifles("R", 20, 24)
    placed = perform(
        state.with_table(state.table.with_pieces(mi)),
        lambda game: RULESET.script(game, Step("place_first_plasma", ("plasma-bug-1",))),
        until="deploy",
    )
    assert refusal(placed, "deploy", (PiecePlacement("plasma-bug-1", 68, 40),)) == ""
    for x, y in ((45.7, 40 - 16), (54, 22), (18, 36)):  # within 24", in the outpost, on a rock
        assert refusal(placed, "deploy", (PiecePlacement("plasma-bug-1", x, y),)) != ""


def outpost(**options: str) -> Battle:
    """The first state of the mission with these options."""
    return load_scenario("outpost_evac", options).initial_state()
