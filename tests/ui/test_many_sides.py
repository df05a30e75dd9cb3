"""More than two sides in the window: lists that fold, scores, curves, and the strip of cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import msgspec
import pygame
import pytest

from battlesim.engine.cards_and_counts import Card, NamedCount
from battlesim.engine.record_replay import Replay
from battlesim.engine.ruleset import GameFacts
from battlesim.engine.verify import verify_record
from battlesim.render.drawlist import SideGlyphs, Stroke, TextLine
from battlesim.render.palette import side_colour, text_colour
from battlesim.render.text_layout import shown_text, text_width
from battlesim.report.battle_bar import battle_bar, score_slots, side_dots
from battlesim.report.picture import looks_of
from battlesim.scenarios.sources import load_record
from battlesim.table.state import Side
from battlesim.ui.battle.battle_screen import create_battle_window
from battlesim.ui.battle.window import Window
from battlesim.ui.panels import card_strip, roster
from battlesim.ui.replay import ReplaySession, create_replay_window, timeline
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent
from tests.support.tiny import SCENARIOS
from tests.ui import battles
from tests.ui.seated import seated

SIX, EIGHT = str(SCENARIOS / "six.toml"), str(SCENARIOS / "eight.toml")
SIZES = ((1366, 768), (1920, 1080))


@pytest.fixture(autouse=True)
def fonts() -> Iterator[None]:
    pygame.init()
    yield
    pygame.display.quit()


def watched(size: tuple[int, int]) -> Window:
    """The brawl, watched from the middle on at the first moment with a card in play."""
    model = battles.model(SIX, True)
    window = create_battle_window(pygame.display.set_mode(size), model)
    for moment in range(len(model.history) // 2, len(model.history)):
        model.playback.seek(moment)
        model.catch_up()
        if any(card.state == "now" for card in model.facts.cards):
            break
    window.advance_frame(0.0)
    return window


def part(window: Window, name: str) -> tuple[Rect, list, list]:
    rect, surface = next((rect, surface) for known, rect, surface in window.panels() if known == name)
    return rect, list(surface.items), surface.spots


@pytest.mark.parametrize("size", SIZES)
def test_every_side_has_its_line_above_the_small_table(size):
    window = watched(size)
    rect, items, spots = part(window, "left")
    table = window.model.state.table
    picks = [spot for spot in spots if spot.command == "pick"]
    small = roster.minimap_rect(rect, table.ground)
    assert max(spot.rect.bottom for spot in picks) < small.y - 20
    assert {table.pieces[str(spot.value)].side for spot in picks} == {side.key for side in table.sides}
    words = " ".join(item.shown_text for item in items if isinstance(item, TextLine)).lower()
    assert all(side.name.lower() in words for side in table.sides)


def test_in_a_low_window_it_is_told_in_short_that_nobody_plays_a_side():
    words = [item.shown_text for item in part(watched((1366, 768)), "left")[1] if isinstance(item, TextLine)]
    assert any(word.endswith("by the rules") for word in words) and not any("…" in word for word in words)


def test_in_a_low_window_the_side_of_the_chosen_piece_is_unfolded():
    window = watched((1366, 768))
    model = window.model
    for key in ("owls", "people"):
        model.pointer.selected_piece = next(p.id for p in model.state.table.pieces_of_side(key) if p.in_play)
        drawn = roster.build(model, Rect(0, 0, 200, 712), 40.0)
        rows = [spot for spot in drawn.spots if spot.command == "pick" and spot.piece]
        assert {model.state.table.pieces[spot.piece].side for spot in rows} == {key}
        model.pointer.selected_piece = ""


def test_several_turns_and_pieces_are_called_as_the_ruleset_says():
    window = watched((1366, 768))
    words = [item.shown_text for item in part(window, "goals")[1] if isinstance(item, TextLine)]
    assert any(word.endswith("batches left") for word in words)
    assert window.model.kinds_name("civilian") == "Passers-by"
    assert window.model.kinds_name("tough") == "Toughs"


def test_nobody_s_score_is_shown_of_a_side_that_has_none():
    sides = [Side("a", "Cats", 1), Side("b", "Dogs", 2), Side("p", "People", 7, False)]
    facts = GameFacts(1, 6, "cards", scores={"a": 2.0, "b": 1.0}, turn_word="Batch")
    assert [place.side.key for place in score_slots(1000, facts, sides, True)] == ["a", "b"]
    words = [
        item.shown_text for item in battle_bar(1366, 40, "Six", facts, sides) if isinstance(item, TextLine)
    ]
    assert "BATCH" in words and "People" not in words


def test_the_second_count_and_the_weather_stand_beside_the_phases():
    counts = (NamedCount("pile", 9, pile=True), NamedCount("rattled", 1))
    facts = GameFacts(1, 6, "cards", second=NamedCount("pass", 2, 3), weather="rain", counts=counts)
    words = [item.shown_text for item in battle_bar(1920, 48, "Six", facts, []) if isinstance(item, TextLine)]
    assert [word for word in words if word in ("Pass 2 of 3", "Rain", "Rattled 1", "Pile 9")] == [
        "Pass 2 of 3",
        "Rain",
        "Rattled 1",
    ]


PHASES = ("Muster", "Orders of the day", "Long range fire", "Short range fire", "Melee", "Rout", "End")


@pytest.mark.parametrize("now", PHASES)
@pytest.mark.parametrize("width", [683, 1000, 1366, 1500, 1920])
def test_what_has_no_room_in_the_bar_leaves_a_sign(width, now):
    facts, title = GameFacts(1, 6, now, PHASES, weather="driving rain"), "Of a title that is longer than most"
    items = [item for item in battle_bar(width, 48, title, facts, [], 300) if isinstance(item, TextLine)]
    words = [shown_text(item.shown_text) for item in items]
    whole = [*PHASES, "Driving rain"]
    pills = [word for word in words if word in whole or word.startswith("+")]
    shown = [whole.index(word) for word in pills if word in whole]
    assert now in pills
    if width >= 1000:
        left_out = (shown[0], len(whole) - 1 - shown[-1])
        assert [word for word in pills if word.startswith("+")] == [f"+{many}" for many in left_out if many]
    titles = [word for word in words if word and (word in title or "…" in word)]
    assert titles == [title] or any("…" in word for word in titles) or width < 1000
    assert all(
        item.x + text_width(item.shown_text, item.size, item.bold) / 2 <= width - 300 for item in items
    )


def test_what_was_cut_in_the_bar_is_said_under_the_pointer():
    window = watched((1366, 768))
    tips = [spot.tip for spot in part(window, "top")[2]]
    facts, model = window.model.facts, window.model
    assert model.title in tips and any(all(name in tip.lower() for name in facts.phases) for tip in tips)


@pytest.mark.parametrize("size", SIZES)
def test_the_cards_of_a_batch_stand_over_the_table(size):
    window = watched(size)
    rect, _, spots = part(window, "cards")
    lay = window.stage.layout
    assert rect == lay.cards and rect.bottom < lay.table.y and rect.width == lay.table.width
    facts = window.model.facts
    assert len(spots) == len(facts.cards) == 6
    assert all(spot.rect.x > 0 and spot.rect.right < rect.width for spot in spots)
    now = next(card for card in facts.cards if card.state == "now")
    names = {side.key: side.name for side in window.model.state.table.sides}
    left = f"{now.pips - now.spent} of {now.pips} left"
    assert any(spot.tip == f"{names[now.side]}: {now.face}, {left}" for spot in spots)


def test_a_ruleset_without_cards_has_no_strip():
    model = battles.model("toy", True)
    window = create_battle_window(pygame.display.set_mode((1366, 768)), model)
    window.advance_frame(0.0)
    assert not window.stage.layout.cards.height
    assert "cards" not in [name for name, _, _ in window.panels()]


PLAYED = tuple(Card(f"Done {k}", state="done") for k in range(9))
MANY = (*PLAYED, Card("Now", state="now", pips=2), *(Card("x"),) * 9)


@pytest.mark.parametrize("room", [300.0, 700.0, 1300.0, 3000.0])
def test_played_cards_give_way_first_and_the_one_in_play_never(room):
    widths = card_strip._card_widths(MANY, room, card_strip.WIDE_SIZES)
    assert sum(wide + card_strip.CARD_GAP_PX for wide in widths if wide) <= room + card_strip.CARD_GAP_PX
    assert widths[9] == card_strip.WIDE_SIZES.widths["now"]
    assert (
        all(wide <= card_strip.SHRUNK_CARD_WIDTH_PX for wide in widths[:9])
        or widths[10:] == [card_strip.WIDE_SIZES.widths["coming"]] * 9
    )


@pytest.mark.parametrize(("many", "notes"), [(9, 8), (10, 2)])
def test_in_a_low_window_nine_cards_say_all_and_ten_their_names(many, notes):
    coming = tuple(Card(f"Q{k}", "cats", note="2 markers") for k in range(1, many))
    model = watched((1366, 768)).model
    known = (Card("HQ", "cats", "now", 3), *coming)
    model.facts = msgspec.structs.replace(model.facts, cards=known, counts=())
    drawn = card_strip.build(model, Rect(0, 0, 868, 80))
    words = [item.shown_text for item in drawn.items if isinstance(item, TextLine)]
    assert {card.face for card in known} <= set(words)
    assert words.count("2 markers") == notes


@pytest.mark.parametrize("sizes", [card_strip.WIDE_SIZES, card_strip.NARROW_SIZES])
@pytest.mark.parametrize("state", ["open", "coming", "done", "now"])
def test_a_card_that_others_do_not_see_says_so_and_its_face_is_whole(sizes, state):
    side = battles.record(SIX).state.table.sides[0]
    hidden = Card("Ambush", "cats", state, note="ends at once", hidden_from=("dogs",))
    at = Rect(0, 0, sizes.widths[state], sizes.tall)
    drawn = PanelContent()
    card_strip._draw_card(drawn, hidden, side, at)
    sign = next(item for item in drawn.items if getattr(item, "name", "") == "hidden")
    words = [item for item in drawn.items if isinstance(item, TextLine)]
    assert "Ambush" in [item.shown_text for item in words]
    for item in words:
        right = item.x + text_width(item.shown_text, item.size, item.bold)
        assert right <= at.right and (right <= sign.x - 7 or abs(item.y - sign.y) > 14)


@pytest.mark.parametrize(("note", "face"), [("event", "Special"), ("at once", "Special…")])
def test_a_narrow_card_leaves_out_the_word_that_its_note_says_again(note, face):
    drawn, at = (
        PanelContent(),
        Rect(0, 0, card_strip.NARROW_SIZES.widths["done"], card_strip.NARROW_SIZES.tall),
    )
    card_strip._draw_card(drawn, Card("Special Event", state="done", note=note), None, at)
    assert [item.shown_text for item in drawn.items if isinstance(item, TextLine)] == [face, note]


def test_the_strip_says_whether_it_shows_the_cards_of_a_turn_or_hands():
    for scenario, title in ((SIX, "BATCH"), (str(SCENARIOS / "crossroads.toml"), "HANDS")):
        drawn = card_strip.build(battles.model(scenario), Rect(0, 0, 1000, 80))
        words = [item.shown_text for item in drawn.items if isinstance(item, TextLine)]
        assert words[0].startswith(title)


def gone_over(scenario: str, size: tuple[int, int]) -> Window:
    record = battles.record(scenario)
    replay, story = Replay(record), ViewHistory(record.ruleset, record.state)
    story.add(replay.events)
    model = WindowModel(record.ruleset, looks_of(record.ruleset), story, Playback(story, True), "many")
    window = create_replay_window(pygame.display.set_mode(size), model, ReplaySession(replay, story))
    window.advance_frame(0.0)
    return window


@pytest.mark.parametrize("size", SIZES)
def test_the_timeline_names_seven_sides_in_full_and_has_room_for_their_scores(size):
    _, items, spots = part(gone_over(EIGHT, size), "timeline")
    sides = [side.name for side in battles.record(EIGHT).state.table.sides if side.played]
    words = [item for item in items if isinstance(item, TextLine)]
    assert len(sides) == 7 and {item.shown_text for item in words} >= set(sides)
    viewers = [spot.rect for spot in spots if spot.command == "seen_by"]
    assert all(a.right <= b.x for a, b in pairwise(viewers))
    curves = [y for item in items if isinstance(item, Stroke) for _, y in item.points]
    assert max(curves) - min(curves) > 60


def legend(window: Window, width: float) -> list[str]:
    """The names of the sides in a timeline so wide."""
    drawn = timeline.build(window.content.session, window.model.playback, Rect(0, 0, width, 232))
    viewers = [spot.rect for spot in drawn.spots if spot.command == "seen_by"]
    assert viewers[0].x >= timeline.MOMENT_TEXT_X_PX and viewers[-1].right <= width
    words = [item for item in drawn.items if isinstance(item, TextLine) and item.y < viewers[0].bottom]
    return [item.shown_text for item in words if viewers[1].x < item.x < viewers[-1].right]


def test_of_names_without_room_the_longest_are_cut_and_keep_their_last_word():
    window = gone_over(EIGHT, (1366, 768))
    whole, cut, signs = legend(window, 1350), legend(window, 1260), legend(window, 900)
    assert "White Wolves" in whole and len(whole) == len(cut) == 7
    assert {"Crows", "Ring Rats", "… Wolves"} <= set(cut)
    assert signs == []


def test_each_score_ends_in_the_sign_of_its_side():
    window = gone_over(SIX, (1366, 768))
    rect, items, spots = part(window, "timeline")
    last = [
        item
        for item in items
        if isinstance(item, SideGlyphs) and item.points and item.points[0][0] > rect.width - 36
    ]
    assert {item.colour for item in last} == {text_colour(side_colour(number)) for number in range(1, 7)}
    viewers = [spot.tip for spot in spots if spot.command == "seen_by"]
    assert len(viewers) == 7 and not any("Passers-by" in tip for tip in viewers)


def test_signs_of_sides_have_the_colour_of_their_words():
    assert {side_dots([(0, 0)], 3, number).colour for number in range(1, 9)} == {
        text_colour(side_colour(number)) for number in range(1, 9)
    }


def test_a_person_plays_one_of_six_to_the_end(tmp_path: Path):
    pygame.display.set_mode((1366, 768))
    with seated(SIX, tmp_path / "six.battle", "cats") as battle:
        while not battle.feed.is_over:
            assert battle.answer().decision.side == "cats"
        battle.until(lambda: battle.window.model.ending_text)
        assert "win" in battle.window.model.ending_text or battle.window.model.ending_text.startswith(
            "A draw"
        )
    record = load_record(tmp_path / "six.battle")
    assert record.outcome is not None and verify_record(record).difference is None


def test_the_list_says_what_a_unit_suffers_from():
    model = watched((1920, 1080)).model
    gang = next(unit for unit in model.state.table.units.values() if unit.side == "cats")
    table = model.state.table.with_units(gang.with_mark("rattled"))
    (group,) = roster.roster_rows(model, table, "cats")
    assert roster._row_note(group, 300.0).endswith(", rattled")
