"""Reading files that people write: TOML into typed records, every fault one clear message."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from battlesim.engine import values
from battlesim.engine.values import BadValueError

T = TypeVar("T")

MAX_BYTES = 4_000_000
NUL = re.compile(r"\\(?:u0000|U00000000)")
ID = re.compile(r"[A-Za-z][A-Za-z0-9_.\-]{0,39}\Z")


class InputError(Exception):
    """Something given to the program that it cannot take: where, which key, what is wrong, what would do."""

    def __init__(self, where: str | Path, key: str, message: str, remedy: str = "") -> None:
        self.where, self.key, self.message, self.remedy = str(where), key, message, remedy
        place = f"{self.where}: {key}" if key else self.where
        super().__init__(f"{place}: {message}" + (f" ({remedy})" if remedy else ""))


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
    if NUL.search(text):
        raise InputError(where, "", "has a NUL character in it", "leave it out")
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
        return values.decode(raw, kind)
    except BadValueError as fault:
        raise InputError(where, fault.key, fault.message, fault.remedy) from None


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
