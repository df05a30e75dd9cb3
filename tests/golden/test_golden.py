"""Every ruleset has a playthrough on file, and still plays it."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.testing import golden
from tests.contract.cases import CASES

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("key", CASES)
def test_the_playthrough_is_as_it_was(key):
    golden.check_playthrough(CASES[key](), FOLDER / f"{key}.txt")


def test_no_playthrough_is_without_its_ruleset():
    assert {file.stem for file in FOLDER.glob("*.txt")} <= set(CASES)
