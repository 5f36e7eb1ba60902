"""`backfile completion`: the scripts with which shells complete commands, options and slugs."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

_PROGRAM = "backfile"


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script with which SHELL completes commands, options and the slugs of the registry.

    \b
    EXAMPLES
      eval "$(backfile completion bash)"                                       # in ~/.bashrc
      eval "$(backfile completion zsh)"                                        # in ~/.zshrc, after compinit
      backfile completion fish > ~/.config/fish/completions/backfile.fish
    """
    script = get_completion_class(shell)
    if script is None:
        raise click.UsageError(f"no completion for {shell}")
    click.echo(script(context.find_root().command, {}, _PROGRAM, f"_{_PROGRAM.upper()}_COMPLETE").source())
