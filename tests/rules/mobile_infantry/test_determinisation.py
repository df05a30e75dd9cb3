"""What the MI may suppose of the Arachnids that they do not see: the battle goes on as it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from battlesim.engine.dice import derived_rng
from battlesim.engine.run import Run, start_run
from battlesim.players.random_player import RandomPlayer
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.battle.determinization import determinize
from battlesim.rulesets.mobile_infantry.battle.reinforcements import ARRIVAL_PHASE, arrivals_due
from battlesim.rulesets.mobile_infantry.battle.view import view_for_side
from battlesim.rulesets.mobile_infantry.core.state import BUGS, MI, Battle, ScheduledArrivals, Site
from battlesim.scenarios.library import load_scenario
from battlesim.table.pieces import Off
from battlesim.testing.playthroughs import play_through
from tests.rules.mobile_infantry.arachnids import marker
from tests.rules.mobile_infantry.field import field, piece, rifles, warrior


def filled(state: Battle, number: int = 1) -> Battle:
    return determinize(view_for_side(state, MI), derived_rng("fill", number))


def moments(scenario: str, answers: int) -> Iterator[tuple[Run, Battle]]:
    """The beginning of each step that asks something: the run, and what it is filled in to for the MI."""
    found: list[tuple[Run, Battle]] = []

    def watch(run: Run, decision: object) -> None:
        if run.is_settled:
            found.append((run.fork(), filled(run.position.state, len(found))))

    play_through(
        RULESET, load_scenario(scenario, {}).initial_state(), RandomPlayer(), answers=answers, watch=watch
    )
    return iter(found)


@pytest.mark.rule("MI-GAP-37", "MI-REIN-01", "MI-REIN-05")
@pytest.mark.parametrize(
    ("scenario", "answers", "asks"), [("outpost_evac_platoon", 45, "deploy"), ("first_contact", 60, "arrive")]
)
def test_the_question_that_is_open_is_open_in_what_is_supposed(
    scenario: str, answers: int, asks: str
) -> None:
    of_bugs = set()
    for run, guess in moments(scenario, answers):
        there, here = run.pending, start_run(RULESET, guess).pending
        assert there is not None and here is not None
        assert (here.side, here.what) == (there.side, there.what), run.step
        of_bugs |= {there.what} if there.side == BUGS else set()
    assert asks in of_bugs


@pytest.mark.rule("MI-GAP-34", "MI-GAP-37")
def test_the_rest_of_the_pool_is_in_reserve_before_the_battle() -> None:
    state = load_scenario("outpost_evac_platoon", {}).initial_state()
    assert filled(state).table.pieces == state.table.pieces


@pytest.mark.rule("MI-GAP-39")
def test_entrances_that_are_still_to_be_drawn_are_not_hidden_twice() -> None:
    state = load_scenario("outpost_evac_platoon", {"hidden_entrances": "random"}).initial_state()
    assert filled(state).game.hidden == ()
    run = play_through(RULESET, filled(state), RandomPlayer(), answers=6)
    assert len(run.state.game.hidden) == state.game.site.hidden_entrances == 2


HOPPERS = Site(schedule=(ScheduledArrivals("hopper", (0, 0, 6)),))


def reserve(state: Battle) -> Counter[str]:
    return Counter(p.kind for p in state.table.pieces_of_side(BUGS) if p.place == Off("reserve"))


@pytest.mark.rule("MI-REIN-01")
@pytest.mark.parametrize(("seen", "left"), [(0, 6), (2, 4), (6, 0), (7, 0)])
def test_a_scenario_with_models_of_its_own_has_as_many_as_its_schedule_brings_at_once(
    seen: int, left: int
) -> None:
    here = [piece("hopper", f"h{n}", 3 * n + 2, 40) for n in range(seen)]
    state = field(rifles("R", 3, 3), warrior("W", 20, 20), *here, site=HOPPERS)
    assert reserve(filled(state)) == Counter({"hopper": left})


@pytest.mark.rule("MI-REIN-06", "MI-GAP-55")
def test_below_a_marker_in_sight_there_are_up_to_thirty_warriors() -> None:
    state = field(rifles("R", 3, 3), warrior("W", 20, 20), marker("M", 30, 30))
    groups = [filled(state, number).table.pieces_below("M") for number in range(20)]
    assert {p.kind for group in groups for p in group} == {"warrior"}
    assert len({len(group) for group in groups}) > 5
    assert all(1 <= len(group) <= 30 for group in groups)


@pytest.mark.rule("MI-REIN-01", "MI-REIN-02")
@pytest.mark.parametrize(("arrived", "left"), [(0, 6), (2, 4)])
def test_what_has_arrived_in_this_turn_is_due_no_more(arrived: int, left: int) -> None:
    names = [f"h{n}" for n in range(arrived)]
    here = [piece("hopper", name, 3 * n + 2, 40) for n, name in enumerate(names)]
    passed = (f"{ARRIVAL_PHASE}:counted",)
    things = (rifles("R", 3, 3), warrior("W", 20, 20), *here)
    state = field(*things, turn=2, phase=ARRIVAL_PHASE, site=HOPPERS, acted=tuple(names), passed=passed)
    assert arrivals_due(filled(state), "hopper") == left


@pytest.mark.rule("MI-REIN-01")
def test_a_group_that_is_awaited_has_somebody_in_it() -> None:
    passed = (f"{ARRIVAL_PHASE}:counted",)
    state = field(rifles("R", 3, 3), warrior("W", 20, 20), phase=ARRIVAL_PHASE, site=HOPPERS, passed=passed)
    assert arrivals_due(filled(state), "hopper") == 1
    over = state.with_game(passed=(*passed, ARRIVAL_PHASE))
    assert arrivals_due(filled(over), "hopper") == 0


@pytest.mark.rule("MI-GAP-61")
def test_the_bugs_suppose_nothing() -> None:
    for run, _ in moments("first_contact", 40):
        shown = view_for_side(run.position.state, BUGS)
        assert determinize(shown, derived_rng("fill")) == shown
