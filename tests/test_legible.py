"""Words made safe to show."""

from __future__ import annotations

import pytest

from battlesim.text_escaping import escape_unsafe


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("\x1b[2J", "\\u001b[2J"),
        ("\x9b31m", "\\u009b31m"),
        ("a\nb\tc\r\x7f\0", "a\\u000ab\\u0009c\\u000d\\u007f\\u0000"),
        ("\u202egnp.exe\u2066", "\\u202egnp.exe\\u2066"),
        ("a\u2028b", "a\\u2028b"),
        ("\udce4", "\\udce4"),
    ],
)
def test_what_steers_a_terminal_or_turns_words_round_is_spelt_out(words: str, shown: str) -> None:
    assert escape_unsafe(words) == shown


@pytest.mark.parametrize(
    "words",
    ["", "Müller’s “Überfall” – 6 × 4 · 2\u00a0in", "Бои", "戦闘", "שלום", "نار", "👍", "C:\\battles"],
)
def test_other_words_stay_as_they_are(words: str) -> None:
    assert escape_unsafe(words) == words
