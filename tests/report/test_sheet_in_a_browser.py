"""Sheets as HTML in Chromium, the network off: words for screen readers, pictures, names that stay names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from battlesim.report.judging import JudgingRules, PieceOrPoint, rule_on_ends
from battlesim.report.output_files import sheet_output
from battlesim.report.sheet import save_sheet
from battlesim.report.sheet_payload import make_payload
from battlesim.report.template_sheet import TemplateSheetInfo, draw_template_sheet
from battlesim.report.template_sheet import make_template_payload as template_carried
from battlesim.report.template_values import TemplatePose, template_query
from battlesim.rulings.sight import PLAIN_SIGHT
from battlesim.scenarios.sources import open_source
from tests.support.browser import DIALOG, PROGRAM, Browser, browser

EVIL = "<script>alert(1)</script>"
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not PROGRAM, reason="there is no Chromium")]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


def sight_sheet(folder: Path) -> Path:
    source, file = open_source("walls"), folder / "sight.html"
    ruled = rule_on_ends(source, PieceOrPoint("a2"), PieceOrPoint("b2"), JudgingRules(PLAIN_SIGHT))
    ruled = ruled._replace(viewer=msgspec.structs.replace(ruled.viewer, name=EVIL))
    by = ("Plain geometry", "By eye.")
    save_sheet(
        make_payload(source, ruled, by, "2026-01-31", False, None), sheet_output(file, "--sheet", True)
    )
    return file


def template_sheet(folder: Path) -> Path:
    source, file = open_source("walls"), folder / "template.html"
    named = msgspec.structs.replace(source.table.piece("a2"), name=EVIL)
    table = source.table.with_pieces(named)
    wish = template_query(source, "", None, "blast:3")
    basis = TemplateSheetInfo("Plain geometry", "", "", "2026-01-31", False)
    document = template_carried(table, wish, "blast:3", TemplatePose(*named.xy), basis)
    draw_template_sheet(document, sheet_output(file, "--sheet", True))
    return file


def nothing_ran(page: Browser) -> bool:
    """Whether no name became a script, and nothing was wanted from a network."""
    quiet = DIALOG not in page.heard()
    scripts = page.value("[...document.scripts].map(one => one.type).join()")
    return quiet and scripts == "text/plain" and page.asked_for() <= {"file", "data"}


def pictures(page: Browser) -> list[int]:
    """How wide the pictures are that are there, pixels."""
    return list(page.value("[...document.images].map(one => one.complete ? one.naturalWidth : 0)"))


@pytest.mark.parametrize(
    ("sheet", "words", "count"),
    [(sight_sheet, "partly covered", 3), (template_sheet, "caught of", 1)],
    ids=["sight", "template"],
)
def test_all_of_a_sheet_is_there_without_a_network(
    page: Browser, tmp_path: Path, sheet: Callable[[Path], Path], words: str, count: int
) -> None:
    page.open(sheet(tmp_path))
    said = " ".join(page.spoken("StaticText"))
    assert EVIL in said and words in said and "SHA-256" in said
    assert all(page.spoken("image")) and len(page.spoken("image")) == count
    assert len(pictures(page)) == count and min(pictures(page)) > 300
    assert {"Judged by", "This sheet"} <= set(page.spoken("heading"))
    assert nothing_ran(page)
