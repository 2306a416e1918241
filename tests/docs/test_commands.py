"""Every command that a page shows is run, and does what the page says.

A block is run at one desk in its order, as a reader would; `tests/docs/desk.py` says what is filled in. A command that
no test here knows is a failure.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import signal
import urllib.request
from importlib.util import find_spec
from pathlib import Path

import grpc
import pytest
import yaml

import tests.docs.client_tries  # noqa: F401 - what it knows is registered
from tests.docs.desk import THIRD_PARTY, Desk, Ran, Running, free_address
from tests.docs.pages import BLOCKS, GUIDES, ROOT, Block, blocks, prose, text_of
from tests.docs.tries import SHOWN, TRIES, shows
from undercroft.bench.server.disk import MEMORY, file_system_of
from undercroft.cli.serve_config import ServeConfig
from undercroft.store.urls import open_store
from undercroft_client import Bot, Client, Reason, Refused

PROGRAMS = ("undercroft", "make", "protoc", "buf", "grpcurl", "python", "pip", "go ", "npm", "npx", "mvn", "cargo", "$")

CODE = {"python", "go", "ts", "java", "rust"}


@pytest.mark.parametrize("block", SHOWN.values(), ids=str)
async def test_a_command_does_what_the_page_says(block: Block, desk: Desk) -> None:
    assert block.commands
    for command in block.commands:
        assert command in TRIES, f"{block} shows {command!r}: no test here knows it"
        await TRIES[command](desk, command)


def test_every_command_known_here_is_on_a_page() -> None:
    assert set(TRIES) == {command for block in SHOWN.values() for command in block.commands}


def test_commands_are_in_console_blocks_only() -> None:
    for block in BLOCKS:
        assert block.language in CODE | {"console", "toml", "yaml", "text"}, f"{block} is {block.info!r}"
        for line in block.text.splitlines() if block.language not in CODE else []:
            if block.language == "console":
                assert not line or line.startswith(("$ ", "    ", "# ")), f"{block} shows what isn't compared: {line}"
            else:
                assert not line.startswith(PROGRAMS), f"{block} hides a command: {line}"


def test_no_block_is_left_open() -> None:
    for page in GUIDES:
        assert "```" not in prose(page), page


# make


async def _made(desk: Desk, command: str) -> Ran:
    """What make would do in the project's folder, set-up included."""
    return await desk.run(f"{command} -n --always-make -C '{ROOT}' VENV='{desk.folder}/none'")


@shows("make play")
async def _(desk: Desk, command: str) -> None:
    made = await _made(desk, command)
    assert "pip install" in made.out
    assert "undercroft play dungeon-of-fear" in made.out


@shows("make serve")
async def _(desk: Desk, command: str) -> None:
    made = await _made(desk, command)
    assert "pip install" in made.out
    assert "undercroft serve" in made.out


@shows("make test")
async def _(desk: Desk, command: str) -> None:
    assert "-m pytest" in (await _made(desk, command)).out


@shows("make check")
async def _(desk: Desk, command: str) -> None:
    made = await _made(desk, command)
    for tool in (
        "ruff check",
        "ruff format --check",
        "mypy",
        "pyright",
        "lint-imports",
        "buf lint",
        "buf breaking",
        "generate.py --check",
        "tests.clients.languages",
    ):
        assert tool in made.out


@shows("make format")
async def _(desk: Desk, command: str) -> None:
    made = await _made(desk, command)
    assert "ruff format ." in made.out
    assert "buf format --write" in made.out


# Players


@shows("undercroft games")
async def _(desk: Desk, command: str) -> None:
    assert "Dungeon of Fear" in (await desk.run(command)).out


@shows("undercroft bots")
async def _(desk: Desk, command: str) -> None:
    listed = (await desk.run(command)).out
    assert {line.split()[0] for line in listed.splitlines()[1:]} >= {"heuristic", "random"}


@shows("undercroft play dungeon-of-fear --vs heuristic -o reveal=breach --lang ru")
async def _(desk: Desk, command: str) -> None:
    ran = await desk.run(command, typed="?\nquit\n")
    assert "Подземелье Страха" in ran.out
    assert "a1xa2" in ran.out
    desk.note("MATCH", ran, r"undercroft play --resume (\w+)")


