"""The scenarios and saved records that are listed on the start screen."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta

from battlesim.engine.codec import MAX_JSON_BYTES, CodecError, decode, decoder_of
from battlesim.engine.position_decisions import PlacePieces
from battlesim.engine.record import FORMAT_VERSION, RecordError
from battlesim.engine.record_read import MAX_RECORD_WEIGHT, check_displayable
from battlesim.engine.record_replay import Replay
from battlesim.engine.rule_texts import RuleText
from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.run import Run, start_run
from battlesim.engine.value_decoding import shortened
from battlesim.plain_files import UnreadableError, open_plain
from battlesim.report.unit_names import kind_name, unit_name
from battlesim.rulesets import registry
from battlesim.scenarios.library import MAX_EXTENDS, Scenario, load_scenario
from battlesim.scenarios.sources import RECORD_SUFFIX, load_record
from battlesim.scenarios.toml_reading import InputError, parse_toml, read_text
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.limits import Identifier, Name
from battlesim.table.state import AnyState, Side, Table

Ring = tuple[tuple[float, float], ...]
RECORD_TAIL_BYTES: Final = 256 * 1024
"""Number of bytes at the end of a record that are read to find out whether it is finished."""
MAX_RECORDS: Final = 60
MAX_ERROR_LETTERS: Final = 100
"""Maximum length of the error text shown in the list for a record that cannot be opened."""

LOAD_ERRORS: Final = (InputError, RecordError)
"""Exceptions raised when a scenario or record cannot be loaded."""


class DeploymentZone(msgspec.Struct, frozen=True):
    """A part of the table in which a side deploys its pieces."""

    rings: tuple[Ring, ...]
    side: int = 0


class SideForce(msgspec.Struct, frozen=True):
    """The force of a side: its number of pieces, and each unit's name and kinds of pieces as text."""

    side: Side
    pieces: int
    units: tuple[tuple[str, str], ...]


class ScenarioPreview(msgspec.Struct, frozen=True):
    """A preview of a scenario: its initial state, number of turns (0 for no limit) and deployment zones.

    `turns_word` is the ruleset's word for turns.
    """

    scenario: Scenario
    state: AnyState
    turns: int
    areas: tuple[DeploymentZone, ...]
    turns_word: str

    @property
    def title(self) -> str:
        """The title of the scenario."""
        return self.scenario.plan.title

    @property
    def size(self) -> str:
        """The number of pieces and turns as text."""
        turns = f"{self.turns} {self.turns_word}" if self.turns else "no fixed length"
        return f"{len(self.state.table.pieces)} pieces, {turns}"

    @property
    def note(self) -> str:
        """The ruleset and the number of pieces and turns as text."""
        return f"{self.scenario.ruleset.title}, {self.size}"


def title_of(path: Path) -> str:
    """Return the title from a scenario file without loading the scenario, or "" if it is unreadable."""
    return _file_texts(path)["title"]


def game_of(name: str, known: Mapping[str, Path]) -> str:
    """Return the ruleset key named by a scenario's file or a file it extends, or "" if none names it."""
    for _ in range(MAX_EXTENDS):
        found = _file_texts(known[name]) if name in known else {}
        if found.get("ruleset") or not found:
            return found.get("ruleset", "")
        name = found["extends"]
    return ""


def _file_texts(path: Path) -> dict[str, str]:
    """Return the title, ruleset and base scenario named in a scenario file, "" where missing."""
    try:
        read = parse_toml(read_text(path), path)
    except InputError:
        read = {}
    values = {key: read.get(key, "") for key in ("title", "ruleset", "extends")}
    return {key: value if isinstance(value, str) else "" for key, value in values.items()}


def load_scenario_preview(name: str, options: Mapping[str, str] | None = None) -> ScenarioPreview:
    """Load a scenario and set it up for viewing. Raises InputError if it is missing or invalid."""
    scenario = load_scenario(name, options)
    state = scenario.initial_state()
    ruleset = scenario.ruleset
    run, facts = start_run(ruleset, state), ruleset.facts(state)
    zones = _deployment_zones(scenario, run)
    return ScenarioPreview(scenario, run.state, facts.turns, zones, facts.turns_word)


