"""Words of files and arguments, made safe to show: nothing in them steers a terminal or turns words round."""

from __future__ import annotations

import re
from typing import Final

_UNSAFE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, line ends among them, what overrides the direction of writing (Unicode Standard
Annex 9, chapter 2), and halves of characters, as file names have them that are not UTF-8."""


def escape_unsafe(text: str) -> str:
    r"""The words with such characters spelt out (`\u001b`), as JSON spells them; all others stay."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
