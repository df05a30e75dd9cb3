"""A module that names its users names just the rulesets that import it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.test_circles import ROOT, dotted, imported

TINY = Path(__file__).parent / "rulesets" / "tiny" / "battlesim_tiny"
TITLES = {
    ROOT / "rulesets" / "mobile_infantry": "Mobile Infantry",
    ROOT / "rulesets" / "troice_station": "Troice Station",
    ROOT / "rulesets" / "invasion_earth": "Invasion Earth",
    ROOT / "rulesets" / "stargrunt": "Stargrunt",
    ROOT / "rulesets" / "alien_invasion": "Alien Invasion",
    ROOT / "rulesets" / "toy": "the toy",
    TINY: "the rulesets of the tests",
}
"""What the rulesets in a folder are called among the users of a module."""
BESIDES = {"the lab"}
"""Users that are no rulesets."""
USERS = re.compile(r"\bUsers: (.+?)\.(?=\s|$)", re.DOTALL)
MODULES = {dotted(path.relative_to(ROOT.parent)): path for path in sorted(ROOT.rglob("*.py"))}


def users_named(path: Path) -> set[str] | None:
    """Return who is named as a user in a module's docstring, without what stands in brackets."""
    text = path.read_text(encoding="utf-8")
    words = (ast.get_docstring(ast.parse(text)) or "").split() if "Users:" in text else []
    found = USERS.search(" ".join(words))
    return set(re.sub(r" \([^)]*\)", "", found[1]).split(", ")) if found else None


@cache
def imports_of(folder: Path) -> set[str]:
    """Return the modules of the program that the files of a folder import."""
    files = folder.rglob("*.py")
    return set().union(*(imported(p, dotted(p.relative_to(folder.parents[1])), MODULES) for p in files))


NAMED = {name: named for name, path in MODULES.items() if (named := users_named(path)) is not None}


@pytest.mark.parametrize("module", NAMED)
def test_the_users_that_a_module_names_are_those_that_import_it(module: str) -> None:
    users = {title for folder, title in TITLES.items() if module in imports_of(folder)}
    assert NAMED[module] - BESIDES == users


def test_every_shared_mechanism_names_its_users() -> None:
    shared = {name for name in MODULES if re.fullmatch(r"battlesim\.(mechanics|behaviour)\.\w+", name)}
    assert shared - NAMED.keys() == set()
