"""What lies over the table of a window: buttons, cards, words; and what they keep off."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from battlesim.render.drawlist import Plate
from battlesim.render.extent import Extent, of_plate
from battlesim.render.framing import Regard
from battlesim.ui.battle import hints as hints_of
from battlesim.ui.battle.hints import Hints
from battlesim.ui.battle.input import Input
from battlesim.ui.battle.layout import Rect
from battlesim.ui.battle.noises import Noises
from battlesim.ui.battle.panels import dicecard, scores, tools
from battlesim.ui.battle.panels.banner import banner
from battlesim.ui.battle.panels.base import Drawn
from battlesim.ui.table import corner
from battlesim.ui.table.attention import Size, Topic, of_line
from battlesim.ui.table.corner import Disc
from battlesim.ui.table.regard import of_things


class Part(NamedTuple):
    """A panel of the window: where it stands, what it depends on besides the model, and what makes it."""

    name: str
    rect: Rect
    depends: object
    build: Callable[[Rect], Drawn]


class OverTable(Input):
    """A window's table with what lies over it."""

    noises: Noises | None
    hints: Hints | None
    _dice_at: Rect | None

    def tools_rect(self) -> Rect:
        """Where the buttons stand on the table."""
        return tools.place(self.layout)

    def score_card(self) -> list[Part]:
        """What a score is made of, where that is asked for."""
        model, side = self.model, scores.explained(self.model)
        if side is None:
            return []
        under = scores.place(model, self.layout, side)
        room = corner.free(self.layout)
        beside = corner.places(room, under.width, under.height, self.on_screen.bar)
        places = [under, *(at for at in beside if at.x >= room.x)]
        at = corner.best(places, self.kept(), self.others())
        return [Part("score", at, side, lambda rect: scores.build(model, side, rect))]

    def floating(self) -> list[Rect]:
        """The buttons, the cards and the hint on the table, on the screen."""
        hint = self.hints.at if self.hints and self.hints.hint else None
        return [*self.cards(), *([hint] if hint else [])]

    def cards(self) -> list[Rect]:
        """The buttons, the dice, the question, the odds and the score on the table."""
        asking = self.asking if self.asking and self.asking.shown else None
        panel = asking.place(self.layout) if asking else None
        cards = (
            self._dice_at,
            panel if panel and panel.meets(self.layout.table) else None,
            asking.card_at if asking and asking.card else None,
            next((part.rect for part in self.score_card()), None),
        )
        return [self.tools_rect(), *(card for card in cards if card)]

    def laid_over(self) -> tuple[tuple[float, float, float, float], ...]:
        """The cards and words over the table, pixels of its view; words on the table keep off them."""
        table, scale = self.layout.table, self.canvas.scale
        words = ((plate, of_plate(plate, scale)) for plate in self.banner())
        edges = [
            *((card.x, card.y, card.right, card.bottom) for card in self.floating()),
            *(_corners(plate, room, scale) for plate, room in words),
        ]
        return tuple(
            ((a - table.x) * scale, (b - table.y) * scale, (c - table.x) * scale, (d - table.y) * scale)
            for a, b, c, d in edges
        )

    def in_corner(self, wide: float, tall: float, about: Regard) -> Rect:
        """Where a card of a size stands on the table that is to hide nothing of what is spoken of."""
        places = corner.places(corner.free(self.layout), wide, tall, self.on_screen.bar)
        return corner.best(places, self.on_screen.discs(about.discs), self.others())

    def topic(self) -> Topic | None:
        """What is spoken of: the open question, else the line that is shown if that is followed."""
        if self.asking and self.asking.shown:
            regard = self.asking.regard()
            if regard and not (regard.discs or regard.bounds):
                regard = of_line(self.model).regard
            return Topic(self.asking.question, regard, True) if regard else None
        return of_line(self.model) if self.model.follow else None

    @property
    def shows_dice(self) -> bool:
        """Whether the dice have a card: not beside the odds of a question, nor beside a hint."""
        odds = self.asking is not None and self.asking.card is not None
        return self.model.show_dice and not odds and not (self.hints and self.hints.hint)

    def loose(self) -> tuple[Size, ...]:
        """The sizes of the cards that stand where they hide least."""
        hint = self.hints.hint if self.hints else None
        hints = ((hints_of.WIDTH, hints_of.height(hint, self.model.bindings)),) if hint else ()
        if self.asking and (size := self.asking.card_size(self.layout)):
            return (size, *hints)
        shown = dicecard.thrown(self.model) if self.shows_dice else None
        return ((dicecard.WIDTH, dicecard.height(shown[0])), *hints) if shown else hints

    def _farewell(self) -> str:
        """How the battle ended and what can be done now; "" while it goes on."""
        back, leave = (self.model.bindings.shown(action) for action in ("back", "quit"))
        ways = f"{back} looks back, {leave} leaves.".replace(" ", "\N{NO-BREAK SPACE}")
        return f"{self.model.over}. {ways}" if self.model.over else ""

    def banner(self) -> list[Plate]:
        """How the battle stands or what is to be done next, and what is heard."""
        waiting = self.asking.waiting() if self.asking else ""
        words = self._farewell() or waiting or self.instruments.words()
        heard = self.noises.caption if self.noises else ""
        if not (heard or words):
            return []
        return banner(self.layout.table, words, heard, self.floating(), self.kept(), self.others())

    def kept(self) -> list[Disc]:
        """What is spoken of and what is chosen, pixels of the screen at scale 1."""
        topic, table = self.topic(), self.model.state.table
        spoken = topic.regard if topic else of_line(self.model).regard
        measured = (
            end for end in (self.instruments.ruler.start, self.instruments.ruler.end) if isinstance(end, str)
        )
        chosen = of_things(table, (self.model.picked, *measured))
        return self.on_screen.discs((*spoken.discs, *chosen.discs))

    def others(self) -> list[Disc]:
        """All pieces in view, pixels of the screen at scale 1."""
        return self.on_screen.discs(self.view.bases)

    @property
    def on_screen(self) -> corner.Screen:
        """Where the table is on the screen."""
        return corner.Screen(self.model.camera, self.canvas.scale, self.layout.table)


def _corners(plate: Plate, room: Extent, scale: float) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a plate on the screen, pixels at scale 1."""
    x, y = plate.x + room.x / scale, plate.y + room.y / scale
    return x, y, x + room.width / scale, y + room.height / scale
