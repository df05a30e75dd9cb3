"""What a sheet carries beside its picture: everything that the ruling rests on, so that it can be judged
again from the file alone. Inches."""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from typing import Any, Final, TypeVar

import msgspec

from battlesim import __version__
from battlesim.report.judging import AgreedTolerance, JudgingRules, PairRuling, full_ruling_values
from battlesim.report.sheet_rules import changed_rules, finite_rules
from battlesim.rulings.sight_rules import SightRules
from battlesim.scenarios.sources import TableSource
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.checks import check_corners, check_outlines
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

MAX_SHEET_BYTES: Final = 20_000_000
"""Of a sheet, and of what it carries when it is unpacked."""
MAX_PAYLOAD_LISTS: Final = 500_000
"""In what a sheet carries: as many corners as a table has are 200,000 lists."""
PAYLOAD_PATTERN: Final = re.compile(rb"battlesim-sheet 1 ([0-9a-f]{64}) ([A-Za-z0-9+/=]+);")
BLANK_SEAL: Final = b"0" * 64


class SheetPayload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question of sight with its table and rules, and the ruling on it.

    `by` and `text` say in words what it was judged by; `agreed` is there when a tolerance was asked for,
    `margin` when margins were. `changed` has what of the rules is not as in the ruleset or convention that is
    named; older sheets do not say it. The digests are SHA-256 of the table and of the ruling.
    """

    program: str
    date: str
    by: str
    text: str
    ruleset: str
    convention: str
    ids: tuple[str, ...]
    looks: str
    rules: SightRules
    table: Table
    viewer: Piece
    target: Piece
    margin: bool
    agreed: AgreedTolerance | None
    ruling: dict[str, Any]
    table_digest: str
    ruling_digest: str
    changed: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET

    @property
    def judging_rules(self) -> JudgingRules:
        """What the ruling goes by."""
        return JudgingRules(self.rules, self.ruleset, self.ids, self.convention)


def make_payload(
    source: TableSource,
    ruled: PairRuling,
    basis: tuple[str, str],
    date: str,
    margin: bool,
    agreed: AgreedTolerance | None,
) -> SheetPayload:
    """What the sheet of a ruling on a table carries. `words` are what it was judged by and its text."""
    judged, table = ruled.judging_rules, source.table
    ruling = json_ruling_values(table, ruled, margin, agreed)
    return SheetPayload(
        program=__version__,
        date=date,
        by=basis[0],
        text=basis[1],
        ruleset=judged.key,
        convention=judged.convention,
        ids=judged.ids,
        looks=source.ruleset,
        rules=finite_rules(judged.rules),
        table=table,
        viewer=ruled.viewer,
        target=ruled.target,
        margin=margin,
        agreed=agreed,
        ruling=ruling,
        table_digest=json_digest(table),
        ruling_digest=json_digest(ruling),
        changed=changed_rules(judged),
    )


def json_ruling_values(
    table: Table, ruled: PairRuling, margin: bool, agreed: AgreedTolerance | None
) -> dict[str, Any]:
    """A ruling as it is after it was written as JSON and read again, words as strings."""
    found = full_ruling_values(table, ruled, margin, agreed)
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found | {"why": str(found["why"])}))
    return plain


def json_digest(value: Any) -> str:
    """SHA-256 of a value as JSON."""
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()


def encode_payload(document: msgspec.Struct) -> bytes:
    """What is carried as one run of plain letters, its seal still blank."""
    raw = base64.b64encode(zlib.compress(msgspec.json.encode(document), 9))
    return b"battlesim-sheet 1 " + BLANK_SEAL + b" " + raw + b";"


class SheetSubject(msgspec.Struct, frozen=True):
    """What a sheet is about."""

    about: str = "sight"


T = TypeVar("T")


def sheet_subject(raw: bytes, name: str) -> str:
    """What the bytes of a sheet are about: "sight" or "template". Raises InputError."""
    return decode_payload_as(raw, name, SheetSubject).about


def decode_payload(raw: bytes, name: str) -> SheetPayload:
    """What the bytes of a sheet about sight carry. Raises InputError."""
    return decode_payload_as(raw, name, SheetPayload)


def decode_payload_as(raw: bytes, name: str, kind: type[T]) -> T:
    """What the bytes of a sheet carry, as what it is about has it. Raises InputError."""
    found = PAYLOAD_PATTERN.search(raw)
    if not found:
        raise InputError(name, "", "carries no ruling", "a sheet that battlesim has drawn with --sheet")
    if PAYLOAD_PATTERN.search(raw, found.end()):
        raise InputError(name, "", "carries more than one ruling", "name the file as battlesim has drawn it")
    try:
        inflate = zlib.decompressobj()
        plain = inflate.decompress(base64.b64decode(found[2], validate=True), MAX_SHEET_BYTES)
        if inflate.unconsumed_tail or not inflate.eof:
            raise ValueError("it is too long or cut short")
        if plain.count(b"[") > MAX_PAYLOAD_LISTS:
            raise ValueError(f"it holds more than {MAX_PAYLOAD_LISTS} lists")
        document = msgspec.json.decode(plain, type=kind)
        table = getattr(document, "table", None)
        if isinstance(table, Table):
            check_corners(table.ground)
            check_outlines(table.ground.terrain)
        return document
    except (ValueError, RecursionError, zlib.error) as error:
        raise InputError(name, "", f"what it carries cannot be read: {error}") from None
