"""Whose eyes a state is shown to."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.engine.side_views import FULL_VIEW, state_seen_by
from battlesim.rulesets import registry
from battlesim.scenarios.library import load_scenario
from battlesim.table.pieces import Marker
from battlesim.table.state import AnyState

TOY = registry.load_ruleset("toy")


class Whispering:
    """The toy, with a marker that only south has for itself."""

    def view(self, state: AnyState, side: str) -> AnyState:
        shown = TOY.view(state, side)
        own = {"hole": Marker("hole", "hole", 3.0, 3.0)} if side == "south" else {}
        return shown.with_table(msgspec.structs.replace(shown.table, markers=shown.table.markers | own))


@pytest.mark.parametrize(
    ("side", "markers"),
    (
        (FULL_VIEW, {"south-mine", "north-mine", "hole"}),
        ("south", {"south-mine", "hole"}),
        ("north", {"north-mine"}),
    ),
)
def test_a_side_sees_its_own_secrets_and_all_who_watch_see_them_all(side, markers) -> None:
    ruleset: Any = Whispering()
    assert set(state_seen_by(ruleset, load_scenario("toy").initial_state(), side).table.markers) == markers


def test_where_no_side_has_more_all_see_the_state_itself() -> None:
    state = load_scenario("toy").initial_state()
    assert state_seen_by(TOY, state, FULL_VIEW) is state
