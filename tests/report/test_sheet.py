"""The sheet of a ruling: what it shows, what it carries, and that it can be judged again."""

from __future__ import annotations

import json
import math
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from battlesim.render.drawlist import CircleOutline, Plate
from battlesim.report.judging import (
    AgreedTolerance,
    JudgingRules,
    PieceOrPoint,
    convention_judging_rules,
    margin_values,
    rule_on_ends,
    rule_on_pieces,
)
from battlesim.report.output_files import sheet_output
from battlesim.report.ruling_lines import ruling_rows
from battlesim.report.sheet import ruling_page, save_sheet
from battlesim.report.sheet_check import check_sheet, sheet_differences
from battlesim.report.sheet_files import with_seal
from battlesim.report.sheet_payload import (
    SheetPayload,
    decode_payload,
    encode_payload,
    json_ruling_values,
    make_payload,
)
from battlesim.report.sheet_plan import ruling_overlays
from battlesim.rulings.sight import PLAIN_SIGHT, SightRules
from battlesim.scenarios.sources import open_source
from battlesim.scenarios.toml_reading import InputError

SUFFIXES = [".png", ".html", ".pdf"]
EVIL = "<script>alert(1)</script>"


def document(
    judged: JudgingRules | None = None, agreed: AgreedTolerance | None = None, name: str = ""
) -> SheetPayload:
    """The sheet of a line of sight past a corner; with a name for who looks."""
    source = open_source("walls")
    ruled = rule_on_ends(source, PieceOrPoint("a2"), PieceOrPoint("b2"), judged or JudgingRules(PLAIN_SIGHT))
    viewer = msgspec.structs.replace(ruled.viewer, name=name or ruled.viewer.name)
    ruled = ruled._replace(viewer=viewer)
    return make_payload(
        source, ruled, ("Plain geometry", "By eye."), "2026-01-31", agreed is not None, agreed
    )


def drawn(folder: Path, suffix: str, what: SheetPayload) -> Path:
    file = folder / f"sheet{suffix}"
    save_sheet(what, sheet_output(file, "--sheet", True))
    return file


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("sheets")
    return {suffix: drawn(folder, suffix, document()) for suffix in SUFFIXES}


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_kind_of_sheet_carries_the_same_and_is_still_so(sheets: dict[str, Path], suffix: str) -> None:
    assert decode_payload(sheets[suffix].read_bytes(), "sheet") == document()
    found = check_sheet(str(sheets[suffix]))
    assert found.good and found.text == "can a2 see b2: still so, visible, 50.00% of it; partly covered"


def test_the_same_ruling_on_the_same_day_has_the_same_sheet(sheets: dict[str, Path], tmp_path: Path) -> None:
    assert drawn(tmp_path, ".html", document()).read_bytes() == sheets[".html"].read_bytes()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_changed_byte_is_found(sheets: dict[str, Path], tmp_path: Path, suffix: str) -> None:
    raw = sheets[suffix].read_bytes()
    start = raw.index(b"battlesim-sheet 1 ")
    places = [*range(start - 20, start + 120, 7), *range(start, len(raw), 40_009), *range(9, start, 30_011)]
    for place in (*places, len(raw) - 1):
        changed = tmp_path / f"changed{suffix}"
        changed.write_bytes(raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :])
        try:
            assert not check_sheet(str(changed)).good, place
        except InputError as error:
            assert "contains " in str(error) or "its ruling" in str(error)


def test_a_sheet_with_an_outline_of_too_many_corners_is_refused() -> None:
    what = document()
    ring = tuple((10 + 5 * math.cos(k / 5000), 10 + 5 * math.sin(k / 5000)) for k in range(30_000))
    first, *others = what.table.ground.terrain
    terrain = (msgspec.structs.replace(first, rings=(ring,)), *others)
    ground = msgspec.structs.replace(what.table.ground, terrain=terrain)
    table = msgspec.structs.replace(what.table, ground=ground)
    with pytest.raises(InputError, match="has 30000 corners, at most 10000 are allowed"):
        decode_payload(encode_payload(msgspec.structs.replace(what, table=table)), "sheet")