def _deployment_zones(scenario: Scenario, run: Run) -> tuple[DeploymentZone, ...]:
    """Return the zones from the scenario's file and the zone where the first pieces are deployed."""
    table = run.state.table
    found = [
        DeploymentZone(zone.rings, table.side(zone.side).number if zone.side else 0)
        for zone in scenario.plan.zones
    ]
    first = run.pending
    if isinstance(first, PlacePieces) and first.room.zone:
        found.append(DeploymentZone(tuple(first.room.zone), table.side(first.side).number))
    return tuple(found)


def forces(found: ScenarioPreview, table: Table) -> list[SideForce]:
    """Return the forces of all sides, counting only pieces that are on the given table."""
    return [_side_force(found, table, side) for side in found.state.table.sides]


def _side_force(found: ScenarioPreview, table: Table, side: Side) -> SideForce:
    ruleset, pieces = found.scenario.ruleset, table.pieces_of_side(side.key)
    names = {unit.id: unit.name for unit in found.scenario.plan.units} | ruleset.facts(found.state).units
    units: dict[UnitId, Counter[str]] = {}
    for piece in pieces:
        units.setdefault(piece.unit, Counter())[kind_name(ruleset, piece.kind)] += 1
    rows = ((unit_name(table, unit, names), _counted_kinds(kinds)) for unit, kinds in units.items())
    return SideForce(side, len(pieces), tuple(rows))


def _counted_kinds(kinds: Counter[str]) -> str:
    return ", ".join(f"{count} × {kind}" if count > 1 else kind for kind, count in kinds.items())


def options_of(ruleset: AnyRuleset) -> list[tuple[str, RuleText]]:
    """Return the rules that have options, as pairs of rule id and text."""
    return [(rule, text) for rule, text in ruleset.rulebook.items() if text.option]


ABBREVIATION_PATTERN: Final = re.compile(r"(?<![\w-])(?=\w*[A-Z])\w*[A-Z0-9]\w*[A-Z0-9]\w*(?![\w-])")
"""Pattern of an abbreviation such as AoE, VP or D3, with two capitals or digits; rule ids do not match."""


def abbreviation_spellings(ruleset: AnyRuleset) -> dict[str, str]:
    """Return the abbreviations of a rulebook, keyed by their lower-case form, that are no ordinary words."""
    texts = [str(entry.text) for entry in ruleset.rulebook.values()]
    ordinary = {word for text in texts for word in text.split() if word.islower()}
    found = {word.lower(): word for text in texts for word in ABBREVIATION_PATTERN.findall(text)}
    return {word: spelling for word, spelling in found.items() if word not in ordinary}


PLAYER_LABELS: Final = {"human": "human"}
"""Labels of players whose names need an explanation."""
PLAYER_DESCRIPTIONS: Final = {
    "human": "Decides at this screen, with mouse or keys.",
    "random": "Picks any legal answer: an enemy without a plan.",
    "recruit": "Follows the ruleset's simple plan; a fair enemy for a first battle.",
}
"""Descriptions of players in one sentence, by player name."""


class RecordSummary(msgspec.Struct, frozen=True):
    """A summary of a saved battle, taken from the first and last lines of its file."""

    path: Path
    title: str
    players: dict[SideKey, str]
    ruleset: str
    finished: bool
    when: float
    fault: str = ""
    name: str = ""

    @property
    def display_name(self) -> str:
        """The name given by the user, or the scenario's title if there is none."""
        return self.name or self.title

    @property
    def date_text(self) -> str:
        """The local date and time at which the record was last written."""
        return time.strftime("%d %b %Y, %H:%M", time.localtime(self.when))

    @property
    def note(self) -> str:
        """A line with scenario and date for a named record, or with date and players for any other."""
        if self.name:
            return f"{self.title}, {self.date_text}"
        return (
            f"{self.date_text}, {', '.join(PLAYER_LABELS.get(name, name) for name in self.players.values())}"
        )


