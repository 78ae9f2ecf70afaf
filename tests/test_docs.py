"""The documentation keeps its promises: every code block runs, and what is generated
from the library's data is what the library says today."""

from __future__ import annotations

import doctest
import importlib.util
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import biriba
from biriba.cli import main
from biriba.errors import BiribaError
from biriba.languages import TABLES
from biriba.reasons import REFUSALS
from biriba.rules import PRESETS, VARIANTS
from biriba.view_json import view_json

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(
    path
    for path in DOCS.rglob("*.md")
    if not {"_build", "_generated"} & set(path.relative_to(DOCS).parts)
)
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def blocks(page: Path) -> list[tuple[str, str]]:
    """The language and the text of every code block."""
    return FENCE.findall(page.read_text(encoding="utf-8"))


def names(paths: list[Path]) -> list[str]:
    """Pages by their path from the root."""
    return [str(path.relative_to(ROOT)) for path in paths]


CODE = [ROOT / "README.md", *PAGES]


@pytest.mark.parametrize("page", CODE, ids=names(CODE))
def test_every_code_block_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sessions give what they show; the blocks of a page build on each other."""
    monkeypatch.chdir(tmp_path)
    shared: dict[str, Any] = {"__name__": "page"}
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    parser = doctest.DocTestParser()
    for language, text in blocks(page):
        if language == "pycon":
            test = parser.get_doctest(text, shared, page.name, str(page), 0)
            assert test.examples, "a session without a prompt"
            runner.run(test, clear_globs=False)
            shared.update(test.globs)
        elif language == "python":
            exec(compile(text, str(page), "exec"), shared)
        elif language == "json":
            json.loads(text)
    assert not runner.summarize(verbose=False).failed


@pytest.mark.parametrize("page", CODE, ids=names(CODE))
def test_every_kind_of_code_block_is_known(page: Path) -> None:
    """No block escapes by another name for its language."""
    known = {"pycon", "python", "json", "console", "sh", "text"}
    assert {language for language, _ in blocks(page)} <= known


COMMANDS = [page for page in PAGES if "```console" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", COMMANDS, ids=names(COMMANDS))
def test_every_command_prints_what_is_shown(
    page: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line after a dollar sign is run, in the folder of the example files."""
    monkeypatch.chdir(DOCS / "reference" / "files")
    for language, text in blocks(page):
        if language != "console":
            continue
        for shown in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, expected = shown.partition("\n")
            program, *words = shlex.split(command)
            assert program == "biriba"
            main(words)
            captured = capsys.readouterr()
            assert captured.out + captured.err == expected, command


