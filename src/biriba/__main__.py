"""``python -m biriba`` is the command ``biriba``."""

from __future__ import annotations

import sys

from biriba.cli import main

sys.exit(main())
