"""Whose eyes a state is shown to."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.engine.side_views import FULL_VIEW, SideKnowledge, event_as_seen, state_seen_by
from battlesim.rulesets import registry
from battlesim.scenarios.library import load_scenario
from battlesim.table.events import TemplatePlaced
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Marker
from battlesim.table.state import AnyState
from battlesim.testing.table import make_table, standing_piece

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


@pytest.mark.parametrize(
    ("known", "caught", "by"), [({"a", "b", "c"}, ("a", "c"), "b"), ({"a"}, ("a",), ""), (set(), (), "")]
)
def test_a_side_learns_where_a_template_lies_but_not_whom_it_catches_unseen(known, caught, by) -> None:
    pieces = {name: standing_piece(name, 3.0, 3.0 * k) for k, name in enumerate("abc")}
    full = make_table(*pieces.values())
    shown = make_table(*(piece for name, piece in pieces.items() if name in known))
    where = {"at": (3.0, 3.0), "aimed_at": (3.0, 4.0), "radius": 4.0}
    placed = TemplatePlaced(name="Blast", caught=("a", "c"), by="b", **where)
    seen = event_as_seen(placed, SideKnowledge(SideKey("red"), shown, shown, full))
    assert seen == msgspec.structs.replace(placed, caught=caught, by=by)
