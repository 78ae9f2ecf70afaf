"""Text files that are written whole or not at all, and read within bounds."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from typing import Final

from biriba._words import shown
from biriba.errors import InvalidRecord

MOST_BYTES: Final = 64_000_000
"""The largest document that is read."""


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a file so that a crash leaves the old one or the new one.

    Raises:
        OSError: if it cannot be written, naming the file asked for; an old file is
            still there.
    """
    path = checked_path(path)
    try:
        _write_whole(path, text)
    except OSError as error:
        # Not the name of the file beside it, which nobody asked for.
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def _write_whole(path: str | os.PathLike[str], text: str) -> None:
    # Through a link, the file that it names is the one to replace.
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        # A device or a pipe is not replaced but written to.
        with open(target, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        return
    folder, name = os.path.split(target)
    aside = os.path.join(folder, f".{name[:100]}.{secrets.token_hex(8)}.tmp")
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileNotFoundError):
            shutil.copymode(target, aside)
        os.replace(aside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(aside)
        raise
    # The new name is safe once the folder is; not every system can do that.
    with contextlib.suppress(OSError):
        directory = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)


def checked_path(path: str | os.PathLike[str]) -> str:
    """A path as text.

    Raises:
        InvalidRecord: if it names no file: no text, or text that no system takes. A
            number is refused, which Python would take for an open file.
    """
    given: object = path
    name = os.fspath(path) if isinstance(given, (str, os.PathLike)) else None
    if isinstance(name, str) and name and "\0" not in name:
        with contextlib.suppress(UnicodeEncodeError):
            os.fsencode(name)
            return name
    raise InvalidRecord([f"a path to a file, not {shown(path)}"])


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file.

    Raises:
        InvalidRecord: if it is too large or not UTF-8, or `path` names no file.
        OSError: if it cannot be read.
    """
    path = checked_path(path)
    with open(path, "rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise InvalidRecord([f"the file is larger than {MOST_BYTES} bytes"])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidRecord([f"not UTF-8 text, at byte {error.start}"]) from None
