"""Marks of rules that whole groups of tests check."""

from __future__ import annotations

import pytest

ACT = pytest.mark.rule("TS-ALN-06", "TS-ALN-07", "TS-GAP-100", "TS-GAP-34")
FIGHTS = pytest.mark.rule("TS-GAP-63", "TS-ACT-04", "TS-GAP-65", "TS-MELE-02", "TS-ALN-11", "TS-MELE-01")
PLACES = pytest.mark.rule("TS-GAP-82", "TS-ALN-01", "TS-GAP-96")
WATCH = pytest.mark.rule("TS-GAP-26", "TS-ACT-14", "TS-GAP-25")
SHOTS_OF = pytest.mark.rule("TS-ACT-14", "TS-FIRE-01", "TS-GAP-55", "TS-GAP-33")
WAYS = pytest.mark.rule("TS-GAP-42", "TS-GAP-80")
