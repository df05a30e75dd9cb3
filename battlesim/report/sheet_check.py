"""Checks of printed rulings: each ruling is made again from the data on its sheet and compared with it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from battlesim import __version__
from battlesim.plain_files import UnreadableError, read_plain
from battlesim.report.comparison_sheet import (
    COMPARISON_SUBJECT,
    ComparisonPayload,
    check_column_rules,
    json_comparison_values,
)
from battlesim.report.comparison_sheet import first_column_verdict as first_verdict
from battlesim.report.judging import rule_on_pieces
from battlesim.report.output_files import SHEET_KINDS
from battlesim.report.ruling_lines import verdict_text
from battlesim.report.sheet_files import is_unchanged
from battlesim.report.sheet_payload import (
    MAX_SHEET_BYTES,
    SheetPayload,
    decode_payload,
    decode_payload_as,
    json_digest,
    json_ruling_values,
    sheet_subject,
)
from battlesim.report.sheet_rules import RulesCheck, check_named_rules
from battlesim.report.template_sheet import (
    TEMPLATE_SUBJECT,
    TemplatePayload,
    caught_text,
    check_template_rule,
    template_ruling_values,
)
from battlesim.scenarios.file_checks import CheckResult
from battlesim.scenarios.toml_reading import InputError

AnyPayload = SheetPayload | TemplatePayload | ComparisonPayload

EQUAL_TOLERANCE = 1e-9
"""The largest difference, relative or absolute, between two numbers that count as equal."""

NEWER_RULING_KEYS = ("space", "figures", "cover_why")
"""The keys of a ruling that are missing in sheets of older versions."""


def is_sheet(name: str) -> bool:
    """Return whether a file name has the suffix of a ruling's printable sheet, such as .png."""
    return Path(name).suffix.lower() in {kind.suffix for kind in SHEET_KINDS}


def check_sheet(name: str) -> CheckResult:
    """Make the ruling on a printed sheet again from the sheet's data, and report whether it still holds.

    The table and the rules are taken from the sheet itself. For example, a sheet fails if a byte of it was
    changed, or if its target is no longer judged visible. Raises InputError if the file is not a sheet, or if
    its contents cannot be judged.
    """
    try:
        raw = read_plain(Path(name), MAX_SHEET_BYTES)
    except UnreadableError as error:
        raise InputError(name, "", str(error)) from None
    sheet = SHEET_READERS.get(sheet_subject(raw, name), _sight)(raw, name)
    if not is_unchanged(raw):
        return CheckResult(name, "sheet", False, f"{sheet.question}: the file was changed after it was drawn")
    try:
        again = sheet.judge_again()
    except Exception as error:  # a file may contain anything, and geometry may fail on it
        message = f"its contents cannot be judged: {type(error).__name__}: {error}"
        raise InputError(name, "", " ".join(message.split())) from None
    document, basis = sheet.document, sheet.check_rules()
    wrong = (*basis.wrong, *sheet_differences(document, again))
    text = f"{sheet.question}: {'no longer so' if wrong else 'still so'}, {sheet.verdict}"
    older = (f"it was drawn by battlesim {document.program}",) if document.program != __version__ else ()
    return CheckResult(
        name, "sheet", not wrong, text, wrong, (*older, *basis.warnings), f"judged by {basis.by}"
    )


class CheckableSheet(NamedTuple):
    """The question and verdict on a printed sheet, with functions that judge it again and check its rules."""

    document: AnyPayload
    question: str
    verdict: str
    judge_again: Callable[[], dict[str, Any]]
    check_rules: Callable[[], RulesCheck]


def _sight(raw: bytes, name: str) -> CheckableSheet:
    document = decode_payload(raw, name)

    def again() -> dict[str, Any]:
        ruled = rule_on_pieces(document.table, document.viewer, document.target, document.judging_rules)
        return json_ruling_values(document.table, ruled, document.margin, document.agreed)

    question = f"can {document.viewer.name} see {document.target.name}"
    return CheckableSheet(
        document,
        question,
        verdict_text(document.ruling),
        again,
        lambda: check_named_rules(document.judging_rules, document.changed, document.by),
    )


def _template(raw: bytes, name: str) -> CheckableSheet:
    document = decode_payload_as(raw, name, TemplatePayload)
    question = f"who is under {document.phrase}"
    return CheckableSheet(
        document,
        question,
        caught_text(document),
        lambda: template_ruling_values(document),
        lambda: check_template_rule(document),
    )


def _comparison(raw: bytes, name: str) -> CheckableSheet:
    document = decode_payload_as(raw, name, ComparisonPayload)
    return CheckableSheet(
        document,
        document.question,
        first_verdict(document),
        lambda: json_comparison_values(document.comparison_columns),
        lambda: check_column_rules(document),
    )


SHEET_READERS: Final = {TEMPLATE_SUBJECT: _template, COMPARISON_SUBJECT: _comparison}
"""Functions that read a sheet, by its subject; a sheet without a subject is about sight."""


def sheet_differences(document: AnyPayload, again: dict[str, Any]) -> Iterator[str]:
    """Yield a line of text for each difference between the ruling on a printed sheet and a new ruling."""
    if json_digest(document.table) != document.table_digest:
        yield "the table does not match its digest"
    if json_digest(document.ruling) != document.ruling_digest:
        yield "the ruling does not match its digest"
    yield from _differences("", document.ruling, again)


def _differences(where: str, drawn: Any, found: Any) -> Iterator[str]:
    if isinstance(drawn, dict) and isinstance(found, dict):
        for key in dict.fromkeys((*drawn, *(key for key in found if key not in NEWER_RULING_KEYS))):
            yield from _differences(f"{where}.{key}".lstrip("."), drawn.get(key), found.get(key))
    elif isinstance(drawn, list) and isinstance(found, list) and len(drawn) == len(found):
        for number, pair in enumerate(zip(drawn, found, strict=True)):
            yield from _differences(f"{where}[{number}]", *pair)
    elif not _are_equal(drawn, found):
        yield f"{where}: the sheet says {drawn}, it is {found}"


def _are_equal(drawn: Any, found: Any) -> bool:
    if isinstance(drawn, int | float) and isinstance(found, int | float):
        return drawn == found or (
            not isinstance(drawn, bool)
            and math.isclose(drawn, found, rel_tol=EQUAL_TOLERANCE, abs_tol=EQUAL_TOLERANCE)
        )
    return bool(drawn == found)