def test_a_sheet_says_what_the_ruling_says() -> None:
    what = document(agreed=AgreedTolerance(0.125, 0.9))
    ruled = rule_on_pieces(what.table, what.viewer, what.target, what.judging_rules)
    assert not list(sheet_differences(what, json_ruling_values(what.table, ruled, what.margin, what.agreed)))
    page = ruling_page(what, ())
    told = dict(page.sections)
    assert page.question == "Can a2 see b2?" and page.verdict == "visible, 50.00% of it; partly covered"
    assert told["What it rests on"] == tuple(ruling_rows(what.ruling))
    assert ("date", "2026-01-31") in told["This sheet"]


class _Read(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


def test_a_name_that_is_a_script_stays_text(tmp_path: Path) -> None:
    file = drawn(tmp_path, ".html", document(name=EVIL))
    read = _Read()
    read.feed(file.read_text(encoding="utf-8"))
    assert [attrs for tag, attrs in read.tags if tag == "script"] == [{"type": "text/plain"}]
    assert f"Can {EVIL} see b2?" in read.words
    sources = [attrs["src"] for tag, attrs in read.tags if "src" in attrs]
    assert len(sources) == 3 and all(str(source).startswith("data:image/png;base64,") for source in sources)
    assert check_sheet(str(file)).good


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"ruling": {"visible": False}}, "visible: the sheet says False, it is True"),
        ({"rules": {"mode": "line"}}, "share: the sheet says 0.5, it is"),
        ({"table": {"ground": {"width": 30.0}}}, "the table does not match its digest"),
    ],
)
def test_a_forged_sheet_differs_from_its_own_table(
    tmp_path: Path, change: dict[str, dict[str, object]], words: str
) -> None:
    """Whoever seals a changed ruling anew is told by the table, which is judged again."""
    plain = json.loads(msgspec.json.encode(document()))
    for key, value in change.items():
        for inner, figure in value.items():
            plain[key][inner] = plain[key][inner] | figure if isinstance(figure, dict) else figure
    forged = msgspec.convert(plain, type=SheetPayload)
    file = tmp_path / "forged.html"
    file.write_bytes(with_seal(b"<!doctype html>" + encode_payload(forged)))
    found = check_sheet(str(file))
    assert not found.good and "no longer so" in found.text
    assert any(line.startswith(words) for line in found.wrong), found.wrong


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "contains no ruling"),
        (b"\x89PNG\r\n\x1a\n", "contains no ruling"),
        (b"battlesim-sheet 1 " + b"0" * 64 + b" AAAA;", "its ruling cannot be read"),
        (b"battlesim-sheet 1 " + b"0" * 64 + b" A;", "its ruling cannot be read"),
    ],
)
def test_what_is_no_sheet_is_refused_in_one_line(tmp_path: Path, raw: bytes, words: str) -> None:
    file = tmp_path / "none.png"
    file.write_bytes(raw)
    with pytest.raises(InputError, match=words) as fault:
        check_sheet(str(file))
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    "judged", [convention_judging_rules("corners"), JudgingRules(SightRules(limit=5.0, bases=True))]
)
def test_sheets_of_other_conventions_can_be_judged_again(tmp_path: Path, judged: JudgingRules) -> None:
    file = drawn(tmp_path, ".html", document(judged))
    assert check_sheet(str(file)).good


def test_who_has_no_line_between_them_has_a_sheet(tmp_path: Path) -> None:
    source = open_source("mobile_infantry_sight")
    ruled = rule_on_ends(source, PieceOrPoint("a5"), PieceOrPoint("d5"), JudgingRules(PLAIN_SIGHT))
    what = make_payload(source, ruled, ("Plain geometry", ""), "2026-01-31", False, None)
    assert check_sheet(str(drawn(tmp_path, ".html", what))).good


