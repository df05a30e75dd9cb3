"""The decision who gets how many of some points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from battlesim.engine.decisions import Decision
from battlesim.engine.dice import Rng
from battlesim.engine.refusal import Refusal
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.state import AnyState


class PointRecipient(msgspec.Struct, frozen=True):
    """One who may be given points, and how many at most.

    `at` names the pieces or units meant (a click on one of them gives it a point), `note` is what is worth
    knowing. What is `shut` can be given none, for that reason.
    """

    key: str
    label: AnyText
    most: int
    note: AnyText = ""
    at: tuple[str, ...] = ()
    shut: AnyText = ""

    @property
    def capacity(self) -> int:
        """How many points it can be given."""
        return 0 if self.shut else self.most


class AllocatePoints(Decision[dict[str, int]], frozen=True, kw_only=True, tag="allot"):
    """Hand out `total` points, each share as many as it may have at most: all of them where `whole`.

    The answer has the number of points by the key of the share; who gets none is left out. `about` is who
    hands them out. `called` is what one point is called, and what several are. Users: Troice Station.
    """

    answers: ClassVar[Any] = dict[str, int]

    shares: tuple[PointRecipient, ...]
    total: int
    whole: bool = False
    called: tuple[str, str] = ("point", "points")

    @property
    def required_total(self) -> int:
        """How many must be given: all, as far as there is room for them, or none."""
        return min(self.total, sum(share.capacity for share in self.shares)) if self.whole else 0

    def check(self, state: AnyState, answer: Mapping[str, int]) -> Refusal | None:
        """Known shares, none beyond what it may have, no more than there are, and all where all must go."""
        refused = self.partial_refusal(answer)
        missing = self.required_total - sum(answer.values())
        if refused or missing <= 0:
            return refused
        return Refusal(f"{self.points_text(missing)} more must be given", self.rule)

    def partial_refusal(self, answer: Mapping[str, int]) -> Refusal | None:
        """Why so many cannot be given, whatever is still to come; None when they can."""
        shares = {share.key: share for share in self.shares}
        for key, many in answer.items():
            if key not in shares:
                return Refusal(f"{key!r} is not among those who can be given: {', '.join(shares)}", self.rule)
            if many < 0:
                return Refusal(phrase("{} cannot be given {}", shares[key].label, many), self.rule)
            if many > shares[key].capacity:
                return Refusal(_too_many(shares[key], many), self.rule)
        given = sum(answer.values())
        return Refusal(self._short(given), self.rule) if given > self.total else None

    def _short(self, given: int) -> AnyText:
        if not self.about:
            return f"there are {self.points_text(self.total)}, not {given}"
        return phrase("{} has {}, not {}", Ref(self.about), self.points_text(self.total), given)

    def points_text(self, many: int) -> str:
        """So many points in words."""
        return f"{many} {self.called[many != 1]}"

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[dict[str, int]]:
        """As few as allowed, all in the order of the shares, as many as possible for each alone, and random
        ones."""
        able = [share for share in self.shares if share.capacity]
        found = [self.default(state), self._filled(able)]
        found += [self._filled([share, *(other for other in able if other is not share)]) for share in able]
        found += [{share.key: min(share.capacity, self.total)} for share in able]
        found += [self._dealt(rng) for _ in range(n)]
        legal = [some for some in found if self.check(state, some) is None]
        return [some for k, some in enumerate(legal) if some not in legal[:k]][:n]

    def _dealt(self, rng: Rng) -> dict[str, int]:
        """Points that fall by chance, one by one."""
        places = [share.key for share in self.shares for _ in range(min(share.capacity, self.total))]
        most = min(self.total, len(places))
        fallen = rng.sample(places, rng.randrange(self.required_total, most + 1))
        return nonzero_points({share.key: fallen.count(share.key) for share in self.shares})

    def _filled(self, shares: list[PointRecipient]) -> dict[str, int]:
        """All that there is, each in turn as much as it may have."""
        given, left = dict[str, int](), self.total
        for share in shares:
            given[share.key] = min(share.capacity, left)
            left -= given[share.key]
        return nonzero_points(given)

    def default(self, state: AnyState) -> dict[str, int]:
        """Nothing; where all must be given, to each in turn as much as it may have."""
        return self._filled(list(self.shares)) if self.whole else {}

    def parse_answer(self, raw: object) -> dict[str, int]:
        """The points by key, without those who get none. Raises msgspec.ValidationError."""
        return nonzero_points(super().parse_answer(raw))


def _too_many(share: PointRecipient, many: int) -> AnyText:
    if share.shut:
        return phrase("{} can have at most 0: {}", share.label, share.shut)
    return phrase("{} can have at most {}, not {}", share.label, share.most, many)


def nonzero_points(given: Mapping[str, int]) -> dict[str, int]:
    """What is given, without those who get none."""
    return {key: many for key, many in given.items() if many}
