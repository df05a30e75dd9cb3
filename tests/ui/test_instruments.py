"""Ruler, sight and threat ranges over the table: by mouse, by keys, at any time, and never in the way."""

from __future__ import annotations

import math

import pygame
import pytest
from msgspec.structs import replace

from battlesim.engine.ruleset import OngoingFight, Preview, PreviewRow
from battlesim.geometry.constants import TOL
from battlesim.geometry.visible_regions import region_contains
from battlesim.render.camera import ZOOM_STEPS_PPI, Camera
from battlesim.render.drawlist import Patch, Plate, Stroke
from battlesim.render.plate_layout import plate_rect, rects_overlap
from battlesim.render.ruleset_looks import RulesetLooks
from battlesim.render.scene import table_draw_list
from battlesim.rulings.piece_gaps import gap_text
from battlesim.rulings.sight import verdict
from battlesim.rulings.sight_evidence import sight_evidence
from battlesim.rulings.sight_rules import PLAIN_SIGHT
from battlesim.rulings.tape import tape_between
from battlesim.table.phrases import Ref, phrase, rendered_text
from battlesim.table.state import State
from battlesim.testing.table import block, make_sides, make_table, standing_piece
from battlesim.ui.decision.odds_card import OddsCard, odds_rows
from battlesim.ui.session.sight_display import object_name, sight_overlay, sight_phrase
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.table.instruments import Instruments, fights, sight_limit
from battlesim.ui.table.instruments.ruler import Ruler
from battlesim.ui.toolkit.work_queue import WorkQueue
from tests.ui.battles import model

A, B = (4.0, 4.0), (12.0, 4.0)


@pytest.fixture
def battle(monkeypatch: pytest.MonkeyPatch) -> WindowModel:
    monkeypatch.setattr(pygame.key, "get_mods", lambda: 0)
    return model("first_contact")


def mouse(found: Instruments, kind: int, at: tuple[float, float], piece: str = "") -> bool:
    """A button at a place of the table."""
    event = pygame.event.Event(kind, pos=(0, 0), button=1)
    return found.event(event, at, lambda: piece, lambda: True)


def words(found: Instruments) -> list[str]:
    return [item.shown_text for item in found.overlays() if isinstance(item, Plate)]


def test_terrain_without_a_name_is_called_by_its_kind(battle: WindowModel) -> None:
    assert object_name(battle.state, "C1") == "Crater C1"


def test_nothing_is_measured_where_the_rules_forbid_it(
    battle: WindowModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(battle.ruleset), "may_measure", lambda self, state: False)
    found = Instruments(battle, WorkQueue(None))
    found.ruler.toggle()
    found.threats.toggle("enemies")
    found.threats.tick()
    assert not found.ruler.is_shown and not found.threats.mode
    assert not any(found.available_tools()[name] for name in ("ruler", "threat", "threats", "zones"))


def test_the_ruler_is_laid_with_two_clicks_and_stays(battle: WindowModel) -> None:
    found = Instruments(battle, WorkQueue(None))
    assert not mouse(found, pygame.MOUSEBUTTONDOWN, A)
    found.ruler.toggle()
    for at in (A, B):
        assert mouse(found, pygame.MOUSEBUTTONDOWN, at)
        mouse(found, pygame.MOUSEBUTTONUP, at)
    assert not found.ruler.on and words(found) == ["8.0 in edge to edge, 8.0 in centre to centre"]
    found.ruler.clear()
    assert words(found) == []


def test_a_drag_with_ctrl_measures_at_any_time(battle: WindowModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_CTRL)
    found = Instruments(battle, WorkQueue(None))
    mouse(found, pygame.MOUSEBUTTONDOWN, A)
    assert mouse(found, pygame.MOUSEMOTION, (8.0, 4.0)) and words(found)[0].startswith("4.0 in")
    mouse(found, pygame.MOUSEBUTTONUP, B)
    assert words(found)[0].startswith("8.0 in") and not found.ruler.on


def test_the_ruler_goes_from_piece_to_piece_with_keys(battle: WindowModel) -> None:
    found, (first, second, *_) = Instruments(battle, WorkQueue(None)), battle.state.table.standing_pieces()
    battle.pointer.selected_piece = first.id
    found.ruler.toggle()
    battle.pointer.selected_piece = second.id
    gap = math.dist(first.xy, second.xy)
    expected = f"{gap - first.radius - second.radius:.1f} in edge to edge, {gap:.1f} in centre to centre"
    assert words(found) == [expected]
    found.ruler.toggle()
    battle.pointer.selected_piece = first.id
    assert words(found) == [expected] and not found.ruler.on


@pytest.mark.parametrize(
    ("gap", "words"),
    [
        (0.0, "touching"),
        (TOL, "touching"),
        (0.02, "0.02 in away"),
        (4.23, "4.2 in away"),
        (1.0, "1.0 in away"),
        (1.04, "1.04 in away"),
        (9.96, "9.96 in away"),
    ],
)
def test_a_distance_is_not_rounded_to_a_limit_that_it_misses(gap: float, words: str) -> None:
    assert str(gap_text(gap, "away")) == words


