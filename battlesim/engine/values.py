"""Plain values as typed records: a fault says which key, what was expected, what may have been meant."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

ANY_KEY = "[...]"
"""How msgspec names the key of an entry in a table whose keys are free."""


class BadValueError(ValueError):
    """A value that cannot be taken: its key, what is wrong, what would do."""

    def __init__(self, key: str, message: str, remedy: str = "") -> None:
        self.key, self.message, self.remedy = key, message, remedy
        super().__init__(f"{key}: {message}" + (f" ({remedy})" if remedy else ""))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A remedy for an unknown word: the nearest known ones, else the first few there are."""
    names = sorted(set(known))
    near = difflib.get_close_matches(word, names, n=3, cutoff=0.5)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"known: {', '.join(names[:12])}{' …' if len(names) > 12 else ''}" if names else ""


def decode(raw: Any, kind: type[T]) -> T:
    """Plain values as a typed record. Raises BadValueError."""
    try:
        return msgspec.convert(raw, type=kind)
    except msgspec.ValidationError as error:
        raise _fault(raw, kind, str(error)) from None


def _fault(raw: Any, kind: Any, error: str) -> BadValueError:
    """What msgspec said, with the name of the entry where it only says that it is one of several."""
    key, message, remedy = explain(error, kind)
    return BadValueError(_named(raw, kind, key, error), message, remedy)


def _named(raw: Any, kind: Any, key: str, error: str) -> str:
    while ANY_KEY in key:
        before, _, after = key.partition(ANY_KEY)
        name = next((n for n in _entries(raw, before) if _fails(raw, kind, before, n, error)), "?")
        key = f"{before}.{name}{after}".lstrip(".")
    return key


def _entries(raw: Any, path: str) -> Mapping[str, Any]:
    for step in _steps(path):
        raw = raw[step]
    return raw if isinstance(raw, Mapping) else {}


def _steps(path: str) -> list[str | int]:
    return [int(number) if number else word for word, number in re.findall(r"([\w\-]+)|\[(\d+)\]", path)]


def _fails(raw: Any, kind: Any, path: str, name: str, error: str) -> bool:
    """Whether the same is said of a table that has this entry only."""
    try:
        msgspec.convert(_with_one(raw, _steps(path), name), type=kind)
    except msgspec.ValidationError as said:
        return str(said) == error
    return False


def _with_one(raw: Any, steps: list[str | int], name: str) -> Any:
    if not steps:
        return {name: raw[name]}
    first, *rest = steps
    inner = _with_one(raw[first], rest, name)
    if isinstance(raw, Mapping):
        return {**raw, first: inner}
    return [inner if number == first else item for number, item in enumerate(raw)]


def explain(error: str, kind: Any) -> tuple[str, str, str]:
    """Key, message and remedy of what msgspec said about a value that should have been a `kind`."""
    text, _, path = error.partition(" - at `")
    key = path.rstrip("`").removeprefix("key in ").removeprefix("$").removeprefix(".")
    unknown = re.match(r"Object contains unknown field `(.*)`", text)
    if unknown:
        name = unknown[1]
        return f"{key}.{name}".lstrip("."), "unknown key", did_you_mean(name, _fields(_at(kind, key)))
    word = re.match(r"Invalid (?:enum )?value '(.*)'", text)
    if word:
        return key, f"unknown word {word[1]!r}", did_you_mean(word[1], _words(_at(kind, key)))
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


def _at(kind: Any, key: str) -> list[Any]:
    """The types that a key path such as `terrain[3].openings[0]` may lead to, as msgspec describes them."""
    found = _alternatives(msgspec.inspect.type_info(kind))
    for step in re.findall(r"\w+|\[.*?\]", key):
        found = [inner for each in found for inner in _into(each, step)]
    return found


def _into(found: Any, step: str) -> list[Any]:
    if isinstance(found, msgspec.inspect.StructType):
        if step == found.tag_field:
            return [found]
        return [a for f in found.fields if f.encode_name == step for a in _alternatives(f.type)]
    return _alternatives(getattr(found, "item_type", getattr(found, "value_type", found)))


def _alternatives(found: Any) -> list[Any]:
    """What a value may be; None is not said."""
    types = found.types if isinstance(found, msgspec.inspect.UnionType) else (found,)
    return [each for each in types if not isinstance(each, msgspec.inspect.NoneType)]


def _words(found: Iterable[Any]) -> list[str]:
    """The words that are taken there, and those that tell one sort of record from another."""
    return [
        str(word)
        for each in found
        for word in (*getattr(each, "values", ()), getattr(each, "tag", None))
        if word
    ]


def _fields(found: Iterable[Any]) -> list[str]:
    return [f.encode_name for each in found for f in getattr(each, "fields", ())]
