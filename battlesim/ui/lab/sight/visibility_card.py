"""The card that shows what the viewer sees of the target, with the visible fraction, blockers and margins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from battlesim.render import widgets as p
from battlesim.render.drawlist import Layer
from battlesim.render.text_layout import fitted_text, shown_text, text_width, wrapped_lines
from battlesim.report.judging import PairRuling
from battlesim.report.measuring import distance_values
from battlesim.report.ruling_lines import COVER_PHRASES, VERDICT_PHRASES
from battlesim.report.side_view import PictureArea, blocker_tints, target_view
from battlesim.rulings.sight_evidence import Evidence
from battlesim.table.phrases import AnyText, joined_text, length_text, phrase
from battlesim.table.pieces import Piece
from battlesim.ui.lab.sight.sight_dispute import SightDispute, SightRuling
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

HEADING_Y_PX: Final = 22.0
PADDING_PX: Final = 12.0
CONTENT_TOP_PX: Final = 40.0
LINE_HEIGHT_PX: Final = 20.0
NOTE_SIZES: Final = (("small", 18.0), ("caption", 15.0))
"""Text sizes of the notes, the largest first, with the height of a line."""
CAPTION_HEIGHT_PX: Final = 16.0
PICTURE_WIDTH_FRACTION: Final = 0.36
"""Fraction of the card's width for the picture."""
NO_VIEWER_TEXT: Final = "Click the model that looks, then the one it looks at. Drag models to move them."
RULING_PENDING_TEXT: Final = "The ruling comes in a moment."
NO_TARGET_TEXT: Final = "{} looks. Click its target, or right-click another model to make it the viewer."


def build(dispute: SightDispute, names: Mapping[str, Piece], rect: Rect, within: float = 0.0) -> PanelContent:
    """Build the card; with `within` it also says whether the pair is within that many inches."""
    drawn = PanelContent([panel_background(rect.width, rect.height)._replace(layer=Layer.GROUND)])
    found, room = dispute.ruling, rect.width - 2 * PADDING_PX
    if not dispute.has_pair or found is None:
        drawn.items += p.heading_items(PADDING_PX, HEADING_Y_PX, room, "Who sees whom")
        one = NO_TARGET_TEXT.format(names[dispute.viewer].name) if dispute.viewer in names else NO_VIEWER_TEXT
        words = RULING_PENDING_TEXT if dispute.has_pair else one
        drawn.lines(
            PADDING_PX,
            CONTENT_TOP_PX + 14,
            LINE_HEIGHT_PX,
            wrapped_lines(words, room, "body"),
            "body",
            "text",
        )
        return drawn
    target = found.ruled.target
    size = phrase("{} x {}", length_text(2 * target.radius, 2, False), length_text(target.height))
    drawn.items += p.heading_items(
        PADDING_PX, HEADING_Y_PX, room, f"What {found.ruled.viewer.name} sees", size
    )
    left = PADDING_PX
    pictures = [one for one in (found.ruled, found.reverse_ruled) if one and isinstance(one.found, Evidence)]
    if pictures:
        wide = rect.width * PICTURE_WIDTH_FRACTION
        _faces(
            drawn, pictures, Rect(0, CONTENT_TOP_PX - 4, wide + PADDING_PX, rect.height - CONTENT_TOP_PX - 4)
        )
        left = wide + 2 * PADDING_PX
    place = Rect(
        left, CONTENT_TOP_PX, rect.width - left - PADDING_PX, rect.height - CONTENT_TOP_PX - PADDING_PX
    )
    _figures(drawn, dispute, found, place, within)
    return drawn


def _faces(drawn: PanelContent, pictures: Sequence[PairRuling], at: Rect) -> None:
    """Draw what each end sees of the other, one below the other, or one view if sight is mutual."""
    tall = at.height / len(pictures)
    for k, ruled in enumerate(pictures):
        y, caption = at.y + k * tall, CAPTION_HEIGHT_PX * (len(pictures) > 1)
        if caption:
            words = fitted_text(f"{ruled.viewer.name} sees", at.width - PADDING_PX, "caption")
            drawn.write(at.x + PADDING_PX, y + caption / 2, words, "caption", "dim")
        assert isinstance(ruled.found, Evidence)
        drawn.items += target_view(ruled.found, PictureArea(at.x, y + caption, at.width, tall - caption))


