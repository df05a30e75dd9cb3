"""The card of what is laid: its form and sizes, by whose rule, who counts, who fires and within what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from battlesim.render import widgets as p
from battlesim.render.text_layout import fitted_text, text_width
from battlesim.report.measuring import DIRECTIONS_DEG
from battlesim.table.phrases import AnyText, length_text
from battlesim.ui.lab.templates.setting import ARC, FORMS, SIZES, WIDTHS, Setting
from battlesim.ui.lab.templates.trial import Trial
from battlesim.ui.parts.controls import SIGN, segments, stepper
from battlesim.ui.parts.layout import Rect
from battlesim.ui.parts.surface import Drawn, backed

HEAD, EDGE, TOP, LINE, TALL = 22.0, 12.0, 40.0, 33.0, 26.0
LABEL: Final = 64.0
"""Pixels for what a line is about."""
STATES: Final = (
    ("touching", "touching"),
    ("partly", "partly"),
    ("half", "over half"),
    ("wholly", "wholly"),
)
LIMITS: Final = (360.0, 180.0, 90.0, 45.0)
Line = Callable[[Drawn, Trial, Rect], None]


def build(trial: Trial, rect: Rect) -> Drawn:
    """The card."""
    drawn = Drawn([backed(rect.width, rect.height)])
    drawn.items += p.heading_items(
        EDGE, HEAD, rect.width - 2 * EDGE, "What is laid", "drag it, turn it by its knob"
    )
    for k, (label, line) in enumerate(LINES_OF_ARC if trial.setting.form == ARC else LINES):
        place = Rect(EDGE, TOP + k * LINE, rect.width - 2 * EDGE, TALL)
        if label:
            drawn.write(place.x, place.y + TALL / 2, label, "small", "dim")
            place = place._replace(x=place.x + LABEL, width=place.width - LABEL)
        line(drawn, trial, place)
    return drawn


def _forms(drawn: Drawn, trial: Trial, at: Rect) -> None:
    names = [form.capitalize() for form in FORMS]
    segments(drawn, at, names, FORMS.index(trial.setting.form), "lay_form", "lay: {}")


def _rule(drawn: Drawn, trial: Trial, at: Rect) -> None:
    """By whose rule, with arrows to the others."""
    setting = trial.setting
    titles = {choice.by: choice.title for choice in trial.choices}
    words = f"{setting.named}, {titles[setting.by]}" if setting.named else "Plain geometry"
    if text_width(words, "small") > at.width - 2 * SIGN - 8:
        words = setting.named
    y = at.y + at.height / 2
    drawn.box(*at, "void", 1.0, 6)
    drawn.write(
        at.x + at.width / 2,
        y,
        fitted_text(words, at.width - 2 * SIGN - 8, "small"),
        "small",
        "text",
        anchor="c",
    )
    for sign, by, left in (("<", -1, at.x), (">", 1, at.right - SIGN)):
        drawn.write(left + SIGN / 2, y, sign, "body", "sky", True, "c")
        drawn.spot(Rect(left, at.y, SIGN, at.height), "lay_rule", by, "the template of another rule")
    if trial.stencil:
        drawn.spot(at._replace(x=at.x + SIGN, width=at.width - 2 * SIGN), rule=trial.stencil.rule)


def _sizes(drawn: Drawn, trial: Trial, at: Rect) -> None:
    """Its sizes, which are stepped or typed."""
    names = SIZES[trial.setting.form]
    wide = (at.width - 8 * (len(names) - 1)) / len(names)
    for k, name in enumerate(names):
        words = _told(trial.setting, k)
        label = text_width(name, "small") + 8
        x = at.x + k * (wide + 8)
        drawn.write(x, at.y + at.height / 2, name, "small", "dim")
        place = Rect(x + label, at.y, min(wide - label, 140.0), at.height)
        stepper(drawn, place, words, "lay_size", str(k), name, "lay_type", trial.typing)


def _told(setting: Setting, which: int) -> AnyText:
    number = setting.numbers[which]
    return f"{number:g}°" if SIZES[setting.form][which] == "degrees" else length_text(number)


def _facing(drawn: Drawn, trial: Trial, at: Rect) -> None:
    """Which way it points, and whether the best place is on a model."""
    stepper(
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
    segments(drawn, place, words, int(centred), "lay_centred", "the best place: {}")


def _arc_facing(drawn: Drawn, trial: Trial, at: Rect) -> None:
    """Which way whose arc it is faces."""
    piece = trial.piece
    faces = piece.table_position.facing if piece and piece.table_position else trial.setting.place.facing
    stepper(drawn, at._replace(width=116.0), f"{round(faces, 1):g}°", "lay_turn", "5", "facing")


def _widths(drawn: Drawn, trial: Trial, at: Rect) -> None:
    width = trial.setting.numbers[0]
    chosen = WIDTHS.index(width) if width in WIDTHS else -1
    segments(drawn, at, [f"{one:g}°" for one in WIDTHS], chosen, "lay_width", "an arc of {}")


def _toward(drawn: Drawn, trial: Trial, at: Rect) -> None:
    sides = list(DIRECTIONS_DEG)
    segments(drawn, at, sides, sides.index(trial.setting.toward), "lay_toward", "to the {}")


def _catch(drawn: Drawn, trial: Trial, at: Rect) -> None:
    least = trial.found.wish.threshold if trial.found else "partly"
    names = [state for state, _ in STATES]
    segments(drawn, at, [words for _, words in STATES], names.index(least), "lay_catch", "caught: {}")


def _whom(drawn: Drawn, trial: Trial, at: Rect) -> None:
    """Who counts, and whether the best place spares the others."""
    sides, setting = trial.bench.table.sides, trial.setting
    keys = ["", *(side.key for side in sides)]
    sparing = setting.form != ARC
    wide = at.width - 64.0 if sparing else at.width
    room = wide / len(keys) - 8.0
    names = ["all", *(fitted_text(side.name, room, "small", True) for side in sides)]
    segments(drawn, at._replace(width=wide), names, keys.index(setting.whom), "lay_whom", "counted: {}")
    if not sparing:
        return
    place = Rect(at.x + wide + 8, at.y, 56.0, at.height)
    drawn.box(*place, "sky" if setting.spares else "void", 1.0, 6)
    ink = "ink" if setting.spares else "dim"
    drawn.write(place.x + 28, place.y + at.height / 2, "spare", "small", ink, setting.spares, "c")
    drawn.spot(place, "lay_spare", 0, "the best place lies over nobody else")


def _firer(drawn: Drawn, trial: Trial, at: Rect) -> None:
    """Who fires, or whose arc it is."""
    y, piece = at.y + at.height / 2, trial.piece
    if piece is None:
        drawn.write(at.x, y, fitted_text("nobody: right-click a model", at.width, "small"), "small", "faint")
        return
    drawn.write(at.x, y, fitted_text(piece.name, at.width - 70, "body", True), "body", "bright", True)
    place = Rect(at.right - 60, at.y, 60, at.height)
    drawn.box(*place, "raised", 1.0, 6)
    drawn.write(place.x + 30, y, "nobody", "small", "text", anchor="c")
    drawn.spot(place, "lay_nobody", 0, "nobody fires")


def _limits(drawn: Drawn, trial: Trial, at: Rect) -> None:
    """How far from the firer the best place may be, and in which arc of him."""
    setting = trial.setting
    if trial.piece is None:
        drawn.write(at.x, at.y + at.height / 2, "no limit without who fires", "small", "faint")
        return
    words: AnyText = "any range" if setting.reach is None else length_text(setting.reach)
    stepper(
        drawn,
        at._replace(width=116.0),
        words if setting.reach != 0.0 else "at the edge",
        "lay_reach",
        "1",
        "range",
    )
    place = at._replace(x=at.x + 124.0, width=at.width - 124.0)
    chosen = LIMITS.index(setting.limit) if setting.limit in LIMITS else -1
    segments(
        drawn,
        place,
        [f"{one:g}°" for one in LIMITS],
        chosen,
        "lay_limit",
        "in an arc: {}",
    )


LINES: Final[tuple[tuple[str, Line], ...]] = (
    ("", _forms),
    ("rule", _rule),
    ("", _sizes),
    ("points", _facing),
    ("caught", _catch),
    ("whom", _whom),
    ("fires", _firer),
    ("within", _limits),
)
LINES_OF_ARC: Final[tuple[tuple[str, Line], ...]] = (
    ("", _forms),
    ("", _sizes),
    ("", _widths),
    ("toward", _toward),
    ("whom", _whom),
    ("of", _firer),
    ("faces", _arc_facing),
)
