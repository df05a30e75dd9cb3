"""Moves that fate ends early: whoever is stopped stands on nobody."""

from __future__ import annotations

import pytest

from battlesim.mechanics.pieces import gap
from battlesim.rulesets.troice_station.core.marks import DOWN
from battlesim.rulings.movement import Leg

from .squad_steps import act, legs, on_card, squad
from .things import alien, block, marine, marker


@pytest.mark.rule("TS-MOVE-07", "TS-GAP-42")
def test_who_fails_behind_a_friend_stops_short_of_him():
    pair = squad((10, 10), (10, 8.9))
    over = legs(("a", (10, 10), (10, 13)), ("b", (10, 8.9), (11, 12.7)))
    done = act(
        on_card(*pair, terrain=[block("medium_wall", "w", 8, 11.5, 12, 11.8)]),
        ("act", "cross"),
        ("move", over),
        dice=(2, 2),
    )
    first = done.state.table.piece("a")
    assert first.xy == pytest.approx((10, 11), abs=0.01) and gap(done.state, "a", "b") >= 0.0


@pytest.mark.rule("TS-GAP-42")
def test_contact_over_a_casualty_is_no_place_to_stand():
    hurt = marine("trooper", "b", 10, 12, marks=[DOWN])
    state = on_card(marine("trooper", "a", 10, 10), hurt, alien("x", 9.925, 13.1))
    way = (Leg("a", ((10, 10), (10.6, 12.2), (12, 12.2))),)
    done = act(state, ("act", "alone:a"), ("alone", "move"), ("move", way))
    assert done.state.table.piece("a").xy[1] <= 11.1


@pytest.mark.rule("TS-GAP-80", "TS-GAP-42")
def test_nobody_is_asked_to_stop_on_a_friend():
    state = on_card(*squad((10, 10), (10, 13)), marker("m", 10, 26))
    done = act(
        state, ("act", "alone:a"), ("alone", "move"), ("move", legs(("a", (10, 10), (10, 14)))), dice=(5,)
    )
    assert not done.decisions_with_key("stop") and done.state.table.piece("a").xy == (10, 14)
