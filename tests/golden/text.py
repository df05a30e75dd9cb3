"""A battle as text that a person can read, line by line the same for the same rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from battlesim.engine.codec import plain
from battlesim.engine.dice import SeededDice
from battlesim.engine.digest import digest
from battlesim.engine.record_write import News
from battlesim.engine.ruleset import Step
from battlesim.engine.run import start
from battlesim.players.levels import player
from battlesim.players.match import Match
from battlesim.table.events import Event
from tests.contract.cases import CASES

FOLDER = Path(__file__).parent
LEVELS = ("recruit", "random")
SEED = 11
ANSWERS = 160
SILENT = {"entering": 0.0}
"""Fields that say nothing with these values."""


def golden_file(key: str) -> Path:
    """Where the playthrough of a ruleset is kept."""
    return FOLDER / f"{key}.txt"


def playthrough(key: str) -> str:
    """The battle of a ruleset's case: recruit on the first side, random on the others."""
    return "\n".join(_lines(key)) + "\n"


def _lines(key: str) -> Iterator[str]:
    case = CASES[key]()
    run, heard = start(case.ruleset, case.state), list[News]()
    keys = [side.key for side in case.state.table.sides if side.played]
    level = dict.fromkeys(keys, LEVELS[1]) | {keys[0]: LEVELS[0]}
    seats = {side: player(name) for side, name in level.items()}
    match = Match(run, seats, SeededDice(SEED), seed=SEED, heard=heard.extend)
    yield f"{case.ruleset.title}, seed {SEED}: " + ", ".join(f"{s} {n}" for s, n in level.items())
    yield from map(_words, run.take_news())
    while (decision := run.pending) is not None and match.history.answers < ANSWERS:
        answer = _short(match.answer_next())
        about = f" of {decision.about}" if decision.about else ""
        yield f"  {decision.side}: {decision.what}{about} > {answer}"
        yield from map(_words, heard)
        heard.clear()
    ended = run.outcome
    yield (
        f"end: {' and '.join(ended.winners) or 'nobody'} wins, {_short(ended.scores)}: {ended.reason}"
        if ended
        else "stopped"
    )
    yield f"faults: {match.faults}"
    yield f"digest: {digest(run.state)}"


def _words(item: News) -> str:
    if isinstance(item, Step):
        return " ".join((f"{item.name}", *item.args))
    if not isinstance(item, Event):
        return f"    # {item.text}"
    said = {k: v for k, v in msgspec.structs.asdict(item).items() if k != "rule" and v is not False}
    fields = {k: v for k, v in said.items() if v not in ("", (), None)}
    shown = " ".join(f"{name}={_short(value)}" for name, value in fields.items())
    return f"    {type(item).__name__} [{item.rule}] {shown}".rstrip()


def _short(value: Any) -> str:
    raw = plain(value)
    if isinstance(raw, dict) and "type" in raw:
        raw = tuple(v for v in raw.values() if v not in ("", 0.0))
    if isinstance(raw, dict):
        kept = {k: v for k, v in raw.items() if v not in ("", [], (), None, {}) and v != SILENT.get(k)}
        return "{" + " ".join(f"{k}={_short(v)}" for k, v in kept.items()) + "}"
    if isinstance(raw, list | tuple):
        return "(" + " ".join(map(_short, raw)) + ")"
    return f"{raw:g}" if isinstance(raw, float) and raw == int(raw) else str(raw)
