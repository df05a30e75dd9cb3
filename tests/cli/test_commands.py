"""Each command, from outside: what it prints, where, and with which exit code."""

from __future__ import annotations

import csv
import importlib
import json
import re
from pathlib import Path

import pytest

from battlesim.commands.failures import report_error
from battlesim.scenarios.toml_reading import InputError
from tests.cli.conftest import Cli
from tests.support.ours import SCENARIOS

COMMANDS = ("play", "simulate", "replay", "judge", "template", "check", "rules", "scenarios", "rulesets")


def test_help_names_every_command(cli: Cli, process: Cli) -> None:
    text = process("--help").stdout
    assert all(f"\n  {command} " in text for command in COMMANDS)
    for command in COMMANDS:
        assert "Usage:" in cli(command, "--help").stdout


def test_without_a_display_the_start_screen_says_what_works(cli: Cli) -> None:
    text = cli().stdout
    assert "works without a window" in text
    assert "battlesim judge" in text


def test_scenarios_lists_all_of_them_as_json(cli: Cli) -> None:
    rows = json.loads(cli("scenarios", "--json").stdout)
    assert [row["id"] for row in rows][: len(SCENARIOS)] == list(SCENARIOS)
    toy = next(row for row in rows if row["id"] == "toy")
    assert toy == {
        "id": "toy",
        "title": "Toy skirmish",
        "ruleset": "toy",
        "sides": ["south", "north"],
        "pieces": 6,
        "turns": 6,
    }


def test_rulesets_lists_the_built_in_ones(cli: Cli) -> None:
    assert {row["key"] for row in json.loads(cli("rulesets", "--json").stdout)} >= {"toy", "mobile_infantry"}


def test_rules_by_id_by_words_and_with_a_suggestion(cli: Cli) -> None:
    one = json.loads(cli("rules", "MI-GAP-01", "--json").stdout)
    assert [row["id"] for row in one] == ["MI-GAP-01"]
    assert {row["id"] for row in json.loads(cli("rules", "toy", "mine", "--json").stdout)} >= {"TOY-MINE-01"}
    assert "option hit: 4 (default), 3, 5" in cli("rules", "toy", "TOY-GUN-02").stdout
    assert "did you mean TOY-GUN-0" in cli("rules", "toy", "TOY-GUN-09", code=2).stderr
    assert "did you mean toy?" in cli("rules", "tory", code=2).stderr


def test_a_rule_is_told_whole_by_its_id_and_in_short_among_others(cli: Cli) -> None:
    end = "equal numbers are a draw"
    assert end in cli("rules", "toy", "TOY-END-01").stdout
    assert end not in cli("rules", "toy").stdout


def test_the_whole_book_can_be_played_by(cli: Cli) -> None:
    """Chapters in the order in which they are read, each entry once and whole, and the tables."""
    from battlesim.rulesets.registry import load_ruleset

    text, book = cli("rules", "mobile_infantry", "--all").stdout, load_ruleset("mobile_infantry").rulebook
    assert [text.count(f"\n{rule}  ") for rule in book] == [1] * len(book)
    assert [rule for rule, entry in book.items() if str(entry.full_text) not in text] == []
    heads = ["SETTING UP A BATTLE", "THE TURN", "VICTORY", "MODELS", "WHAT A SEARCH FINDS (MI-GAP-29)"]
    places = [text.index(f"\n\n{head}\n") for head in heads]
    assert places == sorted(places)
    assert re.search(r"\nHeavy Mech +5 in +- +7\+ +3\+ +10\+ +3 ", text)
    assert re.search(r"\n6 +3 to 8 HP of survivors", text)


def test_a_tampered_record_fails_to_verify(cli: Cli, battle: Path) -> None:
    record = battle
    lines = record.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if '"Rolled"' in line)
    rolled = json.loads(lines[at])
    rolled["event"]["faces"] = [7 - rolled["event"]["faces"][0]]
    record.write_text("\n".join([*lines[:at], json.dumps(rolled), *lines[at + 1 :]]) + "\n")
    assert "differs: step" in cli("replay", "a.battle", "--verify", code=1).stdout
    assert "fails to verify" in cli("check", "a.battle", code=1).stdout


