"""Campaigns in the window: a force, a roster, skills, the next battle, and what it brought."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.engine.muster import Detachment, MusterModel
from battlesim.scenarios.campaign_battles import battle_record, begin_battle
from battlesim.scenarios.musters import new_muster, read_muster
from battlesim.scenarios.rosters import Roster, RosterModel, read_roster, write_roster
from battlesim.ui.pages.page_host import PageHost
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.start import NewBattleChoice, ResumeChoice
from battlesim.ui.start.campaign.campaigns_page import NO_MUSTER, CampaignsPage
from battlesim.ui.start.campaign.muster_page import MusterPage
from battlesim.ui.start.campaign.roster_draft import RosterDraft
from battlesim.ui.start.campaign.roster_page import RosterPage
from tests.ui.battles import play
from tests.ui.hands import click, desk_of, faults, key_on, press, words

KEYS = KeyBindings()
SERGEANT = RosterModel("m1", "Sergeant", "unit_sergeant", 5, 5)
DALEK = RosterModel("m2", "Tame Dalek", "dalek", 5, 5)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A roster before its second battle."""
    write_roster(tmp_path / "r.toml", Roster("three_nights", 2, "", ("Yates",), (SERGEANT, DALEK)))
    return tmp_path / "r.toml"


def roster_desk(file: Path) -> tuple[PageHost, RosterPage]:
    page = RosterPage(RosterDraft(file), KEYS)
    return desk_of(page), page


@pytest.mark.parametrize("hand", [click, key_on])
def test_a_skill_is_bought_taken_back_and_bought_for_good(file: Path, hand) -> None:  # type: ignore[no-untyped-def]
    desk, _ = roster_desk(file)
    hand(desk, ("buy", "crack_shot"))
    hand(desk, ("undo", ""))
    assert "Taken back" in words(desk)
    hand(desk, ("buy", "super_fast"))
    assert read_roster(file).model[0] == SERGEANT
    hand(desk, ("save", ""))
    saved = read_roster(file).model[0]
    assert (saved.points, saved.skills) == (3, {"super_fast": 1})


def test_a_skill_that_cannot_be_bought_says_why(file: Path) -> None:
    desk, page = roster_desk(file)
    click(desk, ("model", "m2"))
    click(desk, ("buy", "super_sneak"))
    assert page.error and page.message == "Tame Dalek cannot use Super sneak."
    assert "Lightning action costs 6, Tame Dalek has 5" in words(desk)


def test_skills_that_are_not_saved_are_dropped_at_the_second_back(file: Path) -> None:
    desk, page = roster_desk(file)
    click(desk, ("buy", "super_fast"))
    press(desk, "escape")
    assert not page.done and "not saved" in words(desk)
    press(desk, "escape")
    assert page.done and page.choice is None and read_roster(file).model[0] == SERGEANT


def test_the_next_battle_is_begun_with_the_skills_and_resumed_by_its_record(file: Path) -> None:
    desk, page = roster_desk(file)
    click(desk, ("buy", "super_fast"))
    press(desk, "ctrl+return")
    assert page.choice is None and "A skill is not saved: once more goes to the battle" in words(desk)
    click(desk, ("begin", ""))
    assert isinstance(page.choice, NewBattleChoice)
    assert page.choice.roster == file and set(page.choice.seats) == {"unit", "autons"}
    assert "super_fast = 1" in Path(page.choice.scenario).read_text()
    battle_record(file, read_roster(file)).write_text("")
    desk, page = roster_desk(file)
    click(desk, ("begin", ""))
    assert page.choice == ResumeChoice(battle_record(file, read_roster(file)), file)


def test_a_battle_begins_at_the_second_press_while_points_can_be_spent(file: Path) -> None:
    desk, page = roster_desk(file)
    press(desk, "ctrl+return")
    assert page.choice is None and "Points are left to spend" in words(desk)
    press(desk, "ctrl+return")
    assert page.choice is not None


def test_a_finished_battle_is_counted_and_its_gains_are_shown(tmp_path: Path) -> None:
    file = tmp_path / "r.toml"
    write_roster(file, Roster("three_nights"))
    roster = begin_battle(file)
    play(str(tmp_path / "r_1_first_patrol.toml"), battle_record(file, roster))
    draft = RosterDraft(file)
    gains = draft.end_finished_battle()
    assert gains is not None and len(gains.survivors) + len(gains.lost) == 5
    assert all(own.points == own.battles == 1 for own in gains.survivors)
    desk = desk_of(RosterPage(draft, KEYS, gains))
    assert "AFTER BATTLE 1" in words(desk) and read_roster(file).battle == 2
    assert faults(desk) == []


def test_a_campaign_is_begun_with_a_muster(tmp_path: Path) -> None:
    muster = MusterPage(new_muster("invasion_earth", "unit", 12), tmp_path, KEYS)
    click(desk_of(muster), ("begin", ""))
    page = CampaignsPage(tmp_path, KEYS)
    desk = desk_of(page)
    assert "7 models have a place in its battles" in words(desk)
    key_on(desk, ("force", tmp_path / "unit.toml"))
    key_on(desk, ("begin", ""))
    assert page.wants == "roster" and page.chosen == tmp_path / "three_nights.toml"
    assert len(read_roster(page.chosen).model) == 7


def test_a_wrong_roster_is_listed_with_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('campaign = "four_nights"\n')
    assert "cannot be opened" in words(desk_of(CampaignsPage(tmp_path, KEYS)))


def test_a_profile_that_costs_too_much_says_what_the_force_would_cost_with_it(tmp_path: Path) -> None:
    page = MusterPage(new_muster("invasion_earth", "unit", 12), tmp_path, KEYS)
    assert "With it, the models cost 16 points, 12 are allowed" in words(desk_of(page))


@pytest.mark.rule("IE-GAP-39", "IE-OBS-07")
@pytest.mark.parametrize("hand", [click, key_on])
def test_a_radio_is_bought_once_there_is_room(tmp_path: Path, hand) -> None:  # type: ignore[no-untyped-def]
    page = MusterPage(new_muster("invasion_earth", "unit", 12), tmp_path, KEYS)
    desk = desk_of(page)
    hand(desk, ("extra", ("0 0", "radio")))
    assert page.error and "cost 12.5 points, 12 are allowed" in page.message
    hand(desk, ("remove", (0, 6)))
    hand(desk, ("extra", ("0 0", "radio")))
    hand(desk, ("begin", ""))
    saved = read_muster(tmp_path / "unit.toml")
    assert saved.detachment[0].model[0] == MusterModel("unit_captain", extras=("radio",))


def test_a_detachment_is_full_and_another_one_begins(tmp_path: Path) -> None:
    page = MusterPage(new_muster("invasion_earth", "exxilons", 18), tmp_path, KEYS)
    desk = desk_of(page)
    assert [len(held.model) for held in page.muster.detachment] == [10, 7]
    press(desk, "ctrl+z")
    click(desk, ("remove", (1, 6)))
    click(desk, ("add", "exxilon_warrior"))
    assert page.error and "a detachment of 11 models" in page.message.lower()
    click(desk, ("add_detachment", ""))
    click(desk, ("add", "exxilon_warrior"))
    assert page.muster.detachment[2] == Detachment((MusterModel("exxilon_warrior"),))
    assert faults(desk) == []


def test_the_choice_of_no_muster_opens_a_new_one(tmp_path: Path) -> None:
    page = CampaignsPage(tmp_path, KEYS)
    click(desk_of(page), ("muster", NO_MUSTER))
    assert (page.wants, page.chosen) == ("muster", NO_MUSTER)
