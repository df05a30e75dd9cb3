"""What is promised of tunnels before it is done: collapses, new entrances, who comes out, who intercepts."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.engine.ruleset import Preview
from battlesim.rulesets.mobile_infantry.air import interception
from battlesim.rulesets.mobile_infantry.battle.previews import answer_preview
from battlesim.rulesets.mobile_infantry.core.state import Battle, ScheduledArrivals
from battlesim.rulesets.mobile_infantry.underground import tunnel_entrances
from battlesim.table.pieces import Off
from tests.rules.mobile_infantry.acts import do
from tests.rules.mobile_infantry.arachnids import hole
from tests.rules.mobile_infantry.diggers import H1, PHASE, V6, group, tunnel, underground
from tests.rules.mobile_infantry.field import field, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.test_previews import agree, rolled

COUNTED = ("bugs_arrivals:counted",)


def before(state: Battle, step: str, what: str, answer: Any) -> Preview:
    """What an answer to the first question of a step is said to lead to."""
    asked = do(state, step, until=what)
    found = answer_preview(asked.state, asked.asked[-1], answer)
    assert found is not None
    return found


def said(found: Preview) -> dict[str, tuple[str, str]]:
    """Value and rule of each row by its name."""
    return {str(row.label): (str(row.value), row.rule) for row in found.rows}


def ends() -> Battle:
    """A tunnel with one of each side beside it and a group below."""
    beside = warrior("W", 32, 30), rifles("R", 28, 30, hits=1)
    return field(*hole("E", 30, 30), *beside, *group(30, 32, warriors=4), phase=PHASE)


@pytest.mark.rule("MI-TUNL-09", "MI-TUNL-12")
def test_a_collapse_says_who_saves_and_how_surely_somebody_is_lost():
    state = ends()
    found = before(state, "bug_activate", "activate", "collapse:E")
    assert said(found)["R"] == ("Save 4+; 50 % lost", "MI-TUNL-09")
    assert said(found)["4 Warriors, below"] == ("Save 4+; about 2.0 lost", "MI-TUNL-09")
    assert said(found)["Free to place again"][1] == "MI-TUNL-12"
    assert "2.5 HP of your own and 0.5 HP of the enemy" in found.note


@pytest.mark.rule("MI-TUNL-09")
@pytest.mark.parametrize("side", ["bugs", "mi"])
def test_the_odds_of_a_collapse_are_those_of_the_rule(side):
    bugs = [warrior("W", 32, 30), warrior("X", 28, 30), piece("tanker", "T", 30, 33, hits=1)]
    things = bugs if side == "bugs" else [rifles("R", 28, 30, hits=1)]
    state = field(*hole("E", 30, 30), *things, phase=PHASE)
    found = before(state, "bug_activate", "activate", "collapse:E")
    agree(
        found,
        rolled(
            state,
            lambda game: tunnel_entrances.collapse_entrance(game, "E", tunnel_entrances.BY_CHOICE),
            {},
            side,
        ),
    )


@pytest.mark.rule("MI-TUNL-04", "MI-TUNL-05")
def test_an_entrance_says_who_saves_when_it_is_placed():
    found = before(underground(*group(30, 30), rifles("R", 30, 31)), "bug_action", "tunnel", "place")
    assert said(found)["R"] == ("Save 4+; 50 % loses 1 HP", "MI-TUNL-05")
    assert said(found)["Moved to its edge"] == ("R", "MI-GAP-45")
    (print_,) = found.areas
    assert str(print_.words) == "Tunnel Entrance, 3 in"
    assert print_.caught == ("R",) and max(x for x, _ in print_.region[0][0]) == pytest.approx(31.5, abs=0.01)


@pytest.mark.rule("MI-TUNL-07", "MI-BURR-04")
def test_whoever_comes_out_knows_why_no_more_may():
    state = underground(*hole("E", 30, 30), *group(30, 30, warriors=20, burrower="B"), tally={"exits:E": 5})
    asked = tunnel(state, "exit:E", until="enter")
    found = answer_preview(asked.state, asked.asked[-1], ())
    assert said(found)["May still come out of it"] == ("10 of 15 Warriors", "MI-TUNL-07")
    assert said(found)["B counts for"] == ("5 Warriors", "MI-BURR-04")
    alone = tunnel(
        underground(*hole("E", 30, 30), *group(30, 30), tally={"exits:E": 5}), "exit:E", until="enter"
    )
    assert "10 more at most" in alone.asked[-1].prompt


@pytest.mark.rule("MI-TUNL-02", "MI-HIDE-02")
def test_entrances_are_called_by_their_names():
    state = underground(*hole("E1", 10, 30), V6, *group(30, 30), hidden=(H1,))
    asked = tunnel(state, "toward", until="toward")
    labels = {option.label: str(option.note) for option in asked.first_decision("toward").open_options}
    assert labels == {"E1": "20.0 in off", "Hidden Tunnel Entrance H1": "14.8 in off"}


@pytest.mark.rule("MI-AIR-06")
def test_an_interception_tells_the_way_to_the_line_and_shows_the_line():
    line = ((0.0, 24.0), (72.0, 24.0))
    hopper, bomber = (
        piece("hopper", "H", 40, 30, marks=["alert"]),
        piece("thunderbolt", "B", 2, 24, marks=["flying"]),
    )
    asked = perform(
        field(bomber, hopper),
        lambda game: interception.offer_interception(game, "B", line),
        until="intercept",
    )
    found = answer_preview(asked.state, asked.asked[-1], ("H",))
    assert (found.title, found.sights) == ("Interception", ())
    assert said(found)["H to its line"] == ("5.5 of 10 in", "MI-AIR-06")
    assert asked.asked[-1].course == line


@pytest.mark.rule("MI-GAP-38", "MI-REIN-06")
def test_a_group_over_an_edge_knows_the_stretch_that_it_may_start_in():
    things = *(piece("warrior", f"W{k}", place=Off("reserve")) for k in range(3)), rifles("R", 25.5, 1)
    state = field(*things, phase="bugs_arrivals", tally={"due:warrior": 3}, passed=COUNTED)
    site = msgspec.structs.replace(state.game.site, schedule=(ScheduledArrivals("warrior", (3,)),))
    state = state.with_game(site=site)
    asked = do(state, "arrive", {"arrive": ["warrior"], "group": [("W0", "W1")]}, until="edge")
    found = answer_preview(asked.state, asked.asked[-1], (30.0, 0.0))
    xs = [x for (ring,) in found.way_in for x, _ in ring]
    assert min(xs) > 26.5 and max(xs) == pytest.approx(36.5)
    by_marker = msgspec.structs.replace(asked.asked[-1], rule="MI-REIN-06")
    assert answer_preview(asked.state, by_marker, (30.0, 0.0)) is None
