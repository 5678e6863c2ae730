"""The API's description as an OpenAPI document, made of its endpoints."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import msgspec

from warbook.web.api.endpoints import ENDPOINTS, Body, Endpoint

REFERENCE = "#/components/schemas/{name}"
MEANINGS = {
    "400": "what was asked cannot be answered: which part, where in it, and what was expected",
    "404": "no unit has this name; the closest are told",
    "413": "too much was sent",
    "415": "what was sent is of another media type",
    "429": "too many requests at a time",
    "500": "Warbook failed on what the answer names",
    "503": "the work ended before it was done; the same may go well again",
    "504": "the work took too long and was stopped",
}


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with what was asked: which part of it, where in it, and what was expected there."""

    path: str
    place: str
    expected: str


class FaultAnswer(msgspec.Struct, frozen=True):
    """What is answered in the place of an answer."""

    error: Fault


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document."""
    types = _types()
    found, components = msgspec.json.schema_components(types, ref_template=REFERENCE)
    schemas = dict(zip(map(repr, types), found, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.casefold()] = _operation(endpoint, schemas)
    about = {
        "title": "Warbook",
        "version": _version(),
        "description": "Datasheets, exact odds and army lists, on this machine.",
    }
    return {"openapi": "3.1.0", "info": about, "paths": paths, "components": {"schemas": components}}


def _version() -> str:
    """Warbook's own; of a copy that is not installed nobody knows it."""
    try:
        return version("warbook")
    except PackageNotFoundError:
        return "0"


def _types() -> list[Any]:
    """Every type that is sent or given, each once."""
    every = [FaultAnswer]
    for endpoint in ENDPOINTS:
        every += [each for each in (endpoint.gives, *(endpoint.body.types if endpoint.body else ())) if each]
    return list({repr(each): each for each in every}.values())


def _operation(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "summary": endpoint.meaning,
        "parameters": [
            {
                "name": each.name,
                "in": each.within,
                "required": each.required,
                "description": each.meaning,
                "schema": {"type": "string"},
            }
            for each in endpoint.parameters
        ],
        "responses": {"200": _answer("the answer", schemas.get(repr(endpoint.gives), {"type": "object"}))},
    }
    fault = schemas[repr(FaultAnswer)]
    told["responses"] |= {status: _answer(meaning, fault) for status, meaning in MEANINGS.items()}
    return told | ({"requestBody": _body(endpoint.body, schemas)} if endpoint.body else {})


def _answer(meaning: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": meaning, "content": {"application/json": {"schema": schema}}}


def _body(body: Body, schemas: dict[str, Any]) -> dict[str, Any]:
    content: dict[str, Any] = {}
    if body.text or not body.types:
        content["text/plain"] = {"schema": {"type": "string"}}
    if body.types:
        schema = {"anyOf": [schemas[repr(each)] for each in body.types]}
        content["application/json"] = {"schema": schema, "example": body.example}
    return {"required": True, "description": body.meaning, "content": content}
