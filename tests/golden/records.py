"""Golden records of the present version of the format: one of each scenario, and a few more.

`python -m tests.golden.records toy troice_first` plays these two battles again and writes their records
(`tests/engine/records/VERSION/NAME.battle.gz`); without names all that are missing are written. A record that
is there holds that such a file can be read: make it again after a change of the rules, but never because it
cannot be read any more. A change of the format has a new version, and records in a folder of its own.
"""

from __future__ import annotations

import argparse
import gzip
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from battlesim.commands.battle_sessions import begin_battle
from battlesim.commands.records import RecordPlace
from battlesim.engine.dice import DiceKind, SeededDice
from battlesim.engine.record import FORMAT_VERSION
from battlesim.engine.record_write import Recorder, make_header
from battlesim.engine.run import start_run
from battlesim.players.levels import load_player
from battlesim.players.match import Match
from battlesim.rulesets import registry
from battlesim.scenarios.library import load_scenario
from tests.golden import rescue
from tests.support.ours import SCENARIOS

FOLDER = Path(__file__).parents[1] / "engine" / "records" / str(FORMAT_VERSION)


class Battle(NamedTuple):
    """A battle to be recorded: its scenario, seed, options, and the level of all players."""

    scenario: str
    seed: int = 1
    options: Mapping[str, str] = {}
    level: str = "recruit"


MORE = {
    "toy_mine": Battle("toy", 11, level="random"),
    "outpost_collapse": Battle("outpost_evac_platoon", 1, {"hidden_entrances": "random"}, "random"),
    "convoy_by_chance": Battle("convoy", 1, level="random"),
    "convoy_grapple": Battle("convoy", 3),
    "ogron_raid_crate": Battle("ogron_raid", 4),
    "attack_by_chance": Battle("platoon_attack", 2, level="random"),
    "convoy_gets_through": Battle("road_convoy", 2),
    "high_street_by_chance": Battle("high_street", 8, level="random"),
    "high_street_blasts": Battle("high_street", 10, level="random"),
    "high_street_wild": Battle("high_street", 2),
    "high_street_wreck": Battle("high_street", 3, level="random"),
    "troice_pool": Battle("troice_first", 1, {"marker_contents": "pool"}, "random"),
}
"""Battles besides one of each scenario, in which events come that others do not have."""
BATTLES = {id: Battle(id) for id in SCENARIOS} | MORE
RESCUE, RESCUED_AFTER = "troice_rescue", 70
"""The battle of `rescue.py`, and its number of answers."""
NEVER = {
    "toy": {"Announced", "Drawn", "Passed", "PieceChanged", "PiecesAdded", "PiecesRemoved", "Said", "Tallied"}
    | {"MarkerPlaced", "Refused", "TerrainChanged", "TerrainRemoved", "UnitsAdded", "UnitsRemoved"}
    | {"TemplatePlaced", "UnitChanged"},
    "mobile_infantry": {"Acted", "Announced", "Drawn", "Refused", "UnitsAdded", "UnitsRemoved"}
    | {"TemplatePlaced", "UnitChanged"},
    "invasion_earth": {
        "Drawn",
        "EnemySighted",
        "MarkerRemoved",
        "PieceChanged",
        "PiecesAdded",
    }
    | {"PiecesRemoved", "Refused", "TerrainRemoved", "UnitChanged", "UnitsAdded", "UnitsRemoved"},
    "stargrunt": {"Refused", "TerrainChanged", "TerrainRemoved"},
    "alien_invasion": {
        "Acted",
        "AllianceChanged",
        "CardsLeftDeck",
        "PiecesRemoved",
        "Refused",
        "TerrainRemoved",
        "UnitChanged",
        "UnitsRemoved",
        "ZoneTaken",
    },
    "troice_station": {
        "PieceChanged",
        "Refused",
        "TemplatePlaced",
        "UnitChanged",
        "UnitsAdded",
        "UnitsRemoved",
    },
}
"""Tags of events that the rules of a ruleset never bring about."""


def record(name: str, path: Path) -> None:
    """Play a battle and record it."""
    battle = BATTLES[name]
    loaded = load_scenario(battle.scenario, dict(battle.options))
    state = loaded.initial_state()
    players = {side.key: battle.level for side in state.table.sides if side.played}
    run, recorder = begin_battle(loaded, players, battle.seed, RecordPlace(path), DiceKind.seeded, state)
    seats = {side: load_player(level) for side, level in players.items()}
    Match(run, seats, SeededDice(battle.seed), recorder, seed=battle.seed).play()
    recorder.close()


def record_rescue(path: Path) -> None:
    """Play the battle of `rescue.py` and record it, so far as it matters."""
    ruleset, state = registry.load_ruleset("troice_station"), rescue.state()
    players = {side.key: "rescuer" for side in state.table.sides if side.played}
    header = make_header(ruleset, state, title="Rescue", seed=1, players=players, options=rescue.OPTIONS)
    run = start_run(ruleset, state)
    recorder = Recorder.create(path, header, state, run)
    match = Match(run, {side: rescue.Rescuer() for side in players}, SeededDice(1), recorder, seed=1)
    for _ in range(RESCUED_AFTER):
        match.answer_next()
    recorder.close()


def write(name: str) -> Path:
    """Play a battle and write its record where it is kept."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.battle"
        if name == RESCUE:
            record_rescue(path)
        else:
            record(name, path)
        raw = path.read_bytes()
    FOLDER.mkdir(exist_ok=True)
    file = file_of(name)
    file.write_bytes(gzip.compress(raw, 9, mtime=0))
    return file


def file_of(name: str) -> Path:
    """Where the record of a battle is kept."""
    return FOLDER / f"{name}.battle.gz"


def main() -> None:
    """Write the records that are named, else those that are missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    known = (*BATTLES, RESCUE)
    for name in parser.parse_args().names or [name for name in known if not file_of(name).exists()]:
        print(write(name))


if __name__ == "__main__":
    main()
