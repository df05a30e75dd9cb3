"""What the start screen knows, and what its commands make of it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec

from battlesim.engine.optional_sides import PlayedOption, played_options
from battlesim.engine.record import RecordError
from battlesim.engine.record_labels import rename_battle
from battlesim.engine.ruleset import AnyRuleset, RuleText
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
    FAULTS,
    PLAYERS,
    DeploymentZone,
    Listing,
    Saved,
    game_of,
    listing,
    looked_at,
    options_of,
    records,
    spelt,
    title_of,
    where_it_stands,
)
from battlesim.ui.start.preview import TablePicture
from battlesim.ui.start.turns import Turns

HUMAN, OWN, RULES = "human", "own", "rules"
BY_RULES: Final = "by the rules of the game"
FIRST: Final = "first_steps"
"""The scenario that is chosen at the first start, when nothing was ever played."""
USUAL: Final = "outpost_evac"
"""The one that is chosen afterwards."""
LONGEST: Final = 200
"""Letters of a field."""
MOST_SEED: Final = 12
"""Digits of a seed."""


def known_to(ruleset: AnyRuleset, state: AnyState, players: Mapping[SideKey, str]) -> Table:
    """The table as far as every side knows it that a person plays; all of it where nobody does."""
    views = [ruleset.view(state, side).table for side, name in players.items() if name == HUMAN]
    if not views:
        return state.table
    first, *others = views
    pieces = {key: piece for key, piece in first.pieces.items() if all(key in v.pieces for v in others)}
    markers = {key: mark for key, mark in first.markers.items() if all(key in v.markers for v in others)}
    return msgspec.structs.replace(first, pieces=pieces, markers=markers)


def people_can_play() -> bool:
    """Whether the window of this build takes a person's answers."""
    return find_spec("battlesim.ui.story.person") is not None


