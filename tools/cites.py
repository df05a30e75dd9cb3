"""Each rule is enforced in one place, which alone cites its id: `python tools/cites.py`.

Counts the lines of code and data that cite a rule, the rulebook left out. `tests/cites.txt` lists the rules
that are still cited more often, with how often and why; the list may only shrink. `--write` writes it anew.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULESETS = ROOT / "battlesim" / "rulesets"
EXCEPTIONS = ROOT / "tests" / "cites.txt"
ID = re.compile(r"\b[A-Z]+(?:-[A-Z]+)+-\d+\b")


def cites() -> Counter[str]:
    """How many lines cite each rule of the rulebooks."""
    books = [tomllib.loads(book.read_text(encoding="utf-8")) for book in RULESETS.glob("*/rulebook.toml")]
    known = {rule["id"] for book in books for rule in book["rule"]}
    found: Counter[str] = Counter(dict.fromkeys(known, 0))
    for file in (*RULESETS.rglob("*.py"), *RULESETS.rglob("*.toml")):
        if not file.name.endswith("rulebook.toml"):
            for line in file.read_text(encoding="utf-8").splitlines():
                found.update(known & set(ID.findall(line)))
    return found


def exceptions() -> dict[str, int]:
    """The rules that may be cited more than once, and how often."""
    return {rule: int(count) for rule, (count, _) in _listed().items()}


def _listed() -> dict[str, tuple[str, str]]:
    """Each rule of the list with how often and the reason for it."""
    lines = (line.split(maxsplit=2) for line in EXCEPTIONS.read_text(encoding="utf-8").splitlines() if line)
    return {rule: (count, "".join(why)) for rule, count, *why in lines}


def faults(found: Counter[str], allowed: dict[str, int]) -> list[str]:
    """What is wrong: rules that are cited nowhere or too often, and exceptions that are no longer needed."""
    none = [
        f"{rule} is cited nowhere: cite it where it is enforced" for rule in sorted(found) if not found[rule]
    ]
    more = [
        f"{rule} is cited {count} times, {allowed.get(rule, 1)} allowed: cite it where it is enforced alone"
        for rule, count in sorted(found.items())
        if count > allowed.get(rule, 1)
    ]
    fewer = [
        f"{rule} is cited {found[rule]} times: say so in tests/cites.txt, which has {count} (--write)"
        for rule, count in sorted(allowed.items())
        if found[rule] < count
    ]
    return [*none, *more, *fewer]


def main() -> int:
    """Say what is wrong, or write the list anew; exit code 1 when something is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the list of exceptions anew")
    found = cites()
    if parser.parse_args().write:
        why = {rule: reason for rule, (_, reason) in _listed().items()}
        often = sorted((rule, count) for rule, count in found.items() if count > 1)
        more = (f"{rule} {count} {why.get(rule, '')}".rstrip() + "\n" for rule, count in often)
        EXCEPTIONS.write_text("".join(more), encoding="utf-8")
        return 0
    wrong = faults(found, exceptions())
    print(
        "\n".join(wrong) or f"{len(exceptions())} rules are cited more than once; none more often than listed"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
