"""Make the tutorial's record anew: `python -m benchmarks.tutorial`.

Plays its scenario until a battle has everything that the notes speak of, and puts the notes into the record.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Literal

import msgspec

from battlesim.data import assets
from battlesim.engine.record import BookmarkLine
from battlesim.engine.record_marks import append_bookmark
from battlesim.engine.record_read import Record
from battlesim.engine.record_replay import Replay
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.sources import load_record
from battlesim.ui.log import Line
from battlesim.ui.story import Story
from benchmarks.battles import begin, play_out

FOLDER = assets() / "tutorial"
LEVEL = "recruit"
MOST_SEEDS = 200


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note: its name and text, and the line of the log that it belongs to."""

    name: str
    text: str
    rule: str = ""
    moment: Literal["first", "last"] = "last"
    about: str = ""


class Tutorial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notes, the scenario they are for, who is to win it, and the seed to begin with."""

    scenario: str
    winner: str
    seed: int
    note: tuple[Note, ...]


def notes_of(folder: Path) -> Tutorial:
    """The notes of a folder."""
    return msgspec.toml.decode((folder / "notes.toml").read_bytes(), type=Tutorial)


def bookmarks(tutorial: Tutorial, record: Record) -> list[BookmarkLine] | None:
    """The notes at their moments; None when the battle lacks one of them, or was lost."""
    if record.outcome is None or record.outcome.winner != tutorial.winner:
        return None
    replay, story = Replay(record), Story(record.ruleset, record.state)
    story.add(replay.events)
    at, found = 0, list[BookmarkLine]()
    for number, note in enumerate(tutorial.note):
        ends = (story.lines[0], story.lines[-1])
        line = _line(story, note.rule, at) if note.rule else ends[number > 0]
        if line is None:
            return None
        at = line.last if note.moment == "last" and number else line.first
        answer, events = replay.place(at)
        words = note.text.format(words=line.words, result=line.result)
        about = _about(note, line)
        found.append(BookmarkLine(answer=answer, events=events, name=note.name, note=words, about=about))
    return found


def _line(story: Story, rule: str, after: int) -> Line | None:
    return next((line for line in story.lines if line.first >= after and rule in line.rules), None)


def _about(note: Note, line: Line) -> str:
    named = {"actor": line.actors, "target": line.targets or line.lost}.get(note.about)
    return next(iter(named), "") if named is not None else note.about


def make(folder: Path = FOLDER) -> Path:
    """Play and write; raises ValueError when no battle has it all."""
    tutorial = notes_of(folder)
    for seed in range(tutorial.seed, tutorial.seed + MOST_SEEDS):
        with tempfile.TemporaryDirectory() as work:
            path = Path(work) / "battle.battle"
            play_out(begin(path, load_scenario(tutorial.scenario), seed, LEVEL))
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
