"""Make the tutorial's record anew: `python -m benchmarks.tutorial`.

Plays its scenario, seed by seed, until a battle has everything that the notes speak of, and puts the notes
into the record. The side that is to win takes its first actions as planned: there is to be something to see.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from battlesim.data import assets
from battlesim.engine.decisions import Decision
from battlesim.engine.dice import SeededDice
from battlesim.engine.record import BookmarkLine
from battlesim.engine.record_marks import append_bookmark
from battlesim.engine.record_read import Record
from battlesim.engine.record_replay import Replay
from battlesim.engine.record_write import Recorder, make_header
from battlesim.engine.run import start
from battlesim.players.base import Moment, Player, Reply
from battlesim.players.match import Match
from battlesim.players.recruit import Recruit
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.sources import load_record
from battlesim.table.state import AnyState
from battlesim.ui.story.log import LogLine, where
from battlesim.ui.story.story import Story

FOLDER = assets() / "tutorial"
MOST_SEEDS = 200


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note: its name and text, and the line of the log that it belongs to."""

    name: str
    text: str
    rule: str = ""
    phase: str = ""
    says: str = ""
    moment: Literal["first", "last"] = "last"
    about: str = ""


class Tutorial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notes, the scenario they are for, who is to win it, the seed to begin with, and the `actions` that
    the winner takes first: answers to the questions of a name."""

    scenario: str
    winner: str
    seed: int
    asked: str
    actions: tuple[str, ...]
    note: tuple[Note, ...]


class Guided:
    """A recruit whose first answers to the questions of a name are given."""

    def __init__(self, asked: str, answers: Sequence[str]) -> None:
        self.asked, self.answers = asked, list(answers)
        self.recruit = Recruit()

    def answer(self, view: AnyState, decision: Decision[Any], moment: Moment) -> Reply:
        """The next answer that was planned, else the recruit's."""
        if decision.what == self.asked and self.answers and decision.check(view, self.answers[0]) is None:
            return Reply(self.answers.pop(0), "as planned")
        return self.recruit.answer(view, decision, moment)


def notes_of(folder: Path) -> Tutorial:
    """The notes of a folder."""
    return msgspec.toml.decode((folder / "notes.toml").read_bytes(), type=Tutorial)


def bookmarks(tutorial: Tutorial, record: Record) -> list[BookmarkLine] | None:
    """The notes at their moments; None when the battle lacks one of them, or was lost."""
    if record.outcome is None or record.outcome.winners != (tutorial.winner,):
        return None
    replay, story = Replay(record), Story(record.ruleset, record.state)
    story.add(replay.events)
    at, found = 0, list[BookmarkLine]()
    for number, note in enumerate(tutorial.note):
        ends = (story.lines[0], story.lines[-1])
        line = _line(story, note, at) if note.rule else ends[number > 0]
        if line is None:
            return None
        at = line.last if note.moment == "last" and number else line.first
        answer, events = replay.place(at)
        words = note.text.format(words=line.text, result=line.result)
        about = _about(note, line, replay.state(at))
        found.append(BookmarkLine(answer=answer, events=events, name=note.name, note=words, about=about))
    return found


def _line(story: Story, note: Note, after: int) -> LogLine | None:
    """The first line of the phase that cites the rule and says the words."""
    phase = ""
    for line in story.lines:
        phase = line.text if line.kind == "turn" else phase
        if (
            line.first >= after
            and note.rule in line.rules
            and note.phase in phase
            and note.says in line.words
        ):
            return line
    return None


def _about(note: Note, line: LogLine, state: AnyState) -> str:
    """The first that is meant and still on the table."""
    named = {"actor": line.actors, "target": [*line.targets, *line.actors]}.get(note.about, [note.about])
    return next((name for name in named if where(state.table, name)), "")


def _play(tutorial: Tutorial, seed: int, path: Path) -> None:
    scenario = load_scenario(tutorial.scenario)
    state = scenario.start()
    players = {side.key: "recruit" for side in state.table.sides} | {tutorial.winner: "human"}
    header = make_header(
        scenario.ruleset,
        state,
        title=scenario.plan.title,
        seed=seed,
        players=players,
        options=scenario.plan.options,
        map_text=scenario.map_text,
        scenario_text=scenario.text,
    )
    run = start(scenario.ruleset, state)
    recorder = Recorder.create(path, header, state, run)
    guided: dict[str, Player] = {tutorial.winner: Guided(tutorial.asked, tutorial.actions)}
    seats = {side: guided.get(side) or Recruit() for side in players}
    try:
        Match(run, seats, SeededDice(seed), recorder, seed=seed).play()
    finally:
        recorder.close()


def make(folder: Path = FOLDER) -> Path:
    """Play and write; raises ValueError when no battle has it all."""
    tutorial = notes_of(folder)
    for seed in range(tutorial.seed, tutorial.seed + MOST_SEEDS):
        with tempfile.TemporaryDirectory() as work:
            path = Path(work) / "battle.battle"
            _play(tutorial, seed, path)
            marks = bookmarks(tutorial, load_record(path))
            if marks is None:
                continue
            for mark in marks:
                append_bookmark(load_record(path), mark)
            made = folder / f"{tutorial.scenario}.battle"
            made.write_bytes(path.read_bytes())
            print(f"{made}: seed {seed}, {len(marks)} notes")
            return made
    raise ValueError(f"no battle of {MOST_SEEDS} has everything that the notes speak of")


if __name__ == "__main__":
    make()