@shows("undercroft play --resume MATCH")
async def _(desk: Desk, command: str) -> None:
    ran = await desk.run(command, typed="a1xa2\nquit\n")
    assert "You broke the wall on a2" in ran.out
    assert f"undercroft play --resume {desk.filled['MATCH']}" in ran.out


@shows("undercroft play dungeon-of-fear --auto heuristic --vs random --json --record game.json")
async def _(desk: Desk, command: str) -> None:
    ran = await desk.run(command)
    (line,) = ran.out.splitlines()
    played = json.loads(line)
    assert set(played) == {"match", "game", "outcome", "actions", "seconds"}
    assert set(played["outcome"]) == {"returns", "winners", "reason"}
    record = json.loads((desk.folder / "game.json").read_text())
    assert played["actions"] == len(record["actions"]) > 0


@shows("undercroft record show game.json")
async def _(desk: Desk, command: str) -> None:
    record = json.loads((desk.folder / "game.json").read_text())
    shown = (await desk.run(command)).out
    assert all(f": {action['action']}\n" in shown for action in record["actions"])


@shows("undercroft games dungeon-of-fear")
async def _(desk: Desk, command: str) -> None:
    assert re.search(r"\nreveal +breach, sight or walls +sight\n", (await desk.run(command)).out)


@shows("undercroft create dungeon-of-fear --seat 0 --server HOST:7070")
async def _(desk: Desk, command: str) -> None:
    ran = await desk.run(command)
    desk.note("CODE", ran, rf"Seat 1 .*\n +undercroft join (\S+) --server {desk.server}")
    desk.note("MATCH", ran, rf"undercroft watch (\w+) --server {desk.server}")
    assert f"undercroft play --resume {desk.filled['MATCH']} --server {desk.server}" in ran.out


@shows("undercroft play --resume MATCH --server HOST:7070")
async def _(desk: Desk, command: str) -> None:
    """It waits for the friend, who comes in the next command."""
    playing = await desk.start(command)
    await playing.until("Waiting for players: seat 1")
    playing.interrupt(signal.SIGINT)
    assert (await playing.ended()).status == 0


@shows("undercroft join CODE --server HOST:7070")
async def _(desk: Desk, command: str) -> None:
    joining = await desk.start(command)
    await joining.until("Waiting for")
    playing = await desk.start("undercroft play --resume MATCH --server HOST:7070")
    playing.type("a1xa2\n")
    await playing.until("You broke the wall on a2")
    joining.type("f6xf5\n")
    await joining.until("You broke the wall on f5")
    for one in (joining, playing):
        one.interrupt(signal.SIGINT)
        ran = await one.ended()
        assert ran.status == 0, ran.log
        assert "undercroft play --resume" in ran.out


@shows("undercroft watch MATCH --server HOST:7070")
async def _(desk: Desk, command: str) -> None:
    watching = await desk.start(command)
    shown = await watching.until("to move")
    assert desk.filled["MATCH"] in shown
    watching.interrupt(signal.SIGINT)
    ran = await watching.ended()
    assert ran.status == 0, ran.log
    assert desk.fill_in(command) in ran.out


@shows("undercroft matches --server HOST:7070")
async def _(desk: Desk, command: str) -> None:
    assert f"\n{desk.filled['MATCH']} " in (await desk.run(command)).out


@shows("undercroft matches --mine --server HOST:7070")
async def _(desk: Desk, command: str) -> None:
    out = (await desk.run(command)).out
    assert f"\n{desk.filled['MATCH']} " in out
    assert f"undercroft play --resume {desk.filled['MATCH']} --server {desk.server}" in out


# Operators


async def _serving(desk: Desk, command: str, address: str) -> Running:
    """The command, once it has said that it is ready."""
    serving = await desk.start(command, address)
    assert await serving.until("ready") == f"undercroft is ready on {address}\n"
    return serving


async def _stopped(serving: Running) -> Ran:
    """An operator's SIGTERM ends it in order."""
    serving.interrupt()
    ran = await serving.ended()
    assert ran.status == 0, ran.log
    return ran


