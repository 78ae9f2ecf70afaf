"""``python -m biriba`` is the command ``biriba``."""

from __future__ import annotations

import sys

from biriba.cli import main

if __name__ == "__main__":  # pragma: no branch
    sys.exit(main())
