"""reStructuredText as a page, by way of docutils' HTML: it includes no file and no raw markup."""

from importlib import import_module
from typing import Any, Final

from superbiz_agent.tools.knowledge.html import read_html
from superbiz_agent.tools.knowledge.page import Page

_SETTINGS: Final[dict[str, Any]] = {
    "_disable_config": True,
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "report_level": 5,
    "halt_level": 5,
    "warning_stream": False,
    "embed_stylesheet": False,
    "stylesheet_path": "",
    "syntax_highlight": "none",
    "input_encoding": "unicode",
    "output_encoding": "unicode",
    "toc_backlinks": False,
}


def read_restructured(text: str) -> Page:
    """Read a document. What only Sphinx knows (``toctree``, cross-references) is left as it stands
    or left out."""
    docutils: Any = import_module("docutils.core")  # a third of a second; half of it has types
    parts: Any = docutils.publish_parts(source=text, writer="html5", settings_overrides=_SETTINGS)
    return read_html(parts["whole"])
