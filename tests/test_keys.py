"""Keys, ids, names and texts are taken apart nowhere: `Option.act`, `by` and `to` say what an answer is, and
what is compound is split in `table/compound_names.py`."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "battlesim"
TINY = Path(__file__).resolve().parent / "rulesets" / "tiny" / "battlesim_tiny"
CUTS = {"split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix"}
LOOKS = {"startswith", "endswith"}
RULESETS = sorted(path.parent for path in (PACKAGE / "rulesets").glob("*/__init__.py"))
RULES = sorted(
    file
    for folder in (PACKAGE / "mechanics", PACKAGE / "behaviour", *RULESETS, TINY)
    for file in folder.rglob("*.py")
)
FIELDS = {"name", "id", "key", "by", "what", "act", "about"}
"""Fields that hold the key, the id or the name of something."""
IN_LETTERS = {"report/unit_names.py": "names as people read them", "ui/start/files_page.py": "names of files"}
"""Where the letters of a name count, and why."""


ON_SCREEN = sorted(
    file for room in ("panels", "decision", "session") for file in (PACKAGE / "ui" / room).rglob("*.py")
)
SHORTENED = {
    "ui/panels/card_strip.py": "a note that is too long ends at one of its commas",
    "ui/session/log_line.py": "no comma follows a question",
    "ui/panels/help_card.py": "the keys of one command are parted where two spaces are",
}
"""Where a text that is shown is cut, and why."""


def cuts(file: Path) -> list[ast.Attribute]:
    """Return the calls of a file that take a string apart, or look at how one begins or ends."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [call for call in calls if isinstance(call, ast.Attribute) and call.attr in CUTS | LOOKS]


@pytest.mark.parametrize("file", RULES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_rules_take_no_string_apart(file: Path) -> None:
    assert [call.lineno for call in cuts(file)] == []


def test_no_text_on_the_screen_is_read_as_data() -> None:
    found = {file.relative_to(PACKAGE).as_posix(): cuts(file)[0].lineno for file in ON_SCREEN if cuts(file)}
    assert found.keys() == SHORTENED.keys(), found


def test_every_ruleset_is_looked_at() -> None:
    assert {"mobile_infantry", "toy", "troice_station"} <= {folder.name for folder in RULESETS}
    assert all(any(folder in file.parents for file in RULES) for folder in (*RULESETS, TINY))


def test_no_name_key_or_id_of_a_thing_is_taken_apart_anywhere() -> None:
    found = {
        file.relative_to(PACKAGE).as_posix(): call.lineno
        for file in sorted(PACKAGE.rglob("*.py"))
        for call in cuts(file)
        if isinstance(call.value, ast.Attribute) and call.value.attr in FIELDS
    }
    assert found.keys() == IN_LETTERS.keys(), found
