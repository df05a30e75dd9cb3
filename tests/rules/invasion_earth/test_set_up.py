"""Setting up: edges by roll, detachments by turns, and the ground of a patrol clash."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from battlesim.rulings.piece_placement import PiecePlacement
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.toml_reading import InputError
from battlesim.testing.script import RefusedError, RunScriptResult, begin_run, play_script


def clash(answers: list[Any], dice: list[int], **options: str) -> RunScriptResult:
    loaded = load_scenario("patrol_clash", options)
    return play_script(begin_run(loaded.ruleset, loaded.initial_state()), answers, dice)


def row(unit: int, y: float) -> tuple[PiecePlacement, ...]:
    """The Section in a row, or a pair of Daleks."""
    ids = ["captain", "s1", "s2", "s3", "s4", "s5"] if unit == 0 else ["d1", "d2"]
    return tuple(PiecePlacement(key, 19.0 + 2 * k, y, 90.0) for k, key in enumerate(ids))


@pytest.mark.rule("IE-GAP-37")
def test_the_ground_of_a_patrol_clash() -> None:
    ground = load_scenario("patrol_clash").initial_state().table.ground
    assert (ground.width, ground.height) == (48, 48)
    kinds = Counter(terrain.kind for terrain in ground.terrain)
    assert kinds == {"building": 2, "low_wall": 4, "hedge": 2, "woods": 1, "vehicle": 1}


@pytest.mark.rule("IE-GAP-37")
@pytest.mark.option("scenario_preset", "patrol_clash", "custom")
@pytest.mark.parametrize(("y", "able"), [(7.0, True), (9.0, False)])
def test_a_side_sets_up_within_eight_inches_of_the_edge_that_was_chosen(y: float, able: bool) -> None:
    answers = [{"edge": "south"}, {"detachment": "first_pair"}, row(1, 42), "section", row(0, y)]
    if able:
        done = clash(answers, [5, 3])
        assert done.piece("captain").xy == (19.0, y)
    else:
        with pytest.raises(RefusedError):
            clash(answers, [5, 3])


@pytest.mark.rule("IE-GAP-37")
def test_ties_are_rolled_again_and_the_loser_sets_up_first() -> None:
    done = clash([{"edge": "north"}], [4, 4, 2, 6])
    assert done.asked[-1].side == "daleks"
    assert done.state.game.edges == {"unit": "south", "daleks": "north"}


@pytest.mark.rule("IE-GAP-37")
def test_the_sides_set_up_by_turns() -> None:
    done = clash([{"edge": "south"}, "first_pair", row(1, 42), "section", row(0, 7)], [5, 3])
    assert done.run.pending is not None and done.run.pending.side == "daleks"


@pytest.mark.rule("IE-GAP-37")
def test_with_custom_the_scenario_places_its_models() -> None:
    with pytest.raises(InputError, match="has no position"):
        load_scenario("patrol_clash", {"scenario_preset": "custom"}).initial_state()


@pytest.mark.rule("IE-GAP-38", "IE-GAP-37")
def test_models_that_are_not_set_up_yet_score_for_nobody() -> None:
    state = load_scenario("patrol_clash").initial_state()
    assert set(load_scenario("patrol_clash").ruleset.facts(state).scores.values()) == {0.0}
