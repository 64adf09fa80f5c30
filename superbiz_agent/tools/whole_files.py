"""Writing a file whole: whoever reads it meets the old content or the new, never half of either."""

import os
import tempfile
from pathlib import Path
from typing import Final

DRAFT: Final = "draft-"
"""What the name of a file begins with that is being written."""


def write_whole(path: Path, content: bytes) -> None:
    """Put ``content`` in the place of ``path``, whose folder is there. Raises OSError."""
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=DRAFT)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
