"""The rulebook of a ruleset: every rule and house ruling with its text, read from `rulebook.toml`.

[[chapter]]             # only if the entries are not in the order of the book
title = "Shooting"
rules = ["ABC-GUN", "ABC-DATA-01"]    # ids or beginnings of ids; a full id takes precedence

[[rule]]
id = "ABC-GUN-02"
kind = "act"            # act, data, reading or house
section = "Shooting"
text = "..."            # the short text, shown in tooltips; lengths are in braces: {6 in}
whole = "..."           # only if `text` leaves out a part of the rule: the full text
cover = "partial"       # only for the rule on the effect of a grade of cover (partial, full)
option = "hit"          # only if there is a choice: the option's key, its values and its default
choices = ["4", "5"]
default = "4"
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from importlib.resources import files
from typing import Literal

import msgspec

from battlesim.engine.rule_texts import RuleText
from battlesim.table.phrases import parse_phrase


class RulebookError(Exception):
    """Raised if a rulebook file is invalid; the message names the file, the entry and the error."""


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    kind: Literal["act", "data", "reading", "house"]
    text: str
    section: str = ""
    option: str = ""
    choices: tuple[str, ...] = ()
    default: str = ""
    whole: str = ""
    cover: Literal["", "partial", "full"] = ""


class _Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    rules: tuple[str, ...]


def parse_rulebook(text: str, name: str) -> dict[str, RuleText]:
    """Return the rules in the text of a rulebook file by id.

    The order is that of the chapters, or of the file if there are none. `name` is the file's name for
    messages. Raises RulebookError if the text is not a valid rulebook.
    """
    try:
        raw = msgspec.toml.decode(text)
    except msgspec.DecodeError as error:
        raise RulebookError(f"{name}: this is not valid TOML: {error}") from None
    unknown = sorted(raw.keys() - {"rule", "chapter"})
    if unknown or not isinstance(raw.get("rule"), list):
        raise RulebookError(f"{name}: the entries must be [[rule]] and [[chapter]], not {', '.join(raw)}")
    book: dict[str, RuleText] = {}
    for number, item in enumerate(raw["rule"], start=1):
        entry = _entry(item, f"{name}: rule {number}")
        if entry.id in book:
            raise RulebookError(f"{name}: {entry.id} is defined twice")
        fields = {k: v for k, v in msgspec.structs.asdict(entry).items() if k != "id"}
        told = {key: parse_phrase(fields[key]) for key in ("section", "text", "whole")}
        book[entry.id] = RuleText(**fields | told)
    return _in_chapters(book, raw["chapter"], name) if "chapter" in raw else book


def _in_chapters(book: dict[str, RuleText], raw: object, name: str) -> dict[str, RuleText]:
    """Return the rules in the order of the chapters, each with its chapter's title."""
    try:
        chapters = msgspec.convert(raw, type=list[_Chapter])
    except msgspec.ValidationError as error:
        raise RulebookError(f"{name}: chapters: {error}") from None
    titles: dict[str, str] = {}
    found: dict[str, RuleText] = {}
    places = [(chapter.title, rule) for chapter in chapters for rule in chapter.rules]
    named = {rule for _, rule in places if rule in book}
    for title, rule in places:
        own = [rule] if rule in book else [id for id in book if id.startswith(f"{rule}-") and id not in named]
        if not own:
            raise RulebookError(f"{name}: chapter {title!r}: no rule id begins with {rule!r}")
        titles |= {id: title for id in own if id not in titles}
    if missing := [id for id in book if id not in titles]:
        raise RulebookError(f"{name}: the rule {missing[0]} is in no chapter")
    for id, title in titles.items():
        found[id] = msgspec.structs.replace(book[id], chapter=title)
    return found


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
        raise RulebookError(f"{where} ({entry.id}): an option needs choices and a default among them")
    return entry


def load_rulebook(package: str, name: str = "rulebook.toml") -> Mapping[str, RuleText]:
    """Load the rulebook file of a package. Raises RulebookError if it is not a valid rulebook."""
    text = files(package).joinpath(name).read_text(encoding="utf-8")
    return parse_rulebook(text, f"{package}/{name}")
