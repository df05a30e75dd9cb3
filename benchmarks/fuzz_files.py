"""Damaged files for the fuzz: sound ones with a few things in them changed for others that could be there.

What is changed keeps the file's structure (a JSON line stays one, a TOML value stays one), so that it comes
past the first check; now and then the text itself is spoilt.
"""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from typing import Any

NUMBERS = (0, -1, 1, 2, 7, 0.5, -0.5, 1e-9, 1e9, -1e9, 1e18, 1e300, 10**30, 1_000_000, 2**63, -(2**63))
TEXTS = ("", "?", "nobody", "x" * 5000, "os:abort", "\0", "\x1b[2J", "\u202e", "..", "/dev/zero", "é" * 60)
OTHERS: tuple[Any, ...] = (None, True, [], {}, [[]], [[0, 0], [1, 1], [2, 2]], {"type": "on", "x": 1, "y": 1})
TOML = (
    "nan",
    "inf",
    "-inf",
    "1e300",
    "9" * 5000,
    "[[[]]]",
    "{}",
    '""',
    "true",
    "1979-05-27",
    "-1",
    "0",
    "[]",
)
LARGE = 200_000

Path_ = list[Any]


def places(value: Any, path: Path_ | None = None) -> Iterator[Path_]:
    """The paths to everything within plain values."""
    path = path or []
    entries = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, inner in entries:
        yield [*path, key]
        yield from places(inner, [*path, key])


def change(value: Any, rng: random.Random) -> None:
    """Change one thing within plain values: another value, left out, doubled, put elsewhere."""
    known = list(places(value))
    if not known:
        return
    *way, key = rng.choice(known)
    holder = at(value, way)
    act = rng.randrange(8)
    if act < 4:
        holder[key] = other(holder[key], rng)
    elif act == 4:
        del holder[key]
    elif act == 5 and isinstance(holder, list):
        holder.extend(holder[:] * rng.choice((1, 50)))
    elif act == 6 and isinstance(holder, dict):
        holder[rng.choice(TEXTS)] = holder[key]
    else:
        holder[key] = json.loads(json.dumps(at(value, rng.choice(known))))


def at(value: Any, path: Path_) -> Any:
    for step in path:
        value = value[step]
    return value


def other(value: Any, rng: random.Random) -> Any:
    """Something else that could stand there: mostly of the same sort."""
    if rng.random() < 0.2:
        return copy.deepcopy(rng.choice((*NUMBERS, *TEXTS, *OTHERS)))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return rng.choice((*NUMBERS, value * 1000, value + 1, -value))
    return copy.deepcopy(rng.choice(TEXTS if isinstance(value, str) else OTHERS))


def record(lines: list[bytes], rng: random.Random) -> bytes:
    """A record with a few of its lines changed, moved, doubled or spoilt."""
    lines = list(lines)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at_line = 0 if rng.random() < 0.4 else rng.randrange(len(lines))
        act = rng.random()
        if act < 0.75:
            lines[at_line] = changed_line(lines[at_line], rng)
        elif act < 0.8:
            lines[at_line] = spoilt(lines[at_line], rng)
        elif act < 0.85:
            lines.insert(at_line, b'{"type":"undo","to":%d}' % rng.randrange(-1, 60))
        elif act < 0.9:
            del lines[at_line]
        elif len(lines) > 1:
            lines.insert(rng.randrange(len(lines)), lines[at_line])
        lines = lines or [b""]
    return b"\n".join(lines) + b"\n" * (rng.random() < 0.9)


def changed_line(line: bytes, rng: random.Random) -> bytes:
    try:
        value = json.loads(line)
        for _ in range(rng.choice((1, 1, 2))):
            change(value, rng)
        return json.dumps(value).encode()
    except (ValueError, RecursionError):
        return line


def toml(text: str, rng: random.Random) -> bytes:
    """A TOML file with a few of its values, keys or lines changed."""
    lines = text.splitlines()
    for _ in range(rng.choice((1, 1, 2, 4))):
        number = rng.randrange(len(lines))
        act = rng.randrange(8)
        if act < 4:
            lines[number] = changed_value(lines[number], rng)
        elif act == 4:
            del lines[number]
        elif act == 5:
            lines.insert(number, lines[rng.randrange(len(lines))])
        elif act == 6:
            lines.insert(number, nonsense(rng))
        else:
            lines[number] = lines[number].replace("=", rng.choice((".x =", "==", "= [", " = {a =")), 1)
        lines = lines or [""]
    raw = "\n".join(lines).encode()
    return spoilt(raw, rng) if rng.random() < 0.1 else raw


def changed_value(line: str, rng: random.Random) -> str:
    """A line with one of its numbers or texts changed for another."""
    found = list(re.finditer(r'"[^"]*"|-?\d+(?:\.\d+)?', line))
    if not found:
        return line
    part = rng.choice(found)
    new = rng.choice(TOML) if rng.random() < 0.5 else json.dumps(rng.choice((*NUMBERS, *TEXTS)))
    return line[: part.start()] + new + line[part.end() :]


def nonsense(rng: random.Random) -> str:
    """A line that is dear to read or to mean."""
    return rng.choice(
        (
            ".".join("a" * rng.choice((5, 20, 1200, 25_000))) + " = 1",
            f"[{'.'.join('b' * rng.choice((5, 20, 1200)))}]",
            "deep = " + "[" * rng.choice((10, 500, 50_000)),
            "deep = " + "{a=" * rng.choice((10, 500)),
            "count = 2000",
            f'name = "{"x" * rng.choice((300, 5000))}"',
            "[[terrain]]\n" * rng.choice((1, 3000)),
        )
    )


def spoilt(raw: bytes, rng: random.Random) -> bytes:
    """A text with a few bytes changed, cut out or doubled, or deeply nested somewhere."""
    start = rng.randrange(len(raw) + 1)
    size = rng.randrange(1, 200)
    patch = rng.choice(
        (b"", rng.randbytes(3), raw[start : start + size] * 3, b"[" * LARGE, b'{"a":' * 50_000, b"\0", b"\r")
    )
    return raw[:start] + patch + raw[start + size :]
