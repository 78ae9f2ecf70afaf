"""Mutation testing: change the code on purpose, and ask that a test notices.

mutmut does the work, on a copy of the tree, in ``mutants/``. It leaves functions with
a decorator alone, which here would be the ones that matter most; so in the copy a
cached function is a plain one, and a property is made one after its function.

A mutant that no test notices is allowed only where ``survivors.toml`` tells why, and
no more than 5 % may be. Anything else fails.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
COPY = ROOT / "mutants"
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mutmut"]
FILES = [str(name) for name in CONFIG["only_mutate"]]
EXPLAINED = Path(__file__).with_name("survivors.toml")
MOST_SURVIVORS = 0.05
# What is one module to users may be several.
PART_OF = {"_meld": "melds", "_search": "melds"}
# What mutmut writes: the exit status of pytest, or of the process that ran it.
NOT_NOTICED = {0: "survived", 5: "no tests", 33: "no tests"}
FAILED = {1, 3}
OUT_OF_TIME = {24, -24, 36, 152, 255}


class Survivor(NamedTuple):
    """A mutant that no test noticed."""

    name: str
    status: str
    function: str
    change: str


# --- The copy ----------------------------------------------------------------------


def plain(source: str) -> str:
    """The source, with cached functions and properties as mutmut can see them."""
    lines = source.splitlines()
    after: dict[int, str] = {}
    for node in ast.walk(ast.parse(source)):
        bodies = [node.body] if isinstance(node, (ast.Module, ast.ClassDef)) else []
        for function in [f for body in bodies for f in body]:
            if not isinstance(function, ast.FunctionDef):
                continue
            for decorator in function.decorator_list:
                text = ast.unparse(decorator)
                if text == "property":
                    indent = " " * function.col_offset
                    name = function.name
                    assert function.end_lineno is not None
                    after[function.end_lineno] = f"{indent}{name} = property({name})"
                elif not text.startswith("lru_cache"):
                    continue
                assert decorator.end_lineno is not None
                for line in range(decorator.lineno, decorator.end_lineno + 1):
                    lines[line - 1] = ""
    return "".join(
        f"{line}\n" + (f"{after[at]}\n" if at in after else "")
        for at, line in enumerate(lines, 1)
    )


def write_copy() -> None:
    """Bring the copy up to date; what is the same stays untouched."""
    wanted: dict[Path, bytes] = {}
    for folder in ("src", *CONFIG["also_copy"]):
        found = ROOT / folder
        for path in [found] if found.is_file() else sorted(found.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                wanted[path.relative_to(ROOT)] = path.read_bytes()
    for name in FILES:
        source = wanted[Path(name)].decode("utf-8")
        wanted[Path(name)] = plain(source).encode("utf-8")
    wanted[Path("pyproject.toml")] = (ROOT / "pyproject.toml").read_bytes()
    for relative, content in wanted.items():
        path = COPY / relative
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def mutmut(processes: int, names: list[str]) -> None:
    """Run mutmut in the copy; names of mutants run those, whatever is known of them."""
    paths = [str(COPY / "tests" / "mutation"), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    subprocess.run(
        ["mutmut", "run", "--max-children", str(processes), *names],
        cwd=COPY,
        env=environment,
        check=True,
    )


# --- The results -------------------------------------------------------------------


def statuses(name: str) -> dict[str, int | None]:
    """The exit status of every mutant of a file."""
    path = COPY / "mutants" / f"{name}.meta"
    found: dict[str, int | None] = json.loads(path.read_text("utf-8"))[
        "exit_code_by_key"
    ]
    return found


def functions(name: str) -> dict[str, list[str]]:
    """The lines of every function in a file with its mutants, by mangled name."""
    source = (COPY / "mutants" / name).read_text("utf-8")
    lines = source.splitlines()
    return {
        node.name: lines[node.lineno : node.end_lineno]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
    }


def survivors(name: str) -> Iterator[Survivor]:
    """The mutants of a file that no test noticed, with the lines that changed.

    A test that runs for far too long, as in a loop without end, has noticed.
    """
    sources: Mapping[str, list[str]] | None = None
    for key, code in statuses(name).items():
        if code in FAILED or code in OUT_OF_TIME:
            continue
        if code not in NOT_NOTICED:
            raise SystemExit(f"{key} has no result but {code}; run it again")
        sources = sources or functions(name)
        mangled = key.rpartition(".")[2]
        stem, _, _ = mangled.rpartition("__mutmut_")
        changes = list(difflib.ndiff(sources[f"{stem}__mutmut_orig"], sources[mangled]))
        old = " ".join(line[2:].strip() for line in changes if line[0] == "-")
        new = " ".join(line[2:].strip() for line in changes if line[0] == "+")
        # Mutants are numbered anew with every change, so lines tell which is meant.
        function = stem.removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")
        module = Path(name).stem
        yield Survivor(
            key, NOT_NOTICED[code], f"{module}.{function}", f"{old} -> {new}"
        )


def explanations() -> dict[tuple[str, str], str]:
    """Why a change of a function is not noticed, as far as we know."""
    if not EXPLAINED.exists():
        return {}
    known: dict[tuple[str, str], str] = {}
    for entry in tomllib.loads(EXPLAINED.read_text("utf-8"))["survivor"]:
        for change in entry["changes"]:
            known[entry["function"], change] = entry["why"]
    return known


def report() -> int:
    """Print the scores and what survived; the exit status says whether that will do."""
    known = explanations()
    unused = set(known)
    unexplained = 0
    mutants: Counter[str] = Counter()
    survived: Counter[str] = Counter()
    for name in FILES:
        module = PART_OF.get(Path(name).stem, Path(name).stem)
        mutants[module] += len(statuses(name))
        for one in survivors(name):
            survived[module] += 1
            key = one.function, one.change
            unused.discard(key)
            if key not in known:
                unexplained += 1
                print(f"{one.status}, unexplained: {one.name}")
                print(f"  in {one.function}: {one.change}")
    for function, change in sorted(unused):
        print(f"explained, but noticed or gone: {function}: {change}")
    for module, count in mutants.items():
        print(f"{module}: {told(count, survived[module])}")
    print(f"in all: {told(mutants.total(), survived.total())}")
    print(f"unexplained: {unexplained}")
    too_many = [m for m in mutants if survived[m] > MOST_SURVIVORS * mutants[m]]
    return int(unexplained > 0 or bool(too_many))


def told(mutants: int, left: int) -> str:
    """The score: the share of the mutants that the tests notice."""
    share = 100 * (1 - left / mutants)
    return f"score {share:.1f} %, {mutants} mutants, {left} survive"


def main() -> int:
    """Run as the arguments say."""
    parser = argparse.ArgumentParser(description="Mutation testing.")
    parser.add_argument(
        "--again",
        action="store_true",
        help="keep the last results; run what has changed, and what survived",
    )
    parser.add_argument(
        "--report", action="store_true", help="only tell the last results once more"
    )
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, help="how many at once"
    )
    parser.add_argument(
        "mutants", nargs="*", help="names, with * for many; all if none"
    )
    asked = parser.parse_args()
    if asked.report:
        return report()
    started = time.monotonic()
    if not asked.again:
        shutil.rmtree(COPY, ignore_errors=True)
    write_copy()
    # Which test runs which function is to be found out anew: tests change as well.
    (COPY / "mutants" / "mutmut-stats.json").unlink(missing_ok=True)
    mutmut(asked.processes, asked.mutants)
    if asked.again and not asked.mutants:
        left = [one.name for name in FILES for one in survivors(name)]
        if left:
            mutmut(asked.processes, left)
    print(f"took {(time.monotonic() - started) / 60:.0f} minutes")
    return report()


if __name__ == "__main__":
    sys.exit(main())
