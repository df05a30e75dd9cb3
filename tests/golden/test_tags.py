"""Whatever is encoded with a tag has it written out, so that a renamed class leaves old files readable."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from battlesim.engine.chance_decisions import ChanceDecision
from battlesim.engine.decisions import Decision, OptionDecision
from battlesim.engine.record import RecordLine
from battlesim.scenarios.questions import CaseQuestion
from battlesim.table.events import Event

ROOT = Path(__file__).parents[2]
FOLDERS = {
    "battlesim": ROOT,
    "tests/rulesets/tiny/battlesim_tiny": ROOT / "tests/rulesets/tiny",
    "tests": ROOT,
}
"""Folders with the code that is searched, and those by which its modules are named."""
BASES = {
    f"{kind.__module__}.{kind.__name__}"
    for kind in (ChanceDecision, OptionDecision, Decision, Event, RecordLine, CaseQuestion)
}
"""Classes that are never encoded: only those that build on them are."""
IMPORTS = re.compile(r"^from (\S+) import (?:\(([^)]*)\)|(.*))$", re.MULTILINE)
CLASSES = re.compile(r"^class \w+\([^:]*\):", re.MULTILINE)


class Head(NamedTuple):
    """The first line of a class: its name with its module, the classes it builds on, the tag if any."""

    name: str
    bases: frozenset[str]
    tag: ast.expr | None


def heads(module: str, text: str) -> Iterator[Head]:
    """The heads of the classes of a module that build on others."""
    homes: dict[str, str] = {}
    for home, many, some in IMPORTS.findall(text):
        homes.update((name.strip(), home) for name in (many or some).split(","))
    for head in CLASSES.findall(text):
        node = ast.parse(f"{head} ...").body[0]
        assert isinstance(node, ast.ClassDef)
        plain = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
        names = [base.id for base in plain if isinstance(base, ast.Name)]
        tag = next((keyword.value for keyword in node.keywords if keyword.arg == "tag"), None)
        bases = frozenset(f"{homes.get(name, module)}.{name}" for name in names)
        yield Head(f"{module}.{node.name}", bases, tag)


def without_a_tag(found: list[Head]) -> list[str]:
    """Return the names of the encoded classes that take their tag from their name or from their base."""
    tagged, before = BASES | {head.name for head in found if head.tag}, 0
    while len(tagged) > before:
        before = len(tagged)
        tagged |= {head.name for head in found if head.bases & tagged}
    return [head.name for head in found if head.name in tagged - BASES and not is_text(head.tag)]


def is_text(tag: ast.expr | None) -> bool:
    return isinstance(tag, ast.Constant) and isinstance(tag.value, str)


def all_heads() -> Iterator[Head]:
    for folder, root in FOLDERS.items():
        for file in sorted((ROOT / folder).rglob("*.py")):
            module = ".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
            yield from heads(module, file.read_text(encoding="utf-8"))


def test_every_tag_is_written_out() -> None:
    found = list(all_heads())
    assert {head.name for head in found} >= BASES
    assert without_a_tag(found) == [], 'write tag="..." in the head of the class; a tag once used stays'


WRONG = (
    f"from {Event.__module__} import (",
    f"    {Event.__name__},",
    ")",
    f"class Fled({Event.__name__}, frozen=True):",
    "class Hid(Fled, tag=True):",
    "class Ran(Fled, tag='Ran'):",
    "class Other(NamedTuple):",
)


def test_a_tag_that_is_not_written_out_is_found() -> None:
    assert without_a_tag(list(heads("own", "\n".join(WRONG)))) == ["own.Fled", "own.Hid"]
