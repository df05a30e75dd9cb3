"""The list of rules that are cited more than once may only shrink."""

from __future__ import annotations

from collections import Counter

from tools.cites import cites, exceptions, faults


def test_no_rule_is_cited_more_often_than_listed() -> None:
    assert len(cites()) > 200
    assert faults(cites(), exceptions()) == []


def test_a_rule_that_is_cited_nowhere_is_named() -> None:
    assert faults(Counter({"XX-A-01": 0}), {}) == ["XX-A-01 is cited nowhere: cite it where it is enforced"]


def test_a_rule_that_is_cited_too_often_is_named() -> None:
    (fault,) = faults(Counter({"XX-A-01": 3, "XX-A-02": 1}), {"XX-A-01": 2})
    assert fault.startswith("XX-A-01 is cited 3 times, 2 allowed")


def test_an_exception_that_is_no_longer_needed_is_named() -> None:
    (fault,) = faults(Counter({"XX-A-01": 1}), {"XX-A-01": 2})
    assert fault.startswith("XX-A-01 is cited 1 times")
