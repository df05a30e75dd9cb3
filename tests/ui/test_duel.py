"""A duel of two people at one screen: hands that nobody deals by hand, bids at once, no way back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from battlesim.engine.decisions import DICE_SIDE
from battlesim.engine.record_read import read_record
from battlesim.engine.verify import verify_record
from battlesim.mechanics.deck import CARD_BACK
from battlesim.rulesets.registry import load_ruleset
from tests.support.tiny import SCENARIOS
from tests.ui.seated import Seated, seated
from tests.ui.test_curtain import lift


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "flip", lambda: None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.battle"


@pytest.fixture
def duel(path: Path) -> Iterator[Seated]:
    """West and east at one screen, with real dice."""
    with seated(str(SCENARIOS / "crossroads.toml"), path, "west", "east", typed=True) as table:
        lift(table)
        yield table


def told(table: Seated) -> list[str]:
    return [f"{line.text}: {line.result}" for line in table.window.model.history.lines]


def test_a_hand_is_dealt_by_nobody_at_the_table_and_shown_to_its_own_side(duel: Seated) -> None:
    assert duel.asked().decision.what == "bid"
    drawn = [line for line in told(duel) if "draw" in line]
    assert len(drawn) == 3 and all(line.startswith("West draw: ") for line in drawn)
    held = duel.window.model.state.game.deck.held
    assert held["east"] == (CARD_BACK,) * 3 and CARD_BACK not in held["west"]


def test_each_side_bids_without_knowing_the_other_bid(duel: Seated) -> None:
    first = duel.answer().decision
    before = told(duel)
    lift(duel)
    second = duel.asked()
    assert (first.side, second.decision.side) == ("west", "east")
    assert first.what == second.decision.what == "bid"
    assert not any("lay" in line for line in (*before, *told(duel)))
    assert second.fixed == "a card was drawn", "whose it was is for its side alone"


def test_a_roll_that_all_see_is_typed_and_the_record_holds_it_all(path: Path) -> None:
    with seated(str(SCENARIOS / "crossroads.toml"), path, "west", "east", typed=True) as table:
        rolled = 0
        while not rolled:
            table.until(
                lambda: table.window.requested_page or (table.asking.shown and table.feed.open_decision)
            )
            if table.window.requested_page:
                lift(table)
            rolled += table.answer().decision.side == DICE_SIDE
    record = read_record(path, load_ruleset)
    assert verify_record(record).difference is None
    assert {line.what for line in record.answers if line.side == DICE_SIDE} == {"card", "dice"}
