"""Where the ship is hidden shows in nothing that the others see, are asked, are told or plan."""

from __future__ import annotations

import random

import msgspec
import pytest

from battlesim.engine.codec import encode
from battlesim.engine.dice import derived_rng
from battlesim.engine.digest import first_difference
from battlesim.engine.run import Run, RunPosition
from battlesim.engine.side_views import SideKnowledge, event_as_seen
from battlesim.players.base import PlayerContext, rng_seed_for
from battlesim.players.recruit import Recruit
from battlesim.rulesets.alien_invasion import RULESET
from battlesim.table.events import Event
from battlesim.table.ids import MarkerId
from tests.rules.alien_invasion.field import daleks, group, pair, spugs
from tests.rules.alien_invasion.test_secret_base import SITES, craft, field

OTHERS = ("unit", "dalek", "mib")
HIDDEN = MarkerId("ship_hidden")


def state_at(site, card):
    """A battle with the ship at a site, and a group of each other side beside one of the three."""
    return field(
        group("a", (35, 7.5), (36.5, 7.5), (35, 9), (36.5, 9)),
        daleks("k", (10, 43.6), (11.7, 43.6)),
        pair("m", (64, 43.4), (65.5, 43.4)),
        craft("saucer", "saucer", 54, 12, "dalek"),
        spugs("s", (40, 30), (41.5, 30)),
        hidden_at=site,
        sites=tuple(SITES),
        card=card,
    )


def moved(state, site):
    """The same battle with the ship at another site."""
    x, y = SITES[site]
    marker = msgspec.structs.replace(state.table.markers[HIDDEN], x=x, y=y)
    return state.with_table(state.table.with_marker(marker))


def shown(state, side, number):
    """All that a side gets of a moment: its view, the question, hints of odds, what it would answer."""
    run = Run(RULESET, RunPosition(state, None))
    view = RULESET.view(run.state, side)
    known = [view, RULESET.facts(view)]
    decision = run.pending
    if decision is None or decision.side != side:
        return known
    answers = decision.suggest(view, 4, derived_rng(number))
    moment = PlayerContext(RULESET, side, rng_seed_for(3, side, number), number)
    refusals = [decision.check(view, answer) for answer in (*answers, "start_ship", "take_part", "nothing")]
    return [
        *known,
        encode(decision),
        answers,
        refusals,
        [RULESET.preview(view, decision, answer) for answer in answers],
        Recruit().answer(view, decision, moment),
    ]


SWAPS = [
    (site, other, side, step)
    for site in SITES
    for other in SITES
    if other != site
    for side in OTHERS
    for step in (0, 1)
][:36]


@pytest.mark.rule("MT-SCN-04", "MT-GAP-83")
@pytest.mark.parametrize(("site", "other", "side", "step"), SWAPS)
def test_where_the_ship_is_shows_in_nothing(site, other, side, step):
    state = state_at(site, f"{side} double")
    first, second = state, moved(state, other)
    assert first.table.markers[HIDDEN] != second.table.markers[HIDDEN]
    for each in ([first, second],):
        one, two = each
        if step:
            one, two = chosen(one, side), chosen(two, side)
        difference = first_difference(shown_at(one, side), shown_at(two, side))
        assert difference is None, difference


def chosen(state, side):
    """The run when the side has chosen its first group."""
    run = Run(RULESET, RunPosition(state, None))
    key = run.pending.open_options[0].key
    assert run.answer(key) is None
    return run


def shown_at(battle, side):
    """What a side gets, at the start of its card or when it has chosen a group."""
    if not isinstance(battle, Run):
        return shown(battle, side, 7)
    view, decision = RULESET.view(battle.state, side), battle.pending
    moment = PlayerContext(RULESET, side, rng_seed_for(3, side, 7), 7)
    keys = [(option.key, str(option.shut)) for option in decision.options]
    refusals = [decision.check(view, key) for key in ("search_site", "start_ship", "take_part")]
    return [view, encode(decision), keys, refusals, Recruit().answer(view, decision, moment)]


@pytest.mark.rule("MT-SCN-04")
@pytest.mark.parametrize("side", OTHERS)
def test_nothing_is_told_of_the_choice(side):
    told = [told_of_choice(site, side) for site in SITES]
    assert told[0] == told[1] == told[2]


def told_of_choice(site, side):
    """The events that a side is told while the ship is hidden at a site."""
    state = state_at("south_site", "unit single").with_game(row=(), turn=0, tally={"prepared": 1})
    state = state.with_table(state.table.without_marker(HIDDEN))
    run = Run(RULESET, RunPosition(state, None))
    before = RULESET.view(run.state, side).table
    assert run.pending.what == "hiding_place" and run.pending.side == "spug"
    run.answer(site)
    view = RULESET.view(run.state, side).table
    knowledge = SideKnowledge(side, before, view, run.state.table)
    events = [event for event in run.take_updates() if isinstance(event, Event)]
    return [event for event in (event_as_seen(event, knowledge) for event in events) if event]


def test_a_view_is_completed_with_the_ship_at_any_site():
    view = RULESET.view(state_at("south_site", "unit single"), "unit")
    assert HIDDEN not in view.table.markers
    found = {
        (marker.x, marker.y)
        for seed in range(20)
        for marker in [RULESET.determinize(view, random.Random(seed)).table.markers[HIDDEN]]
    }
    assert found == set(SITES.values())
