"""Meanings that can touch stay apart on real frames: for all cones, without some, and in greys."""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np
import pygame
import pytest

from battlesim.geometry import outlines
from battlesim.render import overlays, tokens
from battlesim.render.camera import Camera
from battlesim.render.drawlist import DieItem, DrawList, Item, Layer, plain_shape
from battlesim.render.palette import GROUND_COLOURS, SIDE_COLOURS, SIDE_RIMS, colour
from battlesim.render.piece_selection import Selection
from battlesim.render.pygame_backend import Canvas
from battlesim.render.ruleset_looks import RulesetLooks
from battlesim.render.scene import rendered_table
from battlesim.render.tokens import TokenLook, token_sprite
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Side, Table
from battlesim.table.terrain import Ground
from tests.render.vision import EYES, Floats, apart, lab

PPI = 28
CAMERA = Camera(10, PPI, 0, 0, 14 * PPI, 10 * PPI)
SIDES = tuple(Side(str(k), f"side {k}", k) for k in SIDE_COLOURS)
SPOTS = {str(k): (0.7 + 1.8 * (k - 1), 8.0) for k in SIDE_COLOURS}
SPENT = {f"spent {k}": (x, 6.0) for k, (x, _) in SPOTS.items()}
REGIONS: dict[str, tuple[Item, ...]] = {
    "sight": overlays.seen_region_overlay(plain_shape(outlines.disc(3, 2.5, 2))),
    "reach": overlays.reach_overlay(plain_shape(outlines.disc(10.5, 2.5, 2))),
    "template": overlays.template_area_overlay(plain_shape(outlines.disc(7, 2.5, 1.5))),
    "blocker": overlays.blocker_terrain(plain_shape(outlines.box(6, 3.5, 8, 4.5))[0]),
    "zone": overlays.zone_overlay(plain_shape(outlines.disc(7, 2.5, 2)), "sky"),
}
MOODS = [(ground, mood) for ground in GROUND_COLOURS for mood in ("day", "night", "blizzard")]
PLACES = {"sight": (3, 2.5, 2), "reach": (10.5, 2.5, 2), "template": (7, 2.5, 1.5), "zone": (7, 2.5, 2)}
"""Middle and radius of the round ones."""
each_ground = pytest.mark.parametrize(
    ("ground", "mood"),
    [
        pytest.param(ground, mood, marks=() if mood == "day" or ground == MOODS[0][0] else pytest.mark.slow)
        for ground, mood in MOODS
    ],
)
all_eyes = pytest.mark.parametrize("eyes", EYES)


def _piece(name: str, at: tuple[float, float]) -> Piece:
    return Piece(name, name, "trooper", name[-1], "", 0.5, 1.2, OnTable(*at, 0.0))


@cache
def frame(ground: str, mood: str, region: str = "", chosen: str = "") -> Floats:
    """A frame of pieces of all sides, spent ones below them, with a region on the bare ground."""
    pieces = {name: _piece(name, at) for name, at in (SPOTS | SPENT).items()}
    table = Table(Ground(14, 10, ground, (), mood), pieces, SIDES)
    picked = Selection(spent=frozenset(SPENT), chosen=frozenset({chosen} if chosen else ()))
    drawn = rendered_table(
        table, RulesetLooks(), CAMERA.width, CAMERA.height, REGIONS.get(region, ()), picked, CAMERA
    )
    return np.asarray(pygame.surfarray.array3d(drawn), float)


def ring(x: float, y: float, inner: float, outer: float) -> np.ndarray:
    """Which pixels lie so far (inches) from a place."""
    across, down = np.mgrid[0 : CAMERA.width, 0 : CAMERA.height] + 0.5
    px, py = CAMERA.to_screen(x, y)
    far = np.hypot(across - px, down - py) / PPI
    return (far >= inner) & (far <= outer)


def rim(pixels: Floats, name: str) -> Floats:
    """The pixels of a piece's rim."""
    return pixels[about(name, outlines.grow(code_of(name), -0.06))]


def code_of(name: str) -> outlines.Shape:
    return tokens.rim_shape(SIDE_RIMS[int(name[-1])])


def about(name: str, shape: outlines.Shape) -> np.ndarray:
    """Which pixels lie in a shape about a piece, in radii of its base."""
    across, down = np.mgrid[0 : CAMERA.width, 0 : CAMERA.height] + 0.5
    px, py = CAMERA.to_screen(*of(name))
    points = np.stack(((across - px).ravel(), (down - py).ravel()), 1) / (PPI / 2)
    return outlines.contains_points(shape, points).reshape(across.shape)


def of(name: str) -> tuple[float, float]:
    return (SPOTS | SPENT)[name]


@each_ground
@all_eyes
def test_regions_stand_out_from_the_ground(ground: str, mood: str, eyes: str) -> None:
    """By the line and the ink beside it: how much lighter and darker they are than the ground was."""
    bare = frame(ground, mood)
    for name, (x, y, r) in PLACES.items():
        edge = ring(x, y, r - 0.1, r + 0.1)
        by = lab(frame(ground, mood, name)[edge], eyes)[:, 0] - lab(bare[edge], eyes)[:, 0]
        assert np.percentile(by, 97) - np.percentile(by, 3) > 10, name


@each_ground
@all_eyes
def test_what_is_seen_and_what_is_reached_stand_out_wholly(ground: str, mood: str, eyes: str) -> None:
    bare = frame(ground, mood)
    for name in ("sight", "reach"):
        x, y, r = PLACES[name]
        within = ring(x, y, 0, r - 0.2)
        assert apart(frame(ground, mood, name)[within], bare[within], eyes) > 2, name


