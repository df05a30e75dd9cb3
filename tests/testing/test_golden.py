"""A playthrough on file is written once, and then shows what has changed."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.testing import golden
from tests.contract.cases import toy


def test_a_playthrough_that_is_missing_is_written_and_has_to_be_read(tmp_path):
    file = tmp_path / "toy.txt"
    with pytest.raises(AssertionError, match="has been written: read it"):
        golden.check_playthrough(toy(), file)
    golden.check_playthrough(toy(), file)
    assert "Toy Skirmish, seed 11: red recruit, blue random" in file.read_text(encoding="utf-8")


def test_a_battle_that_goes_otherwise_is_shown_line_by_line(tmp_path):
    file = tmp_path / "toy.txt"
    file.write_text(golden.playthrough_text(toy()), encoding="utf-8")
    harder = msgspec.structs.replace(toy(), state=toy().state.with_game(needs=6))
    with pytest.raises(
        AssertionError, match=r"Toy Skirmish plays differently(?s:.*)\n-.* needs=4\+(?s:.*)\n\+.* needs=6\+"
    ):
        golden.check_playthrough(harder, file)
