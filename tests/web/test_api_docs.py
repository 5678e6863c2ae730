"""The examples of docs/api.md run against the site."""

import doctest
import json
import urllib.parse
import urllib.request
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "api.md"


def test_the_examples_of_the_api_run(site):
    def ask(path, document=None):
        body = None if document is None else json.dumps(document).encode()
        with urllib.request.urlopen(site + urllib.parse.quote(path, "/?&=%."), body, 60) as answer:
            return json.load(answer)

    failed, run = doctest.testfile(str(DOCS), module_relative=False, globs={"ask": ask})
    assert run > 5
    assert not failed
