"""Each command, from outside: what it prints, where, and with which exit code."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from battlesim.commands.failures import exit_code
from battlesim.scenarios.reading import InputError
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
    from battlesim.rulesets.registry import get

    text, book = cli("rules", "mobile_infantry", "--all").stdout, get("mobile_infantry").rulebook
    assert [text.count(f"\n{rule}  ") for rule in book] == [1] * len(book)
    assert [rule for rule, entry in book.items() if str(entry.words) not in text] == []
    heads = ["SETTING UP A BATTLE", "THE TURN", "VICTORY", "MODELS", "WHAT A SEARCH FINDS (MI-GAP-29)"]
    places = [text.index(f"\n\n{head}\n") for head in heads]
    assert places == sorted(places)
    assert re.search(r"\nHeavy Mech +5 in +- +7\+ +3\+ +10\+ +3 ", text)
    assert re.search(r"\n6 +3 to 8 HP of survivors", text)


def test_a_headless_battle_leaves_a_record_and_a_picture_and_says_where(
    cli: Cli, process: Cli, tmp_path: Path
) -> None:
    text = process("play", "toy", "--headless", "--seed", "3").stdout
    battles = kept(tmp_path)
    record, picture = battles / "toy-3.battle", battles / "toy-3.png"
    assert f"record:  {record}\n" in text
    assert f"picture: {picture}\n" in text
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "verified:" in cli("replay", str(record), "--verify").stdout
    header = json.loads(record.read_text().splitlines()[0])
    assert header["seed"] == 3
    assert "[table]" in header["map"]
    assert 'ruleset = "toy"' in header["scenario"]
    cli("play", "toy", "--headless", "--seed", "3")
    again = battles / "toy-3-1.battle"
    assert record.read_text().splitlines()[1:] == again.read_text().splitlines()[1:]


def kept(home: Path) -> Path:
    """Where somebody who lives in a folder has the battles kept."""
    return home / "data" / "battlesim" / "battles"


def settings_of(home: Path) -> Path:
    """Where the settings of somebody are who lives in a folder."""
    return home / "config" / "battlesim" / "settings.toml"


def settings(home: Path, text: str) -> None:
    """Give somebody settings."""
    file = settings_of(home)
    file.parent.mkdir(parents=True)
    file.write_text(text)


def test_battles_are_kept_in_one_place_wherever_the_program_is_started(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    cli("play", "toy", "--headless")
    monkeypatch.chdir(elsewhere)
    cli("play", "toy", "--headless")
    assert sorted(file.name for file in kept(tmp_path).glob("*.battle")) == ["toy-1-1.battle", "toy-1.battle"]
    assert list(elsewhere.iterdir()) == []


def test_battles_are_kept_in_the_folder_that_the_settings_name(cli: Cli, tmp_path: Path) -> None:
    settings(tmp_path, 'battles = "~/my battles"\n')
    assert f"record:  {tmp_path}/my battles/toy-1.battle" in cli("play", "toy", "--headless").stdout
    assert not kept(tmp_path).exists()


def test_a_record_can_be_kept_in_any_other_place_and_is_named_in_full(cli: Cli, tmp_path: Path) -> None:
    said = cli("play", "toy", "--headless", "--record", "mine.battle").stdout
    assert f"record:  {tmp_path}/mine.battle\npicture: {tmp_path}/mine.png\n" in said
    assert not kept(tmp_path).exists()


def test_where_no_battle_can_be_kept_one_line_says_what_to_do(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings(tmp_path, f'battles = "{tmp_path}/file"\n')
    said = cli("play", "toy", "--headless", code=2).stderr
    remedy = (
        f"say with --record where to keep it, or name another folder as battles in {settings_of(tmp_path)}"
    )
    why = "no battle can be kept there: it is not a folder"
    assert said == f"battlesim: {tmp_path}/file: {why} ({remedy})\n"


def test_a_kept_record_is_found_by_its_name_alone(cli: Cli, battle: Path, tmp_path: Path) -> None:
    kept(tmp_path).mkdir(parents=True)
    battle.rename(kept(tmp_path) / "mine.battle")
    assert "verified:" in cli("replay", "mine.battle", "--verify").stdout
    assert "ok" in cli("check", "mine.battle").stdout
    assert cli("judge", "mine.battle", "--at", "1", "--from", "s1", "--to", "n1").stdout
    assert cli("template", "mine.battle", "--step", "1", "--shape", "blast:3", "--at", "4,4").stdout


def test_a_record_that_lies_here_goes_before_a_kept_one(cli: Cli, battle: Path, tmp_path: Path) -> None:
    kept(tmp_path).mkdir(parents=True)
    (kept(tmp_path) / battle.name).write_text("this is not a record\n")
    assert "verified:" in cli("replay", battle.name, "--verify").stdout


def test_without_a_display_play_goes_on_automatically(cli: Cli, tmp_path: Path) -> None:
    done = cli("play", "toy", "--record", "mine.battle")
    assert "playing on without one" in done.stderr
    assert (tmp_path / "mine.battle").exists()
    assert (tmp_path / "mine.png").exists()


def test_dice_can_be_typed_in(cli: Cli, tmp_path: Path) -> None:
    done = cli(
        "play", "toy", "--headless", "--dice", "typed", "--record", "t.battle", given="9\n" + "6\n" * 200
    )
    assert "roll D6" in done.stderr
    assert "each within its die" in done.stderr
    faces = [
        line["event"]["faces"]
        for line in map(json.loads, (tmp_path / "t.battle").read_text().splitlines())
        if line["type"] == "event" and line["event"]["type"] == "Rolled"
    ]
    assert faces
    assert all(face == [6] for face in faces)
    assert "the input ended" in cli("play", "toy", "--headless", "--dice", "typed", code=2).stderr


def test_a_tampered_record_fails_to_verify(cli: Cli, battle: Path) -> None:
    record = battle
    lines = record.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if '"Rolled"' in line)
    rolled = json.loads(lines[at])
    rolled["event"]["faces"] = [7 - rolled["event"]["faces"][0]]
    record.write_text("\n".join([*lines[:at], json.dumps(rolled), *lines[at + 1 :]]) + "\n")
    assert "differs: step" in cli("replay", "a.battle", "--verify", code=1).stdout
    assert "fails to verify" in cli("check", "a.battle", code=1).stdout


def test_a_moment_of_a_record_can_be_shown_judged_and_drawn(cli: Cli, battle: Path, tmp_path: Path) -> None:
    assert "turn 1 of 6" in cli("replay", "a.battle", "--to", "2").stdout
    assert "there is no step 900" in cli("replay", "a.battle", "--to", "900", code=2).stderr
    assert "turn 1 of 6" in cli("replay", "a.battle", "--to", "2", "--headless").stdout
    cli("replay", "a.battle", "--to", "1", "--export", "start.png")
    assert (tmp_path / "start.png").read_bytes().startswith(b"\x89PNG")
    assert "is written as .png" in cli("replay", "a.battle", "--export", "x.gif", code=2).stderr
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


def test_judge_gives_the_keys_of_the_design(cli: Cli) -> None:
    found = json.loads(cli("judge", "walls", "--from", "a2", "--to", "b2", "--json").stdout)
    assert found["visible"] is True
    assert found["share"] == pytest.approx(0.5)
    assert found["cover"] == "partial"
    assert found["distance"] == {"centre": 10.0, "edge": 9.0}
    assert [b["id"] for b in found["blockers"]] == ["half"]
    assert found["blockers"][0]["share"] == pytest.approx(0.5)
    assert {"rules", "ruleset", "method"} <= found.keys()


def test_judge_says_how_far_either_may_be_off(cli: Cli) -> None:
    ask = ("judge", "toy", "--from", "4,4", "--to", "20,20", "--margin")
    margin = json.loads(cli(*ask, "--json").stdout)["margin"]
    assert margin == {
        side: {"safe": 2.0, "flips": None, "move": None, "tight": True} for side in ("viewer", "target")
    }
    assert "may be off by 2.000 in" in cli(*ask).stdout
    inside = ("judge", "mobile_infantry_sight", "--from", "a5", "--to", "b5", "--margin", "--json")
    assert "two pieces that stand on the table" in json.loads(cli(*inside).stdout)["margin_why"]


def test_judge_takes_points_with_their_own_base_and_height(cli: Cli) -> None:
    ask = ("judge", "heights", "--from", "12,4", "--to", "12,18", "--json")
    assert json.loads(cli(*ask).stdout)["visible"] is False
    giant = json.loads(cli(*ask, "--to-base", "2", "--to-height", "4").stdout)
    assert giant["share"] == pytest.approx(0.003571, abs=1e-6)
    roof = json.loads(cli("judge", "heights", "--from", "12,4,2", "--to", "12,18", "--json").stdout)
    assert roof["visible"] is True


def test_judge_by_the_rules_of_a_ruleset_and_by_all(cli: Cli) -> None:
    own = json.loads(
        cli(
            "judge", "outpost", "--from", "42,25", "--to", "58,25", "--ruleset", "mobile_infantry", "--json"
        ).stdout
    )
    assert own["ruleset"] == "mobile_infantry"
    assert "MI-GAP-06" in own["rules"]
    every = json.loads(
        cli("judge", "outpost", "--from", "42,25", "--to", "58,25", "--ruleset", "all", "--json").stdout
    )
    assert {"toy", "mobile_infantry"} <= every["rulings"].keys()


def test_a_ruling_can_be_drawn(cli: Cli, tmp_path: Path) -> None:
    cli("judge", "walls", "--from", "a3", "--to", "20,14", "--sheet", "s.png")
    assert (tmp_path / "s.png").read_bytes().startswith(b"\x89PNG")


def test_a_sheet_measures_as_the_ruling_does() -> None:
    from battlesim.report.judging import Judged, Stand, rule_on, ruling_values
    from battlesim.report.sheet import overlays_of
    from battlesim.rulings.sight import PLAIN
    from battlesim.scenarios.sources import open_source

    source = open_source("outpost", None, "")
    ruled = rule_on(source, Stand("3,3"), Stand("19,3"), Judged(PLAIN))
    assert ruling_values(ruled)["distance"] == {"centre": 16.0, "edge": 15.0}
    words = " ".join(getattr(item, "string", "") for item in overlays_of(source.table, ruled))
    assert "15.000 in from edge to edge, 16.000 in from centre to centre · visible, 100.00%" in words


def test_a_sheet_shows_the_ruling_of_one_ruleset(cli: Cli, tmp_path: Path) -> None:
    args = ("judge", "walls", "--from", "a3", "--to", "20,14", "--ruleset", "all", "--sheet", "s.png")
    assert "a sheet shows the ruling of one ruleset" in cli(*args, code=2).stderr
    assert not (tmp_path / "s.png").exists()


def test_no_word_of_a_list_is_broken_in_a_pipe_or_a_narrow_terminal(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert all(f"\n{name} " in f"\n{cli('scenarios').stdout}" for name in SCENARIOS)
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr("battlesim.commands.output.piped", lambda: False)
    text = f"\n{cli('scenarios').stdout}"
    assert all(f"\n{name} " in text for name in SCENARIOS)
    assert "\noutpost_evac                 Evacuate " in text and "mobile_infantry" in text


def test_template_says_who_is_under_it(cli: Cli) -> None:
    ask = ("template", "arcs_and_templates", "--shape", "blast:3", "--at", "28,12", "--json")
    found = json.loads(cli(*ask).stdout)
    assert (found["shape"], found["at"]) == ("blast:3", [28.0, 12.0])
    assert [(p["id"], p["state"]) for p in found["pieces"]] == [("t1", "wholly"), ("t2", "wholly")]
    assert {"id", "share", "state", "margin"} == found["pieces"][0].keys()


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
        (("play", "toy", "--headless", "--side", "south=human"), "a person needs the window"),
        (("play", "toy", "--headless", "--option", "hit=9"), "options.hit: '9' is not one of its values"),
        (("simulate", "toy", "--games", "0"), "invalid value for '--games'"),
        (("simulate", "toy", "--games", "1", "--csv", "/no/x.csv"), "/no/x.csv: --csv: cannot be written"),
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
        (("template", "walls", "--shape", "cone:200:3", "--at", "1,1"), "between 0 and 180 degrees"),
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


def test_a_failing_player_of_ones_own_is_named_and_the_battle_goes_on(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    player = (
        "class Fails:\n    def answer(self, view, decision, moment):\n        raise SystemError('gone')\n"
    )
    (tmp_path / "own.py").write_text(player)
    monkeypatch.syspath_prepend(str(tmp_path))
    done = cli("play", "toy", "--headless", "--side", "south=own:Fails", "--record", "f.battle")
    assert "SystemError: gone" in done.stderr
    assert "the default is taken" in (tmp_path / "f.battle").read_text()


def test_a_defect_of_the_program_leaves_a_report_and_exit_code_3(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    try:
        {}["missing"]
    except KeyError as error:
        assert exit_code(error) == 3
    said = capsys.readouterr().err
    report = Path(said.strip().rpartition("a report is in ")[2])
    assert "KeyError: 'missing'" in report.read_text()
    assert exit_code(InputError("x.toml", "a", "is wrong")) == 2
    assert capsys.readouterr().err == "battlesim: x.toml: a: is wrong\n"
