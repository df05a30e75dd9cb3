"""Editing of the template that is placed on the table in the lab, with undo.

The pieces under the template are computed at once, and its best placement in the background.
"""

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
from battlesim.ui.lab.lab_session import LabSession
from battlesim.ui.lab.templates.template_setting import ARC_FORM, EDGE_FORMS, TEMPLATE_FORMS, TemplateSetting
from battlesim.ui.toolkit.text_fields import FieldEditor, InputField
from battlesim.ui.toolkit.work_queue import LONG_LANE, KeyedResult

PlainValues = dict[str, Any]
DEFAULT_SCATTER_DICE = "12:10"
"""The scatter dice where no rule names them: a clock and a D10."""


class RulesetTemplate(NamedTuple):
    """A template of a ruleset, with the key and title of the ruleset."""

    ruleset_key: str
    title: str
    stencil: TemplateKind


class TemplateResult(NamedTuple):
    """The result of placing a template: its shape, and a row for every base that it touches."""

    table: Table
    query: TemplateQuery
    placed_template: PlacedTemplate | None
    rows: list[PlainValues]

    @property
    def caught(self) -> int:
        """The number of pieces caught among those that count."""
        wanted = {piece.id for piece in self.query.wanted}
        return sum(row["id"] in wanted and row["caught"] for row in self.rows)


