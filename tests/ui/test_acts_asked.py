"""Whole acts in the window: what follows on an answer is shown beside it and given with it."""

from __future__ import annotations

import math
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from battlesim.engine.lookahead import GoalPoint
from battlesim.engine.record_read import read_record
from battlesim.engine.verify import verify_record
from battlesim.players.recruit import recruit_adviser
from battlesim.render.drawlist import TextLine
from battlesim.rulesets.registry import load_ruleset
from battlesim.rulings.movement import Leg
from battlesim.table.phrases import with_names
from battlesim.ui.decision.act_planner import IDLE_MOVE_TEXT, UNSEEN_ACT_TEXT
from battlesim.ui.decision.pickers import Picker
from battlesim.ui.session.human_player import AskLevel
from tests.ui.seated import Seated, seated

pytestmark = pytest.mark.usefixtures("screen")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "acts.battle"


def at_will(table: Seated, asks: AskLevel = "acts") -> Picker[str]:
    """The question of a reaction, Fire at Will marked, with what would follow on it."""
    table.feed.human.ask_level = asks
    while (question := table.asked()).decision.what != "react":
        assert not table.feed.is_over
        table.feed.human.submit_answer(question.number, question.decision.default(table.history.run.state))
        table.after(question)
    picker = table.asking.picker
    assert picker is not None
    row = next(row for row in picker.rows() if "Fire" in str(row.label) and not row.blocked)
    picker.choose(row)
    return picker


def foreseen(table: Seated, picker: Picker[str]) -> list[str]:
    """The questions that would be answered with it, once they are known."""
    table.until(lambda: table.asking.planner.plan is not None)
    return [row.key for row in picker.follow_ups]


def answers(path: Path) -> list[str]:
    """What was asked, in the record."""
    return [answer.what for answer in read_record(path, load_ruleset).answers]


