"""Verbs that agree with their subject: units with plural names, such as "Red Scouts", take plural verbs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from battlesim.table.phrases import AnyText, Phrase, Ref

IRREGULAR_VERBS: Final = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
"""Plural forms of verbs by the singular form, for verbs that do not follow the rule."""
_VERB: Final = re.compile(r" ([a-z]+s)\b")
_NUMBER_AT_END: Final = re.compile(r"[\s\d]+$")


def is_plural_name(name: str) -> bool:
    """Return whether a name is a plural, such as "Guardsmen", "Red Scouts" or "Scouts 2"."""
    words = _NUMBER_AT_END.sub("", name).lower()
    return words.endswith("men") or (words.endswith("s") and not words.endswith(("ss", "us")))


def plural_verb(verb: str) -> str:
    """Return the plural of a verb in the third person singular, such as "try" for "tries"."""
    if verb in IRREGULAR_VERBS:
        return IRREGULAR_VERBS[verb]
    if verb.endswith("ies") and len(verb) > len("dies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes")) else verb[:-1]


def with_plural_verb(text: AnyText, is_plural: Callable[[str], bool]) -> AnyText:
    """Return a text whose verb is plural if it begins with a reference to an object with a plural name.

    `is_plural` says for an id whether its name is plural. If no verb follows the reference, nothing changes.
    """
    parts = text.parts if isinstance(text, Phrase) else ()
    if len(parts) < 2 or not isinstance(parts[0], Ref) or not is_plural(parts[0].id):
        return text
    after = parts[1]
    if not isinstance(after, str) or not (found := _VERB.match(after)):
        return text
    return Phrase((parts[0], f" {plural_verb(found[1])}{after[found.end() :]}", *parts[2:]))
