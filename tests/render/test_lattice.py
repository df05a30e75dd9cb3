"""The lines of a grid: where they lie on the screen, and how many of them."""

from __future__ import annotations

import pygame
import pytest

from battlesim.render.drawlist import GridLines, Layer
from battlesim.render.grid_lines import grid_line_blits, visible_line_spacing

VIEW = pygame.Rect(0, 0, 400, 300)


def places(item: GridLines, ppi: float, corner: tuple[int, int]) -> tuple[list[int], list[int]]:
    """Where lines stand and where they lie, pixels."""
    found = list(grid_line_blits(item, 1.0, ppi, corner, VIEW))
    down = sorted(at[0] for line, at in found if line.get_height() > line.get_width())
    return down, sorted(at[1] for line, at in found if line.get_height() <= line.get_width())


@pytest.mark.parametrize(("step", "ppi", "far"), [(1.0, 20.0, 1.0), (0.25, 20.0, 0.5), (0.25, 10.0, 1.0)])
def test_only_lines_that_can_be_told_apart_are_drawn(step: float, ppi: float, far: float) -> None:
    assert visible_line_spacing(step, ppi, 1.0) == far


def test_lines_lie_on_the_grid_from_the_lower_left_corner() -> None:
    down, across = places(GridLines(Layer.ZONE, 3.0, 2.5, 1.0), 100.0, (20, 10))
    assert down == [120, 220]
    assert across == [10 + 50, 10 + 150]


def test_lines_beyond_the_view_are_left_out() -> None:
    down, across = places(GridLines(Layer.ZONE, 48.0, 48.0, 1.0), 100.0, (-150, -50))
    assert down == [50, 150, 250, 350]
    assert across == [50, 150, 250]


def test_lines_at_whole_feet_stand_out() -> None:
    item = GridLines(Layer.ZONE, 24.5, 1.0, 1.0)
    alphas = {at[0]: line.get_at((0, 0)).a for line, at in grid_line_blits(item, 1.0, 16.0, (0, 0), VIEW)}
    assert alphas[12 * 16] == alphas[24 * 16] > alphas[11 * 16]
