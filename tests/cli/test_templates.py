"""`battlesim template`: rows and margins, templates of rules, the best place, scatter, what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from battlesim.report.output_files import HTML_KIND, OutputFile
from battlesim.report.template_sheet import (
    TemplateSheetInfo,
    check_template_rule,
    draw_template_sheet,
    make_template_payload,
)
from battlesim.report.template_values import TemplatePose, ruleset_stencils, template_query
from battlesim.scenarios.sources import open_source
from tests.cli.conftest import Cli

TABLE = """
title = "A crowd"
[table]
width = 48
height = 36
[[piece]]
id = "g"
at = [10, 18]
side = "a"
"""
BASIS = TemplateSheetInfo("plain geometry", "", "", "2026-01-31", False)
CROWD = ((30, 18), (31.5, 18), (33, 18), (31.5, 19.5))


@pytest.fixture
def crowd(cli: Cli, tmp_path: Path) -> Cli:
    pieces = (f'[[piece]]\nid = "x{k}"\nat = [{x}, {y}]\nside = "b"\n' for k, (x, y) in enumerate(CROWD))
    (tmp_path / "c.toml").write_text(TABLE + "".join(pieces))
    return cli


def asked(cli: Cli, *args: str) -> Any:
    return json.loads(cli("template", "c.toml", *args, "--json").stdout)


def test_the_best_place_beside_mine(crowd: Cli) -> None:
    found = asked(
        crowd, "--shape", "blast:2.5", "--at", "30,17", "--best", "--catch", "wholly", "--whom", "b"
    )
    assert found["best"]["mine"] == 2 and found["best"]["caught"] == 4 and found["best"]["sure"]
    x, y = found["best"]["at"]
    there = asked(crowd, "--shape", "blast:2.5", "--at", f"{x},{y}")
    assert [row["state"] for row in there["pieces"]] == ["wholly"] * 4
    assert all(row["margin"] > 0 for row in there["pieces"])


def test_the_best_place_is_said_in_words(crowd: Cli) -> None:
    told = crowd("template", "c.toml", "--shape", "blast:2", "--at", "30,16", "--best").stdout
    assert "4 caught; 1 as placed (no placement is better)" in told


def test_within_range_of_a_firer_over_nobody_of_a_side(crowd: Cli) -> None:
    near = ("--shape", "oblong:3:1", "--best", "--from", "g", "--range", "18", "--spare", "a", "--whom", "b")
    found = asked(crowd, *near)
    assert found["best"]["caught"] == 3
    assert found["at"][0] - 10 <= 18 + 0.5 + 0.01


def test_a_template_of_a_rule_scatters_by_it(crowd: Cli) -> None:
    args = ("--named", "plasma artillery, f", "--ruleset", "mobile_infantry", "--at", "31.5,18")
    found = asked(crowd, *args, "--from", "g", "--scatter", "rule")
    assert found["shape"] == "blast:2" and len(found["landings"]) == 60
    assert sum(one["chance"] for one in found["landings"]) == pytest.approx(1.0)
    straight = next(one for one in found["landings"] if one["at"] == [32.5, 18.0])
    assert straight["chance"] == pytest.approx(2 / 10 / 12) and straight["caught"] == ["x0", "x1", "x2", "x3"]


@pytest.mark.parametrize("at", ["46.5,18", "1.5,18", "24,1.5", "24,34.5"])
def test_any_dice_scatter_it(crowd: Cli, at: str) -> None:
    found = asked(crowd, "--shape", "blast:1", "--at", at, "--from", at, "--scatter", "4:2")
    assert [one["off"] for one in found["landings"]].count(True) == 1
    assert {round(one["chance"], 4) for one in found["landings"]} == {0.125}


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((), "no template is given"),
        (("--shape", "blast:2"), "no position is given"),
        (("--named", "flame", "--at", "3,3"), "plain geometry has no templates"),
        (
            ("--named", "x", "--ruleset", "troice_station", "--at", "3,3"),
            "does not name exactly one template",
        ),
        (("--shape", "blast:2", "--at", "3,3", "--scatter", "12:10"), "needs a firer"),
        (
            ("--shape", "blast:2", "--at", "3,3", "--from", "g", "--scatter", "rule"),
            "no rule makes it scatter",
        ),
        (("--shape", "blast:2", "--at", "3,3", "--from", "g", "--scatter", "12"), "is not a scatter rule"),
        (("--shape", "blast:2", "--at", "3,3", "--ruleset", "troice"), "troice_station"),
        (("--shape", "blast:2", "--best", "--whom", "c"), "there is no such side"),
        (("--shape", "blast:2", "--best", "--catch", "most"), "is not a state"),
        (
            ("--shape", "blast:9", "--best", "--from", "g", "--range", "2", "--spare", "a"),
            "cannot be placed legally",
        ),
    ],
)
def test_what_cannot_be_is_one_line(crowd: Cli, args: tuple[str, ...], words: str) -> None:
    told = crowd("template", "c.toml", *args, code=2).stderr
    assert words in told and told.count("\n") == 1


def test_mine_that_lies_over_somebody_spared_is_told(crowd: Cli) -> None:
    over = ("--shape", "blast:2", "--at", "10,18", "--best", "--spare", "a")
    assert "0 as placed, but over a spared piece" in crowd("template", "c.toml", *over).stdout


@pytest.mark.parametrize("suffix", ["png", "html"])
def test_its_sheet_is_judged_again_from_itself(crowd: Cli, tmp_path: Path, suffix: str) -> None:
    sheet = f"s.{suffix}"
    crowd("template", "c.toml", "--shape", "blast:2", "--at", "30,16.5", "--best", "--sheet", sheet)
    told = crowd("check", sheet).stdout
    assert "who is under a blast, 2 in radius: still so, 2 caught of 5" in told
    raw = bytearray((tmp_path / sheet).read_bytes())
    raw[len(raw) // 2] ^= 1
    (tmp_path / sheet).write_bytes(raw)
    assert "changed after it was drawn" in crowd("check", sheet, code=1).stdout


def test_a_sheet_of_a_blast_about_a_base_is_still_so(crowd: Cli) -> None:
    rule = ("--named", "HE Warhead", "--ruleset", "mobile_infantry", "--at", "31.4,18.1", "--best")
    crowd("template", "c.toml", *rule, "--from", "g", "--sheet", "s.pdf")
    told = crowd("check", "s.pdf").stdout
    assert "who is under a blast, 3 in around a base: still so, 4 caught of 4" in told


def test_a_sheet_of_other_rows_is_found_out(crowd: Cli, tmp_path: Path) -> None:
    asked_for = template_query(open_source("c.toml"), "", None, "blast:2")
    document = make_template_payload(
        open_source("c.toml").table, asked_for, "blast:2", TemplatePose(30, 16.5), BASIS
    )
    false = msgspec.structs.replace(document, ruling=document.ruling | {"caught": 4})
    draw_template_sheet(false, OutputFile(Path("s.html"), HTML_KIND))
    told = crowd("check", "s.html", code=1).stdout
    assert "no longer so" in told and "caught: the sheet says 4, it is" in told


@pytest.mark.parametrize(
    ("changed", "warned"), [({}, False), ({"shape": "flame:9:2.5"}, True), ({"stops": ("x",)}, True)]
)
def test_a_template_of_a_ruleset_is_held_against_that_of_the_ruleset(
    tmp_path: Path, changed: dict[str, Any], warned: bool
) -> None:
    source = open_source("troice_first")
    (stencil,) = (one for one in ruleset_stencils(source, "troice_station") if one.name == "Flame")
    wish = template_query(source, "troice_station", stencil)
    basis = TemplateSheetInfo("troice_station: Flame", stencil.rule, "troice_station", "2026-01-31", False)
    what = make_template_payload(source.table, wish, stencil.shape, TemplatePose(20, 20), basis)
    found = check_template_rule(msgspec.structs.replace(what, **changed))
    assert found.by == "troice_station: Flame (TS-GAP-70)"
    assert bool(found.warnings) == warned
