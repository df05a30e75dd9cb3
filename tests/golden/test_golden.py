"""Every ruleset has a playthrough on file, and still plays it."""

from __future__ import annotations

import difflib

import pytest

from tests.contract.cases import CASES
from tests.golden.text import FOLDER, golden_file, playthrough

HOW = "python -m tests.golden.update writes it anew"


@pytest.mark.parametrize("key", CASES)
def test_the_playthrough_is_as_it_was(key):
    file = golden_file(key)
    assert file.exists(), f"{key} has no golden playthrough: {HOW}"
    kept, now = file.read_text(encoding="utf-8"), playthrough(key)
    difference = difflib.unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=3)
    assert kept == now, "\n".join([f"{key} plays otherwise ({HOW}):", *list(difference)[:40]])


def test_no_playthrough_is_without_its_ruleset():
    assert {file.stem for file in FOLDER.glob("*.txt")} <= set(CASES)
