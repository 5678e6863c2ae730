"""Answers that are worked out once: an error is kept for nobody, and told to nobody who left."""

import asyncio
import gc

import pytest

from warbook.web.worked import Worked, unattended
from web.visiting import apart


async def fails():
    await asyncio.sleep(0.01)
    raise KeyError("lost")


@pytest.mark.parametrize("leaves", [True, False])
def test_an_error_is_not_kept_and_prints_nothing_where_its_asker_left(leaves):
    printed, kept = [], Worked(2)

    async def asked():
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: printed.append(context))
        asker = unattended(asyncio.ensure_future(kept.of("a", fails)))
        await asyncio.sleep(0)
        if leaves:
            asker.cancel()
        await asyncio.sleep(0.05)
        assert asker.cancelled() == leaves
        del asker
        gc.collect()
        return await kept.of("a", lambda: asyncio.sleep(0, "found"))

    assert apart(asked()) == "found"
    assert printed == []
