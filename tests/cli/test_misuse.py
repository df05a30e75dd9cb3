"""A command that is called wrongly says so in one line, which names what is wrong and where to read on."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Cli

SEEN = ("judge", "toy", "--from", "3,3", "--to", "9,9")
LAID = ("template", "toy", "--shape", "blast:3", "--at", "5,5")
MISUSE = {
    "no such command": (("plya",), "no such command 'plya'", ""),
    "no such option": (("play", "toy", "--bogus"), "--bogus", "play"),
    "an option without end": (("play", "toy", f"--{'y' * 6000}"), "no such option", "play"),
    "control letters": (("play", "--\x1b[2J"), r"\x1b[2J", "play"),
    "a missing option": (("judge", "toy", "--from", "3,3"), "--to", "judge"),
    "a missing argument": (("check",), "FILE", "check"),
    "one argument too many": (("scenarios", "toy"), "toy", "scenarios"),
    "an option without its value": (("simulate", "toy", "--games"), "--games", ""),
    "a value too many": (("rulesets", "--json=3"), "--json", ""),
    "no games": (("simulate", "toy", "--games", "0"), "--games", "simulate"),
    "no processes": (("simulate", "toy", "--games", "1", "--jobs", "0"), "--jobs", "simulate"),
    "a seed below zero": (("play", "toy", "--seed", "-1"), "--seed", "play"),
    "a seed beyond all": (("play", "toy", "--seed", "9" * 5000), "--seed", "play"),
    "dice of wood": (("play", "toy", "--dice", "wooden"), "'wooden' is not one of", "play"),
    "no number": (("replay", "a.battle", "--to", "x"), "it should be a whole number", "replay"),
    "no number in inches": ((*SEEN, "--base", "x"), "it should be a number", "judge"),
    "a step below zero": ((*SEEN, "--at", "-1"), "--at", "judge"),
    "no direction": ((*LAID, "--facing", "east"), "--facing", "template"),
}
FIGURES = {
    "no direction": ((*LAID, "--facing", "nan"), "--facing"),
    "a direction beyond all": ((*LAID, "--facing", "1e300"), "--facing"),
    "a base without end": ((*SEEN, "--base", "inf"), "--from: a base of inf in"),
    "no height": ((*SEEN, "--to-height", "nan"), "--to: a base of 1 in, nan in high"),
    "no width": ((*SEEN, "--to-base", "0"), "--to: a base of 0 in"),
    "no size of a table": (("lab", "--new", "48"), "--new: 48: is not a size"),
    "a table of no size": (("lab", "--new", "nanx48"), "--new: nanx48: is not a table of 1 to 600"),
    "a table too large": (("lab", "--new", "48x9999"), "--new: 48x9999: is not a table of 1 to 600"),
    "two tables at once": (
        ("lab", "toy", "--new", "48x48"),
        "--new: toy: give either a table to open or --new",
    ),
    "no template": ((*LAID, "--shape", "blast:nan"), "--shape"),
}


@pytest.mark.parametrize("kind", MISUSE)
def test_a_wrong_call_is_one_line_that_says_where_to_read_on(cli: Cli, kind: str) -> None:
    args, words, command = MISUSE[kind]
    done = cli(*args, code=2)
    assert done.stdout == "" and len(done.stderr) < 600
    (line,) = done.stderr.splitlines()
    assert line.startswith("battlesim: ") and words in line
    assert line.endswith(f"battlesim {command}".rstrip() + " --help)")


@pytest.mark.parametrize("kind", FIGURES)
def test_a_figure_that_cannot_be_is_one_line_that_names_it(cli: Cli, kind: str) -> None:
    args, words = FIGURES[kind]
    done = cli(*args, code=2)
    (line,) = (done.stdout + done.stderr).splitlines()
    assert line.startswith("battlesim: ") and words in line
