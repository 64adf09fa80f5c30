"""``superbiz doctor`` and ``config``: whether the settings work, and what they are."""

import os

from superbiz_agent.cli.options import Json
from superbiz_agent.terminal import console
from superbiz_agent.terminal.command_runner import ExitCode


def doctor() -> int:
    """Reach database, sources and models of the settings (environment, .env, superbiz.toml)."""
    from superbiz_agent.settings import load_settings
    from superbiz_agent.terminal.doctor import check_all

    all_well = True
    for check in check_all(load_settings(), os.environ):
        console.write([check.line])
        all_well = all_well and check.status != "failed"
    return ExitCode.ANSWERED if all_well else ExitCode.FAILED


def config(as_json: Json = False) -> int:
    """Print every setting, secrets masked."""
    from superbiz_agent.settings import load_settings
    from superbiz_agent.terminal import reports

    settings = load_settings()
    if as_json:
        console.write_exact(console.json_line(settings.masked()))
    else:
        console.write(reports.settings_lines(settings))
    return ExitCode.ANSWERED
