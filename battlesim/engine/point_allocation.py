"""The decision to allocate points to recipients, such as pieces."""

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
    """A possible recipient of points, with its key, its label and its maximum number of points.

    `at` lists its pieces or units; clicking on them adds a point. `note` is a remark. If `shut` gives a
    reason, the recipient cannot receive any points.
    """

    key: str
    label: AnyText
    most: int
    note: AnyText = ""
    at: tuple[str, ...] = ()
    shut: AnyText = ""

    @property
    def capacity(self) -> int:
        """The maximum number of points that the recipient can receive."""
        return 0 if self.shut else self.most


class AllocatePoints(Decision[dict[str, int]], frozen=True, kw_only=True, tag="allot"):
    """The decision to allocate up to `total` points. The answer is the number of points for each recipient.

    If `whole` is true, as many points as possible must be allocated. Recipients without points are left out
    of the answer. `about` is the piece or unit that gives the points. `called` holds the singular and plural
    of the word for the points.
    """

    answers: ClassVar[Any] = dict[str, int]

    shares: tuple[PointRecipient, ...]
    total: int
    whole: bool = False
    called: tuple[str, str] = ("point", "points")

    @property
    def required_total(self) -> int:
        """The number of points that must be allocated: the largest possible if `whole` is true, else 0."""
        return min(self.total, sum(share.capacity for share in self.shares)) if self.whole else 0

    def check(self, state: AnyState, answer: Mapping[str, int]) -> Refusal | None:
        """Return a refusal if a recipient is unknown or gets too many points, or if points are left over."""
        refused = self.partial_refusal(answer)
        missing = self.required_total - sum(answer.values())
        if refused or missing <= 0:
            return refused
        return Refusal(f"{self.points_text(missing)} must still be allocated", self.rule)

    def partial_refusal(self, answer: Mapping[str, int]) -> Refusal | None:
        """Return a refusal if an unfinished allocation gives too many points, or None if it can go on."""
        shares = {share.key: share for share in self.shares}
        for key, many in answer.items():
            if key not in shares:
                return Refusal(f"{key!r} is not one of the recipients: {', '.join(shares)}", self.rule)
            if many < 0:
                return Refusal(phrase("{recipient} cannot have {number}", shares[key].label, many), self.rule)
            if many > shares[key].capacity:
                return Refusal(_too_many(shares[key], many), self.rule)
        given = sum(answer.values())
        return Refusal(self._short(given), self.rule) if given > self.total else None

    def _short(self, given: int) -> AnyText:
        if not self.about:
            return f"only {self.points_text(self.total)} can be allocated, not {given}"
        return phrase("{unit} has {points}, not {sum}", Ref(self.about), self.points_text(self.total), given)

    def points_text(self, many: int) -> str:
        """Return a number of points as text, such as "2 points"."""
        return f"{many} {self.called[many != 1]}"

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[dict[str, int]]:
        """Return up to `n` legal allocations: the default, some that favour a recipient, and random ones."""
        able = [share for share in self.shares if share.capacity]
        found = [self.default(state), self._filled(able)]
        found += [self._filled([share, *(other for other in able if other is not share)]) for share in able]
        found += [{share.key: min(share.capacity, self.total)} for share in able]
        found += [self._dealt(rng) for _ in range(n)]
        legal = [points for points in found if self.check(state, points) is None]
        return [points for k, points in enumerate(legal) if points not in legal[:k]][:n]

    def _dealt(self, rng: Rng) -> dict[str, int]:
        """Return a random allocation, chosen point by point."""
        places = [share.key for share in self.shares for _ in range(min(share.capacity, self.total))]
        most = min(self.total, len(places))
        fallen = rng.sample(places, rng.randrange(self.required_total, most + 1))
        return nonzero_points({share.key: fallen.count(share.key) for share in self.shares})

    def _filled(self, shares: list[PointRecipient]) -> dict[str, int]:
        """Return an allocation that fills the recipients in turn, each up to its maximum."""
        given, left = dict[str, int](), self.total
        for share in shares:
            given[share.key] = min(share.capacity, left)
            left -= given[share.key]
        return nonzero_points(given)

    def default(self, state: AnyState) -> dict[str, int]:
        """Return an allocation that fills the recipients in order if `whole` is true, or {} otherwise."""
        return self._filled(list(self.shares)) if self.whole else {}

    def parse_answer(self, raw: object) -> dict[str, int]:
        """Convert decoded JSON to a dict of points by key. Raises msgspec.ValidationError on failure."""
        return nonzero_points(super().parse_answer(raw))


def _too_many(share: PointRecipient, many: int) -> AnyText:
    if share.shut:
        return phrase("{recipient} cannot have any: {reason}", share.label, share.shut)
    return phrase("{recipient} can have at most {maximum}, not {number}", share.label, share.most, many)


def nonzero_points(given: Mapping[str, int]) -> dict[str, int]:
    """Return a copy of `given` without the recipients that have no points."""
    return {key: many for key, many in given.items() if many}