def test_a_record_with_a_face_that_no_die_has_is_bad_input(cli: Cli, battle: Path) -> None:
    lines = battle.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if '"side":"dice"' in line)
    rolled = json.loads(lines[at])
    rolled["answer"][0] = 9
    battle.write_text("\n".join([*lines[:at], json.dumps(rolled), *lines[at + 1 :]]) + "\n")
    for command in (("replay", "a.battle", "--verify"), ("check", "a.battle")):
        said = cli(*command, code=2)
        assert f"a.battle, line {at + 1}: " in said.stderr + said.stdout


def test_a_moment_of_a_record_can_be_shown_judged_and_drawn(cli: Cli, battle: Path, tmp_path: Path) -> None:
    assert "turn 1 of 6" in cli("replay", "a.battle", "--to", "2").stdout
    assert "there is no step 900" in cli("replay", "a.battle", "--to", "900", code=2).stderr
    assert "turn 1 of 6" in cli("replay", "a.battle", "--to", "2", "--headless").stdout
    cli("replay", "a.battle", "--to", "1", "--export", "start.png")
    assert (tmp_path / "start.png").read_bytes().startswith(b"\x89PNG")
    assert "must end in .png" in cli("replay", "a.battle", "--export", "x.gif", code=2).stderr
    start = json.loads(cli("judge", "a.battle", "--at", "1", "--from", "s1", "--to", "n1", "--json").stdout)
    assert start["distance"] == {"centre": 16.0, "edge": 15.0}


def test_a_moment_of_a_record_is_shown_as_a_side_knew_it(cli: Cli, battle: Path, tmp_path: Path) -> None:
    for side in ("all", "south", "north"):
        cli("replay", "a.battle", "--to", "1", "--seen-by", side, "--export", f"{side}.png")
    assert len({(tmp_path / f"{side}.png").read_bytes() for side in ("all", "south", "north")}) == 3
    assert "seen by South" in cli("replay", "a.battle", "--seen-by", "south").stdout
    assert "did you mean south?" in cli("replay", "a.battle", "--seen-by", "souht", code=2).stderr


def test_a_series_is_the_same_for_any_number_of_jobs_and_hash_seed(process: Cli) -> None:
    keys = ["scenario", "ruleset", "games", "seed", "players", "wins", "draws", "win_rate", "score"]
    keys += ["turns_mean", "seconds", "digest", "outcomes"]
    one = json.loads(process("simulate", "toy", "--games", "6", "--json", PYTHONHASHSEED="1").stdout)
    two = json.loads(
        process("simulate", "toy", "--games", "6", "--jobs", "2", "--json", PYTHONHASHSEED="2").stdout
    )
    assert [key for key in one if key in keys] == keys
    assert {k: v for k, v in one.items() if k != "seconds"} == {
        k: v for k, v in two.items() if k != "seconds"
    }
    assert sum(one["wins"].values()) + one["draws"] == 6
    other = json.loads(process("simulate", "toy", "--games", "6", "--seed", "50", "--json").stdout)
    assert other["digest"] != one["digest"]


