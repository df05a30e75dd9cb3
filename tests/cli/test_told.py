"""The battle as text and as data: `battlesim replay X --log`."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cli.conftest import Cli


def test_a_battle_is_told_line_by_line_with_dice_and_rules(cli: Cli, battle: Path) -> None:
    text = cli("replay", battle.name, "--log").stdout
    assert "\nTurn 1: " in text
    assert re.search(r"\n  \d+\.\d+ +(south|north)  .*needs? 4\+: dice [1-6].*  \[TOY-GUN-02", text)


def test_a_battle_is_told_as_data(cli: Cli, battle: Path) -> None:
    """The lines of the log, each with what it says, its dice, and who did it by their ids."""
    text = cli("replay", battle.name, "--log").stdout
    lines = json.loads(cli("replay", battle.name, "--log", "--json").stdout)
    assert all(line["text"] in text for line in lines)
    shots = [line for line in lines if line["dice"] and line["by"]]
    assert shots and all(die["face"] <= die["sides"] for line in shots for die in line["dice"])
    assert {line["turn"] for line in lines} >= {1, 2} and lines[0]["begins"]
    assert "needs --log" in cli("replay", battle.name, "--json", code=2).stderr
    assert "second call" in cli("replay", battle.name, "--log", "--json", "--verify", code=2).stderr


def test_a_battle_is_told_as_a_side_knows_it(cli: Cli, battle: Path) -> None:
    lines = battle.read_text().splitlines()
    secret = {"type": "event", "event": {"type": "Said", "text": "we wait in ambush", "to": "south"}}
    battle.write_text("\n".join([*lines[:-2], json.dumps(secret), *lines[-2:], ""]))
    heard = [
        "We wait in ambush" in cli("replay", battle.name, "--log", "--seen-by", side).stdout
        for side in ("all", "south", "north")
    ]
    assert heard == [True, True, False]