def test_no_tape_lies_between_bases_that_touch() -> None:
    state = State(
        make_table(
            standing_piece("a", 4, 4),
            standing_piece("b", 5, 4, side="blue"),
            table_sides=make_sides("red", "blue"),
        ),
        None,
    )
    rules = PLAIN_SIGHT
    near = sight_evidence(state.table, rules, state.table.piece("a"), state.table.piece("b"))
    assert not [item for item in sight_overlay(near, state) if isinstance(item, Plate)]
    rows = odds_rows(OddsCard(Preview("Shoot"), near), state, "R-1")
    assert PreviewRow("From a", "touching") in rows
    named = state.with_table(state.table.with_pieces(replace(state.table.piece("b"), name="Benton")))
    ended = Preview("Move", rows=(PreviewRow("Line", phrase("ended by {}", Ref("b"))),))
    assert [row.value for row in odds_rows(OddsCard(ended, None), named, "R-1")] == ["ended by Benton"]
    table_apart = make_table(
        standing_piece("a", 4, 4),
        standing_piece("b", 6, 4, side="blue"),
        table_sides=make_sides("red", "blue"),
    )
    far = sight_evidence(table_apart, rules, table_apart.piece("a"), table_apart.piece("b"))
    plates = [
        item.shown_text for item in sight_overlay(far, State(table_apart, None)) if isinstance(item, Plate)
    ]
    assert plates == ["1.0 in edge to edge"]


def test_the_ruler_says_that_bases_touch_beside_them(battle: WindowModel) -> None:
    found = Instruments(battle, WorkQueue(None))
    first = battle.state.table.standing_pieces()[0]
    found.ruler.start, found.ruler.end = first.id, (first.xy[0] + first.radius, first.xy[1])
    (plate,) = [item for item in found.overlays() if isinstance(item, Plate)]
    assert plate.shown_text == f"touching, {first.radius:.1f} in centre to centre"


@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
@pytest.mark.parametrize("ppi", ZOOM_STEPS_PPI)
@pytest.mark.parametrize("y", [4.0, 10.4])
def test_the_words_on_bases_that_touch_stand_on_neither(
    battle: WindowModel, ppi: int, scale: float, y: float
) -> None:
    """In the middle of the view, and so high in it that there is no room above them."""
    laid = make_table(
        standing_piece("a", 6, y, radius=1.5),
        standing_piece("b", 9, y, radius=1.5, side="blue"),
        table_sides=make_sides("red", "blue"),
    )
    ruler, camera = Ruler(battle), Camera(12.0, ppi, 0, 0, 16 * ppi, 12 * ppi)
    ruler.start, ruler.end = "a", "b"
    drawn = table_draw_list(
        laid, RulesetLooks(), camera, tuple(ruler.items(laid)), bar=False, scale=scale
    ).table
    (words,) = [plate_rect(item, camera, scale) for item in drawn if isinstance(item, Plate)]
    for piece in laid.standing_pieces():
        (x, top), r = camera.to_screen(*piece.xy), piece.radius * ppi
        assert not rects_overlap(words, (x - r, top - r, x + r, top + r))


def test_a_tape_ends_at_the_edges_of_bases_and_buildings() -> None:
    house = block("house", 10, 2, 14, 6)
    laid = make_table(
        standing_piece("a", 4, 4),
        standing_piece("b", 20, 4),
        house,
        width=24.0,
        height=24.0,
        table_sides=make_sides("red"),
    )
    between = tape_between(laid, laid.piece("a"), laid.piece("b"))
    assert (between.gap, between.centre_distance) == (15.0, 16.0)
    assert between.start == pytest.approx((4.5, 4)) and between.end == pytest.approx((19.5, 4))
    assert tape_between(laid, laid.piece("a"), (4.0, 7.0)).gap == pytest.approx(2.5)


def test_the_ruler_says_the_distance_in_space_where_a_piece_stands_above_the_table(
    battle: WindowModel,
) -> None:
    laid = make_table(
        standing_piece("a", 4, 4), standing_piece("b", 10, 4, z=12.0), table_sides=make_sides("red")
    )
    ruler = Ruler(battle)
    ruler.start, ruler.end = "a", "b"
    (words,) = [str(rendered_text(item.words)) for item in ruler.items(laid) if isinstance(item, Plate)]
    assert words == "5.0 in edge to edge, 6.0 in centre to centre, 13.0 in with the difference in height"


