"""Extraction of the effect of each value of a ruleset option from the text of its rule.

Such a text names each value in quotes and says what it means, as in 'Default value "a": shots may cross. With
"b" they stop.' (`docs/rulesets_reference.md`).
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from battlesim.engine.rule_texts import RuleText

_SENTENCE_END: Final = re.compile(r"[.](?=\s+[A-Z\"]|\s*$)")
_TRAILING: Final = re.compile(r"[\s,;:(]*(\b(with|and|or|by|under|in|at|but|the|default|value)\b\s*)*$", re.I)
_DEFAULT: Final = re.compile(r"^(is )?the default\b[\s,:;]*", re.I)


def option_effects(rule: RuleText) -> dict[str, str]:
    """Return a dict that maps each value of a rule's option to a text that describes its effect.

    The text is "" for a default that is not explained. Values that are named together have the same text.
    """
    text = str(rule.full_text)
    marks = sorted((text.find(f'"{value}"'), value) for value in rule.choices if text.find(f'"{value}"') >= 0)
    places = [*marks, (len(text), "")]
    parts = [
        (value, _meaning(text[start + len(value) + 2 : end])) for (start, value), (end, _) in pairwise(places)
    ]
    found = dict.fromkeys(rule.choices, "")
    shared = ""
    for value, meaning in reversed(parts):
        named_with_next = not meaning and value != rule.default
        found[value] = shared if named_with_next else _DEFAULT.sub("", meaning)
        shared = meaning or shared
    return found


def _meaning(text: str) -> str:
    """Return the text after a quoted value up to the end of its sentence, without words that lead on."""
    end = _SENTENCE_END.search(text)
    words = _TRAILING.sub("", text[: end.start()] if end else text).strip(" :;,)")
    return words[: words.rfind("(")].rstrip() if words.count("(") > words.count(")") else words
