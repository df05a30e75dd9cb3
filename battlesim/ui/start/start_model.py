"""The state of the start screen, and the effects of its commands."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec

from battlesim.engine.optional_sides import PlayedOption, played_options
from battlesim.engine.presets import OptionPreset, SupportsPresets
from battlesim.engine.record import RecordError
from battlesim.engine.record_labels import rename_battle
from battlesim.engine.rule_texts import RuleText
from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.voice import voice_of
from battlesim.players import levels
from battlesim.report.picture import looks_of
from battlesim.rulesets import registry
from battlesim.scenarios.battle_files import find_record
from battlesim.scenarios.lessons import load_lesson
from battlesim.scenarios.library import scenario_files
from battlesim.scenarios.sources import RECORD_SUFFIX, TableSource
from battlesim.table.ids import SideKey
from battlesim.table.state import AnyState, Side, Table
from battlesim.ui.start.catalogue import (
    LOAD_ERRORS,
    PLAYER_LABELS,
    DeploymentZone,
    RecordSummary,
    ScenarioPreview,
    abbreviation_spellings,
    game_of,
    list_records,
    load_record_progress,
    load_scenario_preview,
    options_of,
    summarize_record_file,
    title_of,
)
from battlesim.ui.start.record_turns import RecordTurns
from battlesim.ui.start.table_picture import TablePicture

HUMAN, OWN_PLAYER, PLAYED_BY_RULES = "human", "own", "rules"
BY_RULES_LABEL: Final = "by the rules of the game"
FIRST_SCENARIO: Final = "first_steps"
"""Scenario selected at the first start, when there are no saved battles."""
DEFAULT_SCENARIO: Final = "outpost_evac"
"""Scenario selected at later starts."""
MAX_FIELD_LETTERS: Final = 200
"""Maximum number of letters in a text field."""
MAX_SEED_DIGITS: Final = 12
"""Maximum number of digits in a seed."""


def table_known_to_humans(ruleset: AnyRuleset, state: AnyState, players: Mapping[SideKey, str]) -> Table:
    """Return the table with what all human sides know, or the full table if no human plays."""
    views = [ruleset.view(state, side).table for side, name in players.items() if name == HUMAN]
    if not views:
        return state.table
    first, *others = views
    pieces = {key: piece for key, piece in first.pieces.items() if all(key in v.pieces for v in others)}
    markers = {key: mark for key, mark in first.markers.items() if all(key in v.markers for v in others)}
    return msgspec.structs.replace(first, pieces=pieces, markers=markers)


def can_humans_play() -> bool:
    """Return True if this build of the program supports human players."""
    return find_spec("battlesim.ui.session.human_player") is not None


class StartModel:
    """What the user has selected on the start screen. `message` is the last error message."""

    def __init__(self, folder: Path, preview: TablePicture, people: bool | None = None) -> None:
        self.people = can_humans_play() if people is None else people
        self.preview, self.turns = preview, RecordTurns(preview.executor)
        known = scenario_files()
        self.files = list(known)
        self.titles = {name: title_of(path) for name, path in known.items()}
        self.games = {name: game_of(name, known) for name in known}
        self.scenario_previews: dict[str, ScenarioPreview] = {}
        self.faults: dict[str, str] = {}
        self.set_folder(folder)
        self.record: RecordSummary | None = None
        self.record_source: TableSource | None = None
        self.record_status = self.played_by = ""
        self.bookmarks: tuple[str, ...] = ()
        self.scenario = self.lesson = ""
        self.changed_preview: ScenarioPreview | None = None
        self.options: dict[str, str] = {}
        self.seats: dict[SideKey, str] = {}
        self.fields: dict[str, str] = {"seed": "", "file": "", "name": ""}
        self.dice = "seeded"
        self.unfolded = False
        self.voiced = True
        self.message = ""
        self.begins_with = DEFAULT_SCENARIO if self.saved else FIRST_SCENARIO
        self._unread = sorted(self.files, key=lambda name: name != self.begins_with)

    # -- scenarios --

    @property
    def scenario_preview(self) -> ScenarioPreview | None:
        """The preview of the selected scenario, or None if there is none."""
        return self.scenario_previews.get(self.scenario)

    @property
    def all_read(self) -> bool:
        """True if all scenarios have been read."""
        return not self._unread

    def load_next(self) -> bool:
        """Read the next scenario, or a record once all are read. Return True if anything changed.

        An unfinished battle is selected if there is one, else the first scenario.
        """
        if not self._unread:
            return self.preview.lit and self.turns.read_next(self.saved)
        chosen = bool(self.scenario or self.record)
        if not chosen and self.unfinished:
            self.open_record(self.unfinished[0].path)
        name = self._unread.pop(0)
        if chosen or self.record:
            self._load_preview(name)
        else:
            self.choose(name)
        return True

    def _load_preview(self, name: str) -> ScenarioPreview | None:
        try:
            self.scenario_previews[name] = load_scenario_preview(name)
        except LOAD_ERRORS as error:
            self.faults[name] = str(error)
        return self.scenario_previews.get(name)

    def choose(self, name: str) -> None:
        """Select a scenario by id or file name, with its default options and players."""
        found = self.scenario_previews.get(name) or self._load_preview(name)
        if name in self._unread:
            self._unread.remove(name)
        if found is None:
            self.message = self.faults[name]
            return
        if name not in self.files:
            self.files.append(name)
            self.games[name] = found.scenario.ruleset.key
        self.record, self.scenario, self.message, self.lesson = None, name, "", ""
        self.options = dict(found.scenario.plan.options)
        self.scenario_previews[name] = found
        sides = [side.key for side in found.state.table.sides if side.played]
        self.seats = {
            key: levels.best_level() if number else self.default_player for number, key in enumerate(sides)
        }
        self.fields |= {"seed": str(found.scenario.plan.seed), "name": ""}
        self.dice = "seeded"
        if begins_with := next((preset.key for preset in self.presets if preset.preselected), None):
            self.choose_preset(begins_with)
        self._update_picture()

    @property
    def briefing(self) -> str:
        """The briefing of the selected scenario, in the game's own voice if it is `voiced`."""
        found = self.selected_preview
        if found is None:
            return ""
        own = voice_of(found.scenario.ruleset).briefings.get(self.scenario, "") if self.voiced else ""
        return own or found.scenario.plan.briefing

    def default_option_value(self, option: str) -> str:
        """Return the value of an option in the scenario's file."""
        return self._scenario_options().get(option, "")

    def _scenario_options(self) -> Mapping[str, str]:
        return self.scenario_preview.scenario.plan.options if self.scenario_preview else {}

    def set_option(self, option: str, value: str) -> None:
        """Change an option, or set an error message if the scenario cannot be played with it."""
        self._set_options({**self.options, option: value})

    @property
    def presets(self) -> tuple[OptionPreset, ...]:
        """The presets of the selected scenario's ruleset."""
        ruleset = self.scenario_preview.scenario.ruleset if self.scenario_preview else None
        return ruleset.presets if isinstance(ruleset, SupportsPresets) else ()

    @property
    def nearest_preset(self) -> OptionPreset | None:
        """The preset from which the fewest options differ, the first of several; None without presets."""
        return min(self.presets, key=lambda preset: len(self.differences(preset)), default=None)

    def differences(self, preset: OptionPreset) -> dict[str, str]:
        """Return the selected option values that differ from a preset, apart from who plays a side."""
        values = preset.values_for(self._scenario_options())
        seats = {option for option, _ in self._lendable_sides.values()}
        return {k: v for k, v in self.options.items() if v != values.get(k) and k not in seats}

    def choose_preset(self, key: str) -> None:
        """Set the options to a preset, or set an error message if the scenario cannot be played with it."""
        preset = next(preset for preset in self.presets if preset.key == key)
        seats = {
            option: self.options[option]
            for option, _ in self._lendable_sides.values()
            if option in self.options
        }
        self._set_options({**preset.values_for(self._scenario_options()), **seats})

    def _set_options(self, changed: dict[str, str]) -> None:
        try:
            self.changed_preview = load_scenario_preview(self.scenario, self._changed_from_scenario(changed))
        except LOAD_ERRORS as error:
            self.message = str(error)
            return
        self.options, self.message = changed, ""
        played = [side.key for side in self.sides if side.played]
        self.seats = {key: self.seats.get(key, levels.best_level()) for key in played}
        self._update_picture()

    @property
    def ruleset(self) -> AnyRuleset:
        """The ruleset of the selection, or any ruleset if nothing is selected; shown on the rules page."""
        known = registry.loadable_rulesets()
        own = self.scenario_preview.scenario.ruleset.key if self.scenario_preview else ""
        return known.get(self.record.ruleset if self.record else own) or next(iter(known.values()))

    @property
    def selected_preview(self) -> ScenarioPreview | None:
        """The preview of the selected scenario, set up with the selected options."""
        plain = self.scenario_preview
        if plain and self.changed_options and self.changed_preview:
            return self.changed_preview
        return plain

    @property
    def changed_options(self) -> dict[str, str]:
        """The selected options that differ from the scenario's default options."""
        return self._changed_from_scenario(self.options)

    def _changed_from_scenario(self, options: Mapping[str, str]) -> dict[str, str]:
        own = self._scenario_options()
        return {key: value for key, value in options.items() if value != own.get(key)}

    def table(self) -> tuple[Table, tuple[DeploymentZone, ...]] | None:
        """Return the table as the human sides know it, with its zones, or None if nothing is selected."""
        found = self.selected_preview
        if found is None:
            return None
        return table_known_to_humans(found.scenario.ruleset, found.state, self.seats), found.areas

    def _update_picture(self) -> None:
        found, table = self.selected_preview, self.table()
        if found and table:
            self.preview.show(table[0], looks_of(found.scenario.ruleset), table[1])

    def side_names(self) -> dict[str, str]:
        """Return a mapping from side keys to side names."""
        return {side.key: side.name for side in self.sides}

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the selected scenario, including sides that no player controls."""
        return self.selected_preview.state.table.sides if self.selected_preview else ()

    def choose_lesson(self, name: str) -> None:
        """Select a lesson by name."""
        self.choose(load_lesson(name).scenario)
        self.lesson = name

    # -- records --

    @property
    def unfinished(self) -> list[RecordSummary]:
        """The battles that can be resumed, newest first."""
        return [one for one in self.saved if not (one.finished or one.fault)]

    def set_folder(self, folder: Path) -> None:
        """Set the folder for battles and list its records."""
        self.folder, self.saved = folder, list_records(folder)

    def open_record(self, path: Path) -> None:
        """Select a record, or set an error message if it cannot be read."""
        found = next((one for one in self.saved if one.path == path), None)
        found = found or summarize_record_file(path, registry.ruleset_keys())
        try:
            ruleset, state, answers, self.bookmarks, damage = load_record_progress(path)
        except LOAD_ERRORS as error:
            self.message = str(error)
            return
        found = msgspec.structs.replace(found, fault=damage or found.fault)
        self.record, self.message = found, found.fault
        facts = ruleset.facts(state)
        self.record_status = f"{facts.turn_text}, {facts.phase}, {answers} answers"
        self.fields["name"] = found.name
        seats = (side for side in state.table.sides if side.played)
        names = ((side.name, found.players.get(side.key, "nobody")) for side in seats)
        self.played_by = ", ".join(f"{side}: {PLAYER_LABELS.get(name, name)}" for side, name in names)
        table = state.table if found.finished else table_known_to_humans(ruleset, state, found.players)
        self.record_source = TableSource(table, ruleset.key, state.with_table(table))
        self.preview.show(table, looks_of(ruleset))

    def rename_record(self) -> None:
        """Rename the selected record to the typed name."""
        if self.record is None:
            return
        path = self.record.path
        try:
            rename_battle(path, self.fields["name"].strip())
        except RecordError as error:
            self.message = str(error)
            return
        self.set_folder(self.folder)
        self.open_record(path)

    def open_file(self, name: str) -> None:
        """Select the record or scenario with the given file name."""
        path = find_record(name.strip(), self.folder)
        if not name.strip():
            self.message = "type the name of a scenario (.toml) or of a record (.battle)"
        elif path.suffix == RECORD_SUFFIX:
            self.open_record(path)
        else:
            self.choose(str(path))

    # -- players --

    @property
    def default_player(self) -> str:
        """The default player of the user's side: a human if supported, else the strongest AI player."""
        return HUMAN if self.people else levels.best_level()

    def players(self, side: SideKey) -> list[tuple[str, str]]:
        """Return the players available to a side, as pairs of name and label."""
        by_rules = (
            [(PLAYED_BY_RULES, BY_RULES_LABEL)]
            if side not in self.seats or side in self._lendable_sides
            else []
        )
        if side not in self.seats:
            return [*by_rules, *([(self.default_player, "play it")] if side in self._lendable_sides else [])]
        people = [(HUMAN, PLAYER_LABELS[HUMAN])] if self.people else []
        return [
            *people,
            *((name, name) for name in levels.player_names()),
            (OWN_PLAYER, "my own…"),
            *by_rules,
        ]

    @property
    def _lendable_sides(self) -> Mapping[SideKey, PlayedOption]:
        """The sides that an option can give to a player, with the option and its value."""
        return played_options(self.scenario_preview.scenario.ruleset) if self.scenario_preview else {}

    def set_seat(self, side: SideKey, name: str) -> None:
        """Assign a player to a side, or leave the side to the rules, and set the matching option."""
        self.message = ""
        if (name == PLAYED_BY_RULES) == (side in self.seats) and side in self._lendable_sides:
            option, value = self._lendable_sides[side]
            self.set_option(
                option, self._other_option_value(option, value) if name == PLAYED_BY_RULES else value
            )
        if side in self.seats and name != PLAYED_BY_RULES:
            self.seats[side] = name
        self._update_picture()

    def _other_option_value(self, option: str, value: str) -> str:
        """Return a value of an option other than `value`, preferably the default."""
        entry = next(text for _, text in self.rule_choices() if text.option == option)
        return next(
            one for one in (self.default_option_value(option), entry.default, *entry.choices) if one != value
        )

    def seat_field(self, side: SideKey) -> str:
        """Return the key of the text field for a side's user-supplied player."""
        return f"player {side}"

    # -- fields --

    def type_text(self, field: str, text: str) -> None:
        """Append typed text to a field, leaving out characters that are not allowed."""
        kept = "".join(sign for sign in text if sign.isprintable())
        if field == "seed":
            kept = "".join(sign for sign in kept if sign in "0123456789")
        longest = MAX_SEED_DIGITS if field == "seed" else MAX_FIELD_LETTERS
        self.fields[field] = (self.fields.get(field, "") + kept)[:longest]

    def erase_letter(self, field: str) -> None:
        """Erase the last letter of a field."""
        self.fields[field] = self.fields.get(field, "")[:-1]

    # -- rules --

    def rule_choices(self) -> list[tuple[str, RuleText]]:
        """Return the rules with options in the selected scenario's ruleset."""
        return options_of(self.scenario_preview.scenario.ruleset) if self.scenario_preview else []

    def abbreviation_spellings(self) -> dict[str, str]:
        """Return the abbreviations of the selected scenario's rules, keyed by their lower-case form."""
        return abbreviation_spellings(self.scenario_preview.scenario.ruleset) if self.scenario_preview else {}
