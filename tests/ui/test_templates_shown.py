"""Templates in the log and on the table: where they fall, how far off, what they catch, and for how long."""

from __future__ import annotations

import pytest

from battlesim.render.drawlist import CircleOutline, Item, Layer, Patch, Plate
from battlesim.rulesets.invasion_earth import RULESET
from battlesim.rulesets.invasion_earth.actions.suppression_actions import perform_area
from battlesim.rulesets.invasion_earth.attack.shooting import ShotAct, resolve_shot, shot_at
from battlesim.table.events import DiceRolled, Event, TemplatePlaced
from battlesim.ui.session.log_text import line_data
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.table_frame import current_frame
from battlesim.ui.session.view_history import ViewHistory
from tests.rules.invasion_earth.field import CENTRE, SLR, battle, enemy, model, perform


def history(dice: list[int], *, then: tuple[Event, ...] = ()) -> ViewHistory:
    """The story of a bazooka's shot at a model 12 in ahead; 2 in beyond it stands another."""
    state = battle(
        model("unit_bazooka_team", "a", 0, 0),
        enemy(SLR, "t", 0, 12),
        enemy("cyberman", "n", 0, 14.6),
        options={"blast_miss": "scatter"},
    )
    shot = shot_at(state, "a", ShotAct("bazooka"), "t")
    story = ViewHistory(RULESET, state)
    story.add([*perform(state, lambda p: resolve_shot(p, shot), dice=dice).events, *then])
    return story


@pytest.mark.parametrize(
    ("dice", "text"),
    [
        ([4], "Small blast on t, catches t; t lost"),
        ([2, 3], "Small blast 1.5 in south of t, 2.0 in off, catches nobody"),
        ([1, 6, 6], "Small blast on n, 3.0 in off, catches n"),
    ],
)
def test_the_log_tells_where_a_template_fell_with_the_roll_that_brought_it_there(
    dice: list[int], text: str
) -> None:
    (line,) = (line for line in history(dice).lines if line.templates)
    assert line.dice and str(line.result) == text


def template_items(story: ViewHistory, shown_events: int, time_s: float = 0.0) -> list[Item]:
    play = Playback(story)
    play.seek(shown_events)
    play.event_time_s = time_s
    return [item for item in current_frame(play).overlays if getattr(item, "layer", None) == Layer.TEMPLATE]


def middle(items: list[Item]) -> tuple[float, float]:
    (patch,) = (item for item in items if isinstance(item, Patch))
    points = [point for rings in patch.shape for point in rings[0]]
    return (
        round(sum(x for x, _ in points) / len(points) - CENTRE, 2),
        round(sum(y for _, y in points) / len(points) - CENTRE, 2),
    )


def test_a_template_moves_from_its_aim_to_where_it_falls() -> None:
    story = history([1, 6, 6])
    number = next(k for k, event in enumerate(story.events) if isinstance(event, TemplatePlaced))
    ends = [middle(template_items(story, number, time_s)) for time_s in (0.001, 0.8)]
    assert ends[0] == pytest.approx((0.0, 12.0), abs=0.02) and ends[1] == (0.0, 15.0)
    assert template_items(story, number) == []


def test_a_template_is_shown_while_the_dice_of_its_attack_are() -> None:
    story = history([1, 6, 6])
    assert len(story.lines[-1].dice) == 1 and not story.lines[-1].templates
    play = Playback(story)
    play.seek(len(story))
    items = current_frame(play).overlays
    assert middle([item for item in items if isinstance(item, Patch)]) == (0.0, 15.0)
    assert [str(i.words) for i in items if isinstance(i, Plate)] == ["Small blast, 3.0 in off"]
    rings = [(i.x - CENTRE, i.y - CENTRE) for i in items if isinstance(i, CircleOutline)]
    assert rings == [pytest.approx((0.0, 14.6))]


def test_a_template_is_gone_with_the_dice_of_another_attack() -> None:
    other = DiceRolled(why="shot", by="n", sides=(6,), faces=(2,), needs="4+", results=("miss",))
    story = history([4], then=(other,))
    assert template_items(story, len(story) - 1) and not template_items(story, len(story))


def test_the_log_as_values_has_the_templates() -> None:
    story = history([2, 3])
    (values,) = (line_data(line, story.state(0).table.sides) for line in story.lines if line.templates)
    assert values["templates"] == [
        {"name": "Small blast", "at": (CENTRE, CENTRE + 10), "aimed_at": (CENTRE, CENTRE + 12)}
        | {"radius": 1.0, "ring": (), "caught": (), "by": "a"}
    ]


def test_a_template_without_a_roll_before_it_has_a_line_of_its_own() -> None:
    own = [model(SLR, f"a{k}", 1.5 * k, 0) for k in range(2)]
    state = battle(*own, enemy(SLR, "e", 0, 12), enemy(SLR, "f", 2, 12))
    answers = {"partners": [("a1",)], "aim": ["e", "e"], "centre": [(CENTRE, CENTRE + 13)]}
    story = ViewHistory(RULESET, state)
    story.add(perform(state, lambda p: perform_area(p, "a0"), answers, [1, 1]).events)
    (line,) = (line for line in story.lines if line.templates)
    assert (str(line.text), line.actors) == ("A0: Medium template", ["a0"])
    assert str(line.result) == "0.5 in north of e, catches e, f"


def test_the_last_attack_is_left_out_while_another_one_is_previewed() -> None:
    play = Playback(history([1, 6, 6]))
    play.seek(len(play.history))
    assert current_frame(play).overlays and current_frame(play).selection.chosen
    frame = current_frame(play, plain=True)
    assert not frame.overlays and not frame.selection.chosen and not frame.selection.targets