@shows("undercroft serve --listen 127.0.0.1:7070 --store matches.sqlite3")
async def _(desk: Desk, command: str) -> None:
    address = free_address()
    serving = await _serving(desk, command, address)
    async with Client(address) as client:
        assert await client.games()
    ran = await _stopped(serving)
    assert ran.out.count("\n") == 1
    assert (desk.folder / "matches.sqlite3").stat().st_mode & 0o077 == 0


@shows("undercroft store backup matches.sqlite3 copy.sqlite3")
async def _(desk: Desk, command: str) -> None:
    await open_store(str(desk.folder / "matches.sqlite3")).close()
    assert (await desk.run(command)).out.startswith("copy.sqlite3: 0 matches")
    assert (desk.folder / "copy.sqlite3").stat().st_mode & 0o077 == 0


@shows("undercroft store check copy.sqlite3")
async def _(desk: Desk, command: str) -> None:
    assert "copy.sqlite3 is sound: 0 matches" in (await desk.run(command)).out


@shows("undercroft serve --listen 127.0.0.1:7070 --store copy.sqlite3")
async def _(desk: Desk, command: str) -> None:
    """Goes on for the operator's next look."""
    desk.server = free_address()
    await _serving(desk, command, desk.server)


@shows("undercroft matches --status suspended --server 127.0.0.1:7070")
async def _(desk: Desk, command: str) -> None:
    """What it lists after an update is in `tests/server/cli/test_plugin_updates.py`."""
    ran = await desk.run(command)
    assert (ran.out, ran.log) == ("", "There are no such matches here.\n")


@shows("undercroft serve")
async def _(desk: Desk, command: str) -> None:
    assert ServeConfig().listen == "127.0.0.1:7070"  # as the page says; somebody else may be there now
    address = free_address()
    await _stopped(await _serving(desk, f"{command} --listen {address}", address))


@shows("undercroft dev-certs")
async def _(desk: Desk, command: str) -> None:
    made = await desk.run(command)
    shown = [text for text in SHOWN if command in text]
    assert (
        re.findall(r"^  (undercroft .*)$", made.out, re.MULTILINE)
        == re.findall(r"^\$ (.*)$", shown[0], re.MULTILINE)[1:]
    )


@shows("undercroft serve --listen HOST:7070 --tls-cert server.pem --tls-key server.key")
async def _(desk: Desk, command: str) -> None:
    await desk.run("undercroft dev-certs certificates")
    for name in ("server.pem", "server.key"):
        shutil.copy(desk.folder / "certificates" / name, desk.folder)
    address = free_address()
    serving = await _serving(desk, command, address)
    async with Client(address, credentials=_credentials(desk.folder / "certificates")) as client:
        assert await client.games()
    await _stopped(serving)


@shows("undercroft serve --tls-cert dev-certs/server.pem --tls-key dev-certs/server.key")
async def _(desk: Desk, command: str) -> None:
    """Goes on for the player of the next line."""
    desk.server = free_address()
    await _serving(desk, f"{command} --listen {desk.server}", desk.server)


@shows("undercroft games --server 127.0.0.1:7070 --ca dev-certs/ca.pem")
async def _(desk: Desk, command: str) -> None:
    assert "\ndungeon-of-fear " in (await desk.run(command)).out


def _credentials(certificates: Path) -> grpc.ChannelCredentials:
    return grpc.ssl_channel_credentials((certificates / "ca.pem").read_bytes())


