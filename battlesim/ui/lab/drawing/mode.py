"""The mode of drawing: a map edited by hand, on the table that is judged on in the other modes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from battlesim.render.drawlist import GridLines, Item, Layer
from battlesim.render.text_layout import shown_text
from battlesim.table.phrases import length_text, phrase
from battlesim.table.terrain import Dressing
from battlesim.ui.battle.window import Command
from battlesim.ui.lab.drawing import figures, foot, overlay, palette
from battlesim.ui.lab.drawing.commands import Drafting, commands_of
from battlesim.ui.lab.drawing.draft import GRIDS, Draft
from battlesim.ui.lab.drawing.fields import fields, put
from battlesim.ui.lab.drawing.hand import Hand
from battlesim.ui.lab.drawing.keeping import Keeping
from battlesim.ui.lab.drawing.layout import Placed, placed
from battlesim.ui.lab.drawing.swatches import Swatches
from battlesim.ui.lab.work import Work
from battlesim.ui.parts.layout import Layout, Rect
from battlesim.ui.parts.part import Panel, Part
from battlesim.ui.parts.surface import Drawn
from battlesim.ui.parts.typing import Field, Typing
from battlesim.ui.settings.keys import DRAW
from battlesim.ui.table.stage import Stage


class Drawing:
    """Terrain, doors and windows and dressing laid down and changed by hand, the map written to a file."""

    key, title, icon, screen = "draw", "Draw", "layers", DRAW

    def __init__(self, stage: Stage, work: Work) -> None:
        self.stage, self.work = stage, work
        self.draft, self.keeping = Draft(work), Keeping(work)
        self.typing = Typing(self._fields, self._typed)
        self.pointer = Hand(stage, self.draft, self.typing)
        self.hand: Part = self.pointer
        self.swatches = Swatches(self.draft.kinds)
        self.commands: Mapping[str, Command] = commands_of(
            Drafting(self.draft, self.typing, self.pointer, self.keeping)
        )
        self.placed: Placed = placed(*stage.size, False, 0.0)
        self.panels: tuple[Panel, ...] = self._panels()
        self._size = self._table()

    @property
    def busy(self) -> bool:
        """Whether pictures of the palette are still made."""
        return not self.swatches.whole

    @property
    def unsaved(self) -> bool:
        """Whether anything was drawn that is not saved."""
        return bool(self.draft.drawn) and not self.keeping.saved

    def layout(self, width: float, height: float) -> Layout:
        """Where the panels stand in a window of that size (pixels at scale 1)."""
        tall = figures.height(self.draft)
        self.placed = placed(width, height, self.work.model.shown.folded, tall)
        self.draft.more = palette.more(self.draft, self.swatches, self.placed.palette)
        return self.placed.lay

    def about(self) -> str:
        """How large the table is, and whether its map is saved."""
        ground = self.draft.map.table
        size = shown_text(
            phrase("{} x {}", length_text(ground.width, 0, False), length_text(ground.height, 0))
        )
        return size if self.keeping.saved else f"{size}, not saved"

    def tick(self) -> bool:
        """Forget what is gone or lit, follow the size of the table, make pictures for the palette."""
        before = self.draft.chosen
        self.draft.clear()
        if self._size != self._table():
            self._size = self._table()
            self.stage.view.fit()
        ground, board = self.work.bench.table.ground, self.stage.view.board
        lit = bool(self.draft.fresh) and board.lit and board.ground is ground
        self.draft.fresh = () if lit else self.draft.fresh
        if self.draft.drawn and self.draft.map.table.title:
            self.work.model.title = self.draft.map.table.title
        made = self.swatches.work(self.stage.canvas, ground.surface)
        return made or lit or before != self.draft.chosen

    def _table(self) -> tuple[float, float]:
        ground = self.work.bench.table.ground
        return ground.width, ground.height

    def overlays(self) -> tuple[Item, ...]:
        """The grid, what was laid last until it is lit, what is wrong, and what is in hand."""
        wrong = overlay.faults(self.draft, self.work.bench.sketch.faults)
        return (*self._lattice(), *self._fresh(), *wrong, *self.pointer.items())

    def _lattice(self) -> Iterator[Item]:
        """The lines that points are drawn to."""
        if step := GRIDS[self.draft.grid]:
            ground = self.work.bench.table.ground
            yield GridLines(Layer.ZONE, ground.width, ground.height, step)

    def _fresh(self) -> Iterator[Item]:
        """What lies on the table, and is not drawn there yet."""
        there = set(map(id, self.draft.map.terrain))
        there_yet = [one for one in self.draft.fresh if isinstance(one, Dressing) or id(one) in there]
        return overlay.pale(self.draft, there_yet)

    # -- what is typed --

    def _fields(self) -> list[Field]:
        return [*fields(self.draft), Field(foot.FILE, "file", "text", str(self.keeping.path))]

    def _typed(self, field: Field, text: str) -> None:
        if field.key == foot.FILE:
            self.keeping.name(text)
        else:
            put(self.draft, field, text)

    # -- panels --

    def _panels(self) -> tuple[Panel, ...]:
        model = self.work.model

        def known() -> tuple[object, ...]:
            kept = (self.keeping.path, self.keeping.kept, self.keeping.asked)
            drawn = (
                *self.draft.stamp(),
                *self.typing.stamp(),
                len(self.swatches.ready),
                tuple(self.swatches.ready.values())[:1],
            )
            return (*drawn, *kept, model.pointing.hot, model.bindings)

        def draw_palette(rect: Rect) -> Drawn:
            return palette.build(self.draft, self.swatches, rect)

        def draw_figures(rect: Rect) -> Drawn:
            return figures.build(self.draft, self.typing, rect, model.bindings, model.pointing.hot)

        def draw_foot(rect: Rect) -> Drawn:
            return foot.build(
                self.keeping, self.draft.grid, self.typing, rect, model.bindings, model.pointing.hot
            )

        return (
            Panel("palette", lambda: self.placed.palette, draw_palette, known, "draw_roll"),
            Panel("figures", lambda: self.placed.figures, draw_figures, known, "draw_figures"),
            Panel("keeping", lambda: self.placed.foot, draw_foot, known),
        )
