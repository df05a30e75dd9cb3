from __future__ import annotations

import itertools
import math
from pathlib import Path

import msgspec
import numpy as np
import pygame
import pytest

from battlesim.geometry.outlines import (
    Shape,
    contains_points,
    cut,
    grow,
    shape_area,
    shape_bounds,
    transformed,
)
from battlesim.render import palette, pygame_backend
from battlesim.render.camera import Camera
from battlesim.render.drawlist import DrawList, Layer, Token
from battlesim.render.figures import FIGURE_PAINTERS, figure_parts
from battlesim.render.figures.similarity import figure_similarities, silhouette
from battlesim.render.icons import ICON_SHAPES, icon_shape
from battlesim.render.palette import SIDE_DOTS, SIDE_RIMS, colour, side_colour
from battlesim.render.ruleset_looks import RulesetLooks
from battlesim.render.tokens import (
    TokenLook,
    badge_sprite,
    dot_shape,
    rim_shape,
    token_badge,
    token_shadow,
    token_sprite,
)

RULESETS = sorted((Path(__file__).parents[2] / "battlesim" / "rulesets").glob("*/figures.toml"))


def pixels(surface: pygame.Surface) -> np.ndarray:
    return np.dstack((pygame.surfarray.array3d(surface), pygame.surfarray.array_alpha(surface)))


@pytest.mark.parametrize("name", sorted(FIGURE_PAINTERS))
def test_every_figure_draws_on_its_base(name: str) -> None:
    sprite, empty = (
        pixels(token_sprite(TokenLook(name, 1, 24))),
        pixels(token_sprite(TokenLook(name, 1, 24, spent=True))),
    )
    middle = sprite.shape[0] // 2
    inner = sprite[middle - 14 : middle + 14, middle - 14 : middle + 14]
    assert inner[..., 3].min() > 240
    assert inner[..., :3].astype(int).sum(-1).std() > 25
    assert (sprite != empty).any()
    assert all(shape_area(part.shape) > 0 for part in figure_parts(name))


@pytest.mark.parametrize("name", sorted(FIGURE_PAINTERS))
def test_figures_stay_near_their_base(name: str) -> None:
    for part in (*figure_parts(name), *figure_parts(name, True)):
        x0, y0, x1, y1 = shape_bounds(part.shape)
        assert max(-x0, -y0, x1, y1) < 1.2


@pytest.mark.parametrize("file", RULESETS, ids=lambda file: file.parent.name)
def test_figures_of_a_ruleset_are_told_apart_by_their_outlines_at_18_pixels(file: Path) -> None:
    said = msgspec.toml.decode(file.read_bytes(), type=RulesetLooks)
    assert figure_similarities(set(said.figures.values()), 9.0)[0][0] <= 0.75


def test_cars_striding_beasts_and_their_eggs_are_told_apart_by_their_outlines() -> None:
    names = ["car", "jeep", "saucer", "throne", "strider", "crested_strider", "heavy_strider", "egg"]
    assert figure_similarities(names, 9.0)[0][0] <= 0.75


def test_a_figure_is_like_itself_and_unlike_another() -> None:
    body, other = (silhouette(name, 9.0) for name in ("medic", "sniper"))
    assert body.max() == 1.0 and 0.1 < body.mean() < 0.5
    ((share, *_),) = figure_similarities(["medic", "sniper"], 9.0)
    assert share == pytest.approx(np.minimum(body, other).sum() / np.maximum(body, other).sum())


def test_no_two_figures_look_the_same() -> None:
    drawn = {name: pixels(token_sprite(TokenLook(name, 1, 16))).astype(int) for name in FIGURE_PAINTERS}
    for a, b in itertools.combinations(sorted(FIGURE_PAINTERS), 2):
        assert np.abs(drawn[a] - drawn[b]).mean() > 0.5, (a, b)


@pytest.mark.parametrize("side", sorted(SIDE_RIMS))
def test_rims_have_the_colour_of_the_side(side: int) -> None:
    sprite = pixels(token_sprite(TokenLook("plain", side, 40)))
    across, down = (np.mgrid[0 : sprite.shape[0], 0 : sprite.shape[1]] + 0.5 - sprite.shape[0] / 2) / 40
    within = contains_points(
        grow(rim_shape(SIDE_RIMS[side]), -0.03), np.stack((across.ravel(), down.ravel()), 1)
    )
    found = sprite[..., :3].reshape(-1, 3)[within]
    wanted = colour(side_colour(side)) * 255
    assert np.abs(np.median(found, axis=0) - wanted).max() < 40


