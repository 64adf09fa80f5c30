"""``python -m superbiz_agent``: the same as the command ``superbiz``."""

import sys

from superbiz_agent.cli import main

if __name__ == "__main__":
    sys.exit(main())
