"""The card with the settings of a template: its form, sizes and rule, the firer and the pieces that count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from battlesim.render import widgets as p
from battlesim.render.text_layout import fitted_text, text_width
from battlesim.report.measuring import DIRECTIONS_DEG
from battlesim.table.phrases import AnyText, length_text
from battlesim.ui.lab.templates.template_editor import TemplateEditor
from battlesim.ui.lab.templates.template_setting import (
    ARC_FORM,
    ARC_WIDTHS_DEG,
    SIZE_NAMES,
    TEMPLATE_FORMS,
    TemplateSetting,
)
from battlesim.ui.toolkit.controls import STEPPER_SIGN_WIDTH_PX, draw_segments, draw_stepper
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

HEADING_Y_PX, PADDING_PX, CONTENT_TOP_PX, ROW_STEP_PX, ROW_HEIGHT_PX = 22.0, 12.0, 40.0, 33.0, 26.0
LABEL_WIDTH_PX: Final = 64.0
"""Width in pixels of the label before a row."""
CATCH_STATES: Final = (
    ("touching", "touching"),
    ("partly", "partly"),
    ("centre", "centre"),
    ("half", "over half"),
    ("wholly", "wholly"),
)
ARC_LIMITS_DEG: Final = (360.0, 180.0, 90.0, 45.0)
RowPainter = Callable[[PanelContent, TemplateEditor, Rect], None]


def build(trial: TemplateEditor, rect: Rect) -> PanelContent:
    """Build the card."""
    drawn = PanelContent([panel_background(rect.width, rect.height)])
    drawn.items += p.heading_items(
        PADDING_PX, HEADING_Y_PX, rect.width - 2 * PADDING_PX, "Template", "drag it; its knob turns it"
    )
    for k, (label, line) in enumerate(ARC_ROWS if trial.setting.form == ARC_FORM else TEMPLATE_ROWS):
        place = Rect(PADDING_PX, CONTENT_TOP_PX + k * ROW_STEP_PX, rect.width - 2 * PADDING_PX, ROW_HEIGHT_PX)
        if label:
            drawn.write(place.x, place.y + ROW_HEIGHT_PX / 2, label, "small", "dim")
            place = place._replace(x=place.x + LABEL_WIDTH_PX, width=place.width - LABEL_WIDTH_PX)
        line(drawn, trial, place)
    return drawn


def _forms(drawn: PanelContent, trial: TemplateEditor, at: Rect) -> None:
    names = [form.capitalize() for form in TEMPLATE_FORMS]
    draw_segments(drawn, at, names, TEMPLATE_FORMS.index(trial.setting.form), "lay_form", "use: {}")


def _rule(drawn: PanelContent, trial: TemplateEditor, at: Rect) -> None:
    """Draw the ruleset's template, with arrows to the others."""
    setting = trial.setting
    titles = {choice.ruleset_key: choice.title for choice in trial.choices}
    words = (
        f"{setting.template_name}, {titles[setting.ruleset_key]}"
        if setting.template_name
        else "Plain geometry"
    )
    if text_width(words, "small") > at.width - 2 * STEPPER_SIGN_WIDTH_PX - 8:
        words = setting.template_name
    y = at.y + at.height / 2
    drawn.box(*at, "void", 1.0, 6)
    drawn.write(
        at.x + at.width / 2,
        y,
        fitted_text(words, at.width - 2 * STEPPER_SIGN_WIDTH_PX - 8, "small"),
        "small",
        "text",
        anchor="c",
    )
    for sign, by, left in (("<", -1, at.x), (">", 1, at.right - STEPPER_SIGN_WIDTH_PX)):
        drawn.write(left + STEPPER_SIGN_WIDTH_PX / 2, y, sign, "body", "sky", True, "c")
        drawn.add_hotspot(
            Rect(left, at.y, STEPPER_SIGN_WIDTH_PX, at.height), "lay_rule", by, "another ruleset's template"
        )
    if trial.stencil:
        drawn.add_hotspot(
            at._replace(x=at.x + STEPPER_SIGN_WIDTH_PX, width=at.width - 2 * STEPPER_SIGN_WIDTH_PX),
            rule=trial.stencil.rule,
        )


def _sizes(drawn: PanelContent, trial: TemplateEditor, at: Rect) -> None:
    """Draw the sizes, which can be stepped or typed."""
    names = SIZE_NAMES[trial.setting.form]
    wide = (at.width - 8 * (len(names) - 1)) / len(names)
    for k, name in enumerate(names):
        words = _told(trial.setting, k)
        label = text_width(name, "small") + 8
        x = at.x + k * (wide + 8)
        drawn.write(x, at.y + at.height / 2, name, "small", "dim")
        place = Rect(x + label, at.y, min(wide - label, 140.0), at.height)
        draw_stepper(drawn, place, words, "lay_size", str(k), name, "lay_type", trial.typing)


def _told(setting: TemplateSetting, which: int) -> AnyText:
    number = setting.numbers[which]
    return f"{number:g}°" if SIZE_NAMES[setting.form][which] == "degrees" else length_text(number)