def _figures(drawn: PanelContent, dispute: SightDispute, found: SightRuling, at: Rect, within: float) -> None:
    """Draw the verdict, the blockers and the margins."""
    values, y = found.values, at.y + 14
    share = f"{values['share']:.1%}"
    drawn.write(at.x, y, share, "display", "bright", True)
    beside = text_width(share, "display", True) + 12
    state = COVER_PHRASES[values["cover"]] if values["visible"] else VERDICT_PHRASES["hidden"]
    ink = "mint" if values["visible"] else "orange"
    if beside + text_width(state, "lead", True) <= at.width:
        drawn.write(at.x + beside, y + 4, state, "lead", ink, True)
        y += 32
    else:
        drawn.write(at.x, y + 30, state, "lead", ink, True)
        y += 56
    y = _hiding(drawn, found, at, y)
    said = (*_within(found, within), *_room(dispute, found.ruled, values))
    _written(drawn, said, at._replace(y=y, height=at.bottom - y))


def _written(drawn: PanelContent, said: Sequence[tuple[AnyText, str]], at: Rect) -> None:
    """Draw texts in the largest size that fits; if none does, the tooltip has them all."""
    for size, step in NOTE_SIZES:
        lines = [(line, ink) for words, ink in said for line in wrapped_lines(words, at.width, size)]
        if step * len(lines) <= at.height:
            break
    fits = max(0, int(at.height // step))
    for k, (line, ink) in enumerate(lines[:fits]):
        drawn.write(at.x, at.y + k * step, line, size, ink)
    if fits < len(lines):
        drawn.add_hotspot(at, tip=shown_text(joined_text((words for words, _ in said), "; ")))


def _hiding(drawn: PanelContent, found: SightRuling, at: Rect, y: float) -> float:
    """Draw the blockers and the skimmed terrain, as many as fit. Return the y where they end."""
    evidence, called = found.ruled.found, found.table.name_of
    tint = blocker_tints(evidence) if isinstance(evidence, Evidence) else {}
    rows = [(called(one["id"]), f"{one['share']:.1%}", tint[one["id"]]) for one in found.values["blockers"]]
    rows += [(called(name), "skimmed", "") for name in found.values["skimmed"]]
    for name, words, colour in rows[: max(1, int((at.bottom - 56 - y) // LINE_HEIGHT_PX))]:
        if colour:
            drawn.box(at.x, y - 7, 14, 14, colour, 1.0, 3)
        right = text_width(words, "small", bool(colour))
        drawn.write(at.x + 22, y, fitted_text(name, at.width - right - 30, "small"), "small", "text")
        drawn.write(at.right, y, words, "small", "bright" if colour else "dim", bool(colour), "r")
        y += LINE_HEIGHT_PX
    if rows:
        drawn.hairline(at.x, y - 4, at.width)
        y += 12
    return y


def _within(found: SightRuling, most: float) -> list[tuple[AnyText, str]]:
    """Return whether the target is within, and wholly within, a distance, with what is left or missing."""
    if not most:
        return []
    values = distance_values(found.table, found.ruled.viewer, found.ruled.target, most)
    kept, parts = True, list[AnyText]()
    for key, words in (("within", phrase("within {}", length_text(most))), ("wholly", "wholly")):
        if one := values[key]:
            kept = kept and one["kept"]
            left = "to spare" if one["kept"] else "too far"
            parts.append(phrase("{}: {} {}", words, length_text(abs(one["margin"]), 3), left))
    return [(joined_text(parts, "; "), "mint" if kept else "orange")]


def _room(dispute: SightDispute, ruled: PairRuling, values: Mapping[str, Any]) -> list[tuple[AnyText, str]]:
    """Return the other notes: why sight ends, the margins, and whether sight is mutual."""
    told: list[tuple[AnyText, str]] = []
    if values["why"]:
        told.append((values["why"], "text"))
    if values["asymmetry"]:
        told.append((phrase("Not mutual: {}", values["asymmetry"]), "orange"))
    room = dispute.margins
    if room is None:
        told.append(("working out the margin …", "dim"))
    elif room["margin"] is None:
        told.append((room["margin_why"], "dim"))
    else:
        ends = (("target", ruled.target), ("viewer", ruled.viewer))
        told += [(_margin(piece.name, room["margin"][end]), "bright") for end, piece in ends]
    return told


def _margin(name: str, found: Mapping[str, Any]) -> AnyText:
    if found["flips"] is None:
        return phrase(
            "{name}: no move of up to {gap} changes the ruling", name, length_text(found["safe"], 2)
        )
    return phrase(
        "{name}: moves of up to {safe} leave the ruling as it is, a move of {distance} changes it",
        name,
        length_text(found["safe"], 3),
        length_text(found["flips"], 3),
    )
