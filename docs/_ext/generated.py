"""What the documentation takes from the library's own data, and pictures of cards.

The pages are to be read as they lie, without a builder, so the tables are in them:
between ``<!-- generated: NAME -->`` and ``<!-- end -->`` stands what :data:`PARTS` or
:func:`names` makes. As a Sphinx extension it writes these before a build, adds the
directives ``cards``, ``meld``, ``table-view`` and ``states``, and finds the public home
of names that are defined in private modules. As a script it writes only::

    PYTHONPATH=src python docs/_ext/generated.py
"""

from __future__ import annotations

import base64
import importlib
import inspect
import re
from collections.abc import Callable, Iterator
from enum import Enum
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

import attrs

from biriba import Meld, Rank, rules, svg
from biriba._cli_rules import clause_of, differing, value_at
from biriba._options import Json, Rules
from biriba._rule_texts import OPTIONS
from biriba._sentences import UNREAD
from biriba.cards import CardsLike
from biriba.moves import TABLE, Move, Phase
from biriba.points import points_text, to_points
from biriba.reasons import REFUSALS

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DOCS = Path(__file__).parent.parent
HERE = DOCS / "_generated"

# --- Systems -----------------------------------------------------------------------


def _value(value: Json) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return points_text(to_points(value))
    if isinstance(value, dict):
        return "; ".join(f"{_words(k)} {_value(v)}" for k, v in value.items())
    assert isinstance(value, str)
    return value.replace("-", " ")


def _words(name: str) -> str:
    return name.replace("_", " ")


def presets() -> str:
    """The table of all options of all presets, but for those that are lists."""
    systems = list(rules.PRESETS.values())
    options = [r.options() for r in systems]
    lines = [
        "| option | " + " | ".join(f"`{r.name}`" for r in systems) + " |",
        "|---" * (len(systems) + 1) + "|",
    ]
    for path, _, words in OPTIONS:
        values = [value_at(one, path) for one in options]
        if isinstance(values[0], list):
            continue
        cells = [_value(value) for value in values]
        alike = len(set(cells)) == 1
        shown = cells if alike else [f"**{cell}**" for cell in cells]
        lines.append(f"| {words}<br>`{path}` | " + " | ".join(shown) + " |")
    return "\n".join(lines) + "\n"


def _listed(path: str, first: str, columns: dict[str, str]) -> str:
    """A table of a list of options: a row for each item of each preset."""
    lines = [
        f"| system | {first} | " + " | ".join(columns) + " |",
        "|---|---" + "|--:" * len(columns) + "|",
    ]
    for one in rules.PRESETS.values():
        items = value_at(one.options(), path)
        assert isinstance(items, list)
        for item in items:
            assert isinstance(item, dict)
            cells = [_value(item[key]) for key in columns.values()]
            lines.append(
                f"| `{one.name}` | {_what(item)} | " + " | ".join(cells) + " |"
            )
    return "\n".join(lines) + "\n"


def _what(item: dict[str, Json]) -> str:
    """The first column for a number of seats, or for a meld that earns a bonus."""
    if "seats" in item:
        return f"{item['seats']}"
    words = f"{item['kind']} of {item['length']} or more"
    if item["rank"]:
        words += f", rank {Rank(cast(int, item['rank']))}"
    if item["in_a_row"]:
        words += f", {item['in_a_row']} natural in a row"
    return words


def seatings() -> str:
    """The numbers of seats of all presets."""
    names = ("sides", "packs", "jokers", "biribakia")
    columns = {name: name for name in names} | {"points at the start": "starting_total"}
    return _listed("seatings", "seats", columns)


def bonuses() -> str:
    """The bonuses of all presets."""
    columns = {
        "clean": "clean",
        "dirty": "dirty",
        "clean in the bonus suit": "in_bonus_suit_clean",
        "dirty in it": "in_bonus_suit_dirty",
    }
    return _listed("prices.bonuses", "meld", columns)


def sources() -> str:
    """Which description each preset follows, and the letter of its clauses."""
    lines = ["| system | what it is | clauses | source |", "|---|---|---|---|"]
    for one in rules.PRESETS.values():
        lines.append(f"| `{one.name}` | {one.title} | {one.clauses} | {one.source} |")
    return "\n".join(lines) + "\n"


