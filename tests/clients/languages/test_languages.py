"""In every language: matches are played to the end over a cut line and a killed server, and refusals have a type."""

from __future__ import annotations

import asyncio
import os
import secrets
import subprocess
from pathlib import Path

import grpc
import pytest
import trustme

from tests.clients.languages.stage import Stage
from tests.clients.languages.table import Language
from undercroft_client import Bot, MatchStatus, Open

pytestmark = pytest.mark.timeout(900)  # the first to ask for a language builds it

MATCHES = 20
PACE_MS = 100
"""Long enough that the faults fall into play, short enough that nobody waits."""


async def test_the_example_joins_twenty_matches_and_plays_them_over_a_cut_line_and_a_killed_server(
    language: Language, stage: Stage
) -> None:
    codes = {}
    for number in range(MATCHES):
        seats = [Open(), Bot("heuristic")]
        created = await stage.client.create_match(
            "dungeon-of-fear", seats=seats[:: 1 - 2 * (number % 2)], pace_ms=PACE_MS
        )
        codes[created.codes[0].code] = created.match.match_id
        stage.look_at(created.match.match_id)
    bot = await stage.start(language, "join", "--server", stage.line.address, "--name", "Somebody", *codes)
    await stage.disturb()
    status, lines, log = await bot.ended()
    assert status == 0, log
    assert {line["match_id"]: line["seat"] for line in lines} == {
        match_id: number % 2 for number, match_id in enumerate(codes.values())
    }
    assert len(lines) == MATCHES
    assert sum(line["reconnects"] for line in lines) >= MATCHES
    for line in lines:
        match = await stage.client.match(line["match_id"])
        assert match.status is MatchStatus.FINISHED
        assert match.outcome is not None
        assert (line["status"], line["returns"]) == ("finished", list(match.outcome.returns))
        assert line["reason"] == match.outcome.reason
        record = await stage.client.record(line["match_id"])
        assert line["actions"] == sum(action["seat"] == line["seat"] for action in record["actions"])


async def test_the_example_serves_a_bot_that_misses_no_turn_over_a_cut_line_and_a_killed_server(
    language: Language, stage: Stage, tmp_path: Path
) -> None:
    name = f"bot-{secrets.token_hex(4)}"
    who = ("--name", name, "--games", "dungeon-of-fear", "--token", str(tmp_path / "token"))
    bot = await stage.start(language, "serve", "--server", stage.line.address, *who)
    async with asyncio.timeout(60):
        while f"@{name}" not in [info.name for info in await stage.client.bots("dungeon-of-fear")]:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    match_ids = []
    for number in range(MATCHES):
        seats = [Bot(f"@{name}"), Bot("heuristic")][:: 1 - 2 * (number % 2)]
        created = await stage.client.create_match("dungeon-of-fear", seats=seats, pace_ms=PACE_MS)
        match_ids.append(created.match.match_id)
        stage.look_at(created.match.match_id)
    await stage.disturb()
    await stage.all_over()
    bot.terminate()
    status, lines, log = await bot.ended()
    assert status == 0, log
    seats_of = {match_id: number % 2 for number, match_id in enumerate(match_ids)}
    assert lines
    for line in lines:
        match = await stage.client.match(line["match_id"])
        assert match.outcome is not None
        assert (line["seat"], line["returns"], line["reason"]) == (
            seats_of[match.match_id], list(match.outcome.returns), match.outcome.reason,
        )  # fmt: skip
    assert len({line["match_id"] for line in lines}) == len(lines)
    for match_id in match_ids:
        assert (await stage.client.match(match_id)).status is MatchStatus.FINISHED
        assert (await stage.client.record(match_id))["bot_faults"] == []


async def test_its_own_tests_pass_also_those_that_need_a_server(language: Language, stage: Stage) -> None:
    environment = {**os.environ, "UNDERCROFT_TEST_SERVER": stage.server.address}
    ran = await asyncio.to_thread(
        subprocess.run, ["bash", "-c", language.test], cwd=language.folder, env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout
    assert [match async for match in stage.client.matches()], f"no test has used the server:\n{ran.stdout}"


async def test_the_example_says_in_one_sentence_what_is_wrong(language: Language, stage: Stage) -> None:
    bot = await stage.start(language, "join", "--server", stage.server.address, "NO-SUCH-CODE")
    status, lines, log = await bot.ended()
    assert (status, lines) == (1, [])
    assert log.count("\n") == 1, log
    assert "NO-SUCH-CODE" in log


async def test_the_example_trusts_the_authority_it_is_told_and_no_other(language: Language, tmp_path: Path) -> None:
    authority, stranger = trustme.CA(), trustme.CA()
    certificate = authority.issue_cert("127.0.0.1")
    certificate.private_key_pem.write_to_path(tmp_path / "server.key")
    for blob in certificate.cert_chain_pems:
        blob.write_to_path(tmp_path / "server.pem", append=True)
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    stranger.cert_pem.write_to_path(tmp_path / "other.pem")
    options = ("--tls-cert", str(tmp_path / "server.pem"), "--tls-key", str(tmp_path / "server.key"))
    credentials = grpc.ssl_channel_credentials((tmp_path / "ca.pem").read_bytes())
    async with Stage(tmp_path, *options, credentials=credentials) as stage:
        created = await stage.client.create_match("dungeon-of-fear", seats=[Open(), Bot("random")], pace_ms=0)
        join = ("join", "--server", stage.server.address, "--ca")
        fooled = await stage.start(language, *join, str(tmp_path / "other.pem"), created.codes[0].code)
        bot = await stage.start(language, *join, str(tmp_path / "ca.pem"), created.codes[0].code)
        status, lines, log = await bot.ended()
        assert (status, [line["status"] for line in lines]) == (0, ["finished"]), log
        status, lines, _ = await fooled.ended()
        assert (status, lines) == (1, [])
