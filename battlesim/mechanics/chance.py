"""Rules of dice, written once and read twice: rolled (`roll_together`, `roll_script`) and followed exactly
(`exact_chances`).

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


class DiceRoll(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
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

    def value_of(self, faces: Sequence[int]) -> T:
        """What natural faces come to."""
        raise NotImplementedError

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """What the log calls each face; none where nothing is to be reached."""
        return ()

    def needed_numbers(self) -> tuple[tuple[int, str], ...]:
        """The numbers to be reached, each with its words."""
        return ()

    def value_text(self, faces: Sequence[int]) -> str:
        """What natural faces come to, where results do not tell."""
        return ""

    def success_chances(self) -> tuple[float, ...]:
        """The chance of each die to be no miss; none where nothing is to be reached."""
        ways = [self.results(faces) for faces in product(*(range(1, side + 1) for side in self.sides))]
        dice = range(len(ways[0]))
        return tuple(sum(results[k] != "miss" for results in ways) / len(ways) for k in dice)

    def chances(self) -> dict[T, float]:
        """The chance of everything that the dice can come to."""
        ways = Counter(
            self.value_of(faces) for faces in product(*(range(1, side + 1) for side in self.sides))
        )
        return {came: count / math.prod(self.sides) for came, count in ways.items()}


class PlainRoll(DiceRoll[tuple[int, ...]], frozen=True, kw_only=True):
    """Dice that are read as they fall."""

    def value_of(self, faces: Sequence[int]) -> tuple[int, ...]:
        """The faces."""
        return tuple(faces)


class Threshold(NamedTuple):
    """A number that a die can reach: its name on a card, its words in a roll, its result, its rule."""

    least: int
    name: str = ""
    words: str = ""
    result: DieResult = "hit"
    rule: str = ""


class ThresholdRoll(DiceRoll[int], frozen=True, kw_only=True):
    """One die with its modifiers against rising numbers: it comes to how many of them it reaches.

    `naturals` are faces that reach so many of them whatever is added.
    """

    thresholds: tuple[Threshold, ...]
    naturals: Mapping[int, int] = {}

    def value_of(self, faces: Sequence[int]) -> int:
        """The number of the last reach that is reached; 0 for none."""
        (face,) = faces
        return self.naturals.get(
            face, thresholds_reached(self.thresholds, face + modifier_total(self.changes))
        )

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """A miss, or the result of the last reach."""
        came = self.value_of(faces)
        return (self.thresholds[came - 1].result if came else "miss",)

    def needed_numbers(self) -> tuple[tuple[int, str], ...]:
        """The reaches."""
        return tuple((reach.least, reach.words) for reach in self.thresholds)


def thresholds_reached(thresholds: Sequence[Threshold], number: int) -> int:
    """How far a number gets along the reaches; 0 when it reaches none."""
    return max((k for k, reach in enumerate(thresholds, 1) if number >= reach.least), default=0)


def d6_at_least(
    needed: int, rule: str, *changes: Modifier, on: str = "", result: DieResult = "hit"
) -> ThresholdRoll:
    """A D6 that needs a number or more."""
    return ThresholdRoll(thresholds=(Threshold(needed, result=result),), rule=rule, changes=changes, on=on)


def modifier_total(changes: Sequence[Modifier]) -> int:
    """What modifiers come to together."""
    return sum(change.value for change in changes)


DiceScript = Generator[DiceRoll[Any], Any, R]


def single_roll(roll: DiceRoll[T]) -> DiceScript[T]:
    """The fate that is one throw and no more."""
    came: T = yield roll
    return came


class DiceScriptRun(Generic[R]):
    """A fate under way: the throw that it waits for (None at its end), what the last one came to, its end."""

    value: Any
    end: R

    def __init__(self, fate: DiceScript[R]) -> None:
        self._fate = fate
        self.pending_roll: DiceRoll[Any] | None = None
        self.advance(None)

    def apply_faces(self, faces: Sequence[int]) -> None:
        """Go on with the faces of the throw."""
        assert self.pending_roll is not None
        self.advance(self.pending_roll.value_of(faces))

    def advance(self, value: Any) -> None:
        """Go on with what the throw came to."""
        self.value = value
        try:
            self.pending_roll = self._fate.send(value)
        except StopIteration as stop:
            self.pending_roll, self.end = None, stop.value


def roll_together(
    play: Play[Any],
    scripts: Sequence[DiceScriptRun[Any]],
    why: AnyText,
    *,
    rule: str = "",
    by: str = "",
    announced: bool = False,
    to: str = "",
) -> Script[tuple[int, ...]]:
    """Roll the open throws of many fates in one roll and go on with each; the natural faces, in order."""
    throws = [one.pending_roll for one in scripts if one.pending_roll is not None]
    sides = [side for throw in throws for side in throw.sides]
    faces = yield from play.roll_dice(
        sides, why, rule=rule, by=by, needs=_together(throws), announced=announced, to=to
    )
    for one, (_, own) in zip(scripts, list(_dealt(throws, faces)), strict=True):
        one.apply_faces(own)
    return faces


def roll_script(
    play: Play[Any], dice_script: DiceScript[R], why: AnyText, *, rule: str = "", by: str = "", **told: Any
) -> Script[R]:
    """What one fate comes to with real dice, in one roll after the other."""
    one = DiceScriptRun(dice_script)
    while one.pending_roll is not None:
        yield from roll_together(play, [one], why, rule=rule, by=by, **told)
    return one.end


def _together(throws: Sequence[DiceRoll[Any]]) -> DiceNeeds:
    """What the dice of some throws need, as one roll."""
    if not any(throw.needed_numbers() or throw.tags for throw in throws):
        return NO_NEEDS
    lists = [throw.needed_numbers() for throw in throws]
    words = [_least({needs[k] for needs in lists if len(needs) > k}) for k in range(max(map(len, lists)))]

    def results(faces: Sequence[int]) -> tuple[DieResult, ...]:
        return tuple(result for throw, own in _dealt(throws, faces) for result in throw.results(own))

    def came(faces: Sequence[int]) -> str:
        return "; ".join(filter(None, (throw.value_text(own) for throw, own in _dealt(throws, faces))))

    made = tuple(chance for throw in throws for chance in throw.success_chances())
    return DiceNeeds(", ".join(words), results, _gathered(throws), _each(throws), _tags(throws), came, made)


def _dealt(
    throws: Sequence[DiceRoll[Any]], faces: Sequence[int]
) -> Iterator[tuple[DiceRoll[Any], list[int]]]:
    """Each throw with its own faces."""
    left = iter(faces)
    for throw in throws:
        yield throw, [next(left) for _ in throw.sides]


def _tags(throws: Sequence[DiceRoll[Any]]) -> tuple[DieTag, ...]:
    """A tag for every die, if any has one."""
    tagged = any(throw.tags for throw in throws)
    return tuple(tag for t in throws for tag in t.tags or (DieTag(),) * len(t.sides)) if tagged else ()


def _least(needs: set[tuple[int, str]]) -> str:
    """What has to be reached, as "4+", "4+ or 6+ to hit"."""
    (words,) = {words for _, words in needs}
    return f"{' or '.join(f'{least}+' for least, _ in sorted(needs))} {words}".rstrip()


def _gathered(throws: Sequence[DiceRoll[Any]]) -> tuple[Modifier, ...]:
    """The modifiers of some throws, each once, with how many of the throws it changes."""
    counts = Counter(change for throw in throws for change in throw.changes)
    some = {change: count if count < len(throws) else 0 for change, count in counts.items()}
    return tuple(msgspec.structs.replace(change, dice=count) for change, count in some.items())


def _each(throws: Sequence[DiceRoll[Any]]) -> tuple[str, ...]:
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


def _faces(throw: DiceRoll[Any]) -> str:
    """The least face that is no miss, and the least that kills."""
    (side,) = throw.sides
    fallen = [(face, throw.results([face])[0]) for face in range(1, side + 1)]
    made = next((face for face, result in fallen if result != "miss"), 0)
    kill = next((face for face, result in fallen if result == "kill"), 0)
    if not made:
        return "no face is enough"
    return f"needs {made}+" + (f", kills on {kill}+" if kill else "")


class DiceForecast(NamedTuple, Generic[R]):
    """All the ends of a fate with their chances, and the throws that it may come to, the first ones first."""

    chances: dict[R, float]
    rolls: tuple[DiceRoll[Any], ...]


def dice_forecast(start_script: Callable[[], DiceScript[R]]) -> DiceForecast[R]:
    """A fate followed through everything that its throws can come to; `fate` begins it anew each time."""
    chances, throws = dict[R, float](), list[DiceRoll[Any]]()
    for path, chance in _paths(start_script, throws):
        chances[path.end] = capped_chance(chances.get(path.end, 0.0) + chance)
    return DiceForecast(chances, tuple(throws))


def exact_chances(start_script: Callable[[], DiceScript[R]]) -> dict[R, float]:
    """The chance of every end of a fate."""
    return dice_forecast(start_script).chances


def _paths(
    fate: Callable[[], DiceScript[R]], met: list[DiceRoll[Any]]
) -> Iterator[tuple[DiceScriptRun[R], float]]:
    """The fate at each of its ends, with its chance."""
    open_to: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
    for known, chance in open_to:
        one = DiceScriptRun(fate())
        for came in known:
            one.advance(came)
        if one.pending_roll is None:
            yield one, chance
            continue
        if one.pending_roll not in met:
            met.append(one.pending_roll)
        open_to += [((*known, came), chance * part) for came, part in one.pending_roll.chances().items()]


def count_distribution(chances: Sequence[float]) -> list[float]:
    """Chances that 0, 1, 2 … of some things happen that do not depend on each other."""
    spread = [1.0]
    for chance in chances:
        without, with_it = [*spread, 0.0], [0.0, *spread]
        spread = [a * (1.0 - chance) + b * chance for a, b in zip(without, with_it, strict=True)]
    return [capped_chance(chance) for chance in spread]


def capped_chance(summed: float) -> float:
    """A chance that was added up of its parts, without what rounding has put on top of 1."""
    return min(1.0, summed)
