"""Why not, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Cli


def test_it_says_what_fails_by_how_much_and_by_which_rule(cli: Cli) -> None:
    told = cli("why", "toy", "--piece", "s1", "--to", "n1").stdout
    assert "no: North 1: 15.0 in away, 5.0 in too far [TOY-GUN-01]" in told
    assert "TOY-GUN-01: A trooper may shoot once at an enemy within 10 in" in told


def test_it_says_so_in_json(cli: Cli) -> None:
    found = json.loads(cli("why", "first_contact", "--piece", "CT", "--to", "24,30", "--json").stdout)
    (move,) = found["reasons"]
    assert (move["what"], move["may"], move["unit"], round(move["short"], 2)) == ("move", False, "in", 8.0)


def test_of_a_record_it_says_so_at_a_step(cli: Cli, tmp_path: Path) -> None:
    record = tmp_path / "t.battle"
    cli("play", "toy", "--headless", "--seed", "3", "--record", str(record))
    first, later = (cli("why", str(record), "--piece", "s1", "--at", at).stdout for at in ("1", "3"))
    assert "Which trooper acts?" in first
    assert first != later


def test_what_is_not_there_is_one_line(cli: Cli) -> None:
    for words, line in (
        (("toy", "--piece", "s9"), "--piece: s9: nothing on the table has this id"),
        (("outpost", "--piece", "s9"), "cannot be played"),
        (("toy", "--piece", "s1", "--seen-by", "x"), "there is no side x"),
    ):
        assert line in cli("why", *words, code=2).stderr
