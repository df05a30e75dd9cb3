"""Rules and players ask what an answer is (`Option.act`, `by`, `to`); nobody takes its key apart."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "battlesim"
FILES = sorted(
    file
    for room in ("mechanics", "behaviour", "rulesets/mobile_infantry", "rulesets/toy")
    for file in (ROOT / room).rglob("*.py")
)
APART = {"split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_key_is_taken_apart(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    assert [call.lineno for call in calls if isinstance(call, ast.Attribute) and call.attr in APART] == []
