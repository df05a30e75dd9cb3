"""The start screen, by the mouse alone and by the keyboard alone."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from battlesim.render.tiles import tile_file, tile_key
from battlesim.rulesets import registry
from battlesim.ui.pages.page_host import PageHost
from battlesim.ui.start import LabChoice, NewBattleChoice
from battlesim.ui.start.catalogue import abbreviation_spellings, load_scenario_preview, title_of
from battlesim.ui.start.start_model import HUMAN, OWN_PLAYER, StartModel
from battlesim.ui.start.start_page import StartPage
from battlesim.ui.start.start_sections import readable_key
from battlesim.ui.start.table_picture import TablePicture
from battlesim.ui.table.table_view import initial_zooms
from battlesim.ui.toolkit.layout import window_layout
from tests.support.ours import SCENARIOS
from tests.support.waiting import until
from tests.ui.gallery import VIEWS
from tests.ui.gallery_pages import read_all
from tests.ui.hands import click, desk_of, faults, key_on, press, tab_to, typed, words
from tests.ui.started import choice_on, desk_with

GAMES = ("Mobile Infantry", "Return to Troice Station", "Toy Skirmish")
TOY = ("scenario", "toy")


def test_every_scenario_is_listed_with_its_size_and_length(desk: PageHost) -> None:
    shown = words(desk)
    for name in SCENARIOS:
        title = load_scenario_preview(name).title
        assert all(part in shown for part in title.split())
    assert "6 pieces, 6 turns" in shown and "7 pieces, 5 rounds" in shown


def rows(desk: PageHost) -> list[tuple[str, object, float]]:
    """The rows of the list with their heights on the screen."""
    found = [(pane, spot) for pane, spot in desk.spots() if pane.name == "contents"]
    return [(spot.command, spot.value, spot.rect.y) for _, spot in found]


def test_the_games_are_there_before_a_scenario_is_read_and_no_row_moves(played: Path) -> None:
    model = StartModel(played, TablePicture(), people=True)
    desk = desk_of(_Still(model))
    before = rows(desk)
    assert not model.scenario_previews and not any(command == "scenario" for command, *_ in before)
    assert all(title.upper() in words(desk) for title in GAMES)
    read_all(model)
    desk.draw()
    assert [row for row in rows(desk) if row[0] not in ("scenario", "record")] == [
        row for row in before if row[0] != "record"
    ]


@pytest.mark.parametrize("before", [True, False])
def test_scenarios_stand_by_game_the_smallest_first_whatever_was_played(
    played: Path, tmp_path: Path, before: bool
) -> None:
    model = StartModel(played if before else tmp_path, TablePicture(), people=True)
    desk = desk_of(StartPage(model))
    read_all(model)
    desk.draw()
    names = [str(value) for command, value, _ in rows(desk) if command == "scenario"]
    found = [
        (
            load_scenario_preview(name).scenario.ruleset.title,
            len(load_scenario_preview(name).state.table.pieces),
        )
        for name in names
    ]
    assert found == sorted(found) and set(names) >= set(SCENARIOS)
    desk.page.do("scenario", names[-1])
    desk.draw()
    assert names == [str(value) for command, value, _ in rows(desk) if command == "scenario"]


class _Still(StartPage):
    """The page before anything is read."""

    def tick(self, elapsed: float) -> bool:
        return False


def test_options_are_spelt_as_in_the_rulebook() -> None:
    known = abbreviation_spellings(registry.load_ruleset("mobile_infantry"))
    keys = ("mi_unit_actions", "aoe_victims", "human_vp_zone", "hopper_move")
    said = [readable_key(key, known) for key in keys]
    assert said == ["MI unit actions", "AoE victims", "Human VP zone", "Hopper move"]


def test_a_scenario_that_cannot_be_read_has_no_title(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("title = [")
    (tmp_path / "b.toml").write_text("title = 3")
    assert [title_of(tmp_path / name) for name in ("a.toml", "b.toml", "none.toml")] == ["", "", ""]


def test_a_battle_chosen_by_the_mouse_alone(desk: PageHost) -> None:
    click(desk, TOY)
    click(desk, ("seat", ("south", "recruit")))
    click(desk, ("seat", ("north", "random")))
    click(desk, ("dice", ("", "typed")))
    click(desk, ("unfold", ""))
    click(desk, ("option", ("hit", "5")))
    click(desk, ("begin", ""))
    seats = {"south": "recruit", "north": "random"}
    assert choice_on(desk) == NewBattleChoice("toy", seats, {"hit": "5"}, 1, "typed")
    assert not desk.running


def test_a_battle_chosen_by_the_keyboard_alone(desk: PageHost) -> None:
    key_on(desk, TOY)
    key_on(desk, ("seat", ("north", "random")))
    key_on(desk, ("unfold", ""))
    key_on(desk, ("option", ("hit", "3")))
    tab_to(desk, ("edit", "seed"))
    press(desk, "backspace")
    typed(desk, "4x2")
    press(desk, "f5")
    assert choice_on(desk) == NewBattleChoice("toy", {"south": HUMAN, "north": "random"}, {"hit": "3"}, 42)


def test_letters_typed_into_a_field_do_nothing_else(desk: PageHost) -> None:
    tab_to(desk, ("edit", "file"))
    typed(desk, "/no such")
    press(desk, "return", "\r")
    assert desk.running and desk.focus == ("edit", "file")
    assert desk.page.model.fields["file"] == "/no such"  # type: ignore[attr-defined]


def test_the_tab_key_comes_by_every_control(desk: PageHost, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "draw", desk.update_panes)
    wanted = {(spot.command, spot.value) for _, spot in desk.spots()}
    reached = set()
    for _ in range(len(wanted)):
        press(desk, "tab")
        reached.add(desk.focus)
        pane, spot = next((p, s) for p, s in desk.spots() if (s.command, s.value) == desk.focus)
        rect = desk.screen_rect(pane, spot)
        assert pane.rect.y - 1 <= rect.y and rect.bottom <= pane.rect.bottom + 1, "it is scrolled to"
    assert reached == wanted
    press(desk, "shift+tab")
    assert desk.focus in wanted


def test_arrows_go_to_what_lies_that_way(desk: PageHost) -> None:
    tab_to(desk, ("scenario", "first_contact"))
    press(desk, "down")
    assert desk.focus == ("scenario", "outpost_evac_platoon_horde")
    press(desk, "up")
    assert desk.focus == ("scenario", "first_contact")
    press(desk, "right")
    assert desk.focus[0] in ("seat", "dice", "edit", "begin")


def test_the_tab_key_begins_with_the_list_of_battles(desk: PageHost) -> None:
    press(desk, "tab")
    assert desk.focus[0] in ("record", "scenario")


def test_an_arrow_stays_on_the_page_where_nothing_lies_that_way(desk: PageHost) -> None:
    tab_to(desk, ("dice", ("", "typed")))
    press(desk, "right")
    assert desk.focus == ("dice", ("", "typed"))


def test_the_picture_shows_nothing_that_the_persons_side_may_not_know(model: StartModel) -> None:
    model.choose("toy")
    table, _ = model.table() or (None, ())
    assert table is not None and set(table.markers) == {"south-mine"}
    model.set_seat("south", "recruit")
    table, _ = model.table() or (None, ())
    assert table is not None and set(table.markers) == {"south-mine", "north-mine"}
    model.set_seat("south", HUMAN)
    model.set_seat("north", HUMAN)
    table, _ = model.table() or (None, ())
    assert table is not None and set(table.markers) == set() and len(table.pieces) == 6


def test_the_list_of_forces_tells_nothing_that_is_hidden(desk: PageHost) -> None:
    click(desk, ("scenario", "first_contact"))
    assert "16 × Warrior" in words(desk) and "8 × Warrior" not in words(desk)
    click(desk, ("seat", ("mi", "recruit")))
    assert "8 × Warrior" in words(desk), "who only looks on sees what comes out of the ground"


def test_the_zone_of_the_first_pieces_is_drawn() -> None:
    found = load_scenario_preview("outpost_evac")
    assert [area.side for area in found.areas] == [1]
    assert max(x for x, _ in found.areas[0].rings[0]) == 24.0


def test_options_are_folded_away_but_for_those_that_were_changed(desk: PageHost) -> None:
    click(desk, TOY)
    assert isinstance(desk.page, StartPage)
    shown = {spot.value[0] for _, spot in desk.spots() if spot.command == "option"}
    assert shown == set()
    click(desk, ("unfold", ""))
    click(desk, ("option", ("hit", "5")))
    click(desk, ("unfold", ""))
    assert {spot.value[0] for _, spot in desk.spots() if spot.command == "option"} == {"hit"}


def test_who_can_be_given_a_side_is_explained(desk: PageHost) -> None:
    click(desk, TOY)
    click(desk, ("seat", ("north", "random")))
    assert "any legal answer" in words(desk)


def test_an_option_changes_the_forces_that_are_listed(desk: PageHost) -> None:
    click(desk, ("scenario", "outpost_evac"))
    assert "37 pieces at the start" in words(desk)
    key_on(desk, ("unfold", ""))
    key_on(desk, ("option", ("mi_force", "platoon")))
    assert "37 pieces at the start" not in words(desk)
    click(desk, ("option", ("mi_force", "company")))
    assert "37 pieces at the start" in words(desk)


def test_a_player_of_ones_own_is_tried_before_the_battle_begins(desk: PageHost) -> None:
    click(desk, TOY)
    click(desk, ("seat", ("south", OWN_PLAYER)))
    click(desk, ("begin", ""))
    assert desk.running and "package.module:Class" in words(desk)
    click(desk, ("edit", "player south"))
    typed(desk, "battlesim.players.recruit:Nobody")
    press(desk, "ctrl+return", "\r")
    assert desk.running and "Nobody" in words(desk)
    for _ in "Nobody":
        press(desk, "backspace")
    typed(desk, "Recruit")
    press(desk, "ctrl+return", "\r")
    choice = choice_on(desk)
    assert (
        isinstance(choice, NewBattleChoice) and choice.seats["south"] == "battlesim.players.recruit:Recruit"
    )


def test_without_controls_for_people_every_side_is_automated(played: Path) -> None:
    model = StartModel(played, TablePicture(), people=False)
    desk = desk_with(model)
    assert HUMAN not in model.seats.values()
    assert ("seat", ("mi", HUMAN)) not in [(spot.command, spot.value) for _, spot in desk.spots()]


def test_leaving_chooses_nothing(desk: PageHost) -> None:
    press(desk, "escape")
    assert not desk.running and choice_on(desk) is None


def test_help_lists_the_keys_and_goes_with_any_key(desk: PageHost) -> None:
    press(desk, "f1")
    assert desk.show_help
    press(desk, "escape")
    assert not desk.show_help and desk.running


@pytest.mark.parametrize(("size", "scale"), VIEWS)
def test_all_words_have_room_at_every_size_and_scale(
    model: StartModel, played: Path, size: tuple[int, int], scale: int
) -> None:
    desk = desk_with(model, size, scale / 100)
    page = desk.page
    for command, value in [
        ("scenario", "outpost_evac_platoon_horde"),
        ("seat", ("mi", OWN_PLAYER)),
        ("unfold", ""),
        ("option", ("mi_force", "platoon")),
        ("begin", ""),
        ("record", played / "open.battle"),
        ("scenario", "toy"),
    ]:
        page.do(command, value)
        for tab in "0123":
            page.do("tab", ("", tab))
            desk.update_panes()
            assert faults(desk) == []


def test_the_flat_picture_is_there_at_once_and_the_lit_one_later(tmp_path: Path, played: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as executor:
        preview = TablePicture(executor, tmp_path)
        model = StartModel(played, preview, people=True)
        desk = desk_with(model)
        model.choose("toy")
        desk.draw()
        flat = pygame.image.tobytes(preview.picture, "RGB") if preview.picture else b""
        assert flat and not preview.lit
        until(lambda: preview.lit, lambda: desk.advance_frame(0.2))
        assert preview.lit and preview.picture
        assert pygame.image.tobytes(preview.picture, "RGB") != flat
        ground, table = (
            model.selected_preview.state.table.ground,
            window_layout(*desk.screen.get_size()).table,
        )
        zoom = initial_zooms(ground, *table.scaled(1.0)[2:], 1.0)[0]
        ahead = tile_file(tmp_path, tile_key(ground, (zoom, 0, 0), frozenset()))
        until(ahead.is_file, lambda: desk.advance_frame(0.2))
        assert ahead.is_file(), "the tiles with which the battle begins are made ahead"


@pytest.fixture
def first(tmp_path: Path) -> PageHost:
    """The start screen of somebody who has never played."""
    return desk_with(StartModel(tmp_path, TablePicture(), people=True))


def test_at_the_first_start_a_small_battle_is_chosen_for_a_person(first: PageHost) -> None:
    press(first, "f5")
    assert isinstance(first.page, StartPage)
    choice = first.page.choice
    assert isinstance(choice, NewBattleChoice)
    assert (choice.scenario, choice.seats["mi"]) == ("first_steps", HUMAN)


def test_at_the_first_start_the_lesson_is_offered_on_top(first: PageHost) -> None:
    places = [(spot.command, spot.value) for _, spot in first.spots()]
    assert places.index(("lesson", "first_steps")) < places.index(("scenario", "first_steps"))


def test_the_lesson_is_begun_by_its_row_with_its_own_seats_and_dice(first: PageHost) -> None:
    click(first, ("lesson", "first_steps"))
    assert "Each step waits for what you do" in words(first)
    assert not any(spot.command == "seat" for _, spot in first.spots()), "that is settled"
    press(first, "f5")
    assert isinstance(first.page, StartPage)
    seats = {"mi": HUMAN, "bugs": "recruit"}
    assert first.page.choice == NewBattleChoice("first_steps", seats, {}, 1, lesson="first_steps")


def test_another_scenario_is_no_lesson(first: PageHost) -> None:
    click(first, ("lesson", "first_steps"))
    click(first, ("scenario", "first_steps"))
    press(first, "f5")
    assert isinstance(first.page, StartPage)
    assert isinstance(first.page.choice, NewBattleChoice) and not first.page.choice.lesson


def test_later_the_lesson_is_still_there(desk: PageHost) -> None:
    assert "New here?" not in words(desk)
    tab_to(desk, ("lesson", "first_steps"))


def test_the_table_that_is_chosen_goes_into_the_lab(first: PageHost) -> None:
    click(first, ("scenario", "first_steps"))
    click(first, ("lab", ""))
    assert isinstance(first.page, StartPage) and isinstance(first.page.choice, LabChoice)
    known = first.page.choice.known
    assert known is not None and (known.ruleset, known.table) == (
        "mobile_infantry",
        first.page.model.table()[0],
    )


def test_the_lab_opens_on_a_table_of_its_own(first: PageHost) -> None:
    click(first, ("lab", "quarrel"))
    assert isinstance(first.page, StartPage) and first.page.choice == LabChoice("quarrel")


def test_a_bare_table_is_drawn_from_the_start_screen(first: PageHost) -> None:
    click(first, ("draw", ""))
    assert isinstance(first.page, StartPage)
    assert first.page.choice == LabChoice("", new=(48.0, 48.0), draw=True)


def test_frames_go_on_while_a_battle_is_set_up_and_it_is_said(model: StartModel) -> None:
    ready: list[bool] = []
    while model.load_next():
        pass
    desk = desk_of(StartPage(model, "F5", lambda choice: lambda: bool(ready)))
    click(desk, TOY)
    click(desk, ("begin", ""))
    assert desk.running and "Setting up the battle" in words(desk)
    assert "Setting up" in words(desk) and "Start the battle" not in words(desk)
    desk.page.do("begin", "")
    desk.advance_frame(0.0)
    assert desk.running
    ready.append(True)
    desk.advance_frame(0.0)
    assert not desk.running and isinstance(choice_on(desk), NewBattleChoice)


def test_a_battle_that_is_being_set_up_can_be_left(model: StartModel) -> None:
    while model.load_next():
        pass
    desk = desk_of(StartPage(model, "F5", lambda choice: lambda: False))
    click(desk, TOY)
    click(desk, ("begin", ""))
    press(desk, "escape")
    assert not desk.running and choice_on(desk) is None


def test_units_are_called_as_the_scenario_calls_them_and_no_options_are_no_heading(desk: PageHost) -> None:
    click(desk, TOY)
    assert "OPTIONS OF THE RULES" in words(desk).upper()
    click(desk, ("scenario", "hill_farm"))
    shown = words(desk)
    assert "Blue markers: 4 × Counter" in shown and "OPTIONS OF THE RULES" not in shown.upper()
