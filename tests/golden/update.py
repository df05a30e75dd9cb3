"""Write the golden playthroughs anew: `python -m tests.golden.update [KEY ...]`. Then read what differs."""

from __future__ import annotations

import sys

from tests.contract.cases import CASES
from tests.golden.text import golden_file, playthrough

if __name__ == "__main__":
    for key in sys.argv[1:] or sorted(CASES):
        golden_file(key).write_text(playthrough(key), encoding="utf-8")
        print(golden_file(key))