def generated() -> Any:
    """The extension that writes the generated files."""
    path = DOCS / "_ext" / "generated.py"
    spec = importlib.util.spec_from_file_location("generated", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_files_are_up_to_date() -> None:
    """If not, run docs/_ext/generated.py."""
    files = generated().FILES
    there = {path.name for path in (DOCS / "_generated").iterdir()}
    assert there == set(files)
    for name, make in files.items():
        text = (DOCS / "_generated" / name).read_text(encoding="utf-8")
        assert text == make(), name


def test_generated_parts_are_up_to_date() -> None:
    """If not, run docs/_ext/generated.py."""
    module = generated()
    used: list[str] = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert module.filled(text) == text, page.name
        used += [name for _, name, _ in module.PART.findall(text)]
        assert text.count("<!-- generated: ") == len(module.PART.findall(text))
    assert set(used) == {*module.PARTS, "names"}


@pytest.mark.parametrize(
    ("page", "wanted"),
    [("refusals", REFUSALS), ("presets", PRESETS), ("presets", VARIANTS)],
)
def test_generated_tables_are_complete(page: str, wanted: dict[str, object]) -> None:
    """Every refusal, system and variant has its place, also for raw readers."""
    text = (DOCS / "reference" / f"{page}.md").read_text(encoding="utf-8")
    assert all(re.search(rf"^\|.*`{name}`", text, re.M) for name in wanted)


def test_names_are_listed_where_there_is_no_builder() -> None:
    """A page with stubs for a builder has each of its names in plain text as well."""
    stub = re.compile(r"^\.\. auto(?:class|function|exception):: (\S+)", re.M)
    found = 0
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for path in stub.findall(text):
            name = path.rpartition(".")[2]
            assert re.search(rf"^- `(\w+\.)?{name}\b.*`: \S", text, re.M), path
            found += 1
    assert found > 100


def test_the_first_page_links_to_every_other() -> None:
    """In plain Markdown, and again for the builder."""
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    others = {
        path.relative_to(DOCS).as_posix() for path in PAGES if path.name != "index.md"
    }
    listed = re.findall(r"^- \[[^]]+\]\(([^)]+)\)", text, re.M)
    assert sorted(listed) == sorted(others)
    trees = re.findall(r"^```\{toctree\}\n(?::.*\n)*\n([^`]*)^```", text, re.M)
    assert [f"{name}.md" for tree in trees for name in tree.split()] == listed


def test_documents_shown_are_those_of_the_commands() -> None:
    """The files that the shown commands read, in full."""
    shown = [text for language, text in blocks(DOCS / "reference" / "cli.md")]
    for name in ("score.json", "position.json"):
        file = DOCS / "reference" / "files" / name
        assert file.read_text(encoding="utf-8") in shown


def keys_told(text: str) -> list[str]:
    """The names in the first column of a table that follows."""
    rows = re.findall(r"^\| (?:side: )?(`[^|]+) \|", text, re.M)
    return [key for row in rows for key in re.findall(r"`(\w+)`", row)]


def test_every_key_of_a_document_is_told() -> None:
    """In the tables, and of a view in the docstring too."""
    cli = (DOCS / "reference" / "cli.md").read_text(encoding="utf-8")
    score, _, position = cli.partition("## `biriba score FILE`")[2].partition(
        "## `biriba moves POSITION`"
    )
    properties = biriba.record.schema("position")["properties"]
    assert isinstance(properties, dict)
    side = {"melds", "biribaki", "taker"}
    told = keys_told(position.partition("\n## ")[0])
    assert set(told) == {*properties, *side} and len(told) == len(set(told))
    facts = {"rules", "bonus_suit", "sides", "hands", "unplayed_biribaki", "went_out"}
    assert set(keys_told(score)) == facts | {"melds", "biribaki", "previous"}

    data = view_json(biriba.State.deal(biriba.rules.CLASSIC_5000, seed=7).view(0))
    page = (DOCS / "howto" / "views.md").read_text(encoding="utf-8")
    assert set(keys_told(page)) == set(data)
    assert all(f"``{key}``" in str(view_json.__doc__) for key in {*data, *side})


SAID = {
    "seat": "word.seat", "side": "word.side", "hand": "word.hand",
    "stock": "word.stock", "discard pile": "word.discard-pile",
    "joker": "rank.joker", "wild card": "word.wild", "bonus suit": "word.bonus-suit",
    "meld": "word.meld", "set": "meld.set", "run": "meld.run",
    "full run": "meld.clean-full", "clean": "meld.clean", "dirty": "meld.dirty",
    "biribaki": "word.biribaki", "pass": "move.pass",
}  # fmt: skip


@pytest.mark.parametrize("language", ["de", "el"])
def test_the_glossary_has_the_words_that_players_read(language: str) -> None:
    """One word for one idea; and a turn is not called a run."""
    page = (DOCS / "glossary.md").read_text(encoding="utf-8")
    entry = re.compile(
        rf"^(\w[\w ]*)\n(?:  .*\n)*?  (?:de: .*)?{language}: \*([^*]+)\*", re.M
    )
    words = dict(entry.findall(page))
    for name, key in SAID.items():
        said = re.sub(r" ?\{\w+\}", "", TABLES[language][key])
        said = re.sub(r"^(reine|καθαρή) (?=\w+ )", "", said)
        assert words[name].lower() == said.lower(), name
    assert len(set(words.values())) >= len(words) - 1
    everything = " ".join(TABLES[language].values())
    melds = everything.replace(TABLES[language]["statistics.length"], "")
    assert "σειρ" not in melds and "βρώμ" not in everything
    assert "σκάλα" not in everything and "τζόκερ" not in everything


def test_the_reference_has_every_public_name() -> None:
    """What is in ``biriba.__all__`` is documented by name."""
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    documented = set(
        re.findall(r"^\.\. (?:auto)?\w+:: biriba\.(?:\w+\.)*(\w+)", text, re.M)
    )
    missing = set(biriba.__all__) - documented - {"melds", "rules"}
    assert not missing


def test_every_error_is_documented() -> None:
    """Each class that a caller can catch."""
    page = (DOCS / "reference" / "refusals.md").read_text(encoding="utf-8")

    def below(cls: type[BaseException]) -> list[str]:
        found: list[str] = []
        for one in cls.__subclasses__():
            if not one.__name__.startswith("_"):
                found.append(one.__name__)
            found += below(one)
        return found

    told = [name for name in below(BiribaError) if hasattr(biriba, name)]
    assert len(told) >= 7
    assert all(f"biriba.errors.{name}" in page for name in told)


def test_links_between_pages_lead_somewhere() -> None:
    """Also where no builder looks: in the README and the examples."""
    for page in [*CODE, ROOT / "examples" / "README.md"]:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", text):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_clause_is_restated() -> None:
    """G1 to G17, C1 to C16, P1 to P13, T1 to T13."""
    page = (DOCS / "reference" / "clauses.md").read_text(encoding="utf-8")
    for letter, last in (("G", 17), ("C", 16), ("P", 13), ("T", 13)):
        for number in range(1, last + 1):
            assert f"| **{letter}{number}**" in page


def test_a_list_of_legal_moves_takes_under_five_lines() -> None:
    """The README's first session."""
    language, text = next(b for b in blocks(ROOT / "README.md") if b[0] == "pycon")
    assert language == "pycon"
    assert sum(line.startswith((">>>", "...")) for line in text.splitlines()) < 5
    assert "<LegalMoves: meld 5h 6h 7h" in text
