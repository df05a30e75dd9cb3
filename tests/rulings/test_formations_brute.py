"""Formations of random squads against brute force that shares no code with the rulings."""

from __future__ import annotations

import pytest

from benchmarks.brute_formations import is_in_formation, judged, random_case


@pytest.mark.parametrize("seed", range(30))
def test_a_squad_is_in_formation_as_brute_force_says(seed):
    case = random_case(seed)
    assert judged(case) == is_in_formation(case)


def test_the_cases_hold_and_fail_for_each_kind_of_formation():
    seen = {(case.kind, is_in_formation(case)) for case in map(random_case, range(30))}
    assert seen == {(kind, holds) for kind in ("connected", "pairs", "column") for holds in (True, False)}
