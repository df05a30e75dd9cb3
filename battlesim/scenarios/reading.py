"""Reading files that people write: TOML into typed records, every fault one clear message."""

from __future__ import annotations

import difflib
import math
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

MAX_BYTES = 4_000_000
ID = re.compile(r"[A-Za-z][A-Za-z0-9_.\-]{0,39}\Z")


class InputError(Exception):
    """Something given to the program that it cannot take: where, which key, what is wrong, what would do."""

    def __init__(self, where: str | Path, key: str, message: str, remedy: str = "") -> None:
        self.where, self.key, self.message, self.remedy = str(where), key, message, remedy
        place = f"{self.where}: {key}" if key else self.where
        super().__init__(f"{place}: {message}" + (f" ({remedy})" if remedy else ""))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A remedy for an unknown word: the nearest known ones, else the first few there are."""
    names = sorted(set(known))
    near = difflib.get_close_matches(word, names, n=3, cutoff=0.5)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"known: {', '.join(names[:12])}{' …' if len(names) > 12 else ''}" if names else ""


def read_text(path: Path, limit: int = MAX_BYTES) -> str:
    """The text of a file. Raises InputError when it cannot be read, is too large or is not text."""
    try:
        with path.open("rb") as file:
            raw = file.read(limit + 1)
    except FileNotFoundError:
        raise InputError(path, "", "there is no such file") from None
    except IsADirectoryError:
        raise InputError(path, "", "is a folder, a file is needed") from None
    except OSError as error:
        raise InputError(path, "", f"cannot be read: {error.strerror or error}") from None
    if len(raw) > limit:
        raise InputError(
            path, "", f"is larger than {limit / 1e6:g} MB, which no file of this kind needs to be"
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"is not UTF-8 text (byte {error.start})"
        raise InputError(path, "", message, "save it as UTF-8") from None
    if "\0" in text:
        raise InputError(path, "", "is not a text file")
    return text


def parse(text: str, where: str | Path) -> dict[str, Any]:
    """A TOML text as plain values. Raises InputError for wrong syntax and for numbers that are not finite."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(where, "", f"is not valid TOML: {error}") from None
    except RecursionError:
        raise InputError(where, "", "is nested too deeply") from None
    for key, value in _numbers(raw, ""):
        if not math.isfinite(value):
            raise InputError(where, key, f"{value} is not a finite number")
    return raw


def _numbers(value: Any, key: str) -> Iterator[tuple[str, float]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _numbers(inner, f"{key}.{name}" if key else name)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _numbers(inner, f"{key}[{number}]")
    elif isinstance(value, float):
        yield key, value


def decode(raw: Any, kind: type[T], where: str | Path) -> T:
    """Plain values as a typed record. Raises InputError with the key, what was expected, and a suggestion."""
    try:
        return msgspec.convert(raw, type=kind)
    except msgspec.ValidationError as error:
        key, message, remedy = explain(str(error), kind)
        raise InputError(where, key, message, remedy) from None


def explain(error: str, kind: Any) -> tuple[str, str, str]:
    """Key, message and remedy of what msgspec said about a value that should have been a `kind`."""
    text, _, path = error.partition(" - at `")
    key = path.rstrip("`").removeprefix("key in ").removeprefix("$").removeprefix(".")
    unknown = re.match(r"Object contains unknown field `(.*)`", text)
    if unknown:
        name = unknown[1]
        return f"{key}.{name}".lstrip("."), "unknown key", did_you_mean(name, _fields(_at(kind, key)))
    missing = re.match(r"Object missing required field `(.*)`", text)
    if missing:
        return f"{key}.{missing[1]}".lstrip("."), "is missing", ""
    return key, _in_words(text), ""


WORDS = {"array": "a list", "object": "a table", "float": "a number", "int": "a whole number", "str": "text"}


def _in_words(text: str) -> str:
    """What msgspec says of types, in the words of TOML."""
    text = text.replace(" | null", "")
    for word, plain in WORDS.items():
        text = re.sub(rf"\b{word}\b", plain, text)
    return text[:1].lower() + text[1:].replace("`", "")


def _at(kind: Any, key: str) -> Any:
    """The type that a key path such as `terrain[3].openings[0]` leads to, as msgspec describes it."""
    found = msgspec.inspect.type_info(kind)
    for step in re.findall(r"\w+|\[.*?\]", key):
        found = _into(found, step)
    return _plain(found)


def _into(found: Any, step: str) -> Any:
    found = _plain(found)
    if isinstance(found, msgspec.inspect.StructType):
        return next((f.type for f in found.fields if f.encode_name == step), found)
    return getattr(found, "item_type", getattr(found, "value_type", found))


def _plain(found: Any) -> Any:
    """Optional types are known by what they hold."""
    if isinstance(found, msgspec.inspect.UnionType):
        return next((t for t in found.types if not isinstance(t, msgspec.inspect.NoneType)), found)
    return found


def _fields(found: Any) -> list[str]:
    return [f.encode_name for f in getattr(found, "fields", ())]


def check_ids(where: str | Path, keys_and_ids: Iterable[tuple[str, str]]) -> None:
    """Ids start with a letter, hold letters, digits, _ . - and are never given twice. Raises InputError."""
    seen: dict[str, str] = {}
    for key, name in keys_and_ids:
        if not ID.match(name):
            message = f"{name!r} cannot be an id"
            raise InputError(where, key, message, "a letter, then up to 39 letters, digits, _ . -")
        if name in seen:
            raise InputError(where, key, f"{name!r} is taken by {seen[name]} already")
        seen[name] = key