def test_how_far_both_may_be_off_is_drawn_as_ring_and_arrow() -> None:
    source = open_source("walls")
    ruled = rule_on_ends(source, PieceOrPoint("a2"), PieceOrPoint("b2"), JudgingRules(PLAIN_SIGHT))
    away = margin_values(source.table, ruled)["margin"]
    bare, items = (ruling_overlays(source.table, ruled, margins) for margins in (None, away))
    rings = {
        (item.x, item.y): item.radius
        for item in items
        if isinstance(item, CircleOutline) and item not in bare
    }
    for piece, of in ((ruled.viewer, "viewer"), (ruled.target, "target")):
        assert rings[piece.xy] == pytest.approx(piece.radius + away[of]["safe"])
    told = [str(item.shown_text) for item in items if isinstance(item, Plate) and item not in bare]
    assert any("in this direction changes the ruling" in words for words in told)


LOOKALIKE = f"battlesim-sheet 1 {'0' * 64} AAAA;"


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_name_that_looks_like_the_mark_of_a_sheet_is_a_name(tmp_path: Path, suffix: str) -> None:
    assert check_sheet(str(drawn(tmp_path, suffix, document(name=LOOKALIKE)))).good


def test_a_file_with_two_rulings_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "two.html"
    file.write_bytes(
        with_seal(b"<!doctype html>" + encode_payload(document())) + encode_payload(document(name="other"))
    )
    with pytest.raises(InputError, match="more than one ruling"):
        check_sheet(str(file))


def judged_by(**rules: object) -> JudgingRules:
    """Rules of the convention `eye`, some of them changed."""
    named = convention_judging_rules("eye")
    return named._replace(rules=msgspec.structs.replace(named.rules, **rules))


def forged(folder: Path, judged: JudgingRules, declared: object) -> Path:
    """A sheet whose ruling is that of its rules, and that says what of them was changed."""
    what = msgspec.structs.replace(document(judged), changed=declared)
    file = folder / "sheet.html"
    file.write_bytes(with_seal(b"<!doctype html>" + encode_payload(what)))
    return file


@pytest.mark.parametrize(
    ("rules", "declared", "good", "by"),
    [
        ({}, {}, True, "judged by True line of sight"),
        ({"eye_height": 2.0}, {"eye_height": 2.0}, True, "judged by True line of sight, with eye height 2"),
        ({"eye_height": 2.0}, {}, False, "judged by True line of sight, with eye height 2"),
        ({"bases": True, "limit": 9.0}, {"bases": True}, False, "with bases yes; limit 9"),
        ({}, {"eye_height": 2.0}, False, "judged by True line of sight"),
        ({"eye_height": 2.0}, msgspec.UNSET, True, "with eye height 2"),
    ],
)
def test_the_rules_of_a_sheet_are_held_against_what_it_names(
    tmp_path: Path, rules: dict[str, object], declared: object, good: bool, by: str
) -> None:
    found = check_sheet(str(forged(tmp_path, judged_by(**rules), declared)))
    assert (found.good, by in found.by) == (good, True), found
    assert good or all("its rules are not those of True line of sight" in line for line in found.wrong)


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ({"open_units": ("x",)}, "with open units x"),
        ({"excused": {"a2": (), "b2": ("wall", "unit:x")}}, "with excused b2 wall, unit:x"),
    ],
)
def test_a_sheet_with_changed_lists_of_ids_is_still_so(
    tmp_path: Path, rules: dict[str, object], text: str
) -> None:
    file = tmp_path / "sheet.html"
    file.write_bytes(with_seal(b"<!doctype html>" + encode_payload(document(judged_by(**rules)))))
    found = check_sheet(str(file))
    assert found.good and found.by.endswith(text), found


def test_a_sheet_of_a_ruleset_that_is_not_there_says_so(tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    lost = msgspec.structs.replace(document(), ruleset="lost", ruling=document().ruling | {"ruleset": "lost"})
    file.write_bytes(with_seal(b"<!doctype html>" + encode_payload(lost)))
    found = check_sheet(str(file))
    assert "lost is not installed: its rules cannot be compared" in found.warnings
