"""Acts that go to a point which is measured, or where a template falls: a click on the table places it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from battlesim.players.recruit import recruit_adviser
from battlesim.scenarios.library import scenario_files
from battlesim.ui.decision.pickers import Picker
from battlesim.ui.decision.pickers.decision_subject import decision_subject
from tests.ui.seated import Seated, seated

pytestmark = pytest.mark.usefixtures("screen")


def sighted_street(folder: Path) -> str:
    """The high street with the Headquarters where they see Spugs at once, and with fewer cards of Spugs.

    The tests rely on the cards that a seed then draws.
    """
    text = Path(scenario_files()["high_street"]).read_text(encoding="utf-8")
    head, mark, tail = text.partition('id = "headquarters"')
    own, end, rest = tail.partition("[[unit]]")
    head = head.replace("single = 5, double = 3", "single = 4, double = 2")
    own = re.sub(r"\[\[([\d.]+)", lambda x: f"[[{float(x[1]) - 2:g}", own)
    file = folder / "sighted_street.toml"
    file.write_text(head + mark + own + end + rest, encoding="utf-8")
    return str(file)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Seated]:
    """The high street, with U.N.I.T. at the window, asked for whole acts."""
    with seated(sighted_street(tmp_path), tmp_path / "acts.battle", "unit") as table:
        table.feed.human.ask_level = "acts"
        yield table


def asked_for(table: Seated, what: str) -> Picker[Any]:
    """The picker of the next decision of that kind."""
    while (question := table.asked()).decision.what != what:
        assert not table.feed.is_over
        table.feed.human.submit_answer(question.number, question.decision.default(table.history.run.state))
        table.after(question)
    picker = table.asking.picker
    assert picker is not None
    return picker


def planned(table: Seated, what: str) -> tuple[float, float]:
    """The point of the planned decision of that kind, once it is known."""
    planner = table.asking.planner
    table.until(lambda: planner.plan is not None and not planner.busy)
    assert planner.plan is not None
    found: tuple[float, float] = next(
        line.answer for line in planner.plan.lines if line.decision.what == what
    )
    return found


def click(table: Seated, at: tuple[float, float], *things: str) -> None:
    """Click on the table, and wait for the plan."""
    picker, planner = table.asking.picker, table.asking.planner
    assert picker is not None
    planner.press(picker, at, list(things))
    table.until(lambda: not planner.busy)


def test_a_click_on_the_ground_sends_the_measured_figure_there(table: Seated) -> None:
    picker = asked_for(table, "group")
    picker.choose(next(row for row in picker.rows() if row.key == "first"))
    planned(table, "move")
    click(table, (5.0, 12.0))
    assert planned(table, "move") == (5.0, 12.0) and not table.refused()


def test_a_click_beyond_its_reach_sends_it_as_far_as_it_gets(table: Seated) -> None:
    picker = asked_for(table, "group")
    picker.choose(next(row for row in picker.rows() if row.key == "first"))
    planned(table, "move")
    click(table, (1.0, 9.5))
    assert planned(table, "move") == pytest.approx((2.5, 9.5)) and not table.refused()


def test_a_click_puts_a_template_on_an_enemy_if_it_is_seen(table: Seated) -> None:
    picker = asked_for(table, "support")
    picker.choose(next(row for row in picker.rows() if row.key == "yes"))
    first, plan = planned(table, "support_point"), table.asking.planner.plan
    assert plan is not None
    decision, view = plan.lines[1].decision, plan.lines[1].view
    enemies = [p for p in view.table.pieces.values() if p.side == "spug" and p.xy != first]
    seen = next(p for p in enemies if decision.check(view, p.xy) is None)
    unseen = next(p for p in enemies if decision.check(view, p.xy))
    click(table, seen.xy, seen.id)
    assert planned(table, "support_point") == pytest.approx(seen.xy) and not table.refused()
    click(table, unseen.xy, unseen.id)
    assert "see" in table.refused() and planned(table, "support_point") == pytest.approx(seen.xy)


def test_fire_support_is_proposed_where_it_is_expected_to_kill(table: Seated) -> None:
    picker = asked_for(table, "support")
    assert picker.draft() is True and planned(table, "support_point") != (0.0, 0.0)


def test_the_point_of_a_later_decision_is_kept_in_view(table: Seated) -> None:
    picker = asked_for(table, "support")
    picker.choose(next(row for row in picker.rows() if row.key == "yes"))
    x, y = planned(table, "support_point")
    subject = decision_subject(picker, None, [one for one, _ in table.asking.planner.drafts()])
    assert (x, y) in [disc[:2] for disc in subject.discs]


def test_the_figures_that_must_fall_are_proposed_also_in_another_side_s_turn(tmp_path: Path) -> None:
    with seated(sighted_street(tmp_path), tmp_path / "falls.battle", "spug") as table:
        table.feed.human.ask_level = "acts"
        picker, question = asked_for(table, "casualties"), table.asked()
        assert question.view is not None
        advised = recruit_adviser(table.history.run.ruleset)(question.view, question.decision)
        assert picker.draft() == advised.answer != question.decision.default(question.view)
