"""What every ruleset owes the engine, held to our own."""

from __future__ import annotations

from battlesim.testing import contract
from tests.contract.cases import CASES
from tests.support.ours import RULESETS

globals().update(contract.tests(CASES))


def test_each_of_our_rulesets_has_a_case():
    assert sorted(CASES) == [ruleset.key for ruleset in RULESETS]