def apart(a: Shape, b: Shape) -> float:
    """What of a base differs between two shapes, turned as they are most alike."""
    turns = (math.radians(degrees) for degrees in range(0, 360, 12))
    turned = (transformed(b, (math.cos(t), -math.sin(t), math.sin(t), math.cos(t), 0, 0)) for t in turns)
    return min(shape_area(cut(a, other)) + shape_area(cut(other, a)) for other in turned) / math.pi


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(SIDE_RIMS.values(), 2)))
def test_rims_differ_without_colour_however_they_are_turned(one: str, other: str) -> None:
    assert apart(rim_shape(one), rim_shape(other)) > 0.08


def test_the_smallest_signs_differ_without_colour() -> None:
    for one, other in itertools.combinations(SIDE_DOTS, 2):
        a, b = dot_shape(one), dot_shape(other)
        assert (shape_area(cut(a, b)) + shape_area(cut(b, a))) / math.pi > 0.15, (one, other)


def test_nobody_s_smallest_sign_is_a_disc() -> None:
    assert shape_area(dot_shape(0)) == shape_area(dot_shape(1))


@pytest.mark.parametrize(("degrees", "dx", "dy"), [(0, 1, 0), (90, 0, -1), (180, -1, 0), (270, 0, 1)])
def test_the_wedge_points_where_the_piece_faces(degrees: int, dx: int, dy: int) -> None:
    sprite = pixels(token_sprite(TokenLook("plain", 1, 30, degrees // 5)))
    middle, reach = sprite.shape[0] // 2, 34
    assert sprite[middle + dx * reach, middle + dy * reach, 3] > 200
    assert sprite[middle - dx * reach, middle - dy * reach, 3] < 60


def test_the_light_stays_where_it_is_when_a_figure_turns() -> None:
    for turn in (0, 18, 36, 54):
        sprite = pixels(token_sprite(TokenLook("plain", 1, 40, turn)))[..., :3].astype(int).sum(-1)
        middle = sprite.shape[0] // 2
        d = round(39 * math.cos(math.radians(45)))
        assert sprite[middle - d, middle - d] > sprite[middle + d, middle + d] + 30


def test_lost_hit_points_are_orange_rings_and_those_left_white() -> None:
    sprite = pixels(token_sprite(TokenLook("plain", 1, 40, lost=1, full=2)))
    middle = sprite.shape[0] // 2
    spots = []
    for k in (0, 1):
        a = math.radians(90 + (k - 0.5) * 34)
        x, y = middle + 0.92 * 40 * math.cos(a), middle + 0.92 * 40 * math.sin(a)
        around = sprite[round(x) - 6 : round(x) + 7, round(y) - 6 : round(y) + 7, :3].astype(int)
        spots.append(around)
    orange = colour("orange") * 255
    assert (np.abs(spots[0] - orange).max(-1) < 30).sum() > 20
    assert (spots[1].min(-1) > 210).sum() > 60


def test_sides_of_stretched_tokens_differ_without_colour() -> None:
    drawn = [pixels(token_sprite(TokenLook("car", side, 30, stretch=2.0))) for side in (1, 2, 6)]
    for one, other in itertools.combinations(drawn, 2):
        assert (np.abs(one[..., 3].astype(int) - other[..., 3]) > 100).sum() > 20


def test_small_tokens_drop_figure_then_disc() -> None:
    plain, other = token_sprite(TokenLook("plain", 1, 6)), token_sprite(TokenLook("warrior", 1, 6))
    assert (pixels(plain) == pixels(other)).all()
    dot, spike = (
        pixels(token_sprite(TokenLook("plain", 1, 3))),
        pixels(token_sprite(TokenLook("plain", 2, 3))),
    )
    assert (dot[..., 3] > 200).any() and (dot[..., 3] != spike[..., 3]).any()


def test_shadows_fall_to_the_lower_right_and_flyers_further() -> None:
    def shift(surface: pygame.Surface) -> float:
        alpha = pixels(surface)[..., 3].astype(float)
        x, y = (float((alpha.sum(1 - k) * np.arange(len(alpha))).sum() / alpha.sum()) for k in (0, 1))
        return min(x, y) - len(alpha) / 2

    assert 0 < shift(token_shadow(20, False)) < shift(token_shadow(20, True))


@pytest.mark.parametrize("name", sorted(ICON_SHAPES))
def test_every_icon_fills_its_grid(name: str) -> None:
    x0, y0, x1, y1 = shape_bounds(icon_shape(name))
    assert min(x0, y0) > -1 and max(x1, y1) < 25
    assert max(x1 - x0, y1 - y0) > 12
    sprite = pixels(badge_sprite(name, 14))
    assert sprite[18, 18, 3] > 240
    bright = sprite[8:28, 8:28, :3].max(-1) > 140
    assert 0.06 < bright.mean() < 0.9


def test_no_two_icons_are_the_same() -> None:
    drawn = {name: pixels(badge_sprite(name, 14)).astype(int)[..., :3].max(-1) for name in ICON_SHAPES}
    for a, b in itertools.combinations(sorted(ICON_SHAPES), 2):
        assert np.abs(drawn[a] - drawn[b]).mean() > 2, (a, b)


def test_more_than_one_badge_says_so() -> None:
    assert badge_sprite("alert", 14, True).get_width() > badge_sprite("alert", 14).get_width()


def test_badges_shrink_to_their_icons_where_the_table_is_shown_small() -> None:
    small, other, large = (token_badge(*of, False) for of in (("ready", 8), ("settled", 8), ("ready", 14)))
    assert small.get_width() < large.get_width()
    tone = np.abs(pixels(small)[:, :, :3] - colour("mint") * 255).max(axis=2)
    assert tone.min() < 40 and (pixels(small) != pixels(other)).any()


def test_what_has_no_facing_shows_no_wedge() -> None:
    sprite = pixels(token_sprite(TokenLook("tunnel", 2, 30)))
    assert sprite[sprite.shape[0] // 2 + 35, sprite.shape[0] // 2, 3] < 60


def test_high_contrast_has_wider_rims_and_stronger_fills() -> None:
    usual, look = pixels(token_sprite(TokenLook("plain", 1, 24))), TokenLook("plain", 1, 24)
    assert palette.fill_alpha(0.1) == 0.1
    palette.use_palette("high contrast")
    try:
        strong = pixels(token_sprite(look))
        assert palette.fill_alpha(0.1) == pytest.approx(0.2) and palette.fill_alpha(0.9) == 0.9
    finally:
        palette.use_palette("default")
    sky = np.abs(np.stack((usual, strong))[..., :3].astype(int) - palette.rgba("sky")[:3]).max(-1) < 60
    assert sky[1].sum() > 1.15 * sky[0].sum()
    assert (pixels(token_sprite(look)) == usual).all()


def test_tokens_are_figures_in_the_first_frame_however_little_time_there_is(monkeypatch) -> None:
    figures = ("trooper", "warrior", "trooper", "warrior", "officer")
    tokens = [
        Token(Layer.TOKEN, 1.0 + 2 * k, 5.0, 0.5, figure, k % 2, 45.0 * k) for k, figure in enumerate(figures)
    ]
    made: list[str] = []
    monkeypatch.setattr(
        pygame_backend, "token_sprite", lambda look: made.append(look.figure) or token_sprite(look)
    )
    canvas, target = pygame_backend.Canvas(), pygame.Surface((400, 400))
    with canvas.limit_new_sprites(0.0):
        canvas.draw(target, DrawList(tuple(tokens)), Camera(10.0, 40.0, 0, 0, 400, 400))
    assert set(made) == set(figures) and canvas.unfinished
    assert all(target.get_at((round(40 * one.x), 200))[:3] != (0, 0, 0) for one in tokens)


@pytest.mark.parametrize(
    ("kind", "name", "figure"),
    [
        ("Warrior", "A 1", "warrior"),
        ("", "Warrior 2", "warrior"),
        ("", "Model 3", "medic"),
        ("crate", "Warrior", "medic"),
    ],
)
def test_a_model_of_no_kind_has_the_figure_of_its_name(kind: str, name: str, figure: str) -> None:
    assert RulesetLooks(other="medic").figure_name(kind, name) == figure
