"""A side that acts by the rules of the game on the start screen: named, and given to a player."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.ui.pages.page_host import PageHost
from battlesim.ui.start import NewBattleChoice
from battlesim.ui.start.start_model import BY_RULES_LABEL, HUMAN, PLAYED_BY_RULES, StartModel
from battlesim.ui.start.start_page import StartPage
from battlesim.ui.start.table_picture import TablePicture
from tests.support.tiny import SCENARIOS
from tests.ui.gallery import QUICK
from tests.ui.hands import click, desk_of, faults, key_on, words
from tests.ui.started import choice_on

SIX = str(SCENARIOS / "six.toml")


class _One(StartPage):
    """The page with one scenario."""

    def tick(self, elapsed: float) -> bool:
        return False


def of_six(folder: Path, people: bool = True) -> StartModel:
    model = StartModel(folder, TablePicture(), people=people)
    model.choose(SIX)
    return model


def shown(model: StartModel, size: tuple[int, int] = (1366, 768), scale: float = 1.0) -> PageHost:
    return desk_of(_One(model, "F5"), size, scale)


def seats(desk: PageHost) -> list[str]:
    """The players that the passers-by can be given."""
    found = [spot.value for _, spot in desk.spots() if spot.command == "seat"]
    return [name for side, name in found if side == "people"]


def test_it_is_named_as_playing_by_the_rules(tmp_path: Path) -> None:
    desk = shown(of_six(tmp_path))
    assert BY_RULES_LABEL in words(desk) and "play it" in words(desk)
    assert seats(desk) == [PLAYED_BY_RULES, HUMAN]
    click(desk, ("begin", ""))
    choice = choice_on(desk)
    assert isinstance(choice, NewBattleChoice) and "people" not in choice.seats and choice.options == {}


@pytest.mark.parametrize("press", [click, key_on])
def test_play_it_sets_the_option_and_seats_the_person(tmp_path: Path, press) -> None:
    model = of_six(tmp_path)
    desk = shown(model)
    press(desk, ("seat", ("people", HUMAN)))
    assert model.options["crowd_control"] == "player" and model.seats["people"] == HUMAN
    press(desk, ("seat", ("people", "recruit")))
    press(desk, ("begin", ""))
    choice = choice_on(desk)
    assert isinstance(choice, NewBattleChoice) and choice.seats["people"] == "recruit"
    assert choice.options == {"crowd_control": "player"}


def test_it_can_be_left_to_the_rules_again(tmp_path: Path) -> None:
    model = of_six(tmp_path)
    desk = shown(model)
    click(desk, ("seat", ("people", HUMAN)))
    click(desk, ("seat", ("people", PLAYED_BY_RULES)))
    assert model.options["crowd_control"] == "rules" and "people" not in model.seats
    assert seats(desk) == [PLAYED_BY_RULES, HUMAN]


def test_the_option_itself_gives_the_side_a_seat_and_takes_it(tmp_path: Path) -> None:
    model = of_six(tmp_path)
    model.set_option("crowd_control", "player")
    assert model.seats["people"] not in (HUMAN, PLAYED_BY_RULES) and model.seats["cats"] == HUMAN
    model.set_option("crowd_control", "rules")
    assert "people" not in model.seats


def test_without_controls_for_people_an_automated_player_plays_it(tmp_path: Path) -> None:
    model = of_six(tmp_path, people=False)
    model.set_seat("people", model.default_player)
    assert HUMAN not in model.seats.values() and "people" in model.seats


@pytest.mark.parametrize(("size", "scale"), QUICK)
@pytest.mark.parametrize("played", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_its_words_have_room(tmp_path: Path, size: tuple[int, int], scale: int, played: bool) -> None:
    model = of_six(tmp_path)
    if played:
        model.set_seat("people", HUMAN)
    for tab in range(4):
        page = _One(model, "F5")
        page._tab = tab
        assert faults(desk_of(page, size, scale / 100)) == []
