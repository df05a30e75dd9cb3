"""The card that lists a piece's relations to other pieces, such as being sighted, with their rules."""

from __future__ import annotations

from typing import Final

from battlesim.engine.relations import Relation
from battlesim.render import widgets as p
from battlesim.render.drawlist import Layer, Stroke
from battlesim.render.text_layout import text_width
from battlesim.report.battle_bar import elided_text, side_badge
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.table.instruments.relation_lines import RELATION_COLOURS, ShownRelations
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

CARD_WIDTH_PX: Final = 316.0
TOP_PX, ROW_HEIGHT_PX, FOOT_PX = 44.0, 36.0, 10.0
MAX_ROWS: Final = 9
SAMPLE_WIDTH_PX: Final = 22.0
"""Length of the sample of a relation's line."""


def height(shown: ShownRelations) -> float:
    """Return the height of the card of some relations."""
    many = len(shown.relations)
    return TOP_PX + ROW_HEIGHT_PX * max(1, min(many, MAX_ROWS)) + FOOT_PX + (16 if many > MAX_ROWS else 0)


def build(model: WindowModel, shown: ShownRelations) -> PanelContent:
    """Build the card; a row that is hovered shows its piece and its rule."""
    drawn = PanelContent([panel_background(CARD_WIDTH_PX, height(shown))])
    relations = [relation for _, relation in shown.relations]
    many = f"{len(relations)} relation{'s' * (len(relations) != 1)}"
    drawn.items += p.heading_items(14, 20, CARD_WIDTH_PX - 28, shown.heading, many)
    if not relations:
        drawn.write(16, TOP_PX + 10, "nothing to tell", "small", "dim")
    for k, relation in enumerate(relations[:MAX_ROWS]):
        _draw_row(drawn, model, relation, TOP_PX + k * ROW_HEIGHT_PX)
    if len(relations) > MAX_ROWS:
        y = TOP_PX + MAX_ROWS * ROW_HEIGHT_PX + 8
        drawn.write(16, y, f"and {len(relations) - MAX_ROWS} more", "caption", "dim")
    return drawn


def _draw_row(drawn: PanelContent, model: WindowModel, relation: Relation, y: float) -> None:
    table, right = model.state.table, CARD_WIDTH_PX - 14
    other = table.pieces.get(relation.other)
    row = Rect(8, y, CARD_WIDTH_PX - 16, ROW_HEIGHT_PX)
    if model.pointer.hovered_rule == relation.rule and model.pointer.hovered_piece == relation.other:
        drawn.box(*row, "raised", 0.9, 5)
    middle = y + ROW_HEIGHT_PX / 2
    width = 5.0 if relation.line == "bar" else 2.0
    dash = (5, 4) if relation.line == "dashed" else (0, 0)
    ends = ((16.0, middle), (16.0 + SAMPLE_WIDTH_PX, middle))
    drawn.add(Stroke(Layer.PANEL, ends, RELATION_COLOURS[relation.line], width, 1.0, dash))
    x = 16 + SAMPLE_WIDTH_PX + 16
    drawn.items += side_badge(x, middle, 7, table.side(other.side).number if other else 0)
    room = right - x - 22 - text_width(relation.rule, "caption")
    name = elided_text(table.name_of(relation.other), room, "body", True)
    drawn.write(x + 16, y + 11, name, "body", "bright", True)
    drawn.write(x + 16, y + 26, elided_text(relation.words, right - x - 16, "caption"), "caption", "dim")
    drawn.write(right, y + 11, relation.rule, "caption", "dim", anchor="r")
    drawn.add_hotspot(row, "pick", relation.other, piece=relation.other, rule=relation.rule)
