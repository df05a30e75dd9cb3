"""What the MI may know: no hidden fact shows in their view, in what they are asked or in what they answer."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from battlesim.engine.decisions import Decision
from battlesim.engine.dice import derived_rng
from battlesim.engine.digest import first_difference
from battlesim.engine.run import Run, RunPosition
from battlesim.players.base import Player, PlayerContext
from battlesim.players.random_player import RandomPlayer
from battlesim.players.recruit import Recruit
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.battle.determinization import determinize
from battlesim.rulesets.mobile_infantry.battle.view import view_for_side
from battlesim.rulesets.mobile_infantry.core.state import (
    BUGS,
    MI,
    Battle,
    GameUnit,
    HiddenEntrance,
    SearchFind,
    Site,
)
from battlesim.rulesets.mobile_infantry.underground import tunnel_entrances
from battlesim.scenarios.library import load_scenario
from battlesim.table.pieces import Below, Off, OnTable
from battlesim.testing.playthroughs import play_through
from tests.rules.mobile_infantry.arachnids import below, marker, swarm_of
from tests.rules.mobile_infantry.field import block, field, perform, rifles

Swap = Callable[[Battle], Battle]


def fewer_below(state: Battle) -> Battle:
    """One of those under a marker waits in reserve instead."""
    under = [p for p in state.table.pieces.values() if isinstance(p.place, Below)]
    return state.with_table(state.table.with_place(under[-1].id, Off("reserve"))) if under else state


def more_below(state: Battle) -> Battle:
    """One of the reserve is under the marker instead, and so is not due any more."""
    waiting = [p for p in state.table.pieces_off("reserve") if p.side == BUGS]
    if not waiting or "M1" not in state.table.pieces:
        return state
    due = f"due:{waiting[0].kind}"
    return state.with_table(state.table.with_place(waiting[0].id, Below("M1"))).with_game(
        tally=state.game.tally | {due: 7}
    )


def other_houses(state: Battle) -> Battle:
    """Buildings hide something else, and a tunnel besides."""
    site = msgspec.structs.replace(state.game.site, finds={"B1": SearchFind("nothing")})
    return state.with_game(site=site, hidden=(HiddenEntrance("H1", "B1", 24, 27.5),))


def elsewhere(state: Battle) -> Battle:
    """The marker lies somewhere else, and a second one with it."""
    if "M1" not in state.table.pieces:
        return state
    second = marker("M2", 40, 10)
    table = state.table.with_place("M1", OnTable(10, 10)).with_pieces(second, *below("M2", warriors=2))
    units = state.game.units | {"M2": GameUnit("M2", "Tunneling Marker M2", BUGS, "marker")}
    tally = state.game.tally | {"serial": 9}
    return state.with_table(table).with_game(units=units, tally=tally)


CASES = {"open": (fewer_below, more_below, other_houses), "hidden": (fewer_below, other_houses, elsewhere)}


@pytest.mark.rule("MI-GAP-44", "MI-GAP-61", "MI-HIDE-01")
@pytest.mark.parametrize("markers", sorted(CASES))
@pytest.mark.parametrize("player", [Recruit(), RandomPlayer()], ids=lambda player: type(player).__name__)
def test_no_hidden_fact_shows(markers: str, player: Player) -> None:
    compared = set[str]()

    def watch(run: Run, decision: Decision[object]) -> None:
        if decision.side != MI or not run.is_settled:
            return
        shown = RULESET.view(run.state, MI)
        for swap in CASES[markers]:
            other = swap(run.position.state)
            if other is run.position.state:
                continue
            swapped = Run(RULESET, RunPosition(other, run.step))
            assert first_difference(decision, swapped.pending) is None, swap.__name__
            assert first_difference(shown, RULESET.view(swapped.state, MI)) is None, swap.__name__
            views = (shown, RULESET.view(swapped.state, MI))
            replies = [player.answer(v, decision, PlayerContext(RULESET, MI, 3)) for v in views]
            assert replies[0] == replies[1]
            compared.add(swap.__name__)

    state = load_scenario("first_contact", {"marker_visibility": markers}).initial_state()
    play_through(RULESET, state, player, answers=50, watch=watch)
    assert compared == {swap.__name__ for swap in CASES[markers]}


@pytest.mark.rule("MI-GAP-44", "MI-GAP-61")
def test_who_may_still_arrive_and_which_hidden_group_acts_are_not_told() -> None:
    group = [marker("M", 20, 20), *below("M", warriors=3)]
    state = field(
        *group,
        rifles("R", 3, 3),
        activation=swarm_of("M", kind="marker", unit="M"),
        passed=("arrive:marker",),
        tally={"due:warrior": 5, "dead_humans": 2, "serial": 4},
        options={"marker_visibility": "hidden"},
    )
    shown = view_for_side(state, MI).game
    assert (shown.tally, shown.passed) == ({"dead_humans": 2}, ())
    assert shown.activation is not None
    assert (shown.activation.unit, shown.activation.leader, shown.activation.members) == ("", "", ())
    assert view_for_side(state, BUGS).game.tally == state.game.tally


HOUSES = [block("building", f"V{n}", 10 * n, 10, 10 * n + 3, 13) for n in range(1, 4)]


@pytest.mark.rule("MI-HIDE-01", "MI-HIDE-03")
def test_as_many_tunnels_are_supposed_as_have_not_come_to_light() -> None:
    two = (HiddenEntrance("H1", "V1", 11.5, 14.5), HiddenEntrance("H2", "V2", 21.5, 14.5))
    state = field(*HOUSES, rifles("R", 3, 3), site=Site(hidden_entrances=2), hidden=two)
    assert len(determinize(view_for_side(state, MI), derived_rng("a")).game.hidden) == 2
    one = perform(state, lambda game: tunnel_entrances.reveal_entrance(game, "V1", by_exit=False)).state
    supposed = determinize(view_for_side(one, MI), derived_rng("a"))
    assert len(supposed.game.hidden) == 1
    assert not {h.id for h in supposed.game.hidden} & set(supposed.table.pieces)
    none = perform(one, lambda game: tunnel_entrances.reveal_entrance(game, "V2", by_exit=False)).state
    for side in (MI, BUGS):
        assert determinize(view_for_side(none, side), derived_rng("a")).game.hidden == ()


@pytest.mark.rule("MI-GAP-70")
def test_no_tunnels_are_supposed_where_the_scenario_hides_none() -> None:
    assert (
        determinize(view_for_side(field(*HOUSES, rifles("R", 3, 3)), MI), derived_rng("a")).game.hidden == ()
    )
