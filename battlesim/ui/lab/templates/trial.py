"""What is laid in the lab, and what is found of it: who is under it at once, the best place and every landing
as soon as they are worked out."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from battlesim.engine.template_kinds import ScatterRule, TemplateKind
from battlesim.geometry.arcs import Arc, bearing, point_in_direction
from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import Point
from battlesim.report.judging import PieceOrPoint, resolve_piece
from battlesim.report.measuring import DIRECTIONS_DEG, arc_rows, with_facing
from battlesim.report.template_values import (
    PlacementLimits,
    TemplatePose,
    best_placement_values,
    landing_values,
    limited_query,
    parse_scatter,
    ruleset_stencils,
    template_query,
    template_rows,
)
from battlesim.rulesets import registry
from battlesim.rulings.best_template import TemplateQuery, placed_query_template
from battlesim.rulings.template_coverage import PlacedTemplate
from battlesim.scenarios.sources import TableSource
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.ids import NO_SIDE
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.ui.lab.templates.setting import ARC, FORMS, FROM_EDGE, Setting
from battlesim.ui.lab.work import Work
from battlesim.ui.parts.typing import Field, Typing
from battlesim.ui.parts.work_queue import SLOW, KeyedResult

Values = dict[str, Any]
PLAIN_DICE = "12:10"
"""What scatters where no rule says how: a clock and a D10."""


class Choice(NamedTuple):
    """A template that a rule has: of which ruleset, with its title."""

    by: str
    title: str
    stencil: TemplateKind


class Found(NamedTuple):
    """What is laid: the table and the wish, the template as it lies, every base that it touches."""

    table: Table
    wish: TemplateQuery
    laid: PlacedTemplate | None
    rows: list[Values]

    @property
    def caught(self) -> int:
        """How many of those that count are caught."""
        wanted = {piece.id for piece in self.wish.wanted}
        return sum(row["id"] in wanted and row["caught"] for row in self.rows)


class Trial:
    """The `setting` on the table of the lab, with all before it and those that were taken back; whether
    `scatter` is asked for. `typing` is the size that is typed."""

    def __init__(self, work: Work) -> None:
        self.work, self.bench = work, work.bench
        ground = self.bench.table.ground
        self.setting = Setting(TemplatePose(ground.width / 2, ground.height / 2))
        self.scatter = False
        self.typing = Typing(self._fields, self._typed)
        self.first = 0
        self.found: Found | None = None
        self._before: list[tuple[int, Setting]] = []
        self._undone: list[Setting | None] = []
        self._known: tuple[object, ...] = ()
        self._best: KeyedResult[Values] = KeyedResult(work.queue, SLOW)
        self._landings: KeyedResult[list[Values]] = KeyedResult(work.queue, SLOW)
        self.choices = self._choices()

    def _choices(self) -> tuple[Choice, ...]:
        """The templates of every ruleset, of the one that is played first."""
        played = self.work.tables.opened.ruleset
        source = self.work.tables.under(played, self.bench.table)
        known = sorted(registry.loadable_rulesets().items(), key=lambda pair: pair[0] != played)
        return tuple(
            Choice(key, ruleset.title, one) for key, ruleset in known for one in ruleset_stencils(source, key)
        )

    # -- acts --

    def act(self, setting: Setting, first: bool = True) -> None:
        """Have something laid, or go on with the act before (`first` false)."""
        if setting == self.setting:
            return
        if first or not self._before:
            self._before.append((len(self.work.model.story), self.setting))
        self._undone.clear()
        self.setting = setting

    def back(self) -> bool:
        """Take back what was done last, with what is laid or with a model; whether there was anything."""
        if self._before and self._before[-1][0] >= len(self.work.model.story):
            self._undone.append(self.setting)
            self.setting = self._before.pop()[1]
            return True
        if self.bench.back():
            self._undone.append(None)
            return True
        return False

    def again(self) -> bool:
        """Do once more what was taken back last; whether there was anything."""
        if not self._undone:
            return False
        setting = self._undone.pop()
        if setting is None:
            return self.bench.again()
        self._before.append((len(self.work.model.story), self.setting))
        self.setting = setting
        return True

    def choose(self, by: int) -> None:
        """The next template of a rule, or the one before; plain geometry stands between last and first."""
        names = [("", ""), *((choice.by, choice.stencil.name) for choice in self.choices)]
        now = names.index((self.setting.by, self.setting.named))
        key, name = names[(now + by) % len(names)]
        setting = self.setting._replace(by=key, named=name, catch="")
        stencil = self.stencil_of(setting)
        if stencil is None:
            self.act(setting._replace(reach=None))
            return
        form, *numbers = stencil.shape.split(":")
        sizes = {**setting.sizes, form: tuple(map(float, numbers))}
        self.act(setting._replace(form=form, sizes=sizes, reach=stencil.reach))

    def lay_form(self, form: str) -> None:
        """Another form, by plain geometry."""
        if form in FORMS and form != self.setting.form:
            self.act(self.setting._replace(form=form, by="", named="", catch="", reach=None))

    def fire(self, name: str) -> None:
        """Have a model fire, as a rule at the other side, and what points somewhere from the edge of its
        base."""
        piece, setting = self.bench.table.pieces[name], self.setting
        others = [side.key for side in self.bench.table.sides if side.key != piece.side]
        if setting.whom in (NO_SIDE, piece.side) and len(others) == 1:
            setting = setting._replace(whom=others[0])
        if setting.reach is None and setting.form in FROM_EDGE:
            setting = setting._replace(reach=0.0)
        self.act(setting._replace(firer=name))

    def aim(self, at: Point) -> None:
        """Lay it on a place, or have it point there: from the edge of who fires where it begins at that."""
        setting, piece = self.setting, self.piece
        if setting.form == "blast":
            self.act(setting.moved(*at, self.bench.table.ground))
            return
        start = piece.xy if piece else setting.place.origin
        if math.dist(start, at) < TOL:
            return
        way = bearing(start, at)
        if piece and setting.reach == 0.0:
            x, y = (piece.radius * part(math.radians(way)) for part in (math.cos, math.sin))
            setting = setting.moved(piece.xy[0] + x, piece.xy[1] + y, self.bench.table.ground)
        self.act(setting.turned(bearing(setting.place.origin, at)))

    def _fields(self) -> list[Field]:
        return self.setting.fields()

    def _typed(self, field: Field, text: str) -> None:
        self.act(self.setting.typed(int(field.key), text))

    # -- what is asked --

    @property
    def piece(self) -> Piece | None:
        """Who fires, or whose arc it is."""
        piece = self.bench.table.pieces.get(self.setting.firer)
        return piece if piece and piece.table_position else None

    @property
    def stencil(self) -> TemplateKind | None:
        """The template of a rule that is laid."""
        return self.stencil_of(self.setting)

    def stencil_of(self, setting: Setting) -> TemplateKind | None:
        """The template of a rule that a setting names."""
        named = (setting.by, setting.named)
        return next((one.stencil for one in self.choices if (one.by, one.stencil.name) == named), None)

    @property
    def source(self) -> TableSource:
        """The table as it is now."""
        return self.work.tables.under(self.setting.by or self.work.tables.opened.ruleset, self.bench.table)

    def viewer(self) -> Piece:
        """Whose arc it is: the model that was chosen, else a bare base where it lies."""
        setting, piece = self.setting, self.piece
        if piece is not None:
            return piece
        x, y, facing = setting.place
        return with_facing(
            resolve_piece(self.bench.table, PieceOrPoint(f"{x},{y}"), "--from", "@from"), facing
        )

    def arc(self) -> Arc:
        """The arc that is laid."""
        return Arc(DIRECTIONS_DEG[self.setting.toward], self.setting.numbers[0])

    def wish(self) -> TemplateQuery:
        """The template with what it is to catch, and where it may be laid."""
        setting, source = self.setting, self.source
        spare = ""
        if setting.spares and self.piece:
            spare = self.piece.side
        elif setting.spares and setting.whom:
            spare = next((side.key for side in source.table.sides if side.key != setting.whom), "")
        wish = template_query(source, setting.by, self.stencil, setting.shape)
        width = setting.limit if self.piece else 360.0
        limits = PlacementLimits(
            self.piece,
            setting.reach if self.piece else None,
            width,
            DIRECTIONS_DEG[setting.toward],
            setting.centred,
            setting.catch,
            setting.whom,
            spare if spare != setting.whom else "",
        )
        return limited_query(source.table, wish, limits)

    def scatters(self) -> ScatterRule:
        """How it scatters: as its rule says, else with a clock and a D10."""
        own = self.stencil.scatter if self.stencil else None
        return own or parse_scatter(PLAIN_DICE)

    # -- what is found --

    def tick(self, held: bool) -> bool:
        """Have all worked out, the best place and the landings only when nothing is `held`; whether there is
        anything new."""
        if self.setting.firer and self.piece is None:
            self.setting = self.setting._replace(firer="")
        known = (self.setting, self.bench.changes)
        fresh = known != self._known
        if fresh:
            self._known = known
            self.found = self._find()
        if self.setting.form == ARC:
            self._best.forget()
            self._landings.forget()
        elif not held:
            self._ask()
        return any([fresh, self._best.poll(), self._landings.poll()])

    def _find(self) -> Found:
        if self.setting.form == ARC:
            table, viewer = self.bench.table, self.viewer()
            rows = arc_rows(table, viewer, self.arc(), self.setting.numbers[1])
            counts = [
                piece
                for piece in table.standing_pieces()
                if piece.side == self.setting.whom or not self.setting.whom
            ]
            wish = template_query(self.source, "", None, "blast:1")._replace(wanted=tuple(counts))
            return Found(table, wish, None, [row | {"caught": True} for row in rows])
        wish, table = self.wish(), self.source.table
        rows = template_rows(table, wish, self.setting.place)
        return Found(table, wish, placed_query_template(table, wish, *self.setting.place), rows)

    def _ask(self) -> None:
        assert self.found is not None
        table, wish, place = self.found.table, self.found.wish, self.setting.place
        asked = (self.setting._replace(place=TemplatePose(0, 0)), self.bench.changes)
        self._best.want(asked, _quietly(lambda: best_placement_values(table, wish)))
        if self.scatter:
            how, firer = self.scatters(), self.aimed_from()
            self._landings.want((*self._known, how), lambda: landing_values(table, wish, how, firer, place))
        else:
            self._landings.forget()

    def aimed_from(self) -> Point:
        """From where a shot comes that scatters: the firer, else straight on from behind the template."""
        if self.piece:
            return self.piece.xy
        x, y, facing = self.setting.place
        return point_in_direction((x, y), facing, -1.0)

    @property
    def best(self) -> Values | None:
        """The best place; None while it is worked out. `why` in place of it where there is none."""
        asked = (self.setting._replace(place=TemplatePose(0, 0)), self.bench.changes)
        return self._best.value if self._best.key == asked else None

    @property
    def landings(self) -> list[Values] | None:
        """Every landing, None while they are worked out or nobody asks."""
        fits = self.scatter and self._landings.key == (*self._known, self.scatters())
        return self._landings.value if fits else None

    @property
    def busy(self) -> bool:
        """Whether anything is still worked out."""
        return self._best.working or self._landings.working

    def stamp(self) -> tuple[object, ...]:
        """What panels depend on."""
        return (
            *self._known,
            *self.typing.stamp(),
            self.scatter,
            self.first,
            id(self.best),
            id(self.landings),
        )

    def put_best(self) -> bool:
        """Lay it where it catches most; whether that is known."""
        best = self.best
        if best is None or "at" not in best:
            return False
        x, y = best["at"]
        self.act(self.setting._replace(place=TemplatePose(x, y, best["facing"])))
        return True


def _quietly(work: Callable[[], Values]) -> Callable[[], Values]:
    def done() -> Values:
        try:
            return work()
        except InputError as error:
            return {"why": error.message}

    return done
