"""What single values of options change: own cards, empty weapons, binoculars, set-up, aim, suppression."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.actions import activation, casualty_drag
from battlesim.rulesets.troice_station.attack import chain_reactions, flame
from battlesim.rulesets.troice_station.attack.wound_effects import ChainEffect
from battlesim.rulesets.troice_station.battle import set_up
from battlesim.rulesets.troice_station.command import leaders, morale, turn_deck
from battlesim.rulesets.troice_station.core.marks import (
    BINOCULARS,
    CARRIED,
    DOWN,
    EMPTY,
    MOVED,
    OVERWATCH,
    STILL,
    SUPPRESSED,
)
from battlesim.rulesets.troice_station.core.state import Battle, Site
from battlesim.rulesets.troice_station.overwatch import reactions
from battlesim.rulings.movement import Leg
from battlesim.scenarios.library import load_scenario
from battlesim.testing.script import ScriptResult

from .things import LANDING, alien, battle, block, keys, marine, marker, perform, room

# -- cards of their own --

LEADERS = {"cards_units": "squads_and_leaders"}


def headquarters(card: str, own: dict[str, int], pool: int = 2, **options: str) -> Battle:
    """A Lieutenant with a card of his own, and a Medic and the Radio man of his squad."""
    men = [
        marine("lt", "lt", 10, 10, unit="HQ"),
        marine("specialist_medic", "m", 12, 10, unit="HQ"),
        marine("specialist_radio", "r", 14, 10, unit="HQ"),
    ]
    return battle(*men, options=LEADERS | options, card=card, pools={"HQ": pool} if pool else {}, own=own)


@pytest.mark.rule("TS-GAP-16", "TS-GAP-13")
def test_a_leader_with_a_card_of_his_own_spends_nothing_of_his_squad() -> None:
    assert perform(headquarters("lt", {}), activation.run_card_action).asked == []


@pytest.mark.rule("TS-GAP-16", "TS-GAP-13")
def test_a_leader_with_a_card_of_his_own_is_done_when_his_own_pips_are() -> None:
    answers = {"act": ["alone:lt"], "alone": ["overwatch"]}
    done = perform(headquarters("lt", {"lt": 1}), activation.run_card_action, answers)
    assert "1 pip left" in str(done.first_decision("act").prompt)
    assert (done.state.game.own, done.state.game.pools) == ({}, {"HQ": 2})
    assert perform(done.state, activation.run_card_action).asked == []


@pytest.mark.rule("TS-GAP-16", "TS-MORL-02")
def test_the_pips_of_a_leader_with_a_card_of_his_own_are_none_of_his_squads() -> None:
    state = headquarters("HQ", {"lt": 2}, pool=0)
    assert morale.is_pinned(state, "HQ") and perform(state, activation.run_card_action).asked == []


@pytest.mark.rule("TS-GAP-16", "TS-GAP-75")
def test_losses_of_a_squad_take_no_pips_of_a_leader_with_a_card_of_his_own() -> None:
    state = headquarters("HQ", {"lt": 2, "m": 1}, pool=0)
    down = state.with_table(state.table.with_pieces(state.table.piece("r").with_mark(DOWN, 1)))
    assert perform(down, lambda play: morale.apply_morale_loss(play, "HQ")).state.game.own == {"lt": 2}


@pytest.mark.rule("TS-GAP-16", "TS-GAP-12")
@pytest.mark.parametrize(("card", "given"), [("lt", ["lt"]), ("HQ", ["HQ", "m", "r"])])
def test_pips_that_are_held_back_go_to_those_who_act_on_the_card(card: str, given: list[str]) -> None:
    state = headquarters(card, {}, pool=0, pip_timing="on_card").with_game(purses={"lt": 2})
    done = perform(
        state, lambda play: leaders.hand_out_pips(play, "lt", turn_deck.pip_recipients(state)), until="pips"
    )
    assert [share.key for share in done.first_decision("pips").shares] == given  # type: ignore[attr-defined]


# -- a patrol --


@pytest.mark.rule("TS-GAP-95", "TS-GAP-90")
@pytest.mark.parametrize(
    ("name", "force", "goals"),
    [
        ("troice_return", "patrol", {"HQ": "log", "1A": "meter", "1B": "tapes"}),
        ("troice_return", "platoon", {"HQ": "log", "1A": "log", "1B": "tapes", "2A": "meter", "2B": "meter"}),
        ("troice_first", "patrol", {"HQ": "log", "1A": "meter", "1B": "tapes"}),
        ("troice_storm", "patrol", {"HQ": "hut", "1A": "hut", "1B": "hut"}),
    ],
)
def test_in_a_patrol_1a_makes_for_the_recorder_that_is_left(name: str, force: str, goals: Any) -> None:
    assert load_scenario(name, {"forces": force}).initial_state().game.site.goal.by_squad == goals


# -- empty weapons --


@pytest.mark.rule("TS-GAP-33", "TS-GAP-24")
def test_an_empty_weapon_does_not_fire_on_overwatch() -> None:
    waiting = marine("trooper", "a", 10, 10, marks=[OVERWATCH, EMPTY])
    state = battle(waiting, alien("x", 18, 10, [MOVED]), options={"reload": "natural_1"})
    assert reactions.overwatch_marines(state) == []
    assert perform(state, lambda play: reactions.offer_overwatch(play, "x", "moves")).asked == []
    assert [str(o.shut) for o in reactions.overwatch_decision(state, waiting).options if o.shut] == [
        "its weapon is empty"
    ]


@pytest.mark.rule("TS-GAP-33", "TS-GAP-24")
def test_a_weapon_that_a_shot_on_overwatch_empties_does_not_fire_at_the_next_creature() -> None:
    men = marine("trooper", "a", 10, 10, marks=[OVERWATCH])
    state = battle(men, alien("x", 18, 10), alien("y", 16, 10), options={"reload": "natural_1"})

    def both(play: Any) -> Any:
        yield from reactions.offer_overwatch(play, "x", "moves")
        yield from reactions.offer_overwatch(play, "y", "moves")

    done = perform(state, both, {"react": ["fire:a"]}, (1,))
    assert len(done.decisions_with_key("react")) == 1 and done.piece("a").has_mark(EMPTY)


# -- binoculars --


def lieutenant(act: str, option: str) -> ScriptResult:
    """The Lieutenant, his binoculars up, does something alone."""
    state = battle(
        marine("lt", "a", 10, 10, marks=[BINOCULARS]),
        alien("x", 19, 10),
        options={"ir_binoculars": option},
        card="1A",
        pools={"1A": 1},
    )
    fired = {"shot": ["fire:a:x"]} if act in ("fire", "cover_fire") else {}
    return perform(
        state, activation.run_card_action, {"act": ["alone:a"], "alone": [act]} | fired, (1,) if fired else ()
    )


@pytest.mark.rule("TS-GAP-09")
@pytest.mark.parametrize(
    ("act", "option", "up"),
    [
        ("fire", "spot_only", False),
        ("fire", "can_fire", True),
        ("cover_fire", "can_fire", True),
        ("overwatch", "can_fire", False),
        ("aim", "can_fire", False),
    ],
)
def test_by_option_binoculars_stay_up_as_the_lieutenant_fires(act: str, option: str, up: bool) -> None:
    assert lieutenant(act, option).piece("a").has_mark(BINOCULARS) is up


# -- creatures held back --

HELD_BACK = {"alien_morale": "suppressible"}


@pytest.mark.rule("TS-GAP-78")
@pytest.mark.parametrize(("x", "held"), [(22.0, 1), (23.1, 1), (23.2, 0)])
def test_an_explosion_holds_back_a_creature_that_it_only_touches(x: float, held: int) -> None:
    state = battle(alien("x", x, 20), options=HELD_BACK)
    burst = ChainEffect("dump", (20.0, 20.0), "d")
    done = perform(
        state, lambda play: chain_reactions.resolve_chain(play, [burst]), dice=(1, 6) if x == 22.0 else ()
    )
    assert done.piece("x").mark_count(SUPPRESSED) == held


@pytest.mark.rule("TS-GAP-78")
@pytest.mark.parametrize(("y", "held"), [(10.0, 1), (11.7, 1), (12.0, 0)])
def test_a_flame_holds_back_a_creature_that_it_only_touches(y: float, held: int) -> None:
    state = battle(marine("flamer", "f", 10, 10), alien("x", 17.0, y), options=HELD_BACK)
    done = perform(
        state, lambda play: flame.fire_flame(play, "f", (30.0, 10.0)), dice=(1, 6) if y == 10.0 else ()
    )
    assert done.piece("x").mark_count(SUPPRESSED) == held


@pytest.mark.rule("TS-GAP-78")
def test_neither_markers_nor_marines_are_held_back() -> None:
    state = battle(marine("trooper", "a", 22.6, 20), marker("m", 17.6, 20), options=HELD_BACK)
    burst = ChainEffect("dump", (20.0, 20.0), "d")
    done = perform(state, lambda play: chain_reactions.resolve_chain(play, [burst]), dice=(1,))
    assert "m" not in done.state.table.pieces and not done.piece("a").has_mark(SUPPRESSED)


# -- markers at random spots --

HALL = room("hall", 30, 30, 40, 40, ("door", (30, 34), (30, 35.5), False))
SPARE = (500, 950)
"""A spot of quarters 1 and 2, in thousandths of their width and height, that is always free."""


def lies_at(kind: str, x: float, y: float) -> tuple[float, float]:
    """Return where the marker of quarter 1 lies if (x, y) is drawn first; terrain is about (12, 36)."""
    state = battle(terrain=[HALL, block(kind, "t", 10, 34, 14, 38)], site=Site(LANDING, markers=1))
    drawn = round(x / 24 * 1000 + 0.5), round((y - 24) / 24 * 1000 + 0.5)
    first = [*drawn, *SPARE * 9]
    done = perform(state, set_up.place_markers, dice=(*first, *(SPARE * 10) * 3))
    return done.piece("marker-1").xy


@pytest.mark.rule("TS-GAP-82")
@pytest.mark.parametrize(
    ("kind", "x", "free"),
    [
        ("low_wall", 15.6, True),
        ("low_wall", 15.4, False),
        ("high_wall", 15.4, False),
        ("drift", 12.0, True),
        ("rubble", 13.0, True),
        ("dense_growth", 14.5, True),
        ("fuel_dump", 14.7, True),
        ("fuel_dump", 14.55, False),
        ("low_wall", 0.66, True),
        ("low_wall", 0.58, False),
    ],
)
def test_a_marker_keeps_one_inch_from_walls_alone_and_lies_wholly_on_the_table(
    kind: str, x: float, free: bool
) -> None:
    """From fuel and the edge of the table it keeps the 0.625 in of the Alien that it may hold (TS-GAP-81)."""
    assert (lies_at(kind, x, 36.0)[0] == pytest.approx(x, abs=0.02)) is free


# -- dragging --


def dragged(kind: str, marks: list[str], **options: str) -> ScriptResult:
    """A marine alone takes a casualty 2 in along."""
    men = [marine(kind, "a", 10, 10, marks=marks), marine("trooper", "c", 11, 10, marks=[DOWN])]
    way = (Leg("a", ((10.0, 10.0), (10.0, 8.0))),)
    state = battle(*men, options=options, card="1A", pools={"1A": 1})
    return perform(state, activation.run_card_action, {"act": ["alone:a"], "alone": ["drag"], "move": [way]})


@pytest.mark.rule("TS-GAP-32", "TS-GAP-57")
@pytest.mark.parametrize(
    ("kind", "option", "carried"), [("hmg", "set_up", 1), ("hmg", "free", 0), ("trooper", "set_up", 0)]
)
def test_a_gunner_who_drags_a_casualty_has_moved_his_weapon(kind: str, option: str, carried: int) -> None:
    done = dragged(kind, [], hmg_handling=option)
    assert (done.piece("a").mark_count(CARRIED), done.piece("a").has_mark(MOVED)) == (carried, True)


@pytest.mark.rule("TS-GAP-29", "TS-GAP-57")
def test_a_figure_that_aims_for_nothing_drags_nobody() -> None:
    men = [marine("trooper", "a", 10, 10, marks=[STILL]), marine("trooper", "c", 11, 10, marks=[DOWN])]
    state = battle(*men, options={"aim": "free_if_still"})
    assert str(casualty_drag.why_cannot_drag(state, state.table.piece("a"))) == "it aims and stands still"


@pytest.mark.rule("TS-GAP-29", "TS-GAP-57")
@pytest.mark.parametrize(("option", "offered"), [("free_if_still", False), ("action", True)])
def test_by_option_only_a_figure_that_has_dragged_nobody_aims(option: str, offered: bool) -> None:
    state = dragged("trooper", [], aim=option).state.with_game(pools={"1A": 1})
    done = perform(state, activation.run_card_action, {"act": ["alone:a"]}, until="alone")
    assert ("aim" in keys(done, "alone")) is offered