def test_a_series_can_be_written_as_csv_and_drawn(cli: Cli, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    cli("simulate", "toy", "--games", "3", "--side", "south=random", "--csv", "g.csv", "--plot", "g.png")
    rows = list(csv.DictReader((tmp_path / "g.csv").open(encoding="utf-8")))
    assert [row["seed"] for row in rows] == ["1", "2", "3"]
    assert {"winner", "score_south", "score_north", "digest"} <= rows[0].keys()
    assert (tmp_path / "g.png").read_bytes().startswith(b"\x89PNG")


def test_no_word_of_a_list_is_broken_in_a_pipe_or_a_narrow_terminal(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert all(f"\n{name} " in f"\n{cli('scenarios').stdout}" for name in SCENARIOS)
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr("battlesim.commands.output.is_redirected", lambda: False)
    text = f"\n{cli('scenarios').stdout}"
    assert all(f"\n{name} " in text for name in SCENARIOS)
    assert "\noutpost_evac                 Evacuate " in text and "mobile_infantry" in text


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("play", "toi", "--headless"), "no scenario has this id (did you mean toy"),
        (("play", "toy", "--headless", "--side", "south=veteram"), "no player is called 'veteram'"),
        (
            ("play", "toy", "--headless", "--side", "green=random"),
            "--side: green: the battle has no such side",
        ),
        (("play", "toy", "--headless", "--side", "south"), "'south' is not of the form KEY=VALUE"),
        (("play", "toy", "--headless", "--side", "south=human"), "a human player needs the window"),
        (("play", "toy", "--headless", "--option", "hit=9"), "--option: hit: '9' is not one of its values"),
        (("simulate", "toy", "--games", "0"), "invalid value for '--games'"),
        (
            ("simulate", "toy", "--games", "1", "--csv", "/no/x.csv"),
            "/no/x.csv: --csv: the file cannot be written",
        ),
        (("replay", "gone.battle"), "gone.battle: there is no such file"),
        (
            ("judge", "walls", "--from", "a9", "--to", "b1"),
            "--from: a9: no piece has this id (did you mean a",
        ),
        (("judge", "walls", "--from", "1,x", "--to", "b1"), "--from: 1,x: is not a point"),
        (("judge", "walls", "--from", "99,1", "--to", "b1"), "lies off the 72 x 24 in table"),
        (("judge", "walls", "--from", "a1", "--to", "b1", "--at", "3"), "is a situation: it has no steps"),
        (("judge", "wals", "--from", "a1", "--to", "b1"), "did you mean walls"),
        (("judge", "walls", "--from", "a1", "--to", "b1", "--ruleset", "toi"), "did you mean toy?"),
        (("template", "walls", "--shape", "blost:3", "--at", "1,1"), "unknown template (did you mean blast"),
        (("template", "walls", "--shape", "blast", "--at", "1,1"), "takes 1 numbers, not 0"),
        (("template", "walls", "--shape", "cone:200:3", "--at", "1,1"), "the width of a cone must be"),
        (("check", "."), "is a folder"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(cli: Cli, args: tuple[str, ...], words: str) -> None:
    done = cli(*args, code=2)
    (line,) = (done.stderr + done.stdout).splitlines()
    assert words in line


def test_nothing_but_the_fault_is_said(process: Cli) -> None:
    done = process("replay", "gone.battle", code=2)
    assert (done.stdout, len(done.stderr.splitlines())) == ("", 1)


def test_check_tells_a_wrong_situation_from_an_unreadable_file(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(
        'title = "x"\n[table]\nwidth = 9\nheight = 9\n[[piece]]\nid = "a"\nat = [1, 1]\n[[piece]]\nid = "b"\n'
        'at = [5, 1]\n[[question]]\nask = "sight"\nfrom = "a"\nto = "b"\nvisible = false\n'
    )
    (tmp_path / "m.toml").write_text("[table]\nwidth = 9\n")
    assert "visible is True, expected False" in cli("check", "s.toml", code=1).stdout
    assert "table.height: is missing" in cli("check", "m.toml", code=2).stdout
    rows = json.loads(cli("check", "toy", "s.toml", "m.toml", "--json", code=2).stdout)
    assert [row["good"] for row in rows] == [True, False, False]


def test_a_defect_of_the_program_leaves_a_report_and_exit_code_3(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    try:
        {}["missing"]
    except KeyError as error:
        assert report_error(error) == 3
    said = capsys.readouterr().err
    report = Path(said.strip().rpartition("a report is in ")[2])
    assert "KeyError: 'missing'" in report.read_text()
    assert report_error(InputError("x.toml", "a", "is wrong")) == 2
    assert capsys.readouterr().err == "battlesim: x.toml: a: is wrong\n"


def test_a_defect_of_a_plug_in_names_its_line_and_not_the_program(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The error is raised below it, in the program, by an argument that it gave."""
    monkeypatch.setenv("HOME", str(tmp_path))
    info = tmp_path / "erring-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: erring\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[battlesim.rulesets]\nerring = erring_rules:RULESET\n")
    file = tmp_path / "erring_rules.py"
    file.write_text(
        "from battlesim.engine.option import Option, closed_if\n\nclosed_if(Option('a', 'A'), 'no')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(TypeError) as caught:
        importlib.import_module("erring_rules")
    assert report_error(caught.value) == 3
    said = capsys.readouterr().err
    assert f"battlesim: a plug-in failed at {file}, line 3 (TypeError: " in said and "bug" not in said