@shows("undercroft serve --config undercroft.toml")
async def _(desk: Desk, command: str) -> None:
    """With the page's configuration, and the page's hooks among its plugins to try."""
    config, hooks = (block for block in blocks("server/README.md") if block.language in {"toml", "python"})
    address = free_address()
    metrics = free_address()
    filled_in = desk.fill_in(config.text, address).replace("127.0.0.1:9464", metrics)
    (desk.folder / "undercroft.toml").write_text(filled_in)
    (desk.folder / "plugins-to-try").mkdir()
    (desk.folder / "plugins-to-try" / "house.py").write_text(hooks.text)
    (desk.folder / "maps").mkdir()
    shutil.copy(ROOT / "plugins" / "undercroft_psychos" / "moscow_1997.yaml", desk.folder / "maps" / "petersburg.yaml")
    await desk.run("undercroft dev-certs")
    credentials = _credentials(desk.folder / "dev-certs")
    serving = await _serving(desk, command, address)
    async with Client(address, credentials=credentials) as stranger:
        with pytest.raises(Refused, match="this server is private") as refused:
            await stranger.games()
    assert refused.value.reason is Reason.UNAUTHENTICATED
    async with Client(address, credentials=credentials, metadata=[("x-house-key", "open sesame")]) as member:
        await member.create_match("dungeon-of-fear", seats=[Bot("random"), Bot("random")])
        assert "dungeon-of-fear ('random', 'random')" in await serving.until("dungeon-of-fear")
        assert "psychos-of-the-underground/petersburg" in [game.id for game in await member.games()]
    shown = await asyncio.to_thread(lambda: urllib.request.urlopen(f"http://{metrics}/metrics").read().decode())
    (told,) = re.findall(r"^\* \*\*Metrics\*\*.*?(?=^\* )", text_of("server/README.md"), re.MULTILINE | re.DOTALL)
    named = re.findall(r"`(undercroft_[a-z_]+)`", told)
    counted = set(re.findall(r"^# TYPE (undercroft_\w+)", shown, re.MULTILINE))
    assert {name for name in counted if not name.endswith("_created")} == set(named)
    await _stopped(serving)
    assert (desk.folder / "matches.sqlite3").exists()


@shows("undercroft bench server --matches 200")
async def _(desk: Desk, command: str) -> None:
    """A short run shows what the page says a long one shows."""
    folder = ROOT if file_system_of(desk.folder) in MEMORY else desk.folder
    ran = await desk.run(f"{command} --matches 4 --slices 1 --seconds 0.2 --folder '{folder}'")
    (shown,) = (block.text for block in blocks("server/README.md") if block.language == "text")
    heads, *rows = shown.splitlines()
    assert ran.out.startswith(f"{heads}\n")
    titles = [row[: heads.index("STREAM")].strip() for row in rows]
    assert [line[: heads.index("STREAM")].strip() for line in ran.out.splitlines()[1:]] == titles


# Authors of games and bots


@shows("undercroft games --plugins first_try")
async def _(desk: Desk, command: str) -> None:
    listed = (await desk.run(command)).out
    assert "\nlast-stone " in listed
    assert "\ndungeon-of-fear " in listed


@shows("undercroft play last-stone --plugins first_try --vs mcts -o stones=12")
async def _(desk: Desk, command: str) -> None:
    assert "Stones left: 9." in (await desk.run(command, typed="3\nquit\n")).out


@shows("undercroft play hidden-number --plugins first_try --vs ismcts -o numbers=50")
async def _(desk: Desk, command: str) -> None:
    ran = await desk.run(command, typed="quit\n")
    assert "Find a number from 1 to 50." in ran.out


@shows("undercroft play odds-and-evens --plugins first_try --vs ismcts")
async def _(desk: Desk, command: str) -> None:
    assert re.search(r"2 and [12]: a point for", (await desk.run(command, typed="2\nquit\n")).out)


@shows("undercroft play last-stone-in-pairs --plugins first_try --vs mcts")
async def _(desk: Desk, command: str) -> None:
    ran = await desk.run(command, typed="1\nquit\n")
    assert "Stones left: 20." in ran.out
    assert "Seat 3: mcts" in ran.out


@shows("undercroft play dungeon-of-fear --vs ismcts:seconds=0.2")
async def _(desk: Desk, command: str) -> None:
    assert "undercroft play --resume" in (await desk.run(command, typed="a1xa2\nquit\n")).out


@shows("undercroft play blind-attack --auto mcts:simulations=50 --vs heuristic")
async def _(desk: Desk, command: str) -> None:
    assert "Blind Attack" in (await desk.run(command)).out


