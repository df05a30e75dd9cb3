"""The commands `judge` and `template`: lines of sight, rulings, sheets, who is under what."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Cli


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
    assert "two pieces on the table" in json.loads(cli(*inside).stdout)["margin_why"]


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
    from battlesim.report.judging import JudgingRules, PieceOrPoint, rule_on_ends, ruling_values
    from battlesim.report.sheet_plan import ruling_overlays
    from battlesim.rulings.sight import PLAIN_SIGHT
    from battlesim.scenarios.sources import open_source

    source = open_source("outpost", None, "")
    ruled = rule_on_ends(source, PieceOrPoint("3,3"), PieceOrPoint("19,3"), JudgingRules(PLAIN_SIGHT))
    assert ruling_values(ruled)["distance"] == {"centre": 16.0, "edge": 15.0}
    words = " ".join(getattr(item, "shown_text", "") for item in ruling_overlays(source.table, ruled))
    assert "15.000 in from edge to edge, 16.000 in from centre to centre · visible, 100.00%" in words


def test_a_sheet_shows_the_ruling_of_one_ruleset(cli: Cli, tmp_path: Path) -> None:
    args = ("judge", "walls", "--from", "a3", "--to", "20,14", "--ruleset", "all", "--sheet", "s.png")
    assert "a sheet shows the ruling of one ruleset" in cli(*args, code=2).stderr
    assert not (tmp_path / "s.png").exists()


def test_template_says_who_is_under_it(cli: Cli) -> None:
    ask = ("template", "arcs_and_templates", "--shape", "blast:3", "--at", "28,12", "--json")
    found = json.loads(cli(*ask).stdout)
    assert (found["shape"], found["at"]) == ("blast:3", [28.0, 12.0])
    assert [(p["id"], p["state"]) for p in found["pieces"]] == [("t1", "wholly"), ("t2", "wholly")]
    assert {"id", "share", "state", "margin", "caught"} == found["pieces"][0].keys()


@pytest.mark.rule("TS-FIRE-06", "TS-FIRE-07", "TS-GAP-60")
@pytest.mark.parametrize(("pair", "hidden", "hard"), [("1", 0.4059, "wall"), ("2", 0.6553, "house")])
def test_a_ruling_tells_what_is_hidden_and_what_is_hard_cover(
    cli: Cli, pair: str, hidden: float, hard: str
) -> None:
    asked = (
        "judge",
        "troice_station_sight",
        "--from",
        f"a{pair}",
        "--to",
        f"b{pair}",
        "--ruleset",
        "troice_station",
    )
    found = json.loads(cli(*asked, "--json").stdout)
    assert (round(1 - found["share"], 4), found["hard"]) == (hidden, [hard])
    assert f"hard cover by {hard}" in cli(*asked).stdout


IE_PAIRS = {
    ("a1", "b1"): (True, "partial"),
    ("a2", "b2"): (True, "full"),
    ("a3", "b3"): (False, "full"),
    ("a4", "b4"): (True, "none"),
    ("a5", "b5"): (True, "none"),
    ("a6", "b6"): (True, "full"),
    ("b6", "a6"): (True, "none"),
    ("a7", "b6"): (False, "full"),
    ("a6", "b8"): (False, "full"),
    ("c8", "b8"): (True, "none"),
}


@pytest.mark.rule("IE-GAP-20", "IE-GAP-21", "IE-GAP-48", "IE-BLD-01", "IE-BLD-05")
@pytest.mark.parametrize("pair", IE_PAIRS)
def test_all_rulesets_judge_cover_and_openings_with_margins(cli: Cli, pair: tuple[str, str]) -> None:
    ask = ("judge", "invasion_earth_sight", "--from", pair[0], "--to", pair[1], "--ruleset", "all")
    found = json.loads(cli(*ask, "--margin", "--json").stdout)["rulings"]["invasion_earth"]
    assert (found["visible"], found["cover"]) == IE_PAIRS[pair]
    assert {side: margin["tight"] for side, margin in found["margin"].items()} == {
        "viewer": True,
        "target": True,
    }


@pytest.mark.rule("IE-GAP-21", "IE-BLD-05")
@pytest.mark.parametrize(
    ("pair", "words"),
    [
        ("4", "66.50% of it; without cover\n"),
        ("4", "cover     near gives none: nearer to a4 than to b4"),
        ("6", "cover     b6 is at a door or window of house"),
        ("6", "only one of them is at a door or window"),
    ],
)
def test_a_ruling_tells_why_cover_does_not_follow_from_what_is_hidden(
    cli: Cli, pair: str, words: str
) -> None:
    ask = ("judge", "invasion_earth_sight", "--from", f"a{pair}", "--to", f"b{pair}")
    assert words in cli(*ask, "--ruleset", "invasion_earth").stdout


def test_a_sheet_with_rules_of_openings_can_be_checked(cli: Cli) -> None:
    ask = ("judge", "invasion_earth_sight", "--from", "a6", "--to", "b6", "--ruleset", "invasion_earth")
    cli(*ask, "--sheet", "s.html")
    assert "judged by Invasion Earth" in cli("check", "s.html").stdout


def test_a_ruling_tells_how_far_weather_lets_anybody_see(cli: Cli) -> None:
    words = cli(
        "judge", "troice_first", "--from", "10,24", "--to", "24,24", "--ruleset", "troice_station"
    ).stdout
    assert "13.00 in away, 1.00 in too far: no model sees farther than 12 in" in words


def test_conventions_stand_side_by_side(cli: Cli) -> None:
    ask = ("judge", "heights", "--from", "a3", "--to", "b3", "--conventions")
    found = json.loads(cli(*ask, "--json").stdout)
    columns = {column["ruleset"] or column["convention"]: column for column in found["columns"]}
    assert found["columns"][0]["convention"] == "eye"
    assert {"toy", "mobile_infantry", "troice_station", "bases", "corners"} <= columns.keys()
    assert [rule["rule"] for rule in columns["troice_station"]["modifiers"]] == ["TS-FIRE-07"]
    assert columns["eye"]["back"] == {"visible": True, "share": 1.0, "cover": "none"}
    assert "fence stands 0.25 in from b3" in found["asymmetry"]
    assert "what a line is drawn between" in found["turns_on"]
    words = cli(*ask).stdout
    assert found["turns_on"] in words and "Base to base" in words and "MI-COVR-01: " in words


def test_a_column_agrees_with_the_ruling_it_stands_for(cli: Cli) -> None:
    ask = ("judge", "walls", "--from", "a2", "--to", "b2", "--json")
    found = json.loads(cli(*ask, "--conventions").stdout)
    for column in found["columns"]:
        by = [f"--{kind}={column[kind]}" for kind in ("ruleset", "convention") if column[kind]]
        ruling = json.loads(cli(*ask, *by).stdout)
        assert {key: column[key] for key in ruling} == ruling


def test_a_bare_point_has_the_usual_figures_of_each_ruleset(cli: Cli) -> None:
    ask = ("judge", "outpost", "--from", "42,25", "--to", "58,25", "--conventions", "--json")

    def heights(*more: str) -> dict[str, float]:
        columns = json.loads(cli(*ask, *more).stdout)["columns"]
        return {c["ruleset"]: c["figures"]["viewer"]["height"] for c in columns if c["ruleset"]}

    assert heights().items() >= {"mobile_infantry": 0.75, "toy": 1.2, "troice_station": 1.25}.items()
    assert set(heights("--height", "2").values()) == {2.0}


def test_switches_change_what_is_judged(cli: Cli) -> None:
    def share(*more: str) -> float:
        return float(json.loads(cli("judge", *more, "--json").stdout)["share"])

    over = ("heights", "--from", "a2", "--to", "b2")
    assert (share(*over), share(*over, "--eye-height", "4")) == (0.0, pytest.approx(0.99, abs=0.01))
    woods = ("heights", "--from", "a4", "--to", "b5")
    assert (share(*woods), share(*woods, "--depth", "woods=8")) == (0.0, 1.0)
    behind = ("heights", "--from", "12,12", "--to", "12,22", "--to-height", "1")
    assert (share(*behind), share(*behind, "--models")) == (1.0, 0.0)
    assert share(*behind, "--convention", "models", "--no-models") == 1.0


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--convention", "center"), "there is no such convention (did you mean centres"),
        (("--convention", "eye", "--ruleset", "toy"), "cannot be used with --convention"),
        (("--conventions", "--ruleset", "toy"), "cannot be used with --ruleset"),
        (("--ruleset", "all", "--sheet", "s.png"), "a sheet shows the ruling of one ruleset"),
        (("--depth", "wods=2"), "no terrain is of this kind (did you mean woods or road?)"),
        (("--depth", "woods=deep"), "is not a valid depth"),
        (("--eye-height", "-1"), "is not a possible eye height"),
    ],
)
def test_what_cannot_be_judged_so_is_one_line(cli: Cli, more: tuple[str, ...], words: str) -> None:
    found = cli("judge", "walls", "--from", "a2", "--to", "b2", *more, code=2)
    assert words in found.stderr and found.stderr.count("\n") == 1 and not found.stdout


def test_a_tolerance_says_whether_it_can_be_called(cli: Cli) -> None:
    ask = ("judge", "walls", "--from", "a2", "--to", "b2", "--convention", "centres", "--tolerance", "1/16")
    found = json.loads(cli(*ask, "--json").stdout)["tolerance"]
    assert found["radius"] == 0.0625 and found["close"]
    assert sum(chance["probability"] for chance in found["verdicts"].values()) == pytest.approx(1.0)
    assert "too close to call: 90% was agreed on" in cli(*ask).stdout
    assert "too close" not in cli(*ask, "--agree", "0.5").stdout
    inside = ("judge", "mobile_infantry_sight", "--from", "a5", "--to", "d5", "--tolerance", "0.1")
    assert "needs at least one piece on the table" in cli(*inside).stdout


@pytest.mark.parametrize("word", ["1/0", "-1/8", "0", "nan", "1e99", "much", "3"])
def test_what_is_no_tolerance_is_one_line(cli: Cli, word: str) -> None:
    found = cli("judge", "walls", "--from", "a2", "--to", "b2", f"--tolerance={word}", code=2)
    assert f"--tolerance: {word}: is not a valid tolerance (1/16, 1/8 or 0.1" in found.stderr


def test_a_sheet_is_judged_again_by_check(cli: Cli, tmp_path: Path) -> None:
    ask = ("judge", "walls", "--from", "a2", "--to", "b2", "--ruleset", "troice_station")
    cli(*ask, "--sheet", "s.html", "--date", "2026-01-31")
    assert "can a2 see b2: still so, visible, 50.00% of it" in cli("check", "s.html").stdout
    raw = (tmp_path / "s.html").read_bytes()
    (tmp_path / "s.html").write_bytes(raw[:-9] + bytes([raw[-9] ^ 1]) + raw[-8:])
    assert "was changed after it was drawn" in cli("check", "s.html", code=1).stdout
    (tmp_path / "o.pdf").write_bytes(b"something else")
    assert "contains no ruling" in cli("check", "o.pdf", code=2).stdout


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--sheet", "s.gif"), "the name of a sheet must end in .png, .html or .pdf"),
        (("--sheet", "s.png", "--date", "tomorrow"), "--date: tomorrow: is not a date (2026-01-31)"),
    ],
)
def test_what_cannot_be_a_sheet_is_one_line(
    cli: Cli, tmp_path: Path, more: tuple[str, ...], words: str
) -> None:
    assert words in cli("judge", "walls", "--from", "a2", "--to", "b2", *more, code=2).stderr
    assert not list(tmp_path.glob("s.*"))


def test_what_is_only_touched_is_skimmed(cli: Cli) -> None:
    """A line of sight along an edge, told apart from one that runs into what stands there."""
    ask = ("judge", "walls", "--from", "a2", "--convention", "centres")
    assert "skimmed   half: lines of sight touch it" in cli(*ask, "--to", "b2").stdout
    crossed = cli(*ask, "--to", "12.2,14").stdout
    assert "crossed   half at (12.08, 8.00)" in crossed and "skimmed" not in crossed


def test_a_ruling_says_where_sight_is_not_mutual(cli: Cli) -> None:
    found = cli("judge", "heights", "--from", "a3", "--to", "b3").stdout
    assert "mutual    no: a3 sees 18.3% of b3, who sees 100.0% of a3: an eye is a point" in found
    assert "mutual" not in cli("judge", "walls", "--from", "a2", "--to", "b2").stdout


BARE = ("judge", "outpost", "--from", "42,25", "--to", "58,25")


def test_all_rulesets_and_side_by_side_agree_on_bare_points(cli: Cli) -> None:
    every = json.loads(cli(*BARE, "--ruleset", "all", "--json").stdout)["rulings"]
    columns = json.loads(cli(*BARE, "--conventions", "--json").stdout)["columns"]
    beside = {column["ruleset"]: column for column in columns if column["ruleset"]}
    assert every.keys() == beside.keys()
    for key, ruling in every.items():
        assert {field: beside[key][field] for field in ruling} == ruling
    assert every["mobile_infantry"]["figures"]["target"] == {"base": 1.0, "height": 0.75}


@pytest.mark.parametrize("more", [(), ("--convention", "eye")])
def test_bare_points_of_plain_geometry_are_1_2_in_high(cli: Cli, more: tuple[str, ...]) -> None:
    ruling = json.loads(cli(*BARE, *more, "--json").stdout)
    assert ruling["figures"] == {end: {"base": 1.0, "height": 1.2} for end in ("viewer", "target")}


def test_a_bare_point_has_the_usual_figures_of_the_ruleset_that_is_played(cli: Cli) -> None:
    ask = ("judge", "first_contact", "--from", "10,10", "--to", "20,10", "--ruleset", "mobile_infantry")
    columns = json.loads(cli(*ask[:-2], "--conventions", "--json").stdout)["columns"]
    ruling = json.loads(cli(*ask, "--json").stdout)
    assert columns[0]["figures"] == ruling["figures"] != columns[-1]["figures"]


def test_every_line_says_its_figures_and_the_view_from_the_other_end(cli: Cli) -> None:
    told = cli(*BARE, "--conventions").stdout
    columns = [line for line in told.splitlines() if line.startswith("  ") and line[2] != " "]
    assert len(columns) >= 12
    assert all("; back: " in line and " in across and " in line for line in columns)
    every = cli(*BARE, "--ruleset", "all").stdout
    assert every.count("\n  back ") == every.count("\n  figures ") == every.count("\n  judged by ") >= 3


def test_a_sheet_of_all_side_by_side_can_be_drawn_and_judged_again(cli: Cli) -> None:
    cli(*BARE, "--conventions", "--sheet", "s.html")
    found = cli("check", "s.html").stdout
    assert "still so, visible, 62.68% of it; partly covered (True line of sight)" in found
    assert "judged by True line of sight; " in found and "; Mobile Infantry; " in found
