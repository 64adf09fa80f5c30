"""The process that ``converter.py`` starts: documents in, pages out, within a bound of memory."""

import sys
from typing import BinaryIO, Final

from superbiz_agent.tools.knowledge.converter import READY, Reply
from superbiz_agent.tools.knowledge.html import HtmlError
from superbiz_agent.tools.knowledge.page import Page
from superbiz_agent.tools.knowledge.pdf import PdfError, read_pdf
from superbiz_agent.tools.knowledge.restructured import read_restructured

MAX_MEMORY: Final = 1024 * 1024 * 1024


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Say that it is ready, and answer each request until there is none."""
    replies.write(READY)
    replies.flush()
    while header := requests.readline(100):
        kind, length = header.split()
        reply = convert(kind.decode(), requests.read(int(length)))
        replies.write(reply.model_dump_json().encode("utf-8") + b"\n")
        replies.flush()


def convert(kind: str, content: bytes) -> Reply:
    """Return the page that a document holds, or why there is none."""
    try:
        return Reply(page=_read(kind, content))
    except (HtmlError, PdfError) as error:
        return Reply(reason=str(error))
    except MemoryError:
        raise
    except Exception as error:  # the libraries raise many kinds over a broken document
        return Reply(reason=f"is broken ({type(error).__name__})")


def _read(kind: str, content: bytes) -> Page:
    return read_pdf(content) if kind == "pdf" else read_restructured(content.decode("utf-8"))


def bound_memory() -> None:
    """Let the process take ``MAX_MEMORY`` at most, where the system can do that."""
    try:
        import resource  # noqa: PLC0415  (not on Windows)
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


if __name__ == "__main__":
    bound_memory()
    serve(sys.stdin.buffer, sys.stdout.buffer)
