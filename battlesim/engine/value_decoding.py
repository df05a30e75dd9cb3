"""Conversion of plain values to typed structs. Errors name the invalid key and a remedy."""

from __future__ import annotations

import bisect
import difflib
import re
from collections.abc import Iterable, Mapping, Sized
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

ANY_KEY_TEXT = "[...]"
"""The text that msgspec uses for any key of a table with free keys."""


MAX_MESSAGE_LENGTH = 400
"""The maximum number of characters in a message; longer messages lose their middle."""


def shortened(text: str, max_length: int = MAX_MESSAGE_LENGTH) -> str:
    """Return a text whose middle is replaced by "…" if it is longer than `max_length` characters."""
    return text if len(text) <= max_length else f"{text[: max_length // 2]} … {text[-max_length // 2 :]}"


class BadValueError(ValueError):
    """Raised when a value is invalid, with the key of the value, a message and a remedy."""

    def __init__(self, key: str, message: str, remedy: str = "") -> None:
        self.key, self.message, self.remedy = key, message, remedy
        place = f"{key}: " if key else ""
        super().__init__(f"{place}{message}" + (f" ({remedy})" if remedy else ""))


MAX_COMPARED_LENGTH = 100
"""The number of leading characters of an unknown word to compare with known words."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint for an unknown word: the most similar known words, or else a list of all known words."""
    names = sorted(set(known))
    near = difflib.get_close_matches(word[:MAX_COMPARED_LENGTH], names, n=3, cutoff=0.5)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"known: {', '.join(names[:12])}{' …' if len(names) > 12 else ''}" if names else ""


def convert_values(raw: Any, kind: type[T]) -> T:
    """Convert plain values to the struct `kind`. Raises BadValueError if a value does not match."""
    try:
        return msgspec.convert(raw, type=kind)
    except msgspec.ValidationError as error:
        raise bad_value_error(raw, kind, str(error)) from None
    except RecursionError:
        raise BadValueError("", "is nested too deeply") from None


KeyPath = list[str | int]


def bad_value_error(raw: Any, kind: Any, error: str) -> BadValueError:
    """Return a BadValueError for a msgspec error message, with the exact key and the invalid value.

    For an entry in a table with free keys, msgspec names neither the key nor a value that exceeds a limit, so
    both are looked up in the plain values.
    """
    key, message, remedy = explain_error(error, kind)
    steps = _named_steps(raw, kind, key, error)
    return BadValueError(_path_text(steps), message + _value_text(raw, steps, message), remedy)


def _named_steps(raw: Any, kind: Any, key: str, error: str) -> KeyPath:
    before, *others = key.split(ANY_KEY_TEXT)
    steps = _path_steps(before)
    for after in others:
        steps = [*steps, _first_bad_key(raw, kind, steps, error), *_path_steps(after)]
    return steps


def _path_text(steps: KeyPath) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".")


def _path_steps(path: str) -> KeyPath:
    return [int(number) if number else word for word, number in re.findall(r"([\w\-]+)|\[(\d+)\]", path)]


def _at_steps(raw: Any, steps: KeyPath) -> Any:
    for step in steps:
        raw = raw[step]
    return raw


def _first_bad_key(raw: Any, kind: Any, steps: KeyPath, error: str) -> str:
    """Return the key of the first entry in a table that causes this error, found by bisection."""
    try:
        names = list(_at_steps(raw, steps))
    except (LookupError, TypeError):
        return "?"

    def is_wrong(many: int) -> bool:
        return _gives_error(_with_only(raw, steps, names[:many]), kind, error)

    many = bisect.bisect_left(range(1, len(names) + 1), True, key=is_wrong)
    return str(names[many]) if many < len(names) else "?"


def _gives_error(raw: Any, kind: Any, error: str) -> bool:
    try:
        msgspec.convert(raw, type=kind)
    except msgspec.ValidationError as said:
        return str(said) == error
    return False


def _with_only(raw: Any, steps: KeyPath, names: list[str]) -> Any:
    if not steps:
        return {name: raw[name] for name in names}
    first, *rest = steps
    inner = _with_only(raw[first], rest, names)
    if isinstance(raw, Mapping):
        return {**raw, first: inner}
    return [inner if number == first else item for number, item in enumerate(raw)]


