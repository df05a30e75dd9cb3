"""The package with tiny rulesets, which is found by its entry points once it is on the path."""

from __future__ import annotations

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "rulesets" / "tiny"
SCENARIOS = PACKAGE / "battlesim_tiny" / "scenarios"


def put_on_path() -> None:
    """Have it found here and in every process that is started from here."""
    if str(PACKAGE) in sys.path:
        return
    sys.path.insert(0, str(PACKAGE))
    known = os.environ.get("PYTHONPATH", "")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(PACKAGE), known)))
