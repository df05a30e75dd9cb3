"""Public names explain themselves, and docstrings are whole sentences in plain words."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "battlesim"
UNCLEAR = re.compile(
    "about|above|after|ahead|again|along|among|anew|are|aside|at|behind|beside|besides|beyond|by|come|done|down|"
    "else|for|found|from|give|given|go|gone|heard|in|into|is|it|kept|laid|lay|like|made|near|of|on|one|onto|"
    "onward|other|out|over|past|put|said|seen|since|so|some|swift|take|taken|than|that|them|then|there|through|"
    "till|to|told|toward|under|until|up|was|what|where|which|who|whom|whose|with|within|without",
    re.IGNORECASE,
)
"""Words that say nothing as a name: prepositions, pronouns, adverbs, bare participles, vague verbs."""
SUPERLATIVES = re.compile(r"(^|_)(MOST|LEAST|LONGEST|LARGEST|HEAVIEST)(_|$)")
IN_EVERY_RULESET = re.compile(
    "Battle|Game|Parameters|Profile|Weapon|Surface|Site|Unit|Forces|ScenarioRules|TerrainKind"
)
"""Classes that every ruleset has, under the same name."""
NO_SENTENCE = re.compile(r"(What|Who|Whether|How|Where|Why|Which)\b")
ODD_WORDS = re.compile(r"\b(whoever|somebody|anew)\b|; whether\b", re.IGNORECASE)

Definition = ast.FunctionDef | ast.ClassDef


def definitions(body: list[ast.stmt]) -> Iterator[Definition]:
    """Yield the public functions, classes and methods of a module."""
    for node in body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from definitions(node.body)


def modules() -> Iterator[tuple[Path, ast.Module]]:
    """Yield each module of the program with its syntax tree."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE), ast.parse(path.read_text(encoding="utf-8"))


def test_public_names_are_no_bare_prepositions_pronouns_or_participles() -> None:
    bad = [
        f"{path}: {node.name}"
        for path, tree in modules()
        for node in definitions(tree.body)
        if UNCLEAR.fullmatch(node.name)
    ]
    assert bad == []


def test_constants_say_max_and_min() -> None:
    names = (
        f"{path}: {name.id}"
        for path, tree in modules()
        for line in tree.body
        if isinstance(line, ast.Assign | ast.AnnAssign)
        for target in (line.targets if isinstance(line, ast.Assign) else [line.target])
        for name in ast.walk(target)
        if isinstance(name, ast.Name) and SUPERLATIVES.search(name.id)
    )
    assert list(names) == []


def test_a_public_class_has_a_name_of_its_own() -> None:
    homes = defaultdict(list)
    for path, tree in modules():
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(path.as_posix())
    twice = {
        name: where
        for name, where in homes.items()
        if len(where) > 1 and not name.startswith("_") and not IN_EVERY_RULESET.fullmatch(name)
    }
    assert twice == {}


def test_docstrings_are_sentences_in_plain_words() -> None:
    odd = []
    for path, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                text = ast.get_docstring(node) or ""
                opens = isinstance(node, ast.FunctionDef) and NO_SENTENCE.match(text)
                if opens or ODD_WORDS.search(text):
                    odd.append(f"{path}: {text.splitlines()[0]}")
    assert odd == []
