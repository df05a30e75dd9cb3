"""Playthroughs as readable text, compared with stored copies so that every change in the rules is noticed."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from battlesim.engine.codec import builtin_values
from battlesim.engine.dice import SeededDice
from battlesim.engine.digest import state_digest
from battlesim.engine.record_write import RunUpdate
from battlesim.engine.ruleset import Step
from battlesim.engine.run import start_run
from battlesim.players.levels import load_player
from battlesim.players.match import Match
from battlesim.table.events import Event
from battlesim.table.phrases import Phrase, rendered_text
from battlesim.table.state import Table
from battlesim.table.tags import tag_of
from battlesim.testing.case import BattleCase

PLAYER_LEVELS = ("recruit", "random")
PLAYTHROUGH_SEED = 11
MAX_PLAYTHROUGH_ANSWERS = 160
MAX_DIFFERENCE_LINES = 40
"""Maximum number of lines of a difference that are shown."""
OMITTED_VALUES = {"entering": 0.0}
"""Field values that are omitted from the text."""


def check_playthrough(case: BattleCase, file: Path) -> None:
    """Play a test case and compare the text of the battle with a stored file.

    Raises AssertionError if they differ, or if the file was missing and has now been written.
    """
    now = playthrough_text(case)
    if not file.exists():
        file.write_text(now, encoding="utf-8")
        raise AssertionError(f"{file} was missing and has been written: read it and run the test again")
    stored = file.read_text(encoding="utf-8")
    difference = difflib.unified_diff(
        stored.splitlines(), now.splitlines(), "stored", "now", lineterm="", n=3
    )
    hint = f"{case.ruleset.title} plays differently; if it should, delete {file} and run the test again:"
    assert stored == now, "\n".join([hint, *list(difference)[:MAX_DIFFERENCE_LINES]])


def playthrough_text(case: BattleCase) -> str:
    """Play a test case with a Recruit (the usual AI player) against random players, and return it as text."""
    return "\n".join(_lines(case)) + "\n"


def _lines(case: BattleCase) -> Iterator[str]:
    run, heard = start_run(case.ruleset, case.state), list[Any]()
    keys = [side.key for side in case.state.table.sides if side.played]
    level = dict.fromkeys(keys, PLAYER_LEVELS[1]) | {keys[0]: PLAYER_LEVELS[0]}
    seats = {side: load_player(name) for side, name in level.items()}
    match = Match(run, seats, SeededDice(PLAYTHROUGH_SEED), seed=PLAYTHROUGH_SEED, on_updates=heard.extend)
    yield f"{case.ruleset.title}, seed {PLAYTHROUGH_SEED}: " + ", ".join(f"{s} {n}" for s, n in level.items())
    names = _Names()
    names.learn(run.state.table)
    yield from (_words(item, names) for item in run.take_updates())
    while (decision := run.pending) is not None and match.history.answer_count < MAX_PLAYTHROUGH_ANSWERS:
        answer = _short(match.answer_next())
        about = f" of {decision.about}" if decision.about else ""
        yield f"  {decision.side}: {decision.what}{about} > {answer}"
        names.learn(run.state.table)
        yield from (_words(item, names) for item in heard)
        heard.clear()
    ended = run.outcome
    yield (
        f"end: {' and '.join(ended.winners) or 'nobody'} wins, {_short(ended.scores)}: {ended.reason}"
        if ended
        else "stopped"
    )
    yield f"faults: {match.faults}"
    yield f"digest: {state_digest(run.state)}"


class _Names(dict[str, str]):
    """The names of all objects that have ever been on the table, by id."""

    def learn(self, table: Table) -> None:
        """Add the names of all objects on a table."""
        things = (*table.pieces, *table.units, *table.ground.terrain_by_id(), *table.markers)
        self.update({thing: table.name_of(thing) for thing in things})

    def __missing__(self, thing: str) -> str:
        return thing


def _words(item: RunUpdate, names: _Names) -> str:
    if isinstance(item, Step):
        return " ".join((f"{item.name}", *item.args))
    if not isinstance(item, Event):
        return f"    # {item.text}"
    said = {k: v for k, v in msgspec.structs.asdict(item).items() if k != "rule" and v is not False}
    said |= {k: rendered_text(v, names.__getitem__) for k, v in said.items() if isinstance(v, Phrase)}
    fields = {k: v for k, v in said.items() if v not in ("", (), None, msgspec.UNSET)}
    shown = " ".join(f"{name}={_short(value)}" for name, value in fields.items())
    return f"    {tag_of(type(item))} [{item.rule}] {shown}".rstrip()


def _short(value: Any) -> str:
    raw = builtin_values(value)
    if isinstance(raw, dict) and "type" in raw:
        raw = tuple(v for v in raw.values() if v not in ("", 0.0))
    if isinstance(raw, dict):
        kept = {
            k: v for k, v in raw.items() if v not in ("", [], (), None, {}) and v != OMITTED_VALUES.get(k)
        }
        return "{" + " ".join(f"{k}={_short(v)}" for k, v in kept.items()) + "}"
    if isinstance(raw, list | tuple):
        return "(" + " ".join(map(_short, raw)) + ")"
    return f"{raw:g}" if isinstance(raw, float) and raw == int(raw) else str(raw)
