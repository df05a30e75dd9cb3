"""Whole verdicts by brute force: the rules of sight applied to a plain table, without the program's code.

What a ruleset or convention says comes as plain data, with the keys of `sight.toml`. With Fractions for
numbers and no base round everything is exact. Inches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from benchmarks.brute_free import LINES, Ends
from benchmarks.brute_ground import near_grade
from benchmarks.brute_lines import Target, Thing, at_height, exact_share, sampled_share, slabs
from benchmarks.brute_men import TOL, Board, Land, Man, band, footing
from benchmarks.brute_rooms import Rooms, is_nearer, part_in, rooms
from benchmarks.brute_shapes import Number
from benchmarks.brute_touching import joints

LEAST = 1e-6
"""Less than this share is nothing."""

GRADES = ("none", "partial", "full")

Rules = Mapping[str, Any]


class Told(NamedTuple):
    """A verdict in one word ("hidden", or the cover: "none", "partial", "full"), with the visible share, that
    which counts for cover, the part of the base in what is cover by its area, and whether the cover by the
    ground is a graze."""

    word: str
    share: Number
    shown: Number
    among: float = 0.0
    grazes: bool = False


def words_of(rules: Rules, key: str) -> frozenset[str]:
    """Some words of the rules."""
    return frozenset(rules[key])


def named(land: Land, words: frozenset[str]) -> bool:
    """Whether words speak of a piece of terrain."""
    return "*" in words or bool(land.words & words)


class Pair(NamedTuple):
    """Who looks at whom, by which rules. Round things that hide are wider by ``by`` all round."""

    board: Board
    rules: Rules
    viewer: Man
    target: Man
    by: float = 0.0

    @property
    def eye(self) -> tuple[Number, Number, Number]:
        """The viewer's eye."""
        return self.viewer.x, self.viewer.y, self.viewer.z + self._eye(self.viewer)

    @property
    def aim(self) -> tuple[Number, Number, Number]:
        """Where a line meets the target."""
        own = self.rules["target_height"] or self._eye(self.target)
        return self.target.x, self.target.y, self.target.z + own

    def _eye(self, man: Man) -> Number:
        return self.rules["eye_height"] or self.rules["eye"] * man.height

    @property
    def head(self) -> Number:
        """How high the target reaches."""
        return self.target.z + (self.rules["target_height"] or self.target.height)

    def hides(self, land: Land) -> bool:
        """Whether terrain hides anything."""
        return named(land, words_of(self.rules, "hides")) and not named(land, words_of(self.rules, "shows"))

    def depth(self, land: Land) -> Number | None:
        """How far one sees into terrain."""
        depths = [inches for word, inches in self.rules["depth"].items() if word in land.words]
        return depths[0] if depths else None

    def rooms(self) -> Rooms:
        """What rooms mean for the two."""
        return rooms(self.board, self.rules, self.viewer, self.target)

    def things(self, cover: bool = False) -> list[Thing]:
        """All that hides between the two, or all that counts for cover."""
        open_ = self.rooms().open
        feet = footing(self.board, self.viewer) | footing(self.board, self.target)
        stands = words_of(self.rules, "stands_in")
        found = [
            land.thing
            for land in self.board.land
            if self.hides(land)
            and self.depth(land) is None
            and land.thing.top > land.thing.bottom
            and not (land.thing.id in feet and named(land, stands))
            and land.thing.id not in open_
        ]
        found += self._models()
        if cover:
            found = [thing for thing in found if not is_nearer(thing, self.viewer, self.target)]
        return found + list(joints(found, self.rules["mode"] == "share"))

    def _models(self) -> Iterator[Thing]:
        ends = {self.viewer.id, self.target.id}
        if self.rules["bases"]:
            least = self.target.height - TOL if self.rules["bases_as_high"] else 0
            men = (man for man in self.board.men if man.id not in ends and man.height >= least)
            yield from (man.thing(self.by) for man in men)
        if self.rules["groups"]:
            own = {self.viewer.unit, self.target.unit}
            for unit in sorted({man.unit for man in self.board.men} - own):
                men = [man for man in self.board.men if man.unit == unit]
                top = max(man.z + (self.rules["group_height"] or man.height) for man in men)
                yield Thing(unit, [band(men, self.by)], 0.0, top)

    def told(self, slices: int = 0) -> Told:
        """The verdict; shares by so many slices, exact where there are none and all sides are straight."""
        room = self.rooms()
        share = 0 if room.shut or self._too_deep() else self._share(self.things(), slices)
        shown = share
        if self.rules["cover_nearer"] and LEAST < share < 1 - LEAST:
            shown = self._share(self.things(cover=True), slices)
        feet = footing(self.board, self.target)
        about = [land for land in self.board.land if land.thing.id in feet]
        least = max((self.rules["least"].get(word, 0) for land in about for word in land.words), default=0)
        share, shown = min(share, 1 - least), min(shown, 1 - least)
        among = self._among(about)
        word = self._word(share, shown, among > self.rules["overlap_share"] + LEAST)
        if word != "hidden" and room.target:
            word = max(word, self.rules["openings"]["cover"], key=GRADES.index)
        grade, grazes = self._near()
        word = word if word == "hidden" else max(word, grade, key=GRADES.index)
        return Told(word, share, shown, among, grazes)

    def _near(self) -> tuple[str, bool]:
        """The grade of cover by the ground at the target."""
        known, within = self.rules["near_cover"], float(self.rules["near_cover_within"])
        if not known:
            return "none", False
        return near_grade(self.board.land, known, within, self.viewer, self.target)

    def _among(self, about: Sequence[Land]) -> float:
        """The part of the target's base that is in what is cover by its area; where any part is enough, it
        is none for a viewer who stands in the same."""
        over = words_of(self.rules, "overlap")
        found = [land for land in about if named(land, over)]
        if self.rules["overlap_share"]:
            return part_in(self.target, found) if found else 0.0
        return float(bool({land.thing.id for land in found} - footing(self.board, self.viewer)))

    def _word(self, share: Number, shown: Number, among: bool) -> str:
        hidden = 1 - shown
        if share <= LEAST:
            return "hidden"
        if hidden > LEAST and hidden > self.rules["full"] + 1e-12:
            return "full"
        return "partial" if among or (hidden > LEAST and hidden >= self.rules["partial"] - 1e-12) else "none"

    def _share(self, things: Sequence[Thing], slices: int) -> Number:
        if self.target.holds(self.eye[:2]):
            return 1
        if self.rules["mode"] == "line":
            ends = Ends(self.viewer, self.target, self.eye, self.aim, self.head)
            lines = self.rules["lines"]
            lines = "edges" if lines == "bases" and self.rules["edge_to_edge"] else lines
            return LINES[lines](ends, things)
        face = Target(*self.target.face(self.eye[:2]), self.target.z, self.head)
        if slices:
            return sampled_share(self.eye, face, things, slices)
        return exact_share(self.eye, face, things)

    def _too_deep(self) -> bool:
        """Whether the line between the middles runs too far through what one sees into."""
        sorts: dict[Number, list[Thing]] = {}
        for land in self.board.land:
            inches = self.depth(land)
            if self.hides(land) and inches is not None:
                sorts.setdefault(inches, []).append(land.thing)
        square = (self.eye[0] - self.aim[0]) ** 2 + (self.eye[1] - self.aim[1]) ** 2
        return any(self._deep(things) ** 2 * square > (inches + TOL) ** 2 for inches, things in sorts.items())

    def _deep(self, things: Sequence[Thing]) -> Number:
        """The part of the line between the middles that runs through some things."""
        a, b = self.eye, self.aim
        found = (slab for thing in things for slab in slabs(a[:2], b[:2], thing))
        parts = (at_height(a[2], b[2], slab) for slab in found)
        total = reached = 0 * a[0]
        for start, end in sorted(part for part in parts if part[0] < part[1]):
            total += max(0, end - max(start, reached))
            reached = max(reached, end)
        return total