def variants() -> str:
    """The named variants, with what they change, from their own data."""
    lines = ["| variant | of | clause | what it says | options that differ |"]
    lines.append("|---|---|---|---|---|")
    for variant in rules.VARIANTS.values():
        base = rules.PRESETS[variant.presets[0]]
        changed = rules.named(f"{base.name}+{variant.name}")
        paths = [f"`{path}`" for path, _ in differing(base, changed)]
        lines.append(
            f"| `{variant.name}` | {', '.join(f'`{p}`' for p in variant.presets)} | "
            f"{variant.clause} | {variant.text} | {', '.join(paths)} |"
        )
    return "\n".join(lines) + "\n"


def clauses() -> str:
    """For each option, the clauses that it carries."""
    lines = ["| option | what it says | C | P | T | F |", "|---|---|---|---|---|---|"]
    for path, carried, words in OPTIONS:
        cells = [clause_of(carried, letter) for letter in "CPTF"]
        lines.append(f"| `{path}` | {words} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


# --- Refusals ----------------------------------------------------------------------


def refusals() -> str:
    """Every refusal code with its clause and its English text."""
    lines = ["| code | clause | text |", "|---|---|---|"]
    for refusal in REFUSALS.values():
        text = _sentence(refusal.template)
        lines.append(f"| `{refusal.code}` | {refusal.clauses} | {text} |")
    return "\n".join(lines) + "\n"


def _sentence(template: str) -> str:
    """A sentence with the names of its fields in italics."""
    return template.replace("{", "*").replace("}", "*")


def unread() -> str:
    """Every code of a text that cannot be read, with its English sentence."""
    lines = ["| code | text |", "|---|---|"]
    for code, sentence in UNREAD.items():
        lines.append(f"| `{code}` | {_sentence(sentence)} |")
    return "\n".join(lines) + "\n"


# --- The state machine -------------------------------------------------------------

_WORDS = {
    Phase.NAME_SUIT: "NAME_SUIT",
    Phase.DRAW: "DRAW",
    Phase.PLAY: "PLAY",
    Phase.OVER: "OVER",
}


def transitions() -> str:
    """The table of phases, moves and the phases that follow."""
    lines = ["| phase | move | leads to |", "|---|---|---|"]
    for phase, moves in TABLE.items():
        for kind, after in moves.items():
            names = ", ".join(f"`{p.name}`" for p in after)
            lines.append(f"| `{phase.name}` | `{kind.__name__}` | {names} |")
    return "\n".join(lines) + "\n"


def states_svg() -> str:
    """The state machine as an SVG drawing, its arrows taken from the table."""
    wide, high, left, step = 150, 44, 40, 250
    order = list(TABLE)
    columns = {phase: left + step * i for i, phase in enumerate(order)}
    middle = 190
    arrows: dict[tuple[Phase, Phase], list[str]] = {}
    for phase, moves in TABLE.items():
        for kind, after in moves.items():
            for target in after:
                arrows.setdefault((phase, target), []).append(kind.__name__)
    parts: list[str] = []

    def label(x: float, y: float, lines: list[str]) -> None:
        for i, line in enumerate(lines):
            parts.append(
                f'<text x="{x:g}" y="{y + 17 * i:g}" text-anchor="middle" '
                f'font-size="14">{escape(line)}</text>'
            )

    def arrow(path: str) -> None:
        parts.append(
            f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="1.6" '
            'marker-end="url(#biriba-head)"/>'
        )

    for (source, target), names in arrows.items():
        x1, x2 = columns[source] + wide / 2, columns[target] + wide / 2
        hop = order.index(target) - order.index(source)
        if hop == 0:
            y = middle - high / 2
            arrow(
                f"M{x1 - 22:g} {y:g}C{x1 - 45:g} {y - 62:g} {x1 + 45:g} {y - 62:g} "
                f"{x1 + 22:g} {y - 2:g}"
            )
            label(x1, y - 56 - 17 * (len(names) - 1), names)
        elif hop == 1:
            y = middle - 9
            arrow(f"M{x1 + wide / 2:g} {y:g}H{x2 - wide / 2 - 2:g}")
            label((x1 + x2) / 2, y - 8 - 17 * (len(names) - 1), names)
        elif hop < 0:
            # Back below the boxes.
            y = middle + high / 2
            arrow(
                f"M{x1 - 20:g} {y:g}C{x1 - 50:g} {y + 62:g} {x2 + 50:g} {y + 62:g} "
                f"{x2 + 20:g} {y + 2:g}"
            )
            label((x1 + x2) / 2, y + 40, names)
        else:
            # Far ahead, above everything.
            y = middle + high / 2
            arrow(
                f"M{x1 - 20:g} {y:g}C{x1 + 30:g} {y + 150:g} {x2 - 30:g} {y + 150:g} "
                f"{x2 + 10:g} {y + 2:g}"
            )
            label((x1 + x2) / 2, y + 130, [", ".join(names)])
    for phase, x in columns.items():
        dash = ' stroke-dasharray="5 4"' if phase is Phase.NAME_SUIT else ""
        double = phase is Phase.OVER
        parts.append(
            f'<rect x="{x}" y="{middle - high / 2:g}" width="{wide}" height="{high}" '
            f'rx="9" fill="none" stroke="currentColor" '
            f'stroke-width="{3 if double else 1.8}"{dash}/>'
        )
        label(x + wide / 2, middle + 5, [_WORDS[phase]])
    width, height = left * 2 + step * (len(order) - 1) + wide, 370
    described = "; ".join(
        f"{a.name} to {b.name} by {', '.join(names)}"
        for (a, b), names in arrows.items()
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 60 {width} {height - 60}" '
        'role="img" font-family="sans-serif" fill="currentColor">\n'
        f"<title>The phases of a deal: {escape(described)}</title>\n"
        '<defs><marker id="biriba-head" viewBox="0 0 10 10" refX="9" refY="5" '
        'markerWidth="8" markerHeight="8" orient="auto-start-reverse">'
        '<path d="M0 0 10 5 0 10z" fill="currentColor"/></marker></defs>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


# --- Names -------------------------------------------------------------------------

_DIRECTIVE = re.compile(
    r"^\.\. auto(class|exception|function):: ([\w.]+)\n((?:   +\S.*\n)*)", re.MULTILINE
)


def names(page: str) -> str:
    """What the directives of a page document: signatures and what they say first."""
    lines: list[str] = []
    directives = [found.groups() for found in _DIRECTIVE.finditer(page)]
    bare = [path.rpartition(".")[2] for _, path, _ in directives]
    for kind, path, options in directives:
        module, _, name = path.rpartition(".")
        value = getattr(importlib.import_module(module), name)
        shown = name if kind == "exception" else name + _signature(value)
        if bare.count(name) > 1:
            shown = f"{module.rpartition('.')[2]}.{shown}"
        lines.append(f"- `{shown}`: {_summary(value)}")
        lines += [f"  - {line}" for line in _members(name, value, options)]
    return "\n".join(lines) + "\n"


def _members(name: str, owner: type, options: str) -> Iterator[str]:
    """A line for each member that a directive asks for."""
    asked = re.search(r":members:((?:.|\n +(?!:))*)", options)
    if asked is None:
        return
    if issubclass(owner, Enum) and "undoc" in options:
        for one in owner:
            yield f"`{name}.{one.name}`: `{one.value!r}`"
        return
    wanted = re.findall(r"\w+", asked[1]) or [
        key
        for key, value in vars(owner).items()
        if not key.startswith("_")
        and (
            isinstance(value, (property, classmethod, staticmethod))
            or inspect.isfunction(value)
        )
        and getattr(owner, key).__doc__
    ]
    for key in wanted:
        value = getattr(owner, key, None)
        if isinstance(value, property):
            yield f"`.{key}`{_type(value)}: {_summary(value)}"
        elif callable(value):
            yield f"`.{key}{_signature(value)}`: {_summary(value)}"


def _type(value: property) -> str:
    found = getattr(value.fget, "__annotations__", {}).get("return")
    return f" (`{found}`)" if isinstance(found, str) else ""


def _signature(value: Any) -> str:
    """How something is called, as its code has it; nothing for an enumeration."""
    if isinstance(value, type) and attrs.has(value):
        return f"({', '.join(_fields(value))})"
    if isinstance(value, type) and issubclass(value, Enum):
        return ""
    if isinstance(value, type) and (
        "__init__" not in vars(value) or getattr(value, "_is_protocol", False)
    ):
        return ""
    signature = inspect.signature(value)
    parts: list[str] = []
    for one in signature.parameters.values():
        if one.name in ("self", "cls"):
            continue
        if one.kind is one.KEYWORD_ONLY and not any(p[0] == "*" for p in parts):
            parts.append("*")
        star = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
        default = "" if one.default is one.empty else f" = {_written(one.default)}"
        parts.append(f"{star}{one.name}: {one.annotation}{default}")
    gives = signature.return_annotation
    arrow = f" -> {gives}" if gives not in ("None", None, signature.empty) else ""
    return f"({', '.join(parts)}){arrow}"


def _fields(owner: type) -> Iterator[str]:
    """The fields of a frozen class, with their defaults as one would write them."""
    for field in attrs.fields(owner):
        default: Any = field.default
        if not field.init:
            continue
        if default is attrs.NOTHING:
            yield field.name
        elif isinstance(default, attrs.Factory):  # type: ignore[arg-type]
            yield f"{field.name}={default.factory.__name__}()"
        else:
            yield f"{field.name}={_written(default)}"


def _summary(value: object) -> str:
    """The first paragraph of a docstring, in the language of the pages."""
    text = " ".join((inspect.getdoc(value) or "").partition("\n\n")[0].split())
    text = re.sub(r":\w+:`~?([^`]*)`", r"`\1`", text).replace("``", "`")
    # Prose with stars or angles would be read as something else.
    return re.sub(r"[*<>](?=[^`]*(?:`[^`]*`[^`]*)*$)", r"\\\g<0>", text)


def _written(value: object) -> str:
    """A default as code has it."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    return repr(value)


# --- Files -------------------------------------------------------------------------

FILES: dict[str, Callable[[], str]] = {"states.svg": states_svg}
"""The generated files, by name, with what makes them."""

PARTS: dict[str, Callable[[], str]] = {
    "presets": presets,
    "seatings": seatings,
    "bonuses": bonuses,
    "sources": sources,
    "variants": variants,
    "clauses": clauses,
    "refusals": refusals,
    "transitions": transitions,
    "unread": unread,
}
"""The generated parts of pages, by name, with what makes them."""

PART = re.compile(
    r"(<!-- generated: ([a-z]+) -->\n).*?(<!-- end -->\n)", re.DOTALL | re.ASCII
)


def filled(page: str) -> str:
    """The text of a page with its generated parts as they should be.

    The part called ``names`` lists what the page documents up to the next such part.
    """
    made: list[str] = []
    at = 0
    for part in PART.finditer(page):
        rest = page[part.end() :].partition("<!-- generated: names -->")[0]
        text = names(rest) if part[2] == "names" else PARTS[part[2]]()
        made += [page[at : part.start()], f"{part[1]}\n{text}\n{part[3]}"]
        at = part.end()
    return "".join(made) + page[at:]


def pages() -> list[Path]:
    """The pages that are written by hand."""
    return sorted(
        path
        for path in DOCS.rglob("*.md")
        if not {"_build", "_generated"} & set(path.relative_to(DOCS).parts)
    )


def write(*_: object) -> None:
    """Write every generated file and part that is not as it should be."""
    HERE.mkdir(exist_ok=True)
    wanted = {HERE / name: make() for name, make in FILES.items()}
    for page in pages():
        wanted[page] = filled(page.read_text(encoding="utf-8"))
    for path, text in wanted.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


# --- The extension -----------------------------------------------------------------


def _figure(picture: str, alt: str, caption: str) -> str:
    data = base64.b64encode(picture.encode()).decode()
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return (
        f'<figure class="biriba"><img alt="{escape(alt)}" '
        f'src="data:image/svg+xml;base64,{data}">{below}</figure>'
    )


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    from docutils import nodes
    from docutils.parsers.rst import Directive, directives
    from sphinx.util.nodes import make_refnode
    from sphinx.util.typing import stringify_annotation

    class Picture(Directive):
        """A picture of what its argument says; the content is the caption."""

        required_arguments = 1
        final_argument_whitespace = True
        has_content = True
        option_spec: ClassVar[dict[str, Any]] = {"rules": directives.unchanged}

        def draw(self, text: str, of: Rules) -> str:
            raise NotImplementedError

        def run(self) -> list[nodes.Node]:
            of = rules.named(self.options.get("rules", "classic-5000"))
            text = self.arguments[0]
            html = _figure(self.draw(text, of), text, " ".join(self.content))
            return [nodes.raw("", html, format="html")]

    class Cards(Picture):
        """Cards side by side, in the order written."""

        def draw(self, text: str, of: Rules) -> str:
            return svg.render_cards(text, of)

    class MeldPicture(Picture):
        """A meld as it lies on the table."""

        def draw(self, text: str, of: Rules) -> str:
            return svg.render_meld(Meld.parse(text, of), of)

    class TablePicture(Picture):
        """The table of a random deal, seen by a seat: its seed and its moves."""

        def draw(self, text: str, of: Rules) -> str:
            from biriba.testing import random_deal

            seed, moves = map(int, text.split())
            return svg.render_view(random_deal(of, seed=seed, moves=moves).view())

    class States(Directive):
        """The diagram of the state machine."""

        def run(self) -> list[nodes.Node]:
            html = f'<figure class="biriba">{states_svg()}</figure>'
            return [nodes.raw("", html, format="html")]

    def resolve(app: Sphinx, env: Any, node: Any, contnode: Any) -> Any:
        """Find a name of a private module, or a bare one, where it is documented."""
        if node.get("refdomain") != "py":
            return None
        domain = env.get_domain("py")
        wanted = node["reftarget"]
        first = wanted.partition(".")[0]
        if "." in wanted and first.islower() and first != "biriba":
            return None
        # As it is written first, then by its last word, whatever module it names.
        for tail in (f".{wanted}", "." + wanted.rpartition(".")[2]):
            homes = {
                name: entry
                for name, entry in domain.objects.items()
                if f".{name}".endswith(tail) and not entry.aliased
            }
            if len(homes) > 1:
                homes = {n: e for n, e in homes.items() if n.count(".") == 2} or homes
            if homes:
                break
        if len(homes) != 1:
            return None
        (name, entry), *_ = homes.items()
        return make_refnode(
            app.builder, node["refdoc"], entry.docname, entry.node_id, contnode, name
        )

    def plain_first_line(
        app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]
    ) -> None:
        """Keep napoleon from reading "One letter: h" as a type and its text."""
        if what in ("property", "attribute") and lines:
            lines[0] = lines[0].replace(": ", " – ")

    def signature(
        app: Sphinx, what: str, name: str, obj: Any, options: Any, *_: Any
    ) -> tuple[str, str] | None:
        """The fields of a frozen class with their defaults as one would write them."""
        if what != "class" or not attrs.has(obj):
            return None
        return f"({', '.join(_fields(obj))})", ""

    # Long unions by the name they have in the source; Json is written out in itself.
    json = "(biriba.rules.)?Json"
    aliases = {
        r"bool \| int \| float \| str "
        rf"\| list\[{json}\] \| dict\[str, {json}\] \| None": "biriba.rules.Json",
        re.escape(stringify_annotation(CardsLike, "smart")): "biriba.cards.CardsLike",
        re.escape(stringify_annotation(Move, "smart")): "biriba.moves.Move",
    }

    def named(app: Sphinx, *_: Any) -> None:
        """Say Json where autodoc has written out what Json stands for."""
        for hints in app.env.current_document.autodoc_annotations.values():
            for parameter, hint in hints.items():
                for written_out, name in aliases.items():
                    found = 1
                    while found:
                        hint, found = re.subn(written_out, name, hint)
                hints[parameter] = hint

    def trimmed(app: Sphinx, doctree: Any) -> None:
        """Drop the blank line that ends a session for doctest but not for readers."""
        for block in doctree.findall(nodes.literal_block):
            text = block.astext().rstrip("\n")
            block.rawsource = text
            block.children = []
            block += nodes.Text(text)

    app.add_directive("cards", Cards)
    app.add_directive("meld", MeldPicture)
    app.add_directive("table-view", TablePicture)
    app.add_directive("states", States)
    app.connect("builder-inited", write)
    app.connect("doctree-read", trimmed)
    app.connect("autodoc-process-signature", signature)
    app.connect("object-description-transform", named, priority=400)
    app.connect("missing-reference", resolve)
    app.connect("autodoc-process-docstring", plain_first_line, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


if __name__ == "__main__":
    write()