@shows("undercroft play hidden-number --plugins first_try --vs first_try/halver.py:Halver")
@shows("undercroft play hidden-number --plugins first_try --vs first_try/halver.py:Halver:rash=50")
async def _(desk: Desk, command: str) -> None:
    ran = await desk.run(command, typed="20\nquit\n")
    assert f"Seat 1: {command.partition('--vs first_try/')[2]}\n" in ran.out
    assert "20, it's lower." in ran.out or "Seat 0 finds it" in ran.out


@shows("undercroft check last-stone --plugins first_try")
@shows("undercroft check hidden-number --plugins first_try")
@shows("undercroft check odds-and-evens --plugins first_try")
@shows("undercroft check last-stone-in-pairs --plugins first_try")
async def _(desk: Desk, command: str) -> None:
    assert f"{command.split()[2]} 1 keeps the contract" in (await desk.run(f"{command} --matches 2")).out


@shows("undercroft bench rules --game last-stone --plugins first_try")
async def _(desk: Desk, command: str) -> None:
    heads, row = (await desk.run(f"{command} --slices 1 --seconds 0.01")).out.splitlines()
    assert heads.split()[3:5] == ["PLAYOUTS/S", "STEPS/S"]
    assert row.startswith("last-stone ")


@shows("undercroft bench bots --game hidden-number --plugins first_try --bot first_try/halver.py:Halver --bot random")
async def _(desk: Desk, command: str) -> None:
    ran = await desk.run(f"{command} --slices 1 --seconds 0.01 --json")
    first, second = json.loads(ran.out)["bots"]
    assert (first["bot"], second["bot"]) == ("first_try/halver.py:Halver", "random")
    assert set(re.findall(r'"(\w+)": ', prose("bots/README.md").partition('"bots": ')[2].partition("]}`")[0])) == set(
        first
    )


@shows("undercroft bench bots --game connect-four --game dungeon-of-fear")
async def _(desk: Desk, command: str) -> None:
    listed = (await desk.run(f"{command} --slices 1 --seconds 0.01 --think 0.01")).out.splitlines()[1:]
    assert {tuple(line.split()[:2]) for line in listed} >= {
        (game, bot) for game in ("connect-four", "dungeon-of-fear") for bot in ("heuristic", "random")
    }


_SHORT = "--matches 8 --workers 2"
"""A short run of what a page shows a long one of: the later of two options counts."""


def _heads(page: str, first: str) -> list[str]:
    """The heads of the tables that a page shows, spaces made one."""
    (shown,) = (block.text for block in blocks(page) if block.language == "text" and block.text.startswith(first))
    return [" ".join(line.split()) for line in shown.splitlines()]


@shows("undercroft arena hidden-number first_try/halver.py:Halver random --plugins first_try")
async def _(desk: Desk, command: str) -> None:
    tables = (await desk.run(f"{command} {_SHORT}")).out.split("\n\n")
    assert [" ".join(table.splitlines()[0].split()) for table in tables[:2]] == _heads("bots/README.md", "BOT")
    assert "first_try/halver.py:Halver " in tables[0]


@shows("undercroft arena dungeon-of-fear heuristic random --matches 2000 --seed 7 --results heuristic.jsonl")
async def _(desk: Desk, command: str) -> None:
    """A part of it; the same again plays nothing, more goes on."""
    first = (await desk.run(f"{command} {_SHORT}")).out
    kept = (desk.folder / "heuristic.jsonl").read_text()
    assert len(kept.splitlines()) == 9
    assert (await desk.run(f"{command} {_SHORT}")).out == first
    await desk.run(f"{command} --matches 10")
    assert (desk.folder / "heuristic.jsonl").read_text().startswith(kept)


@shows("undercroft arena connect-four mcts:simulations=50 heuristic random --until-sure --picture table.svg")
async def _(desk: Desk, command: str) -> None:
    ran = await desk.run(f"{command} {_SHORT}")
    assert "connect-four" in ran.out
    assert "<svg" in (desk.folder / "table.svg").read_text()


def _with_openspiel(desk: Desk) -> None:
    """Let the desk's commands find OpenSpiel; without it there is nothing to try."""
    found = find_spec("pyspiel")
    if found is None or found.origin is None:
        pytest.skip("OpenSpiel isn't installed here: make test-openspiel")
    installed = desk.folder / "installed"
    if not installed.exists():
        installed.symlink_to(Path(found.origin).parent)


