"""Escaping of untrusted text, so that it can neither control a terminal nor change the text direction."""

from __future__ import annotations

import re
from typing import Final

_UNSAFE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters and line ends, direction overrides (Unicode Annex 9, chapter 2), surrogates."""


def escape_unsafe(text: str) -> str:
    r"""Return the text with control, direction-override and surrogate characters escaped as in JSON."""
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
