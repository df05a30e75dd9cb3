"""Dice are told apart by their form alone."""

from __future__ import annotations

import itertools

import numpy as np
import pygame
import pytest

from battlesim.geometry.outlines import shape_area, shape_bounds
from battlesim.render.dice import die_shape
from battlesim.render.drawlist import DieItem, DrawList, Layer
from battlesim.render.palette import rgba
from battlesim.render.pygame_backend import Canvas
from tests.render.test_scene import CAMERA

KINDS = (4, 6, 8, 10, 12, 20)


def drawn(die: DieItem) -> np.ndarray:
    surface = pygame.Surface((80, 80))
    Canvas().draw(surface, DrawList((), (die,)), CAMERA)
    return pygame.surfarray.array3d(surface).astype(int)


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(KINDS, 2)))
def test_forms_differ_at_the_size_of_the_log(one: int, other: int) -> None:
    bodies = [
        drawn(DieItem(Layer.PANEL, 30, 30, 0, "hit", 18, sides)).max(axis=2) > 120 for sides in (one, other)
    ]
    assert (bodies[0] ^ bodies[1]).sum() > 0.1 * bodies[0].sum()


@pytest.mark.parametrize("sides", KINDS)
def test_forms_are_of_about_one_size_and_fit_their_row(sides: int) -> None:
    left, top, right, low = shape_bounds(die_shape(sides))
    assert 0.6 < shape_area(die_shape(sides)) < 1.0
    assert max(right, -left) <= 0.63 and max(low, -top) <= 0.66


def test_a_die_of_another_kind_is_square() -> None:
    assert np.array_equal(die_shape(3)[0][0], die_shape(6)[0][0])


def test_an_owner_is_an_edge_in_his_colour() -> None:
    plain, owned = (
        drawn(DieItem(Layer.PANEL, 20, 20, 3, "miss", 32, 8, edge)) for edge in ("", "vermillion")
    )
    assert (plain != owned).any()
    reds = (owned[..., 0] - owned[..., 2]) > 100
    assert reds.sum() > 60


def test_the_form_of_a_die_that_missed_is_visible_on_a_highlighted_row() -> None:
    surface = pygame.Surface((80, 80))
    row = rgba("hover")[:3]
    surface.fill(row)
    Canvas().draw(surface, DrawList((), (DieItem(Layer.PANEL, 30, 30, 1, "miss", 20, 8),)), CAMERA)
    brighter = pygame.surfarray.array3d(surface).astype(int).sum(axis=2) - sum(row)
    beyond_the_number = np.r_[26:34, 46:54]
    assert (brighter[beyond_the_number] > 60).sum() > 10
