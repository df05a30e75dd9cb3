"""A report of what a window shows, for the status file, which assistive programs read."""

from __future__ import annotations

from battlesim.render.drawlist import TextLine
from battlesim.render.text_layout import shown_text
from battlesim.ui.battle.window import Window
from battlesim.ui.decision.decision_prompt import DecisionPrompt
from battlesim.ui.system.status_file import OpenDecisionReport, RowReport, ScreenReport
from battlesim.ui.toolkit.control_report import control_report, visible_texts
from battlesim.ui.toolkit.layout import EMPTY_RECT, Rect

DECISION_PANEL_NAME, ODDS_PANEL_NAME = "question", "odds"


def window_report(window: Window) -> ScreenReport:
    """Return the report of a window: its controls, the open decision, and the positions of the pieces."""
    model, asking, scale = window.model, window.prompt, window.canvas.scale
    panels = window.panels()
    over = next((rect for name, rect, _ in panels if name == DECISION_PANEL_NAME), EMPTY_RECT)
    controls = []
    for name, panel_rect, panel in panels:
        texts = visible_texts(panel.items)
        for spot in panel.spots:
            rect = spot.rect._replace(x=panel_rect.x + spot.rect.x, y=panel_rect.y + spot.rect.y)
            seen = name == DECISION_PANEL_NAME or not over.holds(*_centre(rect))
            controls.append(control_report(name, spot, texts, rect.scaled(scale), seen))
    odds = next((panel.items for name, _, panel in panels if name == ODDS_PANEL_NAME), ())
    table = window.stage.layout.table.scaled(scale)
    places = {piece.id: model.camera.to_screen(*piece.xy) for piece in model.state.table.standing_pieces()}
    lines, play = model.history.lines, model.playback
    return ScreenReport(
        "battle",
        window.screen.get_size(),
        tuple(controls),
        model.title,
        tuple(item.shown_text for item in odds if isinstance(item, TextLine)),
        help=bool(model.display.help),
        asked=_asked(asking),
        table=table,
        inch=model.camera.ppi,
        pieces={name: (round(table[0] + x), round(table[1] + y)) for name, (x, y) in places.items()},
        newest=play.live,
        thinking=window.content.thinking.side if window.content.thinking else "",
        over=model.ending_text,
        line=shown_text(lines[play.line].text) if lines else "",
        waiting=play.waiting and not play.live,
    )


def _centre(rect: Rect) -> tuple[float, float]:
    return rect.x + rect.width / 2, rect.y + rect.height / 2


def _asked(asking: DecisionPrompt | None) -> OpenDecisionReport | None:
    """Return the report of the open decision, None once it is answered, even before the rules continue."""
    picker = asking.picker if asking and asking.shown else None
    if asking is None or picker is None or picker.answer is not None:
        return None
    decision, question = picker.decision, asking.open_decision
    keys = {row.key: key for key, row in picker.row_keys().items()}
    rows = [
        RowReport(
            row.key,
            shown_text(row.label),
            shown_text(row.value),
            keys.get(row.key, ""),
            row.on,
            shown_text(row.blocked),
        )
        for row in picker.rows()
    ]
    return OpenDecisionReport(
        question.number if question else 0,
        picker.status_kind,
        decision.side,
        decision.what,
        shown_text(picker.prompt),
        tuple(rows),
        picker.cursor,
        tuple((act.key, act.label) for act in picker.all_buttons()),
        shown_text(picker.summary()),
        shown_text(picker.refusal_text()),
    )