@shows("undercroft play openspiel/leduc_poker --vs hard")
async def _(desk: Desk, command: str) -> None:
    _with_openspiel(desk)
    ran = await desk.run(f"{command} --seed 3", "Call\n" * 4)
    assert "[Private: " in ran.out
    assert "It is over" in ran.out


@shows("undercroft check openspiel/leduc_poker")
async def _(desk: Desk, command: str) -> None:
    _with_openspiel(desk)
    assert "openspiel/leduc_poker" in (await desk.run(f"{command} --matches 2")).out


@shows("undercroft arena openspiel/connect_four mcts:simulations=50 random --matches 20 -o rows=5 -o columns=5")
async def _(desk: Desk, command: str) -> None:
    _with_openspiel(desk)
    assert "mcts:simulations=50" in (await desk.run(f"{command} {_SHORT}")).out


@shows("undercroft create dungeon-of-fear --vs heuristic --vs random --rated --server HOST:7070")
async def _(desk: Desk, command: str) -> None:
    desk.note("MATCH", await desk.run(command), r"undercroft watch (\w+)")
    async with Client(desk.server) as client, asyncio.timeout(60):
        while (await client.match(desk.filled["MATCH"])).outcome is None:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


@shows("undercroft ladder dungeon-of-fear --server HOST:7070")
async def _(desk: Desk, command: str) -> None:
    heads, *rows = (await desk.run(command)).out.splitlines()
    assert heads.split() == ["BOT", "VERSION", "RATING", "MEAN", "MATCHES", "WON", "DRAWN", "LOST", "FAULTED"]
    assert {row.split()[0] for row in rows} >= {"heuristic", "random"}
    shown = json.loads((await desk.run(f"{command} --json")).out)
    named = re.findall(r'"(\w+)": ', prose("server/README.md").partition('"ladder": ')[2].partition("]}`")[0])
    assert set(named) == set(shown["ladder"][0])


@shows("undercroft scenario tests/scenarios/goofspiel.yaml")
async def _(desk: Desk, command: str) -> None:
    """Once the package is installed."""
    project = THIRD_PARTY / "undercroft_goofspiel"
    desk.install(project)
    cases = len(yaml.safe_load((project / "tests" / "scenarios" / "goofspiel.yaml").read_text())["cases"])
    assert f"{cases} of {cases} cases passed" in (await desk.run(command)).out


@shows("undercroft new game tiny-war")
@shows("undercroft new bot deep-thought")
async def _(desk: Desk, command: str) -> None:
    """What it says to type next is what the page shows next."""
    said = (await desk.run(command)).out
    (block,) = (block for block in SHOWN.values() if command in block.commands)
    assert set(re.findall(r"^  (.+)$", said, re.MULTILINE)) <= set(block.commands)


@shows("cd tiny-war")
@shows("cd deep-thought")
async def _(desk: Desk, command: str) -> None:
    desk.cd(command.split()[1])


@shows("pip install -e '.[dev]'")
async def _(desk: Desk, command: str) -> None:
    """`tests/packaging/test_new_packages.py` does it with pip."""
    desk.install(desk.folder / desk.inside)


@shows("undercroft play tiny-war --vs mcts")
async def _(desk: Desk, command: str) -> None:
    assert "b2" in (await desk.run(command, typed="?\nb2\nquit\n")).out


@shows("undercroft check tiny-war")
async def _(desk: Desk, command: str) -> None:
    assert "tiny-war 1 keeps the contract" in (await desk.run(f"{command} --matches 2")).out


@shows("undercroft scenario tests/scenarios/tiny_war.yaml")
async def _(desk: Desk, command: str) -> None:
    assert re.search(r"([1-9]\d*) of \1 cases passed", (await desk.run(command)).out)


@shows("undercroft play connect-four --vs deep-thought")
async def _(desk: Desk, command: str) -> None:
    assert "Seat 1: deep-thought" in (await desk.run(command, typed="4\nquit\n")).out


@shows("undercroft bot test deep-thought --game connect-four")
async def _(desk: Desk, command: str) -> None:
    """A short trial."""
    assert "deep-thought bears it." in (await desk.run(f"{command} --matches 2 --each 1")).out


