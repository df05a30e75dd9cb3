"""Volleys: one line of the log that opens, and shown in a bounded time."""

from __future__ import annotations

import pygame
import pytest

from battlesim.render.drawlist import DieItem, TextLine
from battlesim.render.text_layout import shown_text
from battlesim.table.events import DiceRolled, MessageLogged
from battlesim.ui.panels import dice_card, log_panel
from battlesim.ui.session.log_line import SUCCESS_RESULTS, LogLine, RemovedPiece, RolledDie
from battlesim.ui.session.playback import DICE_SETTLE_S, Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.volley import MAX_VOLLEY_S, volley_head, volley_lines, volley_results
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.layout import Rect
from tests.ui.battles import model


@pytest.fixture
def shot() -> tuple[WindowModel, int]:
    """A battle with a volley of which somebody was lost, gone over from its end, and the line of that."""
    pygame.font.init()
    found = model("first_contact")
    found.playback.go_to_newest()
    found.catch_up()
    lines = found.history.lines
    heads = (k for k, line in enumerate(lines) if line.announced and len(volley_lines(lines, k)) > 2)
    return found, next(k for k in heads if any(lines[part].lost for part in volley_lines(lines, k)))


def test_the_saves_that_follow_on_a_shot_stand_under_it(shot: tuple[WindowModel, int]) -> None:
    known, head = shot
    lines = known.history.lines
    assert all(lines[k].roll_rule and not lines[k].announced for k in volley_lines(lines, head)[1:])
    after = volley_lines(lines, head)[-1] + 1
    assert volley_head(lines, after) == after, "what comes then is none of it"


def test_a_volley_is_one_line_that_says_all_that_came_of_it(shot: tuple[WindowModel, int]) -> None:
    known, head = shot
    lines = known.history.lines
    listed = known.listed_lines()
    assert head in listed and not set(volley_lines(lines, head)[1:]) & set(listed)
    hits = sum(die.result in SUCCESS_RESULTS for die in lines[head].dice)
    lost = {name for k in volley_lines(lines, head) for name in lines[k].lost}
    whole = str(known.results(head)[0])
    assert whole.startswith(f"{hits} of {len(lines[head].dice)} hit") and whole.endswith("lost")
    assert len(lost) < 2 or str(len(lost)) in whole


def test_an_open_volley_shows_every_roll_and_closes_again(shot: tuple[WindowModel, int]) -> None:
    known, head = shot
    part = volley_lines(known.history.lines, head)[-1]
    known.open_volley(part)
    assert set(volley_lines(known.history.lines, head)) <= set(known.listed_lines())
    assert known.results(head) == [known.history.lines[head].result]
    known.open_volley(head)
    assert part not in known.listed_lines()


def test_a_line_without_saves_does_not_open(shot: tuple[WindowModel, int]) -> None:
    known, _ = shot
    known.open_volley(0)
    assert known.display.opened == frozenset()


def test_losses_in_the_saves_are_losses_of_the_volley(shot: tuple[WindowModel, int]) -> None:
    known, head = shot
    known.display.filter = "losses"
    assert head in known.listed_lines()


def test_the_log_shows_a_closed_volley_in_one_row(shot: tuple[WindowModel, int]) -> None:
    known, head = shot
    known.display.scroll = known.listed_lines().index(head) + 1
    drawn = log_panel.build(known, Rect(0, 0, 1200, 34 + 40.0), 40.0)
    words = " ".join(str(item.shown_text) for item in drawn.items if isinstance(item, TextLine))
    assert str(known.results(head)[0]) in words
    assert ("volley", head) in [(spot.command, spot.value) for spot in drawn.spots]


def row_of(known: WindowModel, head: int) -> tuple[bool, bool]:
    """Whether the row of a line shows dice, and what came of it."""
    known.display.scroll = known.listed_lines().index(head) + 1
    items = log_panel.build(known, Rect(0, 0, 1200, 34 + 40.0), 40.0).items
    came = shown_text(known.results(head)[0])
    words = " ".join(str(item.shown_text) for item in items if isinstance(item, TextLine))
    return any(isinstance(item, DieItem) for item in items), came in words


