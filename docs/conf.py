"""Sphinx configuration."""

import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent / "src")]

import biriba  # noqa: E402

project = "biriba"
author = "The biriba developers"
copyright = author
release = biriba.__version__
version = ".".join(release.split(".")[:2])

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "generated",
]
exclude_patterns = ["_build", "_ext", "_generated"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

nitpicky = True
suppress_warnings = ["toc.empty_glob"]
nitpick_ignore_regex = []

# Single backticks in docstrings are parameters and options.
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented_params"
autodoc_preserve_defaults = True
napoleon_use_ivar = True
add_module_names = False
python_use_unqualified_type_names = True

if os.environ.get("READTHEDOCS"):
    # The references of the standard library are linked where the net is at hand.
    extensions.append("sphinx.ext.intersphinx")
    intersphinx_mapping = {"python": ("https://docs.python.org/3", None)}
else:
    nitpick_ignore_regex = [
        (
            r"py:.*",
            r"(collections|concurrent|decimal|enum|fractions|os|pathlib|random|types|typing)"
            r"(\..*)?",
        ),
        (
            r"py:.*",
            r"(bool|bytes|dict|float|frozenset|int|list|object|set|str|tuple|type)",
        ),
        (
            r"py:(class|exc|obj)",
            r"None|TypeAlias|OSError|ValueError|TypeError|KeyError|Exception",
        ),
        (r"py:.*", r"hypothesis\..*|SearchStrategy"),
    ]

html_theme = "furo"
html_title = "biriba"
html_static_path = ["_static"]
html_css_files = ["biriba.css"]
