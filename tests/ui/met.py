"""Automated battles up to a moment, such as a question."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

import pygame
from msgspec.structs import replace

from battlesim.engine.decisions import DICE_SIDE, AskAll, Decision
from battlesim.engine.dice import SeededDice
from battlesim.engine.record_write import RunUpdate
from battlesim.engine.run import Run, start_run
from battlesim.players.levels import load_player
from battlesim.players.match import Match
from battlesim.scenarios.library import load_scenario
from battlesim.table.state import AnyState
from tests.ui.battles import SEED


class Asked(NamedTuple):
    """A question of a battle: where it is met, and what is done with it before it is looked at."""

    scenario: str
    what: str
    side: str
    keys: tuple[int, ...] = ()


QUESTIONS: Final = {
    "choose one": Asked("first_contact", "target", "mi"),
    "choose some": Asked("first_contact", "group", "bugs"),
    "confirm": Asked("toy", "react", ""),
    "assign": Asked("first_contact", "weapons", "mi"),
    "dice": Asked("first_contact", "dice", DICE_SIDE),
    "allocation": Asked("outpost_evac", "allocate", "mi"),
    "move": Asked("outpost_evac", "move", "mi", (pygame.K_RIGHT, pygame.K_RIGHT)),
    "place": Asked("outpost_evac", "deploy", "mi"),
    "point": Asked("first_contact", "edge", "bugs"),
    "facing": Asked("outpost_evac", "facing", "mi"),
    "activation": Asked("outpost_evac", "activate", "mi"),
    "action": Asked("first_contact", "action", "mi"),
    "reaction": Asked("first_contact", "react", "mi"),
    "melee": Asked("outpost_evac", "attacks", "bugs"),
    "plasma": Asked("outpost_evac", "target", "bugs"),
    "strike run": Asked("outpost_evac", "line", "mi"),
}
"""One question for each picker, and some that a battle is full of or whose odds have much to say."""


class Met(NamedTuple):
    """A battle that has come to a question: from where, how, and the run that asks it."""

    opening: AnyState
    news: tuple[RunUpdate, ...]
    run: Run


@cache
def met(scenario: str, wanted: Callable[[Run], bool]) -> Met:
    """An automated battle up to a moment."""
    loaded = load_scenario(scenario)
    opening = loaded.initial_state()
    run = start_run(loaded.ruleset, opening)
    news: list[RunUpdate] = []
    seats = {one.key: load_player("recruit") for one in loaded.plan.sides if one.played}
    Match(run, seats, SeededDice(SEED), seed=SEED, on_updates=news.extend).play(wanted)
    news.extend(run.take_updates())
    assert run.pending is not None, f"{scenario} never comes to that"
    return Met(opening, tuple(news), run)


def asks(asked: Asked) -> Met:
    """The first question of that kind."""
    return flight() if asked.what == "line" else _asked(asked.scenario, asked.what, asked.side)


@cache
def _asked(scenario: str, what: str, side: str) -> Met:
    return met(
        scenario,
        lambda run: any(one.what == what and side in (one.side, "") for one in parts(run.pending)),
    )


@cache
def turn_three() -> Met:
    """A large battle in its third turn."""
    return met("outpost_evac", lambda run: run.ruleset.facts(run.state).turn == 3)


@cache
def flight() -> Met:
    """A strike run whose bomber comes in from the west and is to leave somewhere."""
    known = turn_three().run
    tally = known.state.game.tally | {"runs_granted": 1}
    game = replace(known.state.game, phase="mi_strike_runs", activation=None, tally=tally)
    state = replace(known.state, game=game)
    run = start_run(known.ruleset, state)
    for answer in ("napalm", (0.0, 20.0)):
        assert run.answer(answer) is None
    return Met(state, tuple(run.take_updates()), run)


def parts(decision: Decision[Any] | None) -> list[Decision[Any]]:
    if isinstance(decision, AskAll):
        return list(decision.parts.values())
    return [decision] if decision else []
