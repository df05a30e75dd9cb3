"""Rules of dice, written once and read twice: rolled (`cast`, `roll`) and followed exactly (`exactly`).

A rule of dice is a generator, a fate: it yields throws, is sent what each came to, and returns how it ends.
It only reads the state, asks nobody and changes nothing. Users: Mobile Infantry, Troice Station, the toy, the
rulesets of the tests.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from battlesim.engine.dice import modifier_text
from battlesim.engine.play import NO_NEEDS, DiceNeeds, Play, Script
from battlesim.table.events import DieResult, DieTag, Modifier
from battlesim.table.phrases import AnyText

T = TypeVar("T")
R = TypeVar("R")


class Throw(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """Dice with these numbers of sides that a rule has thrown, and what they come to.

    `changes` are the modifiers of its result and `on` says in words what they change; `what` tells whoever
    rolls real dice which die it is. `tags` tell its dice apart, one each or none.
    """

    sides: tuple[int, ...] = (6,)
    changes: tuple[Modifier, ...] = ()
    rule: str = ""
    on: str = ""
    what: str = ""
    tags: tuple[DieTag, ...] = ()

    def came(self, faces: Sequence[int]) -> T:
        """What natural faces come to."""
        raise NotImplementedError

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """What the log calls each face; none where nothing is to be reached."""
        return ()

    def needs(self) -> tuple[tuple[int, str], ...]:
        """The numbers to be reached, each with its words."""
        return ()

    def words(self, faces: Sequence[int]) -> str:
        """What natural faces come to, where results do not tell."""
        return ""

    def made(self) -> tuple[float, ...]:
        """The chance of each die to be no miss; none where nothing is to be reached."""
        ways = [self.results(faces) for faces in product(*(range(1, side + 1) for side in self.sides))]
        dice = range(len(ways[0]))
        return tuple(sum(results[k] != "miss" for results in ways) / len(ways) for k in dice)

    def chances(self) -> dict[T, float]:
        """The chance of everything that the dice can come to."""
        ways = Counter(self.came(faces) for faces in product(*(range(1, side + 1) for side in self.sides)))
        return {came: count / math.prod(self.sides) for came, count in ways.items()}


class Faces(Throw[tuple[int, ...]], frozen=True, kw_only=True):
    """Dice that are read as they fall."""

    def came(self, faces: Sequence[int]) -> tuple[int, ...]:
        """The faces."""
        return tuple(faces)


class Reach(NamedTuple):
    """A number that a die can reach: its name on a card, its words in a roll, its result, its rule."""

    least: int
    name: str = ""
    words: str = ""
    result: DieResult = "hit"
    rule: str = ""


class Against(Throw[int], frozen=True, kw_only=True):
    """One die with its modifiers against rising numbers: it comes to how many of them it reaches.

    `naturals` are faces that reach so many of them whatever is added.
    """

    reaches: tuple[Reach, ...]
    naturals: Mapping[int, int] = {}

    def came(self, faces: Sequence[int]) -> int:
        """The number of the last reach that is reached; 0 for none."""
        (face,) = faces
        return self.naturals.get(face, reached(self.reaches, face + total(self.changes)))

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """A miss, or the result of the last reach."""
        came = self.came(faces)
        return (self.reaches[came - 1].result if came else "miss",)

    def needs(self) -> tuple[tuple[int, str], ...]:
        """The reaches."""
        return tuple((reach.least, reach.words) for reach in self.reaches)


def reached(reaches: Sequence[Reach], number: int) -> int:
    """How far a number gets along the reaches; 0 when it reaches none."""
    return max((k for k, reach in enumerate(reaches, 1) if number >= reach.least), default=0)


def at_least(least: int, rule: str, *changes: Modifier, on: str = "", result: DieResult = "hit") -> Against:
    """A D6 that needs a number or more."""
    return Against(reaches=(Reach(least, result=result),), rule=rule, changes=changes, on=on)


def total(changes: Sequence[Modifier]) -> int:
    """What modifiers come to together."""
    return sum(change.value for change in changes)


Fate = Generator[Throw[Any], Any, R]


def alone(throw: Throw[T]) -> Fate[T]:
    """The fate that is one throw and no more."""
    came: T = yield throw
    return came


class Cast(Generic[R]):
    """A fate under way: the throw that it waits for (None at its end), what the last one came to, its end."""

    came: Any
    end: R

    def __init__(self, fate: Fate[R]) -> None:
        self._fate = fate
        self.throw: Throw[Any] | None = None
        self.take(None)

    def fell(self, faces: Sequence[int]) -> None:
        """Go on with the faces of the throw."""
        assert self.throw is not None
        self.take(self.throw.came(faces))

    def take(self, came: Any) -> None:
        """Go on with what the throw came to."""
        self.came = came
        try:
            self.throw = self._fate.send(came)
        except StopIteration as stop:
            self.throw, self.end = None, stop.value


def cast(
    play: Play[Any],
    casts: Sequence[Cast[Any]],
    why: AnyText,
    *,
    rule: str = "",
    by: str = "",
    announced: bool = False,
    to: str = "",
) -> Script[tuple[int, ...]]:
    """Roll the open throws of many fates in one roll and go on with each; the natural faces, in order."""
    throws = [one.throw for one in casts if one.throw is not None]
    sides = [side for throw in throws for side in throw.sides]
    faces = yield from play.roll_dice(
        sides, why, rule=rule, by=by, needs=_together(throws), announced=announced, to=to
    )
    for one, (_, own) in zip(casts, list(_dealt(throws, faces)), strict=True):
        one.fell(own)
    return faces


def roll(
    play: Play[Any], fate: Fate[R], why: AnyText, *, rule: str = "", by: str = "", **told: Any
) -> Script[R]:
    """What one fate comes to with real dice, in one roll after the other."""
    one = Cast(fate)
    while one.throw is not None:
        yield from cast(play, [one], why, rule=rule, by=by, **told)
    return one.end


def _together(throws: Sequence[Throw[Any]]) -> DiceNeeds:
    """What the dice of some throws need, as one roll."""
    if not any(throw.needs() or throw.tags for throw in throws):
        return NO_NEEDS
    lists = [throw.needs() for throw in throws]
    words = [_least({needs[k] for needs in lists if len(needs) > k}) for k in range(max(map(len, lists)))]

    def results(faces: Sequence[int]) -> tuple[DieResult, ...]:
        return tuple(result for throw, own in _dealt(throws, faces) for result in throw.results(own))

    def came(faces: Sequence[int]) -> str:
        return "; ".join(filter(None, (throw.words(own) for throw, own in _dealt(throws, faces))))

    made = tuple(chance for throw in throws for chance in throw.made())
    return DiceNeeds(", ".join(words), results, _gathered(throws), _each(throws), _tags(throws), came, made)


def _dealt(throws: Sequence[Throw[Any]], faces: Sequence[int]) -> Iterator[tuple[Throw[Any], list[int]]]:
    """Each throw with its own faces."""
    left = iter(faces)
    for throw in throws:
        yield throw, [next(left) for _ in throw.sides]


def _tags(throws: Sequence[Throw[Any]]) -> tuple[DieTag, ...]:
    """A tag for every die, if any has one."""
    tagged = any(throw.tags for throw in throws)
    return tuple(tag for t in throws for tag in t.tags or (DieTag(),) * len(t.sides)) if tagged else ()


def _least(needs: set[tuple[int, str]]) -> str:
    """What has to be reached, as "4+", "4+ or 6+ to hit"."""
    (words,) = {words for _, words in needs}
    return f"{' or '.join(f'{least}+' for least, _ in sorted(needs))} {words}".rstrip()


def _gathered(throws: Sequence[Throw[Any]]) -> tuple[Modifier, ...]:
    """The modifiers of some throws, each once, with how many of the throws it changes."""
    counts = Counter(change for throw in throws for change in throw.changes)
    some = {change: count if count < len(throws) else 0 for change, count in counts.items()}
    return tuple(msgspec.structs.replace(change, dice=count) for change, count in some.items())


def _each(throws: Sequence[Throw[Any]]) -> tuple[str, ...]:
    """Every throw with the least faces that make it, for whoever rolls real dice.

    Where they do not say what they are, they are told apart by what changes them, if that differs. Tags say
    it die by die.
    """
    if tags := _tags(throws):
        return tuple(_tagged(tag) for tag in tags)
    names = tuple(throw.what for throw in throws)
    if not any(names):
        names = tuple(", ".join(modifier_text(one, 0) for one in t.changes) or "unchanged" for t in throws)
        if len(set(names)) == 1:
            return ()
    return tuple(f"{name}: {_faces(throw)}" for name, throw in zip(names, throws, strict=True))


def _tagged(tag: DieTag) -> str:
    """What a die is called, and what has made it so large."""
    return ", ".join((tag.label or "die", *(modifier_text(shift, 0) for shift in tag.shifts)))


def _faces(throw: Throw[Any]) -> str:
    """The least face that is no miss, and the least that kills."""
    (side,) = throw.sides
    fallen = [(face, throw.results([face])[0]) for face in range(1, side + 1)]
    made = next((face for face, result in fallen if result != "miss"), 0)
    kill = next((face for face, result in fallen if result == "kill"), 0)
    if not made:
        return "no face is enough"
    return f"needs {made}+" + (f", kills on {kill}+" if kill else "")


class Foretold(NamedTuple, Generic[R]):
    """All the ends of a fate with their chances, and the throws that it may come to, the first ones first."""

    chances: dict[R, float]
    throws: tuple[Throw[Any], ...]


def foretold(fate: Callable[[], Fate[R]]) -> Foretold[R]:
    """A fate followed through everything that its throws can come to; `fate` begins it anew each time."""
    chances, throws = dict[R, float](), list[Throw[Any]]()
    for path, chance in _paths(fate, throws):
        chances[path.end] = bounded(chances.get(path.end, 0.0) + chance)
    return Foretold(chances, tuple(throws))


def exactly(fate: Callable[[], Fate[R]]) -> dict[R, float]:
    """The chance of every end of a fate."""
    return foretold(fate).chances


def _paths(fate: Callable[[], Fate[R]], met: list[Throw[Any]]) -> Iterator[tuple[Cast[R], float]]:
    """The fate at each of its ends, with its chance."""
    open_to: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
    for known, chance in open_to:
        one = Cast(fate())
        for came in known:
            one.take(came)
        if one.throw is None:
            yield one, chance
            continue
        if one.throw not in met:
            met.append(one.throw)
        open_to += [((*known, came), chance * part) for came, part in one.throw.chances().items()]


def how_many(chances: Sequence[float]) -> list[float]:
    """Chances that 0, 1, 2 … of some things happen that do not depend on each other."""
    spread = [1.0]
    for chance in chances:
        without, with_it = [*spread, 0.0], [0.0, *spread]
        spread = [a * (1.0 - chance) + b * chance for a, b in zip(without, with_it, strict=True)]
    return [bounded(chance) for chance in spread]


def bounded(summed: float) -> float:
    """A chance that was added up of its parts, without what rounding has put on top of 1."""
    return min(1.0, summed)