def test_one_answer_gives_the_whole_act(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        picker = at_will(table)
        asked, planned = table.asked(), foreseen(table, picker)
        before = len(answers(path))
        table.key("return")
        table.after(asked)
    assert planned and answers(path)[before:][: len(planned) + 1] == ["react", *planned]
    assert verify_record(read_record(path, load_ruleset)).difference is None


def test_what_follows_where_no_plan_is_shown_is_asked_by_itself(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with seated("first_contact", path, "mi") as table:
        picker, asked = at_will(table), table.asked()
        monkeypatch.setattr(type(picker), "lists", False)
        before = len(answers(path))
        table.key("return")
        table.after(asked)
        monkeypatch.undo()
        assert table.asked().decision.what == "target"
        assert len(answers(path)) == before + 1


def test_what_was_confirmed_unseen_is_shown_first(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        picker, asked = at_will(table), table.asked()
        before = len(answers(path))
        table.key("return")
        table.until(lambda: picker.follow_ups and not table.asking.busy)
        assert table.asked() is asked and table.refused() == UNSEEN_ACT_TEXT
        table.key("return")
        table.after(asked)
    assert len(answers(path)) > before + 1


def test_what_goes_with_an_answer_can_be_clicked_as_soon_as_it_is_known(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        picker = at_will(table)
        planned = foreseen(table, picker)
        table.window.advance_frame(0.1)
        hands = table.asking.picker_input
        assert hands is not None
        assert [spot.value for spot in hands.spots if spot.command == "then"] == list(range(len(planned)))


def test_who_cannot_fire_and_why_stands_on_the_line_of_the_target(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        picker = at_will(table)
        foreseen(table, picker)
        plan = table.asking.planner.plan
        assert plan is not None
        target = next(row for row in picker.follow_ups if row.key == "target")
        asked, chosen = plan.lines[1].decision, plan.lines[1].answer
        assert "can fire" in str(target.note)
        assert str(target.note) == str(with_names(asked.open_option(chosen).note, picker.name))
        assert table.asking.picker_input is not None
        drawn = table.asking.picker_input.panel(table.asking.panel_rect())
        words = " ".join(str(item.shown_text) for item in drawn.items if isinstance(item, TextLine))
        assert str(target.note) in words


def test_the_rest_is_asked_one_by_one_where_one_wishes(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        picker = at_will(table)
        asked, planned = table.asked(), foreseen(table, picker)
        table.key("shift+return")
        table.after(asked)
        assert table.asked().decision.what == planned[0]


def test_whoever_is_asked_everything_sees_no_plan(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        picker, asked = at_will(table, "everything"), table.asked()
        table.key("return")
        table.after(asked)
        assert (picker.follow_ups, table.asked().decision.what) == ((), "target")


def test_a_click_on_another_target_changes_the_plan(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        picker = at_will(table)
        foreseen(table, picker)
        plan = table.asking.planner.plan
        assert plan is not None
        decision, chosen = plan.lines[1].decision, plan.lines[1].answer
        other = next(option.key for option in decision.open_options if option.key != chosen)
        assert table.asking.planner.press(picker, (0.0, 0.0), [other])
        table.until(lambda: table.asking.planner.plan not in (None, plan))
        assert table.asking.planner.plan is not None
        assert table.asking.planner.plan.lines[1].answer == other


def test_a_click_on_an_enemy_looks_for_what_can_be_done_to_it_and_a_second_one_does_it(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        picker = at_will(table)
        foreseen(table, picker)
        plan = table.asking.planner.plan
        assert plan is not None
        target = plan.lines[1].answer
        picker.set_draft(table.asked().decision.least)
        table.until(lambda: table.asking.planner.plan not in (None, plan))
        asked, before = table.asked(), len(answers(path))
        assert not table.asking.planner.press(picker, (0.0, 0.0), [target])
        table.until(lambda: table.asking.planner.plan and table.asking.planner.plan.line_index_for(target))
        assert table.asking.planner.press(picker, (0.0, 0.0), [target])
        table.after(asked)
    assert answers(path)[before : before + 2] == ["react", "target"]


def test_the_card_shows_the_model_that_acts_and_not_the_target_that_was_clicked(path: Path) -> None:
    with seated("first_patrol", path, "unit") as table:
        table.feed.human.ask_level = "acts"
        table.until(lambda: table.asking.picker and table.asked().decision.what == "piece")
        picker = table.asking.picker
        assert picker is not None
        picker.set_draft(shooter := picker.decision.open_options[0].key)
        foreseen(table, picker)
        pieces = table.history.run.state.table.pieces.values()
        target = next(piece.id for piece in pieces if piece.side != picker.decision.side)
        table.asking.planner.press(picker, (0.0, 0.0), [target])
        table.window.model.pointer.selected_piece = target
        table.until(lambda: table.asking.planner.plan and not table.asking.planner.busy)
        assert table.window.model.pointer.selected_piece == shooter


def at_own_turn(table: Seated) -> Picker[str]:
    """The question who is activated, with what would follow on it."""
    table.feed.human.ask_level = "acts"
    while (question := table.asked()).decision.what != "activate":
        table.feed.human.submit_answer(question.number, question.decision.default(table.history.run.state))
        table.after(question)
    assert table.asking.picker is not None
    return table.asking.picker


def ways(table: Seated) -> list[Leg]:
    """The legs of the move that is planned."""
    plan = table.asking.planner.plan
    found = (
        plan.answers[plan.line_index_for(GoalPoint(0, 0))]
        if plan and plan.line_index_for(GoalPoint(0, 0))
        else ()
    )
    return list(found)


def test_the_draft_of_ones_own_turn_begins_with_what_is_advised(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        picker, question = at_own_turn(table), table.asked()
        advised = recruit_adviser(table.history.run.ruleset)(question.view, question.decision)
        assert picker.draft() == advised.answer != question.decision.default(question.view)


def test_who_acts_and_what_it_does_are_one_act(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        picker, asked = at_own_turn(table), table.asked()
        planned, before = foreseen(table, picker), len(answers(path))
        table.key("return")
        table.after(asked)
    assert planned[0] == "action"
    assert answers(path)[before:][: len(planned) + 1] == ["activate", *planned]


def test_a_click_on_the_ground_sends_the_unit_there_and_a_second_one_does_it(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        picker, asked = at_own_turn(table), table.asked()
        foreseen(table, picker)
        at = (24.0, 12.0)
        table.asking.planner.press(picker, at, [])
        table.until(lambda: ways(table) and not table.asking.busy)
        legs = ways(table)
        nearest = min(math.dist(leg.end, at) for leg in legs)
        assert nearest < min(math.dist(leg.path[0], at) for leg in legs)
        before = len(answers(path))
        table.asking.planner.press(picker, at, [])
        table.after(asked)
    (moved,) = (one.answer for one in read_record(path, load_ruleset).answers[before:] if one.what == "move")
    assert [leg["piece"] for leg in moved] == [leg.piece for leg in legs]


def sent(table: Seated, at: tuple[float, float]) -> Picker[str]:
    """The question who is activated, with its unit sent to a place."""
    picker = at_own_turn(table)
    foreseen(table, picker)
    table.asking.planner.press(picker, at, [])
    table.until(lambda: ways(table) and not table.asking.busy)
    return picker


def mouse(table: Seated, kind: int, at: tuple[float, float]) -> None:
    """Do something with the mouse at a place of the table (inches)."""
    left, top, _, _ = table.window.stage.layout.table.scaled(table.window.canvas.scale)
    x, y = table.window.model.camera.to_screen(*at)
    pixel = (round(left + x), round(top + y))
    fields = {"rel": (1, 1), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
    table.window.handle(pygame.event.Event(kind, pos=pixel, **fields))
    table.window.advance_frame(5.0)


def test_an_act_that_is_taken_back_is_planned_again(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        sent(table, (24.0, 12.0))
        asked, legs = table.asked(), ways(table)
        table.key("return")
        table.after(asked)
        later = table.asked()
        table.key("ctrl+z")
        table.after(later)
        table.until(lambda: not table.asking.busy)
        assert table.asked().decision == asked.decision and ways(table) == legs


def test_one_who_is_planned_is_dragged_elsewhere_and_the_others_stay(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        sent(table, (24.0, 12.0))
        before = ways(table)
        dragged = before[-1]
        x, y = dragged.end
        mouse(table, pygame.MOUSEMOTION, (x, y))
        mouse(table, pygame.MOUSEBUTTONDOWN, (x, y))
        for share in (0.5, 1.0):
            mouse(table, pygame.MOUSEMOTION, (x - share, y - share))
        mouse(table, pygame.MOUSEBUTTONUP, (x - 1.0, y - 1.0))
        table.until(lambda: ways(table) not in ([], before) and not table.asking.busy)
        ends = {leg.piece: leg.end for leg in ways(table)}
    assert ends.pop(dragged.piece) != pytest.approx((x, y), abs=0.3)
    assert ends == {leg.piece: leg.end for leg in before if leg.piece != dragged.piece}


def test_a_click_on_who_is_planned_gives_the_plan(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        sent(table, (24.0, 12.0))
        asked = table.asked()
        for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            mouse(table, kind, ways(table)[0].end)
        table.until(lambda: table.feed.open_decision is not asked)


def hovered(table: Seated, at: tuple[float, float]) -> list[Leg]:
    """The move that is shown while the pointer is at a place."""
    advised, ahead = tuple(ways(table)), table.asking.planner
    table.until(lambda: not table.asking.busy)  # the view stays where it is from here on
    mouse(table, pygame.MOUSEMOTION, at)
    table.until(lambda: not table.asking.busy and ahead.drafts()[-1][1] not in ((), advised))
    assert tuple(ways(table)) == advised, "nothing is planned yet"
    return list(ahead.drafts()[-1][1])


def test_where_the_pointer_is_enter_sends_a_unit_with_shift_it_goes_on_and_others_follow(path: Path) -> None:
    with seated("outpost_evac", path, "mi") as table:
        picker, asked = at_own_turn(table), table.asked()
        foreseen(table, picker)
        shown, before = hovered(table, (27.0, 20.0)), len(answers(path))
        table.key("return")
        table.after(asked)
        (moved,) = (
            one.answer for one in read_record(path, load_ruleset).answers[before:] if one.what == "move"
        )
        assert [tuple(leg["path"][-1]) for leg in moved] == [leg.end for leg in shown]
        picker, ahead = at_own_turn(table), table.asking.planner
        foreseen(table, picker)

        def planned(what: str) -> int:
            table.until(lambda: not table.asking.busy)
            assert ahead.plan is not None
            return sum(line.decision.what == what for line in ahead.plan.lines)

        ahead.press(picker, (44.0, 24.0), [], more=True)
        assert planned("move") == 2
        other = next(
            option for option in picker.decision.open_options if option.key not in (picker.draft(), "lance")
        )
        ahead.press(picker, (0.0, 0.0), [other.at[0]], more=True)
        assert (planned("activate"), planned("move")) == (2, 4)
        ahead.press(picker, (0.0, 0.0), [other.at[0]], more=True)
        assert planned("activate") == 1


def test_after_an_act_of_several_units_the_window_waits_before_the_next_turn(path: Path) -> None:
    with seated("outpost_evac", path, "mi") as table:
        picker = at_own_turn(table)
        foreseen(table, picker)
        ahead, playback = table.asking.planner, table.window.model.playback
        ahead.press(picker, (44.0, 24.0), [], more=True)
        table.until(lambda: not table.asking.busy)
        other = next(one for one in picker.decision.open_options if one.key not in (picker.draft(), "lance"))
        ahead.press(picker, (0.0, 0.0), [other.at[0]], more=True)
        table.until(lambda: not table.asking.busy)
        assert not playback.waits_before_turn
        table.key("return")
        table.until(lambda: playback.waits_before_turn)


def test_a_click_on_the_ground_leaves_the_card_of_the_unit_that_is_asked(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        picker = at_own_turn(table)
        foreseen(table, picker)
        camera = table.window.model.camera
        in_view = camera.to_table(camera.width / 2, camera.height / 2)
        for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            mouse(table, kind, in_view)
        table.until(lambda: ways(table) and not table.asking.busy)
        picked = table.window.model.pointer.selected_piece
        assert picker.view.table.piece(picked).unit == picker.draft()


def test_the_card_is_that_of_the_member_who_is_marked(path: Path) -> None:
    with seated("troice_first", path, "marines") as table:
        while table.asked().decision.what != "act":
            table.answer()
        picker = table.asking.picker
        assert picker is not None
        for row in [row for row in picker.rows() if row.key.startswith("alone:") and not row.blocked]:
            picker.choose(row)
            table.window.advance_frame(0.0)
            assert table.window.model.pointer.selected_piece == row.object_ids[0]


def test_a_click_on_what_cannot_be_done_says_why_at_the_pointer(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        picker = at_own_turn(table)
        foreseen(table, picker)
        far = max(
            (
                piece
                for piece in picker.view.table.pieces.values()
                if piece.side == "bugs" and piece.table_position
            ),
            key=lambda piece: piece.xy[1],
        )
        table.asking.planner.press(picker, far.xy, [far.id])
        table.until(lambda: picker.refusal)
        assert far.name in str(picker.refusal_text())
        assert table.window.model.pointer.tip == str(picker.refusal_text())


def test_the_letter_of_an_act_has_who_is_chosen_do_it(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        picker = at_own_turn(table)
        foreseen(table, picker)
        for letter, act in (("m", "move"), ("s", "shoot")):
            table.key(letter)
            table.until(lambda: not table.asking.busy and table.asking.planner.plan)
            plan = table.asking.planner.plan
            assert plan is not None and plan.answers[1] == act


def test_an_act_that_is_asked_about_by_itself_has_its_letter(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        picker, asked = at_own_turn(table), table.asked()
        foreseen(table, picker)
        table.key("shift+return")
        table.after(asked)
        assert table.asked().decision.what == "action" and table.asking.picker is not None
        keys = table.asking.picker.row_keys()
        assert (keys["m"].key, keys["s"].key, keys["1"]) == ("move", "shoot", keys["m"])


def test_an_act_in_which_nobody_would_move_is_confirmed_twice(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        picker, asked = at_own_turn(table), table.asked()
        foreseen(table, picker)
        table.asking.planner.press(picker, (24.0, 12.0), [])
        table.until(lambda: ways(table) and not table.asking.busy)
        sent = table.asking.planner.plan
        assert sent is not None
        still = [replace(line, answer=()) if line.decision.what == "move" else line for line in sent.lines]
        table.asking.planner.plan = replace(sent, lines=tuple(still))
        assert table.asking.planner.idle_move_warning(picker) == IDLE_MOVE_TEXT
        assert table.asking.planner.idle_move_warning(picker) == "", "it is confirmed again"
        table.asking.planner.plan = replace(sent, lines=(*still, sent.lines[-1]))
        assert table.asking.planner.idle_move_warning(picker) == "", "others of them move"
        table.asking.planner.plan = replace(sent, lines=tuple(still))
        picker.opened = 1
        assert table.asking.planner.idle_move_warning(picker) == "", "it may be asked by itself"
        assert table.feed.open_decision is asked