def _value_text(raw: Any, steps: KeyPath, message: str) -> str:
    """Return the text of a value that exceeds a limit, or "" if the error has another cause."""
    if not LIMIT_PATTERN.search(message):
        return ""
    try:
        value = _at_steps(raw, steps)
        found = len(value) if isinstance(value, Sized) else value
        return f", got {found:.12g}"
    except (LookupError, TypeError, ValueError, OverflowError):
        return ""


def explain_error(error: str, kind: Any) -> tuple[str, str, str]:
    """Return the key, a message and a remedy for a msgspec error about a value of the type `kind`."""
    text, _, path = error.partition(" - at `")
    key = path.rstrip("`").removeprefix("key in ").removeprefix("$").removeprefix(".")
    unknown = re.match(r"Object contains unknown field `(.*)`", text)
    if unknown:
        name = unknown[1]
        return (
            f"{key}.{name}".lstrip("."),
            "unknown key",
            did_you_mean(name, _field_names(_types_at(kind, key))),
        )
    word = re.match(r"Invalid (?:enum )?value '(.*)'", text)
    if word:
        return key, f"unknown word {word[1]!r}", did_you_mean(word[1], _valid_words(_types_at(kind, key)))
    missing = re.match(r"Object missing required field `(.*)`", text)
    if missing:
        return f"{key}.{missing[1]}".lstrip("."), "is missing", ""
    return key, _plain_text(text), ""


TYPE_TEXTS = {
    "array": "a list",
    "object": "a table",
    "float": "a number",
    "int": "a whole number",
    "str": "text",
}


LIMIT_TEXTS = (
    (r"`str` of length >= (\d+)", r"`str` with at least \1 characters"),
    (r"`str` of length <= (\d+)", r"`str` with at most \1 characters"),
    (r" of length >= (\d+)", r" with at least \1 entries"),
    (r" of length <= (\d+)", r" with at most \1 entries"),
    (r" >= (-?[\d.e+]+)", r" of at least \1"),
    (r" <= (-?[\d.e+]+)", r" of at most \1"),
    (r" > (-?[\d.e+]+)", r" above \1"),
)
"""Patterns for limits in msgspec messages, each with its replacement."""
LIMIT_PATTERN = re.compile(r" (with|of) at (least|most) | above ")


def _plain_text(text: str) -> str:
    """Return a msgspec message about types and limits, reworded in the terms of TOML."""
    text = text.replace(" | null", "")
    for limit, plain in LIMIT_TEXTS:
        text = re.sub(limit, plain, text)
    text = re.sub(r"\.0\b", "", text)
    for word, plain in TYPE_TEXTS.items():
        text = re.sub(rf"\b{word}\b", plain, text)
    return text[:1].lower() + text[1:].replace("`", "")


def _types_at(kind: Any, key: str) -> list[Any]:
    """Return the msgspec types at a key path such as `terrain[3].openings[0]`."""
    found = _alternatives(msgspec.inspect.type_info(kind))
    for step in re.findall(r"\w+|\[.*?\]", key):
        found = [inner for each in found for inner in _inner_types(each, step)]
    return found


def _inner_types(found: Any, step: str) -> list[Any]:
    if isinstance(found, msgspec.inspect.StructType):
        if step == found.tag_field:
            return [found]
        return [a for f in found.fields if f.encode_name == step for a in _alternatives(f.type)]
    return _alternatives(getattr(found, "item_type", getattr(found, "value_type", found)))


def _alternatives(found: Any) -> list[Any]:
    """Return the possible types of a value, without None."""
    types = found.types if isinstance(found, msgspec.inspect.UnionType) else (found,)
    return [each for each in types if not isinstance(each, msgspec.inspect.NoneType)]


def _valid_words(found: Iterable[Any]) -> list[str]:
    """Return the valid words of the given types, including the tags of record types."""
    return [
        str(word)
        for each in found
        for word in (*getattr(each, "values", ()), getattr(each, "tag", None))
        if word
    ]


def _field_names(found: Iterable[Any]) -> list[str]:
    return [f.encode_name for each in found for f in getattr(each, "fields", ())]
