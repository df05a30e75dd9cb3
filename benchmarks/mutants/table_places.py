"""Where a TOML file of a ruleset can be changed: its numbers, yes and no, in tables that cite a rule."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from benchmarks.mutants.mutant import Mutant, cited, digest
from benchmarks.mutants.swaps import numbers

NOTHING: Mapping[str, tuple[str, ...]] = {}
HEADER = re.compile(r"^\[+([^\]]+)\]+\s*(#.*)?$")
VALUE = re.compile(r"(?<![\w.\"'-])(?:-?\d+(?:\.\d+)?|true|false)(?![\w.\"'])")
KEY = re.compile(r"^\s*([\w.-]+)\s*=")


def mutants_of(file: str, source: bytes, known: Mapping[str, tuple[str, ...]] = NOTHING) -> Iterator[Mutant]:
    """All changes of a TOML file, each with the rules that it belongs to, if any.

    A line belongs to the rules cited in its comment, or beside or just above its table, or there at the first
    table with the same first name (those are `known` of options, as the rulebook names them), or at the head
    of the file.
    """
    lines = source.decode().splitlines(keepends=True)
    cites: dict[str, tuple[str, ...]] = {"": _head(lines), **known}
    table, key, above, begin = "", "", "", 0
    for number, line in enumerate(lines, 1):
        body, _, comment = line.partition("#")
        if header := HEADER.match(line.strip()):
            table = header[1].strip()
            first = table.partition(".")[0]
            cites[table] = cited(above + comment) or cites.get(first) or cites[""]
            cites.setdefault(first, cites[table])
        elif body.strip():
            key = found[1] if (found := KEY.match(body)) else key
            ids = cited(comment) or cites[table]
            yield from _of_line(file, f"{table}.{key}".strip("."), ids, number, begin, body)
        above = above + comment if line.startswith("#") else ""
        begin += len(line.encode())


def _of_line(
    file: str, key: str, ids: tuple[str, ...], number: int, begin: int, body: str
) -> Iterator[Mutant]:
    """The changes of one line; strings in it are left alone."""
    shown = re.sub(r'"[^"]*"', lambda text: " " * len(text[0]), body)
    for place, found in enumerate(VALUE.finditer(shown, shown.index("=") + 1 if "=" in shown else 0)):
        start = begin + len(body[: found.start()].encode())
        at = f"{key}[{place}]" if "[" in shown else key
        for new in _others(found[0]):
            what = f"{at} {found[0]} to {new}"
            yield Mutant(file, what, ids, number, start, start + len(found[0]), new.encode(), digest(body))


def _others(text: str) -> list[str]:
    if text in {"true", "false"}:
        return ["false" if text == "true" else "true"]
    value = float(text) if "." in text else int(text)
    return [repr(new) for new in numbers(value)]


def _head(lines: list[str]) -> tuple[str, ...]:
    """The rules cited before the first table or value."""
    comments = []
    for line in lines:
        if line.strip() and not line.startswith("#"):
            break
        comments.append(line)
    return cited("".join(comments))
