"""The data embedded in a printable sheet, from which its question can be judged again (lengths in inches)."""

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
"""The largest size in bytes of a sheet and of its unpacked payload."""
MAX_PAYLOAD_LISTS: Final = 500_000
"""The largest number of lists in a payload; a table with as many corners as allowed has 200,000."""
PAYLOAD_PATTERN: Final = re.compile(rb"battlesim-sheet 1 ([0-9a-f]{64}) ([A-Za-z0-9+/=]+);")
BLANK_SEAL: Final = b"0" * 64


class SheetPayload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data in the sheet of a line-of-sight ruling: the pieces, the table, the sight rules and the ruling.

    `by` and `text` are the title and text of the rules. `margin` says whether margins were requested, and
    `agreed` is the agreed tolerance, if any. `changed` holds the rules that differ from the named ruleset or
    convention, and is missing in older sheets. The digests are SHA-256 hashes of the table and of the ruling.
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
        """The sight rules by which the ruling on the sheet was made."""
        return JudgingRules(self.rules, self.ruleset, self.ids, self.convention)


def make_payload(
    source: TableSource,
    ruled: PairRuling,
    basis: tuple[str, str],
    date: str,
    margin: bool,
    agreed: AgreedTolerance | None,
) -> SheetPayload:
    """Return the data to embed in a printable sheet. `basis` holds the title and the text of the rules."""
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
    """Return a ruling as values that stay the same when encoded to and decoded from JSON."""
    values = full_ruling_values(table, ruled, margin, agreed)
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(values | {"why": str(values["why"])}))
    return plain


def json_digest(value: Any) -> str:
    """Return the SHA-256 digest of a value, computed over its JSON encoding."""
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()


def encode_payload(document: msgspec.Struct) -> bytes:
    """Encode the data of a sheet as a line of ASCII bytes, with zeros in place of the seal (a hash)."""
    raw = base64.b64encode(zlib.compress(msgspec.json.encode(document), 9))
    return b"battlesim-sheet 1 " + BLANK_SEAL + b" " + raw + b";"


class SheetSubject(msgspec.Struct, frozen=True):
    """What a printed sheet is about, such as "sight". This determines the type of its other data."""

    about: str = "sight"


T = TypeVar("T")


def sheet_subject(raw: bytes, name: str) -> str:
    """Return what a printed sheet is about, such as "sight". Raises InputError if its data are invalid."""
    return decode_payload_as(raw, name, SheetSubject).about


def decode_payload(raw: bytes, name: str) -> SheetPayload:
    """Decode the data in a line-of-sight ruling's sheet. Raises InputError if they are missing or invalid."""
    return decode_payload_as(raw, name, SheetPayload)


def decode_payload_as(raw: bytes, name: str, kind: type[T]) -> T:
    """Decode the data in a ruling's sheet as the type `kind`. Raises InputError if missing or invalid."""
    match = PAYLOAD_PATTERN.search(raw)
    if not match:
        raise InputError(name, "", "contains no ruling", "name a sheet drawn with --sheet")
    if PAYLOAD_PATTERN.search(raw, match.end()):
        raise InputError(name, "", "contains more than one ruling", "name the file as battlesim has drawn it")
    try:
        inflate = zlib.decompressobj()
        plain = inflate.decompress(base64.b64decode(match[2], validate=True), MAX_SHEET_BYTES)
        if inflate.unconsumed_tail or not inflate.eof:
            raise ValueError("the data is too long or truncated")
        if plain.count(b"[") > MAX_PAYLOAD_LISTS:
            raise ValueError(f"the data contains more than {MAX_PAYLOAD_LISTS} lists")
        document = msgspec.json.decode(plain, type=kind)
        table = getattr(document, "table", None)
        if isinstance(table, Table):
            check_corners(table.ground)
            check_outlines(table.ground.terrain)
        return document
    except (ValueError, RecursionError, zlib.error) as error:
        raise InputError(name, "", f"its ruling cannot be read: {error}") from None
