"""Rows of the decision panel for options; closed options are grouped by the reason against them."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.option import Option
from battlesim.table.phrases import (
    AnyText,
    NameLookup,
    abbreviated_list,
    capitalized,
    with_names,
    without_prefix,
)
from battlesim.ui.decision.pickers.picker_rows import PickerRow


def option_label(option: Option, called: NameLookup, about: str) -> AnyText:
    """Return the label of an option, without the name of what all options are about ("" for none)."""
    words = with_names(option.label, called)
    return capitalized(without_prefix(words, f"{called(about)}: ")) if about else words


def option_row(
    option: Option, on: bool, rule: str, called: NameLookup, about: str, value: str = ""
) -> PickerRow:
    """Return the row of an open option; `on` marks it as selected, `value` is its chance."""
    return PickerRow(
        option.key,
        option_label(option, called, about),
        with_names(option.note, called),
        option.at,
        option.rule or rule,
        value,
        on,
    )


def closed_rows(shut: Sequence[Option], rule: str, called: NameLookup, about: str) -> list[PickerRow]:
    """Return rows for closed options with the reasons; those with the same reason share a row."""
    alike: dict[tuple[AnyText, str], list[Option]] = {}
    for item in shut:
        alike.setdefault((with_names(item.shut, called), item.rule or rule), []).append(item)
    return [
        PickerRow(
            items[0].key,
            abbreviated_list([option_label(item, called, about) for item in items]),
            object_ids=tuple(item.key for item in items),
            rule=by,
            blocked=why,
        )
        for (why, by), items in alike.items()
    ]