class TemplateEditor:
    """An editor with undo for a template (an area of effect) on the table.

    Results are computed in the background. If `scatter` is True, it computes where the template may land.
    `typing` edits the sizes of the template.
    """

    def __init__(self, work: LabSession) -> None:
        self.work, self.bench = work, work.editor
        ground = self.bench.table.ground
        self.setting = TemplateSetting(TemplatePose(ground.width / 2, ground.height / 2))
        self.scatter = False
        self.typing = FieldEditor(self._fields, self._typed)
        self.first = 0
        self.result: TemplateResult | None = None
        self._before: list[tuple[int, TemplateSetting]] = []
        self._undone: list[TemplateSetting | None] = []
        self._known: tuple[object, ...] = ()
        self._best: KeyedResult[PlainValues] = KeyedResult(work.queue, LONG_LANE)
        self._landings: KeyedResult[list[PlainValues]] = KeyedResult(work.queue, LONG_LANE)
        self.choices = self._choices()

    def _choices(self) -> tuple[RulesetTemplate, ...]:
        """Return the templates of every ruleset, those of the table's own ruleset first."""
        played = self.work.lab_table.opened.ruleset
        source = self.work.lab_table.source_for_ruleset(played, self.bench.table)
        known = sorted(registry.loadable_rulesets().items(), key=lambda pair: pair[0] != played)
        return tuple(
            RulesetTemplate(key, ruleset.title, one)
            for key, ruleset in known
            for one in ruleset_stencils(source, key)
        )

    # -- acts --

    def apply_setting(self, setting: TemplateSetting, first: bool = True) -> None:
        """Apply a setting as a new edit, or continue the last one if `first` is false."""
        if setting == self.setting:
            return
        if first or not self._before:
            self._before.append((len(self.work.model.history), self.setting))
        self._undone.clear()
        self.setting = setting

    def undo_last(self) -> bool:
        """Undo the last edit of the template or a piece. Return False if there was none."""
        if self._before and self._before[-1][0] >= len(self.work.model.history):
            self._undone.append(self.setting)
            self.setting = self._before.pop()[1]
            return True
        if self.bench.undo_last():
            self._undone.append(None)
            return True
        return False

    def redo_last(self) -> bool:
        """Redo the edit that was undone last. Return False if there was none."""
        if not self._undone:
            return False
        setting = self._undone.pop()
        if setting is None:
            return self.bench.redo_last()
        self._before.append((len(self.work.model.history), self.setting))
        self.setting = setting
        return True

    def choose(self, by: int) -> None:
        """Select the next or previous template of a ruleset; plain geometry comes after the last one."""
        names = [("", ""), *((choice.ruleset_key, choice.stencil.name) for choice in self.choices)]
        now = names.index((self.setting.ruleset_key, self.setting.template_name))
        key, name = names[(now + by) % len(names)]
        setting = self.setting._replace(ruleset_key=key, template_name=name, catch="")
        stencil = self.stencil_of(setting)
        if stencil is None:
            self.apply_setting(setting._replace(reach=None))
            return
        form, *numbers = stencil.shape.split(":")
        sizes = {**setting.sizes, form: tuple(map(float, numbers))}
        self.apply_setting(setting._replace(form=form, sizes=sizes, reach=stencil.reach))

    def set_form(self, form: str) -> None:
        """Change to another form by plain geometry."""
        if form in TEMPLATE_FORMS and form != self.setting.form:
            self.apply_setting(
                self.setting._replace(form=form, ruleset_key="", template_name="", catch="", reach=None)
            )

    def set_firer(self, name: str) -> None:
        """Make a piece the firer, by default at the other side, with the template at the edge of its base."""
        piece, setting = self.bench.table.pieces[name], self.setting
        others = [side.key for side in self.bench.table.sides if side.key != piece.side]
        if setting.target_side in (NO_SIDE, piece.side) and len(others) == 1:
            setting = setting._replace(target_side=others[0])
        if setting.reach is None and setting.form in EDGE_FORMS:
            setting = setting._replace(reach=0.0)
        self.apply_setting(setting._replace(firer=name))

    def aim(self, at: Point) -> None:
        """Move a blast to a point, or point the template there, from the firer's base edge at reach 0."""
        setting, piece = self.setting, self.piece
        if setting.form == "blast":
            self.apply_setting(setting.moved(*at, self.bench.table.ground))
            return
        start = piece.xy if piece else setting.place.origin
        if math.dist(start, at) < TOL:
            return
        way = bearing(start, at)
        if piece and setting.reach == 0.0:
            x, y = (piece.radius * part(math.radians(way)) for part in (math.cos, math.sin))
            setting = setting.moved(piece.xy[0] + x, piece.xy[1] + y, self.bench.table.ground)
        self.apply_setting(setting.turned(bearing(setting.place.origin, at)))

    def _fields(self) -> list[InputField]:
        return self.setting.fields()

    def _typed(self, field: InputField, text: str) -> None:
        self.apply_setting(self.setting.with_typed_size(int(field.key), text))

    # -- what is asked --

    @property
    def piece(self) -> Piece | None:
        """The firer, or the piece whose arc it is; None without one on the table."""
        piece = self.bench.table.pieces.get(self.setting.firer)
        return piece if piece and piece.table_position else None

    @property
    def stencil(self) -> TemplateKind | None:
        """The ruleset's template that is placed, None for plain geometry."""
        return self.stencil_of(self.setting)

    def stencil_of(self, setting: TemplateSetting) -> TemplateKind | None:
        """Return the ruleset's template that a setting names, None for plain geometry."""
        named = (setting.ruleset_key, setting.template_name)
        return next(
            (one.stencil for one in self.choices if (one.ruleset_key, one.stencil.name) == named), None
        )

    @property
    def source(self) -> TableSource:
        """The current table with the terrain values of the chosen ruleset."""
        return self.work.lab_table.source_for_ruleset(
            self.setting.ruleset_key or self.work.lab_table.opened.ruleset, self.bench.table
        )

    def viewer(self) -> Piece:
        """Return the piece whose arc it is, else a bare base at the template's position."""
        setting, piece = self.setting, self.piece
        if piece is not None:
            return piece
        x, y, facing = setting.place
        return with_facing(
            resolve_piece(self.bench.table, PieceOrPoint(f"{x},{y}"), "--from", "@from"), facing
        )

    def arc(self) -> Arc:
        """Return the arc of the setting."""
        return Arc(DIRECTIONS_DEG[self.setting.arc_side], self.setting.numbers[0])

    def template_query(self) -> TemplateQuery:
        """Return the template with what it is to catch and where it may be placed."""
        setting, source = self.setting, self.source
        spare = ""
        if setting.spares and self.piece:
            spare = self.piece.side
        elif setting.spares and setting.target_side:
            spare = next((side.key for side in source.table.sides if side.key != setting.target_side), "")
        wish = template_query(source, setting.ruleset_key, self.stencil, setting.shape)
        width = setting.limit if self.piece else 360.0
        limits = PlacementLimits(
            self.piece,
            setting.reach if self.piece else None,
            width,
            DIRECTIONS_DEG[setting.arc_side],
            setting.centred,
            setting.catch,
            setting.target_side,
            spare if spare != setting.target_side else "",
        )
        return limited_query(source.table, wish, limits)

    def scatter_rule(self) -> ScatterRule:
        """Return how the template scatters: by its rule, else with a clock and a D10."""
        own = self.stencil.scatter if self.stencil else None
        return own or parse_scatter(DEFAULT_SCATTER_DICE)

    # -- what is found --

    def tick(self, held: bool) -> bool:
        """Request the results, slow ones only if nothing is `held`. Return True if there are new ones."""
        if self.setting.firer and self.piece is None:
            self.setting = self.setting._replace(firer="")
        known = (self.setting, self.bench.changes)
        fresh = known != self._known
        if fresh:
            self._known = known
            self.result = self._find()
        if self.setting.form == ARC_FORM:
            self._best.reset()
            self._landings.reset()
        elif not held:
            self._ask()
        return any([fresh, self._best.poll(), self._landings.poll()])

    def _find(self) -> TemplateResult:
        if self.setting.form == ARC_FORM:
            table, viewer = self.bench.table, self.viewer()
            rows = arc_rows(table, viewer, self.arc(), self.setting.numbers[1])
            counts = [
                piece
                for piece in table.standing_pieces()
                if piece.side == self.setting.target_side or not self.setting.target_side
            ]
            wish = template_query(self.source, "", None, "blast:1")._replace(wanted=tuple(counts))
            return TemplateResult(table, wish, None, [row | {"caught": True} for row in rows])
        wish, table = self.template_query(), self.source.table
        rows = template_rows(table, wish, self.setting.place)
        return TemplateResult(table, wish, placed_query_template(table, wish, *self.setting.place), rows)

    def _ask(self) -> None:
        assert self.result is not None
        table, wish, place = self.result.table, self.result.query, self.setting.place
        asked = (self.setting._replace(place=TemplatePose(0, 0)), self.bench.changes)
        self._best.request(asked, _quietly(lambda: best_placement_values(table, wish)))
        if self.scatter:
            how, firer = self.scatter_rule(), self.shot_origin()
            self._landings.request(
                (*self._known, how), lambda: landing_values(table, wish, how, firer, place)
            )
        else:
            self._landings.reset()

    def shot_origin(self) -> Point:
        """Return where a scattering shot comes from: the firer, else a point behind the template."""
        if self.piece:
            return self.piece.xy
        x, y, facing = self.setting.place
        return point_in_direction((x, y), facing, -1.0)

    @property
    def best(self) -> PlainValues | None:
        """The best place, None while it is computed; it has `why` instead if there is none."""
        asked = (self.setting._replace(place=TemplatePose(0, 0)), self.bench.changes)
        return self._best.value if self._best.key == asked else None

    @property
    def landings(self) -> list[PlainValues] | None:
        """The landings with their probabilities, None while they are computed or `scatter` is off."""
        fits = self.scatter and self._landings.key == (*self._known, self.scatter_rule())
        return self._landings.value if fits else None

    @property
    def busy(self) -> bool:
        """True while anything is still being computed."""
        return self._best.working or self._landings.working

    def stamp(self) -> tuple[object, ...]:
        """Return the values that the panels depend on."""
        return (
            *self._known,
            *self.typing.stamp(),
            self.scatter,
            self.first,
            id(self.best),
            id(self.landings),
        )

    def place_at_best(self) -> bool:
        """Place the template where it catches most. Return False while that is unknown."""
        best = self.best
        if best is None or "at" not in best:
            return False
        x, y = best["at"]
        self.apply_setting(self.setting._replace(place=TemplatePose(x, y, best["facing"])))
        return True


def _quietly(work: Callable[[], PlainValues]) -> Callable[[], PlainValues]:
    def done() -> PlainValues:
        try:
            return work()
        except InputError as error:
            return {"why": error.message}

    return done
