"""What is wrong with the words of a command line, in words of our own: which word, and what was expected there.

The library that reads command lines has its own; what it tells is taken from the commands themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import typer

from warbook.errors import InputError

_MISSING = ("MissingParameter",)
_UNKNOWN = ("NoSuchOption",)
_USAGE = ("BadOptionUsage",)


def refusal(fault: Any, app: typer.Typer, words: Sequence[str]) -> InputError:
    """The fault of a command line that an app refused."""
    path, command = _command(app, words)
    name, kind = " ".join(path) or "warbook", type(fault).__name__
    given = words[len(path) :]
    param = getattr(fault, "param", None)
    if kind in _MISSING and param is not None:
        return InputError(name, param.name.upper(), f"expected it after the command; {_help(path)}")
    if kind in _UNKNOWN:
        return _unknown(name, path, fault, command)
    if kind in _USAGE:
        option = str(getattr(fault, "option_name", ""))
        valued = any(word.startswith(f"{option}=") for word in given)
        return InputError(name, option, "expected no value" if valued else "expected a value after it")
    if param is not None:
        return _misfit(name, param, command, given)
    if isinstance(command, typer.Typer):
        known = list(_names(command))
        other = next((word for word in given if not word.startswith("-")), "")
        return InputError(name, repr(other), f"expected one of {', '.join(known)}{_meant(other, known)}")
    extra = str(getattr(fault, "message", "")).rpartition("(")[2].rstrip(").")
    return InputError(name, repr(extra) if extra else "arguments", f"expected nothing more; {_help(path)}")


def _command(app: typer.Typer, words: Sequence[str]) -> tuple[tuple[str, ...], Any]:
    """The command that words call, by its path, or the group of which they name none."""
    path: tuple[str, ...] = ()
    for word in words:
        found = dict(_commands(app)).get(word)
        if found is None:
            break
        path = (*path, word)
        if not isinstance(found, typer.Typer):
            return path, found
        app = found
    return path, app


def _commands(app: typer.Typer) -> Iterator[tuple[str, Any]]:
    for one in app.registered_commands:
        if one.callback is not None:
            yield one.name or one.callback.__name__.strip("_").replace("_", "-"), one.callback
    for group in app.registered_groups:
        if group.typer_instance is not None:
            yield str(group.name), group.typer_instance


def _names(app: typer.Typer) -> Iterator[str]:
    return (name for name, _ in _commands(app))


def _help(path: Sequence[str]) -> str:
    return f"{' '.join(('warbook', *path))} --help tells how"


def _unknown(name: str, path: Sequence[str], fault: Any, command: Any) -> InputError:
    option = str(getattr(fault, "option_name", ""))
    told = "expected an option of this command" if path else "expected an option of warbook, or a command"
    return InputError(name, option, f"{told}{_meant(option, list(_options(command)))}; {_help(path)}")


def _options(command: Any) -> Iterator[str]:
    hints = {} if isinstance(command, typer.Typer) else get_type_hints(command, include_extras=True)
    for name, hint in hints.items():
        for told in getattr(hint, "__metadata__", ()):
            declared = [text for text in getattr(told, "param_decls", None) or () if text.startswith("--")]
            yield from declared or [f"--{name.strip('_').replace('_', '-')}"]


def _meant(word: str, known: Sequence[str]) -> str:
    close = get_close_matches(word, known, n=1)
    return f" (closest: {close[0]})" if close else ""


def _misfit(name: str, param: Any, command: Any, given: Sequence[str]) -> InputError:
    """The fault of a value: its option, what it may be, and what was given."""
    option = next((text for text in getattr(param, "opts", ()) if text.startswith("--")), param.name.upper())
    hint = get_type_hints(command, include_extras=True).get(param.name)
    value = next(iter(_values(option, given)), None)
    got = f", got {value!r}" if value is not None else ""
    return InputError(name, option, f"{_kind(hint)}{got}")


def _values(option: str, given: Sequence[str]) -> Iterator[str]:
    for place, word in enumerate(given):
        if word == option and place + 1 < len(given):
            yield given[place + 1]
        if word.startswith(f"{option}="):
            yield word.partition("=")[2]


def _kind(hint: Any) -> str:
    """What a parameter's annotation takes: "expected a whole number from 1 to 20"."""
    bounds = next(iter(getattr(hint, "__metadata__", ())), None)
    kinds = set(_kinds(hint))
    choices = [str(each) for kind in kinds if get_origin(kind) is Literal for each in get_args(kind)]
    if choices:
        return f"expected one of {', '.join(choices)}"
    least, most = getattr(bounds, "min", None), getattr(bounds, "max", None)
    span = f" from {least:g} to {most:g}" if least is not None and most is not None else ""
    if not span and least is not None:
        span = f", {least:g} or more"
    if int in kinds or float in kinds:
        return f"expected a {'whole ' if int in kinds else ''}number{span}"
    return "expected another value"


def _kinds(hint: Any) -> Iterator[Any]:
    """The types in an annotation, those within unions and lists each for itself."""
    origin = get_origin(hint)
    if hasattr(hint, "__metadata__") or origin in (Union, list) or str(origin) == "<class 'types.UnionType'>":
        for each in (hint.__origin__,) if hasattr(hint, "__metadata__") else get_args(hint):
            yield from _kinds(each)
    else:
        yield hint
