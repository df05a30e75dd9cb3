"""A sheet judged again from what it carries: still so, or what differs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from battlesim import __version__
from battlesim.bounded import UnreadableError, read_plain
from battlesim.report.comparison_sheet import (
    COMPARISON,
    CarriedComparison,
    comparison_values,
    held_columns,
)
from battlesim.report.comparison_sheet import verdict_of as first_verdict
from battlesim.report.judging import rule
from battlesim.report.outputs import SHEETS
from battlesim.report.sheet_carried import MOST_BYTES, Carried, about, digest, plain_values, read_as, unpacked
from battlesim.report.sheet_files import is_whole
from battlesim.report.sheet_rules import Held, held
from battlesim.report.template_sheet import TEMPLATE, CarriedTemplate, held_template, values_of, verdict_of
from battlesim.report.text import seen_words
from battlesim.scenarios.file_checks import Finding
from battlesim.scenarios.toml_reading import InputError

Document = Carried | CarriedTemplate | CarriedComparison

NEAR = 1e-9
"""How far a figure may be from the one that was drawn and still be the same."""

LATER = ("space", "figures")
"""Keys of a ruling that sheets drawn by older versions do not have."""


def is_sheet(name: str) -> bool:
    """Whether a name is that of a sheet."""
    return Path(name).suffix.lower() in {kind.suffix for kind in SHEETS}


def look_at_sheet(name: str) -> Finding:
    """Judge a sheet again. Raises InputError for a file that is none."""
    try:
        raw = read_plain(Path(name), MOST_BYTES)
    except UnreadableError as error:
        raise InputError(name, "", str(error)) from None
    sheet = SHEETS_ABOUT.get(about(raw, name), _sight)(raw, name)
    if not is_whole(raw):
        return Finding(name, "sheet", False, f"{sheet.question}: the file was changed after it was drawn")
    try:
        again = sheet.again()
    except Exception as error:  # what a file carries may be anything, and geometry may choke on it
        what = f"what it carries cannot be judged: {type(error).__name__}: {error}"
        raise InputError(name, "", " ".join(what.split())) from None
    document, basis = sheet.document, sheet.held()
    wrong = (*basis.wrong, *differences(document, again))
    text = f"{sheet.question}: {'no longer so' if wrong else 'still so'}, {sheet.verdict}"
    older = (f"it was drawn by battlesim {document.program}",) if document.program != __version__ else ()
    return Finding(name, "sheet", not wrong, text, wrong, (*older, *basis.warnings), f"judged by {basis.by}")


class Sheet(NamedTuple):
    """What a sheet carries, its question and verdict in words, and how it is judged again."""

    document: Document
    question: str
    verdict: str
    again: Callable[[], dict[str, Any]]
    held: Callable[[], Held]


def _sight(raw: bytes, name: str) -> Sheet:
    document = unpacked(raw, name)

    def again() -> dict[str, Any]:
        ruled = rule(document.table, document.viewer, document.target, document.judged)
        return plain_values(document.table, ruled, document.margin, document.agreed)

    question = f"can {document.viewer.name} see {document.target.name}"
    return Sheet(
        document,
        question,
        seen_words(document.ruling),
        again,
        lambda: held(document.judged, document.changed, document.by),
    )


def _template(raw: bytes, name: str) -> Sheet:
    document = read_as(raw, name, CarriedTemplate)
    question = f"who is under {document.template}"
    return Sheet(
        document,
        question,
        verdict_of(document),
        lambda: values_of(document),
        lambda: held_template(document),
    )


def _comparison(raw: bytes, name: str) -> Sheet:
    document = read_as(raw, name, CarriedComparison)
    return Sheet(
        document,
        document.question,
        first_verdict(document),
        lambda: comparison_values(document.rows),
        lambda: held_columns(document),
    )


SHEETS_ABOUT: Final = {TEMPLATE: _template, COMPARISON: _comparison}
"""How a sheet is read by what it is about; without a word it is about a line of sight."""


def differences(document: Document, again: dict[str, Any]) -> Iterator[str]:
    """What differs from the sheet, a line each."""
    if digest(document.table) != document.table_digest:
        yield "the table is not the one of its digest"
    if digest(document.ruling) != document.ruling_digest:
        yield "the ruling is not the one of its digest"
    yield from _between("", document.ruling, again)


def _between(where: str, drawn: Any, found: Any) -> Iterator[str]:
    if isinstance(drawn, dict) and isinstance(found, dict):
        for key in dict.fromkeys((*drawn, *(key for key in found if key not in LATER))):
            yield from _between(f"{where}.{key}".lstrip("."), drawn.get(key), found.get(key))
    elif isinstance(drawn, list) and isinstance(found, list) and len(drawn) == len(found):
        for number, (one, other) in enumerate(zip(drawn, found, strict=True)):
            yield from _between(f"{where}[{number}]", one, other)
    elif not _alike(drawn, found):
        yield f"{where}: the sheet says {drawn}, it is {found}"


def _alike(drawn: Any, found: Any) -> bool:
    if isinstance(drawn, int | float) and isinstance(found, int | float):
        return drawn == found or (
            not isinstance(drawn, bool) and math.isclose(drawn, found, rel_tol=NEAR, abs_tol=NEAR)
        )
    return bool(drawn == found)
