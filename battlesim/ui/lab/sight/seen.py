"""What the viewer sees of the target: its face, the share, who hides how much, and how sure that is."""

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
from battlesim.ui.lab.sight.dispute import Dispute, Ruling
from battlesim.ui.parts.layout import Rect
from battlesim.ui.parts.surface import Drawn, backed

HEAD: Final = 22.0
EDGE: Final = 12.0
TOP: Final = 40.0
LINE: Final = 20.0
SIZES: Final = (("small", 18.0), ("caption", 15.0))
"""Sizes of what else is said, and the height of a line."""
CAPTION: Final = 16.0
FACE: Final = 0.36
"""Of the width, for the picture."""
NOBODY: Final = "Click a model: it looks. Click another one: it is looked at. Drag any of them."
JUDGING: Final = "The ruling comes in a moment."
ONE: Final = "{} looks. Click whom it looks at; a right click has another one look."


def build(dispute: Dispute, names: Mapping[str, Piece], rect: Rect, within: float = 0.0) -> Drawn:
    """The card; with `within` it says too whether the two are within so many inches of each other."""
    drawn = Drawn([backed(rect.width, rect.height)._replace(layer=Layer.GROUND)])
    found, room = dispute.ruling, rect.width - 2 * EDGE
    if not dispute.asked or found is None:
        drawn.items += p.heading_items(EDGE, HEAD, room, "Who sees whom")
        one = ONE.format(names[dispute.viewer].name) if dispute.viewer in names else NOBODY
        words = JUDGING if dispute.asked else one
        drawn.lines(EDGE, TOP + 14, LINE, wrapped_lines(words, room, "body"), "body", "text")
        return drawn
    target = found.ruled.target
    size = phrase("{} x {}", length_text(2 * target.radius, 2, False), length_text(target.height))
    drawn.items += p.heading_items(EDGE, HEAD, room, f"What {found.ruled.viewer.name} sees", size)
    left = EDGE
    pictures = [one for one in (found.ruled, found.back) if one and isinstance(one.found, Evidence)]
    if pictures:
        wide = rect.width * FACE
        _faces(drawn, pictures, Rect(0, TOP - 4, wide + EDGE, rect.height - TOP - 4))
        left = wide + 2 * EDGE
    place = Rect(left, TOP, rect.width - left - EDGE, rect.height - TOP - EDGE)
    _figures(drawn, dispute, found, place, within)
    return drawn


def _faces(drawn: Drawn, pictures: Sequence[PairRuling], at: Rect) -> None:
    """What each end sees of the other, one below the other; where both see alike the viewer alone."""
    tall = at.height / len(pictures)
    for k, ruled in enumerate(pictures):
        y, caption = at.y + k * tall, CAPTION * (len(pictures) > 1)
        if caption:
            words = fitted_text(f"{ruled.viewer.name} sees", at.width - EDGE, "caption")
            drawn.write(at.x + EDGE, y + caption / 2, words, "caption", "dim")
        assert isinstance(ruled.found, Evidence)
        drawn.items += target_view(ruled.found, PictureArea(at.x, y + caption, at.width, tall - caption))


def _figures(drawn: Drawn, dispute: Dispute, found: Ruling, at: Rect, within: float) -> None:
    """The verdict, what hides how much, and the margins."""
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


def _written(drawn: Drawn, said: Sequence[tuple[AnyText, str]], at: Rect) -> None:
    """Words in the largest size in which all have room; where none has, the tip says them all."""
    for size, step in SIZES:
        lines = [(line, ink) for words, ink in said for line in wrapped_lines(words, at.width, size)]
        if step * len(lines) <= at.height:
            break
    fits = max(0, int(at.height // step))
    for k, (line, ink) in enumerate(lines[:fits]):
        drawn.write(at.x, at.y + k * step, line, size, ink)
    if fits < len(lines):
        drawn.spot(at, tip=shown_text(joined_text((words for words, _ in said), "; ")))


def _hiding(drawn: Drawn, found: Ruling, at: Rect, y: float) -> float:
    """What hides something and what is only touched, as far as there is room; where it ends."""
    evidence, called = found.ruled.found, found.table.name_of
    tint = blocker_tints(evidence) if isinstance(evidence, Evidence) else {}
    rows = [(called(one["id"]), f"{one['share']:.1%}", tint[one["id"]]) for one in found.values["blockers"]]
    rows += [(called(name), "skimmed", "") for name in found.values["skimmed"]]
    for name, words, colour in rows[: max(1, int((at.bottom - 56 - y) // LINE))]:
        if colour:
            drawn.box(at.x, y - 7, 14, 14, colour, 1.0, 3)
        right = text_width(words, "small", bool(colour))
        drawn.write(at.x + 22, y, fitted_text(name, at.width - right - 30, "small"), "small", "text")
        drawn.write(at.right, y, words, "small", "bright" if colour else "dim", bool(colour), "r")
        y += LINE
    if rows:
        drawn.hairline(at.x, y - 4, at.width)
        y += 12
    return y


def _within(found: Ruling, most: float) -> list[tuple[AnyText, str]]:
    """Whether the target is within so many inches of the viewer, and wholly, with what is left or missing."""
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


def _room(dispute: Dispute, ruled: PairRuling, values: Mapping[str, Any]) -> list[tuple[AnyText, str]]:
    """What else is to be said: why sight ends, how far both may be off, whether it is mutual."""
    told: list[tuple[AnyText, str]] = []
    if values["why"]:
        told.append((values["why"], "text"))
    if values["asymmetry"]:
        told.append((phrase("Not mutual: {}", values["asymmetry"]), "orange"))
    room = dispute.room
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
        return phrase("{}: nothing up to {} changes it", name, length_text(found["safe"], 2))
    return phrase(
        "{} may be off by {}; {} changes it",
        name,
        length_text(found["safe"], 3),
        length_text(found["flips"], 3),
    )