class _HeaderLine(msgspec.Struct):
    type: str
    title: Name
    version: int
    ruleset: Annotated[str, Meta(min_length=1, max_length=100)]
    players: dict[Identifier, Name]
    name: Name = ""


class _LineType(msgspec.Struct):
    type: str = ""


def list_records(folder: Path) -> list[RecordSummary]:
    """Return the records in a folder, newest first; a record that cannot be opened has an error text."""
    try:
        files = sorted(folder.glob(f"*{RECORD_SUFFIX}"), key=_date_written, reverse=True)
    except OSError:
        return []
    rulesets = registry.ruleset_keys()
    return [summarize_record_file(path, rulesets) for path in files[:MAX_RECORDS]]


def _date_written(path: Path) -> float:
    """Return the time at which a file or broken link was written, or 0.0 if unknown."""
    try:
        return path.lstat().st_mtime
    except OSError:
        return 0.0


def read_record_summary(path: Path) -> RecordSummary | None:
    """Return the summary of a record, or None if the file is not a record."""
    found = summarize_record_file(path, registry.ruleset_keys())
    return found if found.ruleset else None


def summarize_record_file(path: Path, rulesets: Collection[str]) -> RecordSummary:
    """Return a record file's summary, with an error text if the file or its ruleset is unusable."""
    try:
        return _opened_summary(path, rulesets)
    except (OSError, UnreadableError, CodecError) as error:
        fault = f"cannot be opened: {shortened(str(error), MAX_ERROR_LETTERS)}"
        return RecordSummary(path, path.stem, {}, "", False, _date_written(path), fault)


def _opened_summary(path: Path, rulesets: Collection[str]) -> RecordSummary:
    with open_plain(path, MAX_RECORD_WEIGHT) as file:
        first = decode(file.readline(MAX_JSON_BYTES + 1), _HeaderLine)
        end = file.seek(0, 2)
        file.seek(max(0, end - RECORD_TAIL_BYTES))
        finished = _is_finished(file.read(RECORD_TAIL_BYTES))
    if first.type != "header":
        raise CodecError("the start of the file is missing")
    new = "made by a newer version of the program" if first.version > FORMAT_VERSION else ""
    known = "" if first.ruleset in rulesets else f"the ruleset {first.ruleset} is not installed"
    title = first.title or path.stem
    fault = new or known
    return RecordSummary(
        path, title, first.players, first.ruleset, finished, _date_written(path), fault, first.name
    )


def _is_finished(tail: bytes) -> bool:
    """Return True if a record ends with the outcome and no later answer or undo revokes it."""
    read = decoder_of(_LineType)
    for raw in reversed(tail.splitlines()):
        try:
            kind = read(raw).type
        except CodecError:
            continue
        if kind in ("outcome", "answer", "undo", "step"):
            return bool(kind == "outcome")
    return False


class RecordProgress(NamedTuple):
    """How far a saved battle has got: its last state, number of answers, bookmarks and any file damage."""

    ruleset: AnyRuleset
    state: AnyState
    answers: int
    bookmarks: tuple[str, ...]
    damage: str = ""


def turn_of(path: Path) -> str:
    """Return the turn that a record has reached as text, or "" if the record is unreadable."""
    try:
        found = load_record_progress(path)
    except LOAD_ERRORS:
        return ""
    return found.ruleset.facts(found.state).turn_text


def load_record_progress(path: Path) -> RecordProgress:
    """Load a record and return its progress. Raises RecordError if the record is unreadable."""
    record = load_record(path)
    replay = Replay(record)
    names = tuple(mark.name for mark in replay.bookmarks)
    state = replay.state_after(len(replay))
    check_displayable(record.path, 0, record.ruleset, state)
    damage = record.damage.text if record.damage else ""
    return RecordProgress(record.ruleset, state, len(record.answers), names, damage)