class StartModel:
    """What is chosen so far. `message` is what went wrong, in words; the options of the rules may be
    `unfolded`."""

    def __init__(self, folder: Path, preview: TablePicture, people: bool | None = None) -> None:
        self.people = people_can_play() if people is None else people
        self.preview, self.turns = preview, Turns(preview.executor)
        known = scenario_files()
        self.files = list(known)
        self.titles = {name: title_of(path) for name, path in known.items()}
        self.games = {name: game_of(name, known) for name in known}
        self.listings: dict[str, Listing] = {}
        self.faults: dict[str, str] = {}
        self.look_in(folder)
        self.record: Saved | None = None
        self.stood: TableSource | None = None
        self.stands = self.played_by = ""
        self.bookmarks: tuple[str, ...] = ()
        self.scenario = self.lesson = ""
        self.changed: Listing | None = None
        self.options: dict[str, str] = {}
        self.seats: dict[SideKey, str] = {}
        self.fields: dict[str, str] = {"seed": "", "file": "", "name": ""}
        self.dice = "seeded"
        self.unfolded = False
        self.message = ""
        self.begins_with = USUAL if self.saved else FIRST
        self._waiting = sorted(self.files, key=lambda name: name != self.begins_with)

    # -- scenarios --

    @property
    def listing(self) -> Listing | None:
        """The chosen scenario."""
        return self.listings.get(self.scenario)

    @property
    def all_read(self) -> bool:
        """Whether all scenarios have been read."""
        return not self._waiting

    def load_next(self) -> bool:
        """Read one more of the scenarios that have not been read yet, then of the records, whether there is
        news; a battle to go on with is chosen, else the first one, so that the screen can be shown before
        anything is read."""
        if not self._waiting:
            return self.preview.lit and self.turns.read_next(self.saved)
        chosen = bool(self.scenario or self.record)
        if not chosen and self.unfinished:
            self.open_record(self.unfinished[0].path)
        name = self._waiting.pop(0)
        if chosen or self.record:
            self._load(name)
        else:
            self.choose(name)
        return True

    def _load(self, name: str) -> Listing | None:
        try:
            self.listings[name] = listing(name)
        except FAULTS as error:
            self.faults[name] = str(error)
        return self.listings.get(name)

    def choose(self, name: str) -> None:
        """Choose a scenario by id or file, with its own options and the usual players."""
        found = self.listings.get(name) or self._load(name)
        if name in self._waiting:
            self._waiting.remove(name)
        if found is None:
            self.message = self.faults[name]
            return
        if name not in self.files:
            self.files.append(name)
            self.games[name] = found.scenario.ruleset.key
        self.record, self.scenario, self.message, self.lesson = None, name, "", ""
        self.options = dict(found.scenario.plan.options)
        self.listings[name] = found
        sides = [side.key for side in found.state.table.sides if side.played]
        self.seats = {key: levels.best_level() if number else self.first for number, key in enumerate(sides)}
        self.fields |= {"seed": str(found.scenario.plan.seed), "name": ""}
        self.dice = "seeded"
        self._look()

    def usual(self, option: str) -> str:
        """The value that the scenario itself gives an option."""
        return self._own_options().get(option, "")

    def _own_options(self) -> Mapping[str, str]:
        return self.listing.scenario.plan.options if self.listing else {}

    def set_option(self, option: str, value: str) -> None:
        """Change an option; what cannot be played is said in words and not taken."""
        changed = {**self.options, option: value}
        try:
            self.changed = listing(self.scenario, self._differing(changed))
        except FAULTS as error:
            self.message = str(error)
            return
        self.options, self.message = changed, ""
        played = [side.key for side in self.sides if side.played]
        self.seats = {key: self.seats.get(key, levels.best_level()) for key in played}
        self._look()

    @property
    def ruleset(self) -> AnyRuleset:
        """Whose rules are read here: those of what is chosen, while nothing is those of any."""
        known = registry.loadable_rulesets()
        own = self.listing.scenario.ruleset.key if self.listing else ""
        return known.get(self.record.ruleset if self.record else own) or next(iter(known.values()))

    @property
    def shown(self) -> Listing | None:
        """The chosen scenario with the options that are chosen."""
        plain = self.listing
        if plain and self.changed_options and self.changed:
            return self.changed
        return plain

    @property
    def changed_options(self) -> dict[str, str]:
        """The chosen options that differ from the scenario's own."""
        return self._differing(self.options)

    def _differing(self, options: Mapping[str, str]) -> dict[str, str]:
        own = self._own_options()
        return {key: value for key, value in options.items() if value != own.get(key)}

    def table(self) -> tuple[Table, tuple[DeploymentZone, ...]] | None:
        """The table to show: as the person's side knows it, all of it where nobody plays."""
        found = self.shown
        if found is None:
            return None
        return known_to(found.scenario.ruleset, found.state, self.seats), found.areas

    def _look(self) -> None:
        found, table = self.shown, self.table()
        if found and table:
            self.preview.show(table[0], looks_of(found.scenario.ruleset), table[1])

    def side_names(self) -> dict[str, str]:
        """The names of the sides by their keys."""
        return {side.key: side.name for side in self.sides}

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the chosen scenario, played or not as the options say."""
        return self.shown.state.table.sides if self.shown else ()

    def choose_lesson(self, name: str) -> None:
        """Choose a lesson by its name."""
        self.choose(load_lesson(name).scenario)
        self.lesson = name

    # -- records --

    @property
    def unfinished(self) -> list[Saved]:
        """The battles to go on with, the newest first."""
        return [one for one in self.saved if not (one.finished or one.fault)]

    def look_in(self, folder: Path) -> None:
        """List the records of a folder; new ones are kept there."""
        self.folder, self.saved = folder, records(folder)

    def open_record(self, path: Path) -> None:
        """Choose a record."""
        found = next((one for one in self.saved if one.path == path), None)
        found = found or looked_at(path, registry.ruleset_keys())
        try:
            ruleset, state, answers, self.bookmarks, damage = where_it_stands(path)
        except FAULTS as error:
            self.message = str(error)
            return
        found = msgspec.structs.replace(found, fault=damage or found.fault)
        self.record, self.message = found, found.fault
        facts = ruleset.facts(state)
        self.stands = f"{facts.turn_text}, {facts.phase}, {answers} answers"
        self.fields["name"] = found.name
        seats = (side for side in state.table.sides if side.played)
        names = ((side.name, found.players.get(side.key, "nobody")) for side in seats)
        self.played_by = ", ".join(f"{side}: {PLAYERS.get(name, name)}" for side, name in names)
        table = state.table if found.finished else known_to(ruleset, state, found.players)
        self.stood = TableSource(table, ruleset.key, state.with_table(table))
        self.preview.show(table, looks_of(ruleset))

    def call(self) -> None:
        """Give the chosen record the name that was typed."""
        if self.record is None:
            return
        path = self.record.path
        try:
            rename_battle(path, self.fields["name"].strip())
        except RecordError as error:
            self.message = str(error)
            return
        self.look_in(self.folder)
        self.open_record(path)

    def open_file(self, name: str) -> None:
        """Choose a file by its name: a record or a scenario."""
        path = find_record(name.strip(), self.folder)
        if not name.strip():
            self.message = "type the name of a scenario (.toml) or of a record (.battle)"
        elif path.suffix == RECORD_SUFFIX:
            self.open_record(path)
        else:
            self.choose(str(path))

    # -- players --

    @property
    def first(self) -> str:
        """Who plays the side of whoever sits at the screen."""
        return HUMAN if self.people else levels.best_level()

    def players(self, side: SideKey) -> list[tuple[str, str]]:
        """Who can be given a side: name and words."""
        by_rules = [(RULES, BY_RULES)] if side not in self.seats or side in self._lent else []
        if side not in self.seats:
            return [*by_rules, *([(self.first, "play it")] if side in self._lent else [])]
        people = [(HUMAN, PLAYERS[HUMAN])] if self.people else []
        return [*people, *((name, name) for name in levels.player_names()), (OWN, "my own…"), *by_rules]

    @property
    def _lent(self) -> Mapping[SideKey, PlayedOption]:
        """The sides that an option gives to a player, and which."""
        return played_options(self.listing.scenario.ruleset) if self.listing else {}

    def set_seat(self, side: SideKey, name: str) -> None:
        """Give a side to a player, or leave it to the rules; the option that says so is set with it."""
        self.message = ""
        if (name == RULES) == (side in self.seats) and side in self._lent:
            option, value = self._lent[side]
            self.set_option(option, self._otherwise(option, value) if name == RULES else value)
        if side in self.seats and name != RULES:
            self.seats[side] = name
        self._look()

    def _otherwise(self, option: str, value: str) -> str:
        """The usual value of an option, where that is another one; else the first that is."""
        entry = next(text for _, text in self.rule_choices() if text.option == option)
        return next(one for one in (self.usual(option), entry.default, *entry.choices) if one != value)

    def seat_field(self, side: SideKey) -> str:
        """The name of the field for a player of one's own."""
        return f"player {side}"

    # -- fields --

    def type(self, field: str, text: str) -> None:
        """Letters typed into a field."""
        kept = "".join(sign for sign in text if sign.isprintable())
        if field == "seed":
            kept = "".join(sign for sign in kept if sign in "0123456789")
        longest = MOST_SEED if field == "seed" else LONGEST
        self.fields[field] = (self.fields.get(field, "") + kept)[:longest]

    def erase(self, field: str) -> None:
        """The last letter of a field away."""
        self.fields[field] = self.fields.get(field, "")[:-1]

    # -- rules --

    def rule_choices(self) -> list[tuple[str, RuleText]]:
        """The rules of the chosen scenario that leave a choice."""
        return options_of(self.listing.scenario.ruleset) if self.listing else []

    def spelt(self) -> dict[str, str]:
        """How the rules of the chosen scenario write their abbreviations."""
        return spelt(self.listing.scenario.ruleset) if self.listing else {}
