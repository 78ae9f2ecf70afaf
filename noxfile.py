"""Everything that is checked, by name. `nox` alone runs what a change must pass."""

from __future__ import annotations

from pathlib import Path

import nox

nox.needs_version = ">=2024.10"
nox.options.sessions = ["lint", "typing", "tests", "coverage", "doctest", "docs"]
nox.options.reuse_existing_virtualenvs = True
nox.options.error_on_missing_interpreters = False

PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
PYPROJECT = nox.project.load_toml("pyproject.toml")


def group(name: str) -> list[str]:
    """The requirements of a dependency group."""
    return list(nox.project.dependency_groups(PYPROJECT, name))


def with_code(*folders: str) -> list[str]:
    """Those of the folders that hold Python files."""
    return [f for f in folders if any(Path(f).rglob("*.py"))]


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Build the wheel and run the tests against it, not against the work tree."""
    wheels = Path(session.create_tmp()) / "wheel"
    for old in wheels.glob("*.whl"):
        old.unlink()
    session.run("pip", "wheel", "-q", "--no-deps", "-w", str(wheels), ".")
    (wheel,) = wheels.glob("*.whl")
    session.install(*group("tests"))
    session.install("--force-reinstall", "--no-deps", str(wheel))
    session.install(str(wheel))
    session.run("pytest", *session.posargs)


@nox.session
def coverage(session: nox.Session) -> None:
    """Run the tests and ask for every line and every branch."""
    # With the extras: their modules are asked for too.
    session.install("-e", ".[pettingzoo,openspiel,progress,dask]", *group("tests"))
    session.run("coverage", "run", "-m", "pytest", *session.posargs)
    session.run("coverage", "report")


@nox.session
def doctest(session: nox.Session) -> None:
    """Run the examples in docstrings, the README and the documentation."""
    session.install("-e", ".", *group("tests"))
    session.run(
        "pytest",
        "--doctest-modules",
        "--doctest-glob=*.md",
        "--ignore=src/biriba/__main__.py",
        "src",
        "README.md",
        *(str(page) for page in sorted(Path("docs").rglob("*.md"))),
        *session.posargs,
    )


@nox.session
def lint(session: nox.Session) -> None:
    """Check the style."""
    session.install(*group("lint"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def typing(session: nox.Session) -> None:
    """Check the types, as two type checkers see them."""
    session.install("-e", ".", *group("typing"))
    session.run("mypy", *with_code("src", "tests", "examples"))
    session.run("pyright", *with_code("src", "tests/typing"))


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation; a warning or a dead reference is an error."""
    session.install("-e", ".", *group("docs"))
    session.run(
        "sphinx-build", "-n", "-W", "--keep-going", "-b", "html", "docs", "docs/_build"
    )


@nox.session
def browser(session: nox.Session) -> None:
    """Play against the web referee in two windows of an installed Chromium."""
    session.install("-e", ".[web]", *group("browser"))
    session.run("pytest", "tests/extras/test_browser.py", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure the speed of random play beside other libraries."""
    # It makes an environment of its own, with the other libraries.
    session.run("python", "benchmarks/run.py", *session.posargs)


@nox.session
def soak(session: nox.Session) -> None:
    """Play at random for minutes and check every state."""
    session.install("-e", ".", *group("tests"))
    session.run("pytest", "-m", "soak", "tests/soak", *session.posargs)


@nox.session
def mutation(session: nox.Session) -> None:
    """Change melds, legality and scoring on purpose; the tests must notice."""
    session.install("-e", ".", *group("mutation"))
    session.run("python", "tests/mutation/run.py", *session.posargs)
