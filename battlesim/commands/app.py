"""The command line application. Dependencies are imported only when a command runs, so `--help` is fast."""

from __future__ import annotations

from importlib import import_module

import typer

COMMAND_MODULES = {
    "play": "play",
    "simulate": "simulate",
    "replay": "replay",
    "judge": "judge",
    "lab": "lab",
    "template": "template",
    "measure": "measure",
    "arc": "arc",
    "reach": "reach",
    "why": "why",
    "check": "check",
    "corpus": "corpus",
    "photo": "photo",
    "import": "import_command",
    "export": "export_command",
    "rules": "rules",
    "scenarios": "scenarios",
    "rulesets": "rulesets",
}
"""The name of each command's module and function; `import` needs another name, as it is a Python keyword."""

app = typer.Typer(
    name="battlesim",
    help="A to-scale tabletop for science-fiction skirmish games: solo play, line-of-sight rulings, replays.",
    add_completion=False,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from battlesim import __version__

        typer.echo(f"battlesim {__version__}")
        raise typer.Exit()


@app.callback(invoke_without_command=True)
def root_command(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", callback=_show_version, is_eager=True, help="Version."),
) -> None:
    """Open the start screen of the window, or run one of the commands."""
    if context.invoked_subcommand is None:
        from battlesim.commands.start import run_start_screen

        run_start_screen()


for _group in ("campaign", "muster"):
    app.add_typer(import_module(f"battlesim.commands.{_group}").app, name=_group)
for _name, _file in COMMAND_MODULES.items():
    app.command(_name)(getattr(import_module(f"battlesim.commands.{_file}"), _file))
