"""Where public data lies that an evaluation reads in place."""

from typing import Final

VARIABLE: Final = "SUPERBIZ_EVAL_DATA"
"""Names the folder of public data."""