def test_the_log_tells_no_result_before_the_dice_have_settled(shot: tuple[WindowModel, int]) -> None:
    known, head = shot
    play, line = known.playback, known.history.lines[head]
    last = known.history.lines[volley_lines(known.history.lines, head)[-1]]
    seen = []
    for at, since in (
        (line.roll_event_number, 0.0),
        (line.roll_event_number, DICE_SETTLE_S),
        (last.roll_event_number, 0.0),
        (last.roll_event_number, DICE_SETTLE_S),
    ):
        play.seek(at)
        play.event_time_s = since
        seen.append(row_of(known, head))
    assert seen == [(False, False), (True, False), (True, False), (True, True)]


def test_no_dice_lie_on_the_table_before_they_are_thrown() -> None:
    events = (MessageLogged("A shoots"), DiceRolled("to hit", "", (6,), (6,), announced=True))
    known = model("toy")
    story = ViewHistory(known.ruleset, known.state)
    story.add(events)
    known.switch_history(story, Playback(story), {})
    play, at = known.playback, story.lines[-1].roll_event_number
    shown = []
    for now, since in ((at - 1, DICE_SETTLE_S), (at, DICE_SETTLE_S / 2), (at, DICE_SETTLE_S)):
        play.seek(now)
        play.event_time_s = since
        shown.append(dice_card.shown_roll(known))
    assert shown[0] is None and [found[1] for found in shown[1:] if found] == [False, True]


@pytest.mark.parametrize("reduced", [False, True])
@pytest.mark.parametrize("scenario", ["toy", "first_contact"])
def test_no_volley_is_shown_for_longer_than_a_glance(scenario: str, reduced: bool) -> None:
    play = model(scenario, reduced).playback
    lines = play.history.lines
    for head in (k for k, line in enumerate(lines) if line.announced):
        first, last = lines[head].first, lines[volley_lines(lines, head)[-1]].last
        play.seek(first)
        play.playing, steps = True, 0
        while play.event_index < last and steps < 1000:
            play.tick(0.01)
            steps += 1
        assert steps * 0.01 <= MAX_VOLLEY_S + 0.02, (head, reduced)


def test_a_volley_in_which_all_saves_are_made_says_that_nobody_was_lost() -> None:
    shot = LogLine(1, 1, 1, "a at b", 0, 1, announced=True)
    shot.dice = [RolledDie(5, "hit"), RolledDie(2, "miss")]
    save = LogLine(1, 2, 2, "saves of b", 1, 2, roll_rule="R-3", volley_start=0)
    told = volley_results([shot, save], 0, str)
    assert told[0] == "1 of 2 hit; no loss"


def test_a_volley_names_the_lost_who_are_off_the_table_of_whoever_looks() -> None:
    shot = LogLine(1, 1, 1, "a at b", 0, 1, announced=True)
    shot.dice = [RolledDie(5, "hit")]
    save = LogLine(1, 2, 2, "saves of b", 1, 2, roll_rule="R-3", volley_start=0)
    save.lost = {
        "hopper-8": RemovedPiece("Hopper 8", "hopper"),
        "hopper-9": RemovedPiece("Hopper 9", "hopper"),
    }
    told = volley_results([shot, save], 0, lambda kind: f"{kind}s")
    assert told[0] == "1 of 1 hit; 2 hoppers lost"
    save.lost |= {"gun": RemovedPiece("Gun 1", "gun"), "medic": RemovedPiece("Medic 2", "medic")}
    assert (
        volley_results([shot, save], 0, lambda kind: f"{kind}s")[0]
        == "1 of 1 hit; 2 hoppers, Gun 1 and Medic 2 lost"
    )
