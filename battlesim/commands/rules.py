"""The command `battlesim rules`, which prints the rules that match an id or words, or a whole rulebook."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING, Annotated

import typer

from battlesim.commands.output import JSON_HELP, make_console, print_json, print_table
from battlesim.text_escaping import escape_unsafe

if TYPE_CHECKING:
    from battlesim.engine.rule_texts import RuleText
    from battlesim.engine.ruleset import AnyRuleset


def rules(
    ruleset: Annotated[str, typer.Argument(help="A ruleset or scenario; by default all rulesets.")] = "",
    query: Annotated[list[str] | None, typer.Argument(help="A rule id, or words to search for.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="The whole rulebook in full.")] = False,
    json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
) -> None:
    """Look up rules by id or by words; several are listed with their short text, one is shown in full."""
    from battlesim.rulesets import registry

    known = registry.loadable_rulesets()
    words = list(query or [])
    if ruleset and ruleset not in known and _is_rule(ruleset, known):
        words, ruleset = [ruleset, *words], ""
    books = {ruleset: _book(ruleset, known)} if ruleset else known
    found = [
        (key, rule, text)
        for key, book in books.items()
        for rule, text in book.rulebook.items()
        if _matches(rule, text, words, book.rulebook)
    ]
    if json:
        print_json([{"ruleset": key, "id": rule, "text": text} for key, rule, text in found])
    elif everything and not words:
        for book in books.values():
            _print_book(book)
    else:
        _print(found, whole=everything or len(found) == 1)
    if words and not found:
        _raise_no_match(books, words)


def _book(name: str, known: dict[str, AnyRuleset]) -> AnyRuleset:
    """Return the ruleset with a key, or that of a scenario with the kinds of pieces that it brings."""
    from battlesim.rulesets import registry
    from battlesim.scenarios.library import load_scenario, looks_like_file, scenario_files

    if name not in known and (name in scenario_files() or looks_like_file(name)):
        return load_scenario(name).ruleset
    return registry.load_ruleset(name)


def _is_rule(word: str, known: dict[str, AnyRuleset]) -> bool:
    return any(word.upper().startswith(f"{ruleset.prefix}-") for ruleset in known.values())


def _matches(rule: str, text: RuleText, words: list[str], ids: Container[str]) -> bool:
    """Return whether a rule has the given id or contains all the given words."""
    if len(words) == 1 and words[0].upper() in ids:
        return words[0].upper() == rule
    return text.contains_words(rule, words)


def _print_book(ruleset: AnyRuleset) -> None:
    """Print a rulebook: every rule in full under its chapter, then the tables."""
    from rich.text import Text

    from battlesim.engine.rule_texts import SupportsTables

    out = make_console()
    out.print(Text(f"{ruleset.title}: the rules", style="bold"))
    chapter = ""
    for rule, text in ruleset.rulebook.items():
        if text.heading != chapter:
            chapter = text.heading
            out.print(Text(f"\n{chapter.upper()}", style="bold"))
        _print([(ruleset.key, rule, text)], whole=True)
    for table in ruleset.tables() if isinstance(ruleset, SupportsTables) else ():
        out.print(Text(f"\n{table.title.upper()}", style="bold"))
        print_table(table.columns, table.rows)


def _print(found: list[tuple[str, str, RuleText]], whole: bool) -> None:
    from rich.padding import Padding
    from rich.text import Text

    out = make_console()
    for _, rule, text in found:
        head = Text(escape_unsafe(rule), style="bold")
        head.append(escape_unsafe(f"  {text.section} ({text.kind})"), style="dim")
        out.print(head)
        words = escape_unsafe(str(text.full_text if whole else text.text))
        out.print(Padding(Text(words), (0, 0, 0, 2), expand=False))
        if text.option:
            out.print(
                Padding(Text(escape_unsafe(text.option_text), style="italic"), (0, 0, 0, 2), expand=False)
            )


def _raise_no_match(books: dict[str, AnyRuleset], words: list[str]) -> None:
    from battlesim.engine.value_decoding import did_you_mean
    from battlesim.scenarios.toml_reading import InputError

    ids = [rule for book in books.values() for rule in book.rulebook]
    raise InputError(
        " ".join(words), "", "no rule has this id or contains these words", did_you_mean(words[0], ids)
    )
