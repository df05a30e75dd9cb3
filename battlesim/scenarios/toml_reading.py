"""Reading files that people write: TOML into typed records, every fault one clear message."""

from __future__ import annotations

import functools
import gc
import math
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from battlesim.engine import value_decoding
from battlesim.engine.value_decoding import BadValueError, shortened
from battlesim.plain_files import UnreadableError, read_plain

T = TypeVar("T")

MAX_TOML_BYTES = 600_000
"""2,000 pieces of terrain with ten corners each have 400,000."""
MAX_TOML_VALUES = 160_000
"""Counted by commas, brackets, equals signs and points: those terrain pieces have 140,000."""
MAX_NESTING = 16
"""Parts of a dotted key, and tables and lists in one another; reading takes the square of them."""
MAX_NUMBER = 10**18
LONG_DOTTED_KEY = re.compile(
    r"""(?<![\w"'.\-])"""
    r"""(?:(?:[\w\-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+)"""
    f"{{{MAX_NESTING}}}"
)
ID_PATTERN = re.compile(r"[A-Za-z][A-Za-z0-9_.\-]{0,39}\Z")


class InputError(Exception):
    """Something given to the program that it cannot take: where, which key, what is wrong, what would do."""

    def __init__(self, where: str | Path, key: str, message: str, remedy: str = "") -> None:
        self.where, self.key, self.message, self.remedy = str(where), key, message, remedy
        place = shortened(self.where) + (f": {shortened(key)}" if key else "")
        super().__init__(f"{place}: {shortened(message)}" + (f" ({remedy})" if remedy else ""))


def read_text(path: Path, limit: int = MAX_TOML_BYTES) -> str:
    """The text of a file. Raises InputError when it cannot be read, is too large or is not text."""
    try:
        text = read_plain(path, limit).decode("utf-8-sig")
    except UnreadableError as error:
        raise InputError(path, "", str(error)) from error
    except UnicodeDecodeError as error:
        message = f"is not UTF-8 text (byte {error.start})"
        raise InputError(path, "", message, "save it as UTF-8") from None
    if "\0" in text:
        raise InputError(path, "", "is not a text file")
    return text


def parse_toml(text: str, where: str | Path) -> dict[str, Any]:
    """A TOML text as plain values. Raises InputError for wrong syntax, for numbers that are not finite or too
    large, and for what is nested too deeply."""
    raw = parse_toml_unchecked(text, where)
    _check_plain(raw, "", 0, where)
    return raw


def parse_toml_unchecked(text: str, where: str | Path) -> dict[str, Any]:
    """A TOML text as plain values, whatever they are. Raises InputError for wrong syntax."""
    if dotted := LONG_DOTTED_KEY.search(text):
        line = text.count("\n", 0, dotted.start()) + 1
        raise InputError(where, "", f"line {line}: a key has more than {MAX_NESTING} parts")
    if sum(map(text.count, ",=[{.")) > MAX_TOML_VALUES:
        raise InputError(where, "", f"holds more than {MAX_TOML_VALUES} values")
    try:
        return _values(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(where, "", f"is not valid TOML: {error}") from None
    except RecursionError:
        raise InputError(where, "", "is nested too deeply") from None
    except ValueError:  # what Python says of a number with thousands of digits
        raise InputError(where, "", "is not valid TOML: a number has too many digits") from None


@functools.lru_cache(maxsize=1)
def _values(text: str) -> dict[str, Any]:
    """The values of a TOML text. The last text's are kept: what a file is, is asked before what it says.

    Nothing is thrown away meanwhile, so that looking for what could be would take most of the time.
    """
    usual = gc.isenabled()
    gc.disable()
    try:
        return tomllib.loads(text)
    finally:
        if usual:
            gc.enable()


def _check_plain(value: Any, key: str, depth: int, where: str | Path) -> None:
    """Raises InputError for a value that nothing can be made of, whatever its key means."""
    if depth > MAX_NESTING:
        raise InputError(where, key, "is nested too deeply", f"at most {MAX_NESTING} in one another")
    if isinstance(value, dict):
        for name, inner in value.items():
            _check_plain(inner, f"{key}.{name}" if key else name, depth + 1, where)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            _check_plain(inner, f"{key}[{number}]", depth + 1, where)
    elif isinstance(value, float) and not math.isfinite(value):
        raise InputError(where, key, f"{value} is not a finite number")
    elif isinstance(value, int | float) and abs(value) > MAX_NUMBER:
        raise InputError(where, key, "is too large a number", f"at most {MAX_NUMBER:g}")
    elif isinstance(value, str) and "\0" in value:
        raise InputError(where, key, "has a NUL in it", "leave it out")


def decode_typed(raw: Any, kind: type[T], where: str | Path) -> T:
    """Plain values as a typed record. Raises InputError with the key, what was expected, and a suggestion."""
    try:
        return value_decoding.convert_values(raw, kind)
    except BadValueError as fault:
        raise InputError(where, fault.key, fault.message, fault.remedy) from None


def check_ids(where: str | Path, keys_and_ids: Iterable[tuple[str, str]]) -> None:
    """Ids start with a letter, hold letters, digits, _ . - and are never given twice. Raises InputError."""
    seen: dict[str, str] = {}
    for key, name in keys_and_ids:
        if not ID_PATTERN.match(name):
            message = f"{name!r} cannot be an id"
            raise InputError(where, key, message, "a letter, then up to 39 letters, digits, _ . -")
        if name in seen:
            raise InputError(where, key, f"{name!r} is taken by {seen[name]} already")
        seen[name] = key
