"""The rulebook of a ruleset: every rule and house ruling with one short text, read from `rulebook.toml`.

[[rule]]
id = "TOY-GUN-02"
kind = "act"            # act, data, reading or house
section = "Shooting"
text = "..."
option = "hit"          # only where a side may choose: the option's key, its values and its default
choices = ["4", "5"]
default = "4"
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from importlib.resources import files
from typing import Literal

import msgspec

from battlesim.engine.ruleset import RuleText


class RulebookError(Exception):
    """Raised for a rulebook that cannot be read: which file and entry, what is wrong."""


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    kind: Literal["act", "data", "reading", "house"]
    text: str
    section: str = ""
    option: str = ""
    choices: tuple[str, ...] = ()
    default: str = ""


def parse_rulebook(text: str, name: str) -> dict[str, RuleText]:
    """The entries by id, in the order of the file `name`. Raises RulebookError."""
    try:
        raw = msgspec.toml.decode(text)
    except msgspec.DecodeError as error:
        raise RulebookError(f"{name}: not TOML: {error}") from None
    unknown = sorted(raw.keys() - {"rule"})
    if unknown or not isinstance(raw.get("rule"), list):
        raise RulebookError(f"{name}: expected [[rule]] entries and nothing else, found {', '.join(raw)}")
    book: dict[str, RuleText] = {}
    for number, item in enumerate(raw["rule"], start=1):
        entry = _entry(item, f"{name}: rule {number}")
        if entry.id in book:
            raise RulebookError(f"{name}: {entry.id} is there twice")
        fields = {k: v for k, v in msgspec.structs.asdict(entry).items() if k != "id"}
        book[entry.id] = RuleText(**fields)
    return book


def _entry(item: object, where: str) -> _Entry:
    known = _Entry.__struct_fields__
    for key in item if isinstance(item, dict) else ():
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
            raise RulebookError(f"{where}: unknown key {key!r}: {hint}")
    try:
        entry = msgspec.convert(item, type=_Entry)
    except msgspec.ValidationError as error:
        raise RulebookError(f"{where}: {error}") from None
    if bool(entry.option) != bool(entry.choices) or (entry.option and entry.default not in entry.choices):
        raise RulebookError(f"{where} ({entry.id}): an option needs choices, and a default among them")
    return entry


def read_rulebook(package: str, name: str = "rulebook.toml") -> Mapping[str, RuleText]:
    """The rulebook file of a package. Raises RulebookError."""
    text = files(package).joinpath(name).read_text(encoding="utf-8")
    return parse_rulebook(text, f"{package}/{name}")
