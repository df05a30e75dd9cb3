"""Escaping of text from files and arguments, so that it cannot control a terminal or its text direction."""

from __future__ import annotations

import re
from typing import Final

_UNSAFE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters (also line ends), direction overrides (Unicode Standard Annex 9, chapter 2), surrogates.

File names that are not UTF-8 contain surrogates.
"""


def escape_unsafe(text: str) -> str:
    r"""Return the text with control, direction-override and surrogate characters as in JSON (`\u001b`)."""
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