def _facing(drawn: PanelContent, trial: TemplateEditor, at: Rect) -> None:
    """Draw the facing, and whether the best place is on a model."""
    draw_stepper(
        drawn,
        at._replace(width=116.0),
        f"{round(trial.setting.place.facing, 1):g}°",
        "lay_turn",
        "5",
        "facing",
    )
    place = at._replace(x=at.x + 124.0, width=at.width - 124.0)
    words = ["anywhere", "on a model"]
    centred = trial.setting.centred or (trial.stencil is not None and trial.stencil.of_base)
    draw_segments(drawn, place, words, int(centred), "lay_centred", "the best place: {}")


def _arc_facing(drawn: PanelContent, trial: TemplateEditor, at: Rect) -> None:
    """Draw the facing of the piece whose arc it is."""
    piece = trial.piece
    faces = piece.table_position.facing if piece and piece.table_position else trial.setting.place.facing
    draw_stepper(drawn, at._replace(width=116.0), f"{round(faces, 1):g}°", "lay_turn", "5", "facing")


def _widths(drawn: PanelContent, trial: TemplateEditor, at: Rect) -> None:
    width = trial.setting.numbers[0]
    chosen = ARC_WIDTHS_DEG.index(width) if width in ARC_WIDTHS_DEG else -1
    draw_segments(drawn, at, [f"{one:g}°" for one in ARC_WIDTHS_DEG], chosen, "lay_width", "an arc of {}")


def _toward(drawn: PanelContent, trial: TemplateEditor, at: Rect) -> None:
    sides = list(DIRECTIONS_DEG)
    draw_segments(drawn, at, sides, sides.index(trial.setting.arc_side), "lay_toward", "to the {}")


def _catch(drawn: PanelContent, trial: TemplateEditor, at: Rect) -> None:
    least = trial.result.query.threshold if trial.result else "partly"
    names = [state for state, _ in CATCH_STATES]
    draw_segments(
        drawn, at, [words for _, words in CATCH_STATES], names.index(least), "lay_catch", "caught: {}"
    )


def _whom(drawn: PanelContent, trial: TemplateEditor, at: Rect) -> None:
    """Draw which side counts, and whether the best place spares the others."""
    sides, setting = trial.bench.table.sides, trial.setting
    keys = ["", *(side.key for side in sides)]
    sparing = setting.form != ARC_FORM
    wide = at.width - 64.0 if sparing else at.width
    room = wide / len(keys) - 8.0
    names = ["all", *(fitted_text(side.name, room, "small", True) for side in sides)]
    draw_segments(
        drawn, at._replace(width=wide), names, keys.index(setting.target_side), "lay_whom", "counted: {}"
    )
    if not sparing:
        return
    place = Rect(at.x + wide + 8, at.y, 56.0, at.height)
    drawn.box(*place, "sky" if setting.spares else "void", 1.0, 6)
    ink = "ink" if setting.spares else "dim"
    drawn.write(place.x + 28, place.y + at.height / 2, "spare", "small", ink, setting.spares, "c")
    drawn.add_hotspot(place, "lay_spare", 0, "the best place touches no other model")


def _firer(drawn: PanelContent, trial: TemplateEditor, at: Rect) -> None:
    """Draw the firer, or the piece whose arc it is."""
    y, piece = at.y + at.height / 2, trial.piece
    if piece is None:
        drawn.write(at.x, y, fitted_text("none: right-click a model", at.width, "small"), "small", "faint")
        return
    drawn.write(at.x, y, fitted_text(piece.name, at.width - 70, "body", True), "body", "bright", True)
    place = Rect(at.right - 60, at.y, 60, at.height)
    drawn.box(*place, "raised", 1.0, 6)
    drawn.write(place.x + 30, y, "clear", "small", "text", anchor="c")
    drawn.add_hotspot(place, "lay_nobody", 0, "no firer")


def _limits(drawn: PanelContent, trial: TemplateEditor, at: Rect) -> None:
    """Draw how far from the firer the best place may be, and within which of its arcs."""
    setting = trial.setting
    if trial.piece is None:
        drawn.write(at.x, at.y + at.height / 2, "no limit without a firer", "small", "faint")
        return
    words: AnyText = "any range" if setting.reach is None else length_text(setting.reach)
    draw_stepper(
        drawn,
        at._replace(width=116.0),
        words if setting.reach != 0.0 else "at the edge",
        "lay_reach",
        "1",
        "range",
    )
    place = at._replace(x=at.x + 124.0, width=at.width - 124.0)
    chosen = ARC_LIMITS_DEG.index(setting.limit) if setting.limit in ARC_LIMITS_DEG else -1
    draw_segments(
        drawn,
        place,
        [f"{one:g}°" for one in ARC_LIMITS_DEG],
        chosen,
        "lay_limit",
        "in an arc: {}",
    )


TEMPLATE_ROWS: Final[tuple[tuple[str, RowPainter], ...]] = (
    ("", _forms),
    ("rule", _rule),
    ("", _sizes),
    ("facing", _facing),
    ("caught", _catch),
    ("counts", _whom),
    ("firer", _firer),
    ("within", _limits),
)
ARC_ROWS: Final[tuple[tuple[str, RowPainter], ...]] = (
    ("", _forms),
    ("", _sizes),
    ("", _widths),
    ("side", _toward),
    ("counts", _whom),
    ("piece", _firer),
    ("facing", _arc_facing),
)
