"""A sheet judged again from what it carries: still so, or what differs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from battlesim import __version__
from battlesim.bounded import UnreadableError, read_plain
from battlesim.report.judging import rule
from battlesim.report.outputs import SHEETS
from battlesim.report.sheet_carried import MOST_BYTES, Carried, about, digest, plain_values, read_as, unpacked
from battlesim.report.sheet_files import is_whole
from battlesim.report.template_sheet import TEMPLATE, CarriedTemplate, values_of, verdict_of
from battlesim.report.text import seen_words
from battlesim.scenarios.check import Finding
from battlesim.scenarios.reading import InputError

NEAR = 1e-9
"""How far a figure may be from the one that was drawn and still be the same."""

LATER = ("space",)
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
    if about(raw, name) == TEMPLATE:
        return look_at_template(raw, name)
    document = unpacked(raw, name)
    question = f"can {document.viewer.name} see {document.target.name}"
    if not is_whole(raw):
        return Finding(name, "sheet", False, f"{question}: the file was changed after it was drawn")
    wrong = tuple(differences(document, _again(document, name)))
    told = seen_words(document.ruling)
    text = f"{question}: {'no longer so' if wrong else 'still so'}, {told}"
    older = (f"it was drawn by battlesim {document.program}",) if document.program != __version__ else ()
    return Finding(name, "sheet", not wrong, text, wrong, older)


def _again(document: Carried, name: str) -> dict[str, Any]:
    """The ruling by this program. Raises InputError for a table that cannot be judged."""
    try:
        ruled = rule(document.table, document.viewer, document.target, document.judged)
        return plain_values(document.table, ruled, document.margin, document.agreed)
    except Exception as error:  # what a file carries may be anything, and geometry may choke on it
        what = f"what it carries cannot be judged: {type(error).__name__}: {error}"
        raise InputError(name, "", " ".join(what.split())) from None


def look_at_template(raw: bytes, name: str) -> Finding:
    """Judge a sheet of a template again. Raises InputError for one that cannot be judged."""
    document = read_as(raw, name, CarriedTemplate)
    what = f"who is under {document.template}"
    if not is_whole(raw):
        return Finding(name, "sheet", False, f"{what}: the file was changed after it was drawn")
    try:
        again = values_of(document)
    except Exception as error:  # what a file carries may be anything, and geometry may choke on it
        told = f"what it carries cannot be judged: {type(error).__name__}: {error}"
        raise InputError(name, "", " ".join(told.split())) from None
    wrong = tuple(differences(document, again))
    text = f"{what}: {'no longer so' if wrong else 'still so'}, {verdict_of(document)}"
    older = (f"it was drawn by battlesim {document.program}",) if document.program != __version__ else ()
    return Finding(name, "sheet", not wrong, text, wrong, older)


def differences(document: Carried | CarriedTemplate, again: dict[str, Any]) -> Iterator[str]:
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
