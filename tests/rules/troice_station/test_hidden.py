"""What markers hold shows in nothing that the marines see, are asked, are shown or answer."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from battlesim.engine.codec import encode
from battlesim.engine.dice import derived_rng
from battlesim.engine.digest import first_difference
from battlesim.engine.run import Run
from battlesim.engine.run import RunPosition as At
from battlesim.players.base import Player, PlayerContext, rng_seed_for
from battlesim.players.random_player import RandomPlayer
from battlesim.players.recruit import Recruit
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.core.state import MARINES

from .played import Position, questions, wanted
from .things import battle, marine, marker

APART = 3
"""Every third question is looked at, so that the positions come from several battles."""
PLAYERS: tuple[Player, ...] = (Recruit(), RandomPlayer())


def swapped(run: Run, rng: random.Random) -> Run | None:
    """The same battle with what two hidden markers hold swapped; None where they all hold the same."""
    held, here = run.state.game.contents, run.position
    pairs = [(a, b) for a in sorted(held) for b in sorted(held) if a < b and held[a] != held[b]]
    if not pairs:
        return None
    a, b = rng.choice(pairs)
    contents = {**here.state.game.contents, a: held[b], b: held[a]}
    return Run(run.ruleset, At(here.state.with_game(contents=contents), here.step, here.answers))


def shown(run: Run, number: int) -> list[object]:
    """All that the marines get of a moment: the view, what is known, the question, cards of odds, answers."""
    question, ruleset = run.pending, run.ruleset
    assert question is not None
    view = ruleset.view(run.state, MARINES)
    answers = question.suggest(view, 4, derived_rng(number))
    moment = PlayerContext(ruleset, MARINES, rng_seed_for(3, MARINES, number), number)
    return [
        view,
        ruleset.facts(view),
        encode(question),
        answers,
        [ruleset.preview(view, question, answer) for answer in answers],
        [player.answer(view, question, moment) for player in PLAYERS],
    ]


def same(position: Position, rng: random.Random) -> bool:
    """Look at a position and at another one that differs in what is hidden; whether there is one."""
    run, twin = position.run, swapped(position.run, rng)
    if twin is None:
        return False
    assert twin.state.game.contents != run.state.game.contents
    for one, two in zip(shown(run, position.number), shown(twin, position.number), strict=True):
        assert first_difference(one, two) is None, f"{position.question!r}: {first_difference(one, two)}"
    return True


def look_at(positions: int) -> None:
    rng = random.Random(7)
    for player in PLAYERS:
        played, left = islice(questions({"marker_contents": "pool"}, player), 0, None, APART), positions // 2
        while left:
            left -= same(next(played), rng)


@pytest.mark.slow
@pytest.mark.rule("TS-GAP-79", "TS-GAP-91")
def test_what_markers_hold_does_not_show_in_many_positions() -> None:
    look_at(wanted(8))


def test_the_marines_do_not_know_what_markers_hold():
    state = battle(marker("m", 10, 10), marine("trooper", "a", 30, 30)).with_game(contents={"m": "alien"})
    assert RULESET.view(state, "marines").game.contents == {"m": "?"}
    assert RULESET.view(state, "creatures").game.contents == {"m": "alien"}
