"""Sphinx configuration."""

import os
from importlib.metadata import version as version_of

project = "biriba"
author = "The biriba developers"
copyright = author
release = version_of("biriba")
version = ".".join(release.split(".")[:2])

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest"]
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

nitpicky = True
nitpick_ignore_regex = []

default_role = "any"
autodoc_member_order = "bysource"
autodoc_typehints = "description"
add_module_names = False
doctest_global_setup = "import biriba\nfrom biriba import rules"

if os.environ.get("READTHEDOCS"):
    # The references of the standard library are linked where the net is at hand.
    extensions.append("sphinx.ext.intersphinx")
    intersphinx_mapping = {"python": ("https://docs.python.org/3", None)}
else:
    nitpick_ignore_regex = [
        (
            r"py:.*",
            r"(collections|enum|fractions|pathlib|random|types|typing)(\..*)?",
        ),
        (
            r"py:.*",
            r"(bool|bytes|dict|float|frozenset|int|list|object|set|str|tuple|type)",
        ),
        (r"py:(class|exc)", r"None|TypeAlias|ValueError|TypeError|KeyError|Exception"),
    ]

html_theme = "furo"
html_title = "biriba"
