"""Which digit key selects which option of a decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battlesim.ui.decision.pickers.picker import ROW_DIGIT_KEYS


def digits_by_option(keys: Sequence[str], reserved: Mapping[str, str]) -> dict[str, str]:
    """Return the digit that selects each option of a decision, by option key.

    `keys` are the options of the decision in order, and `reserved` are the fixed digits of the ruleset. Other
    options take the digits that are not reserved, then those reserved for options that the decision does not
    have, from the last one down.
    """
    unreserved = [digit for digit in ROW_DIGIT_KEYS if digit not in reserved.values()]
    absent = sorted((digit for key, digit in reserved.items() if key not in keys), reverse=True)
    others = [key for key in keys if key not in reserved]
    return dict(zip(others, [*unreserved, *absent], strict=False)) | dict(reserved)