@shows("pytest")
async def _(desk: Desk, command: str) -> None:
    assert re.search(r"\d+ passed", (await desk.run(command)).out)


@shows("undercroft play connect-four --vs first_try/my_bot.py:MyBot")
async def _(desk: Desk, command: str) -> None:
    ran = await desk.run(command, typed="4\nquit\n")
    assert "Seat 1: my_bot.py:MyBot" in ran.out


@shows("undercroft bot test first_try/my_bot.py:MyBot")
async def _(desk: Desk, command: str) -> None:
    """A short trial."""
    assert "first_try/my_bot.py:MyBot bears it." in (await desk.run(f"{command} --matches 2 --each 1")).out


TOKENS: dict[str, bytes] = {}


@shows("undercroft bot run first_try/my_bot.py:MyBot --name my-first-bot --server 127.0.0.1:7070")
async def _(desk: Desk, command: str) -> None:
    """Goes on for the commands that follow. Its author is the same person at every desk of this server."""
    tokens = desk.folder / "state" / "bots"
    tokens.mkdir(parents=True, exist_ok=True)
    for name, kept in TOKENS.items():
        (tokens / name).write_bytes(kept)
    await desk.start(command)
    async with Client(desk.server) as client, asyncio.timeout(60):
        while "@my-first-bot" not in [bot.name for bot in await client.bots("connect-four")]:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    TOKENS.update({file.name: file.read_bytes() for file in tokens.iterdir()})


@shows("undercroft bots --server 127.0.0.1:7070")
async def _(desk: Desk, command: str) -> None:
    assert re.search(r"^@my-first-bot +plays from elsewhere", (await desk.run(command)).out, re.MULTILINE)


@shows("undercroft play connect-four --vs @my-first-bot --auto random --record game.json --server 127.0.0.1:7070")
async def _(desk: Desk, command: str) -> None:
    assert "@my-first-bot" in (await desk.run(command)).out
    record = json.loads((desk.folder / "game.json").read_text())
    assert record["seats"][1]["name"] == "@my-first-bot"
    assert record["bot_faults"] == []


@shows(
    "undercroft bot run first_try/my_bot.py:MyBot --replay game.json --seat 1 --name my-first-bot"
    " --server 127.0.0.1:7070"
)
async def _(desk: Desk, command: str) -> None:
    """The bot that played the match, by its token, decides as it did."""
    token = "undercroft bot run first_try/my_bot.py:MyBot --name my-first-bot --server 127.0.0.1:7070"
    await TRIES[token](desk, token)
    play = "undercroft play connect-four --vs @my-first-bot --auto random --record game.json --server 127.0.0.1:7070"
    await TRIES[play](desk, play)
    ran = await desk.run(command)
    decisions, same = map(int, re.findall(r"(\d+) decisions, (\d+) as they were played", ran.log)[0])
    assert decisions == same > 3


@shows("undercroft create connect-four --vs @my-first-bot --vs random --rated --server 127.0.0.1:7070")
async def _(desk: Desk, command: str) -> None:
    """A reader types the next command a while later: the match is over by then."""
    desk.note("MATCH", await desk.run(command), r"undercroft watch (\w+) ")
    async with Client(desk.server) as client, asyncio.timeout(60):
        while not (await client.match(desk.filled["MATCH"])).status.over:  # noqa: ASYNC110
            await asyncio.sleep(0.1)


@shows("undercroft ladder connect-four --server 127.0.0.1:7070")
async def _(desk: Desk, command: str) -> None:
    assert re.search(r"^@my-first-bot +[0-9a-f]{8} ", (await desk.run(command)).out, re.MULTILINE)


@shows("undercroft create connect-four --seat 0 --server 127.0.0.1:7070")
async def _(desk: Desk, command: str) -> None:
    desk.note("CODE", await desk.run(command), r"undercroft join (\S+)")


@shows("undercroft bot challenge CODE @my-first-bot --server 127.0.0.1:7070")
async def _(desk: Desk, command: str) -> None:
    assert (await desk.run(command)).out.startswith("@my-first-bot sits on seat 1 of ")