def test_pointing_shows_what_the_chosen_piece_sees(battle: WindowModel) -> None:
    found, state = Instruments(battle, WorkQueue(None)), battle.state
    viewer = next(p for p in state.table.standing_pieces() if p.side == "mi")
    target = next(p for p in state.table.standing_pieces() if p.side != "mi")
    battle.pointer.selected_piece, battle.pointer.hovered_piece = viewer.id, target.id
    assert found.tick()
    ruling = verdict(state.table, battle.ruleset.sight_rules(state), viewer, target)
    assert sight_phrase(ruling) in words(found)
    battle.pointer.hovered_piece = ""
    found.tick()
    assert words(found) == []


def test_with_keys_the_sight_is_that_between_the_ends_of_the_ruler(battle: WindowModel) -> None:
    found, state = Instruments(battle, WorkQueue(None)), battle.state
    viewer = next(p for p in state.table.standing_pieces() if p.side == "mi")
    target = next(p for p in state.table.standing_pieces() if p.side != "mi")
    battle.pointer.selected_piece = viewer.id
    found.ruler.toggle()
    battle.pointer.selected_piece = target.id
    found.tick()
    ruling = verdict(state.table, battle.ruleset.sight_rules(state), viewer, target)
    assert sight_phrase(ruling) in words(found)
    assert sum("edge to edge" in said for said in words(found)) == 1


def test_margins_are_shown_on_demand(battle: WindowModel) -> None:
    found, pieces = Instruments(battle, WorkQueue(None)), battle.state.table.standing_pieces()
    battle.pointer.selected_piece, battle.pointer.hovered_piece = pieces[0].id, pieces[-1].id
    found.tick()
    few = len(words(found))
    found.sight.margins = True
    found.tick()
    assert len(words(found)) == few + 2


def test_a_threat_is_that_of_the_ruleset(battle: WindowModel) -> None:
    found, bug = (
        Instruments(battle, WorkQueue(None)),
        next(p for p in battle.state.table.standing_pieces() if p.kind == "warrior"),
    )
    battle.pointer.hovered_piece = bug.id
    found.threats.toggle("piece")
    found.tick()
    (threat,) = battle.ruleset.threats(battle.state, bug.id)  # type: ignore[attr-defined]
    assert words(found) == [f"{threat.name}: {threat.words}"]
    assert threat.then in [item.shape for item in found.overlays() if isinstance(item, Patch)]
    found.threats.toggle("piece")
    assert found.overlays() == ()


def test_all_enemies_are_taken_together_a_few_at_a_time(battle: WindowModel) -> None:
    found, state = Instruments(battle, WorkQueue(None)), battle.state
    battle.pointer.selected_piece = next(p.id for p in state.table.standing_pieces() if p.side == "mi")
    found.threats.toggle("enemies")
    found.tick()
    assert found.busy and 0.0 < found.progress()["threats"] < 1.0
    while found.busy:
        found.tick()
    assert found.progress() == {}
    (region,) = [item.shape for item in found.overlays() if isinstance(item, Patch)]
    bugs = [p for p in state.table.standing_pieces() if p.side != "mi" and p.kind == "warrior"]
    assert bugs and all(region_contains(region, bug.xy) for bug in bugs)


def test_where_something_limits_sight_a_ring_about_the_chosen_piece_shows_how_far_it_sees(
    battle: WindowModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    piece = next(iter(battle.state.table.standing_pieces()))
    battle.pointer.selected_piece = piece.id
    foggy = replace(battle.ruleset.sight_rules(battle.state), limits={piece.id: 12.0})
    monkeypatch.setattr(type(battle.ruleset), "sight_rules", lambda self, state: foggy)
    ring, words = sight_limit.items(battle)
    assert isinstance(words, Plate) and words.shown_text == "sees 12 in"
    assert isinstance(ring, Patch) and not ring.alpha and ring.edge
    far = [math.dist(piece.xy, point) for rings in ring.shape for point in rings[0]]
    assert far == pytest.approx([12.0 + piece.radius] * len(far))


def test_nothing_limits_sight_by_day(battle: WindowModel) -> None:
    battle.pointer.selected_piece = next(iter(battle.state.table.standing_pieces())).id
    assert sight_limit.items(battle) == ()


@pytest.mark.parametrize("sides", [1, 2])
def test_a_ring_in_the_colours_of_its_sides_goes_round_a_fight(battle: WindowModel, sides: int) -> None:
    standing = battle.state.table.standing_pieces()
    locked = [next(p for p in standing if p.side == side.key) for side in battle.state.table.sides[:sides]]
    told = (OngoingFight(tuple(piece.id for piece in locked), "Combat 1"),)
    battle.facts = replace(battle.facts, fights=told)
    drawn = list(fights.items(battle))
    dashes = [item for item in drawn if isinstance(item, Stroke)]
    assert len({dash.colour for dash in dashes}) == (2 if sides == 2 else 0), "one side alone does not fight"
    if sides == 2:
        (ring,) = (item for item in drawn if isinstance(item, Patch))
        assert all(region_contains(ring.shape, piece.xy) for piece in locked)
        assert [item.shown_text for item in drawn if isinstance(item, Plate)] == ["Combat 1"]
