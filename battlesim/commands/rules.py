"""`battlesim rules`: the rulebook of a ruleset, whole, by id or by words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from battlesim.commands.output import JSON, print_json
from battlesim.legible import legible

if TYPE_CHECKING:
    from battlesim.engine.ruleset import AnyRuleset, RuleText


def rules(
    ruleset: Annotated[str, typer.Argument(help="Key of a ruleset; all of them without.")] = "",
    query: Annotated[list[str] | None, typer.Argument(help="An id, or words to look for.")] = None,
    json: Annotated[bool, typer.Option("--json", help=JSON)] = False,
) -> None:
    """Look rules up by id or by words."""
    from battlesim.rulesets import registry

    known = registry.working()
    words = list(query or [])
    if ruleset and ruleset not in known and _is_rule(ruleset, known):
        words, ruleset = [ruleset, *words], ""
    books = {ruleset: registry.get(ruleset)} if ruleset else known
    found = [
        (key, rule, text)
        for key, one in books.items()
        for rule, text in one.rulebook.items()
        if _matches(rule, text, words)
    ]
    if json:
        print_json([{"ruleset": key, "id": rule, "text": text} for key, rule, text in found])
    else:
        _print(found)
    if words and not found:
        _nothing(books, words)


def _is_rule(word: str, known: dict[str, AnyRuleset]) -> bool:
    return any(word.upper().startswith(f"{one.prefix}-") for one in known.values())


def _matches(rule: str, text: RuleText, words: list[str]) -> bool:
    if len(words) == 1 and words[0].upper() == rule:
        return True
    haystack = f"{rule} {text.section} {text.text} {text.option}".lower()
    return all(word.lower() in haystack for word in words)


def _print(found: list[tuple[str, str, RuleText]]) -> None:
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    console = Console(soft_wrap=False)
    for _, rule, text in found:
        head = Text(legible(rule), style="bold")
        head.append(legible(f"  {text.section} ({text.kind})"), style="dim")
        console.print(head)
        console.print(Padding(Text(legible(text.text)), (0, 0, 0, 2)))
        if text.option:
            values = ", ".join(f"{c} (default)" if c == text.default else c for c in text.choices)
            option = Text(legible(f"option {text.option}: {values}"), style="italic")
            console.print(Padding(option, (0, 0, 0, 2)))


def _nothing(books: dict[str, AnyRuleset], words: list[str]) -> None:
    from battlesim.engine.values import did_you_mean
    from battlesim.scenarios.reading import InputError

    ids = [rule for one in books.values() for rule in one.rulebook]
    raise InputError(" ".join(words), "", "no rule has this id or these words", did_you_mean(words[0], ids))