@each_ground
@all_eyes
def test_sight_and_reach_have_edges_of_their_own(ground: str, mood: str, eyes: str) -> None:
    def edge(name: str) -> Floats:
        x, y, r = PLACES[name]
        return frame(ground, mood, name)[ring(x, y, r - 0.02, r + 0.02)]

    assert apart(edge("sight"), edge("reach"), eyes) > 5


@each_ground
@all_eyes
def test_a_base_stands_out_from_the_ground(ground: str, mood: str, eyes: str) -> None:
    """By its ink outline or its rim, whatever the side's colour."""
    pixels = frame(ground, mood)
    bare = pixels[ring(7, 2.5, 0, 1.4)]
    for name in SPOTS:
        whole = outlines.join(outlines.disc(0, 0, 1), code_of(name))
        outline = pixels[about(name, outlines.cut(outlines.grow(whole, 0.05), whole))]
        assert max(apart(outline, bare, eyes), apart(rim(pixels, name), bare, eyes)) > 6, name
        assert apart(outline, rim(pixels, name), eyes) > 6, name


COLOURS_APART = {"all cones": 10.0, "deuteranopia": 5.0, "protanopia": 5.0, "greys": 4.0}


@all_eyes
def test_the_colours_of_eight_sides_are_apart(eyes: str) -> None:
    colours = {number: [[255 * c for c in colour(name)]] for number, name in SIDE_COLOURS.items()}
    for one, other in itertools.combinations(colours, 2):
        assert apart(colours[one], colours[other], eyes) > COLOURS_APART[eyes], (one, other)


@all_eyes
def test_the_first_two_sides_differ_in_lightness_too(eyes: str) -> None:
    pixels = frame("desert", "day")
    assert apart(rim(pixels, "1"), rim(pixels, "2"), eyes) > 15


@pytest.mark.parametrize("radius", [9, 14, 24])
@pytest.mark.parametrize(("side", "teeth"), [(2, 10), (3, 6), (4, 4), (6, 6), (7, 10), (8, 5)])
def test_a_rim_shows_its_code_without_colour(side: int, teeth: int, radius: int) -> None:
    """How light the rim is goes up and down as often as it has teeth; the plain ring's does not."""
    assert _swing(side, teeth, radius) > 5
    assert _swing(side, teeth, radius) > 1.5 * _swing(1, teeth, radius)


def _swing(side: int, times: int, radius: int) -> float:
    sprite = pygame.surfarray.array3d(token_sprite(TokenLook("plain", side, radius)))
    middle, way = sprite.shape[0] / 2, np.linspace(0, 2 * np.pi, 720, endpoint=False)
    swings = []
    for share in (0.90, 0.96, 1.1):
        x, y = (np.floor(middle + share * radius * f(way)).astype(int) for f in (np.cos, np.sin))
        light = lab(sprite[x, y], "greys")[:, 0]
        swings.append(2 * abs(np.fft.rfft(light - light.mean())[times]) / len(light))
    return float(max(swings))


def test_the_double_rim_is_dark_between_its_lines() -> None:
    sprite = pygame.surfarray.array3d(token_sprite(TokenLook("plain", 5, 24)))
    across, down = np.mgrid[0 : sprite.shape[0], 0 : sprite.shape[1]] + 0.5
    far = np.hypot(across - sprite.shape[0] / 2, down - sprite.shape[1] / 2) / 24
    inner, gap, outer = (
        lab(sprite[(far > a) & (far < b)], "greys")[:, 0].mean()
        for a, b in ((0.67, 0.75), (0.82, 0.91), (0.97, 1.02))
    )
    assert gap < min(inner, outer) - 5


@each_ground
@all_eyes
def test_what_is_chosen_has_a_light_ring(ground: str, mood: str, eyes: str) -> None:
    beside = ring(*of("1"), 0.54, 0.62)
    with_ring = frame(ground, mood, "", "1")[beside]
    assert apart(with_ring, frame(ground, mood)[beside], eyes) > 20


@pytest.mark.parametrize("side", SPOTS)
@all_eyes
def test_what_is_spent_is_darker_and_has_a_badge(side: str, eyes: str) -> None:
    pixels = frame("dust", "day")
    whole = (pixels[ring(*at, 0, 0.49)] for at in (of(side), of(f"spent {side}")))
    assert apart(*whole, eyes) > (2 if side == "8" else 4), "a black base has little to lose"
    x, y = of(f"spent {side}")
    badge = ring(x + 0.39, y + 0.39, 0, 0.22)
    fresh = ring(SPOTS[side][0] + 0.39, SPOTS[side][1] + 0.39, 0, 0.22)
    assert apart(pixels[badge], pixels[fresh], eyes) > 4


@all_eyes
def test_a_blocker_is_hatched(eyes: str) -> None:
    within = np.zeros((CAMERA.width, CAMERA.height), bool)
    (left, top), (right, bottom) = CAMERA.to_screen(6.2, 4.3), CAMERA.to_screen(7.8, 3.7)
    within[round(left) : round(right), round(top) : round(bottom)] = True
    plain, hatched = (lab(frame("dust", "day", name)[within], eyes)[:, 0] for name in ("", "blocker"))
    assert hatched.std() > 1.4 * plain.std()


@all_eyes
def test_results_of_dice_are_apart(eyes: str) -> None:
    bodies = {}
    for result in ("miss", "hit", "kill"):
        surface = pygame.Surface((60, 60))
        Canvas().draw(surface, DrawList((), (DieItem(Layer.PANEL, 10, 10, 1, result, 40),)), CAMERA)
        bodies[result] = pygame.surfarray.array3d(surface)[16:22, 16:22].reshape(-1, 3)
    for a, b in (("miss", "hit"), ("miss", "kill"), ("hit", "kill")):
        assert apart(bodies[a], bodies[b], eyes) > 15, (a, b)
