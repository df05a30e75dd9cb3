"""`battlesim` without a command."""

from __future__ import annotations

from battlesim.commands.window import why_no_window

WITHOUT_WINDOW = """\
{reason}. What works without a window:

  battlesim scenarios                        which battles there are
  battlesim play first_contact --headless    play one automatically; leaves a record and a picture
  battlesim simulate toy --games 20          play one many times and sum the results up
  battlesim replay FILE --verify             go over a record
  battlesim judge first_contact --from CT --to wb1
                                             settle who sees whom, and how much of it
  battlesim template first_contact --shape blast:3 --at 34,42
                                             who is under a template
  battlesim rules mobile_infantry cover      look rules up
  battlesim check FILE                       check a map, scenario, situation or record

`battlesim COMMAND --help` says more."""


def start_screen() -> None:
    """Say what works where there is no window."""
    print(WITHOUT_WINDOW.format(reason=why_no_window().capitalize()))
