"""The picker of a measured move: a click is enough, and the line says what ends it."""

from __future__ import annotations

import pygame

from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.actions.move_action import move_decision
from battlesim.table.phrases import rendered_text
from battlesim.ui.decision.pickers.picker_overlay import picker_overlay
from tests.rules.alien_invasion.field import aboard, battle, daleks, group, terrain, vehicle
from tests.ui.driver import Hands


def hands():
    state = battle(group("a", (10, 10)), daleks("b", (10, 17)), ground=[terrain("scrub", 14, 5, 20, 15)])
    return Hands(move_decision(state, "a"), state, RULESET)


def test_a_click_answers_a_move_and_the_text_says_what_ends_it():
    h = hands().click(17, 10)
    assert rendered_text(h.picker.summary()) == "4.0 in, into scrub", "by its name"
    assert h.enter() == h.picker.draft()
    assert h.picker.overlay()


def test_a_click_on_an_enemy_charges_it():
    h = hands().click(10, 17)
    assert "contact" in rendered_text(h.picker.summary(), name_of=h.picker.view.table.name_of)


def test_a_point_out_of_reach_is_moved_as_near_as_the_figure_gets_and_arrows_move_it():
    h = hands()
    h.picker.move_near((-3.0, 60.0))
    assert rendered_text(h.picker.summary()) == "8.0 in" and not h.picker.warning()
    before = h.picker.draft()
    assert h.key(pygame.K_DOWN).picker.draft() != before


def test_a_group_in_a_vehicle_is_shown_how_far_it_gets_from_there():
    crew = aboard(group("a", (0.0, 0.0), (0.0, 0.0)), "car")
    state = battle(vehicle("car", 10, 24), crew, daleks("b", (10, 40)))
    h = Hands(move_decision(state, "a"), state, RULESET)
    assert picker_overlay(h.picker), "even before anything is clicked"
    assert picker_overlay(h.click(18, 24).picker)
    assert rendered_text(h.picker.summary()) == "5.0 in"
