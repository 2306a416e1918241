"""`undercroft serve`, and the commands that speak to it."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import re
import signal
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.plugins.psychos.star_map import star_map
from tests.server.cli.served import Served
from undercroft_client import Client, Connection, ConnectionState, Mine

Run = Callable[..., subprocess.CompletedProcess[str]]
Terminals = Callable[..., Any]

BROKEN = "raise RuntimeError('broken on purpose')"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that several tests share, as none of them harms it."""
    server = Served(tmp_path_factory.mktemp("shared"))
    server.start()
    yield server.address
    server.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_says_where_it_is_and_ends_in_order(serve: Callable[..., Served], number: signal.Signals) -> None:
    server = serve()
    assert server.end(number) == 0
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert [line["event"] for line in lines] == ["serving", "stopped"]


def test_listings_of_a_server(address: str, undercroft: Run) -> None:
    games = json.loads(undercroft("games", "--json", "--server", address).stdout)["games"]
    assert {"id": "dungeon-of-fear", "version": "1", "title": "Dungeon of Fear", "seats": [2]} in games
    bots = json.loads(undercroft("bots", "--json", "--server", address).stdout)["bots"]
    assert {bot["name"] for bot in bots} >= {"heuristic", "random"}
    created = json.loads(undercroft("create", "dungeon-of-fear", "--json", "--server", address).stdout)
    assert [code["seat"] for code in created["codes"]] == [0, 1]
    result = undercroft("matches", "--json", UNDERCROFT_SERVER=address)
    assert result.stdout.count("\n") == 1
    match = json.loads(result.stdout)["matches"][0]
    assert match["match"] == created["match"]
    assert match["status"] == "open"
    assert (
        json.loads(undercroft("matches", "--json", "--status", "running", "--server", address).stdout)["matches"] == []
    )
    assert created["match"] in undercroft("matches", "--game", "dungeon-of-fear", "--server", address).stdout


def test_ones_own_matches_are_listed_with_what_to_type_to_go_on(
    address: str, undercroft: Run, state: Path, tmp_path: Path
) -> None:
    by = {"UNDERCROFT_SERVER": address}
    made = ("create", "dungeon-of-fear", "--vs", "random", "--json")
    own = json.loads(undercroft(*made, "--seat", "0", **by).stdout)["match"]
    others = json.loads(undercroft(*made, "--seat", "0", **by, UNDERCROFT_STATE=str(tmp_path / "bob")).stdout)["match"]
    (state / "seats" / "gone.json").write_text(json.dumps({"server": address, "game": "hex", "match_id": "gone"}))
    said = undercroft("matches", "--mine", "--json", **by)
    assert said.stdout.count("\n") == 1
    first, last = json.loads(said.stdout)["matches"]
    resume = f"undercroft play --resume {own} --server {address}"
    assert (first["match"], first["status"], first["mine"], first["to_act"]) == (own, "running", [0], [0])
    assert first["resume"] == resume
    assert last == {"match": "gone", "game": "hex", "status": "unknown", "mine": [], "to_act": None, "resume": None}
    table = undercroft("matches", "--mine", "--status", "running", **by).stdout
    assert re.search(rf"^{own}  dungeon-of-fear  running .* 0 +yours +random$", table, re.MULTILINE)
    assert f"To go on:\n  {resume}\n" in table
    assert others not in table
    russian = undercroft("matches", "--mine", "--lang", "ru", **by).stdout
    assert "больше нет" in russian
    assert f"{resume} --lang ru" in russian
    nothing = undercroft("matches", "--mine", "--game", "go", **by)
    assert (nothing.returncode, nothing.stdout) == (0, "")


def test_a_listing_says_how_to_watch_what_may_be_watched(address: str, undercroft: Run) -> None:
    made = ("create", "dungeon-of-fear", "--seat", "0", "--vs", "random", "--json", "--server", address)
    secret = json.loads(undercroft(*made, "--spectators", "off").stdout)["match"]
    shown = undercroft("matches", "--status", "running", "--limit", "1", "--server", address).stdout
    assert secret in shown
    assert "undercroft watch" not in shown
    public = json.loads(undercroft(*made).stdout)["match"]
    shown = undercroft("matches", "--status", "running", "--server", address).stdout
    assert f"To watch:\n  undercroft watch {public} --server {address}\n" in shown


def test_friends_create_join_and_come_back(address: str, undercroft: Run, terminal: Terminals, tmp_path: Path) -> None:
    made = undercroft("create", "dungeon-of-fear", "--seat", "0", "--name", "Ann", "--server", address)
    assert made.returncode == 0
    (code,) = re.findall(r"undercroft join (\S+) --server", made.stdout)
    (own,) = re.findall(r"undercroft (play --resume .*)", made.stdout)

    ann = terminal(*own.split())
    ann.wait_for("Waiting for players: seat 1.")
    friend = {"UNDERCROFT_STATE": str(tmp_path / "friend"), "UNDERCROFT_SERVER": address}
    bob = terminal("join", code.replace("-", "").lower(), "--name", "Bob", **friend)
    bob.wait_for("Seat 1: Bob (you)")
    bob.wait_for("Waiting for Ann (seat 0).")
    ann.wait_for("Bob has taken seat 1.")
    ann.wait_for("your action>")
    ann.type("a1xa2\r")
    ann.wait_for("You broke the wall on a2.")
    ann.type("a2x")  # half a line, which what comes meanwhile must not disturb
    bob.wait_for("White has moved.")
    bob.wait_for("your action>")
    bob.type("\x03")
    assert bob.status() == 0

    bob = terminal("join", code, "--name", "Bob", **friend)
    bob.wait_for("Your turn.")
    bob.wait_for("your action>")
    bob.type("f6xf5\r")
    bob.wait_for("You broke the wall on f5.")
    ann.wait_for("Black has moved.")
    ann.wait_for("a2x")
    ann.type("a3\r")
    ann.wait_for("You broke the wall on a3.")

    stranger = undercroft("join", code, "--server", address, UNDERCROFT_STATE=str(tmp_path / "stranger"))
    assert stranger.returncode == 1
    assert stranger.stderr.count("\n") == 1


def test_friends_play_again_though_one_of_them_is_away_when_the_other_agrees(
    address: str, undercroft: Run, terminal: Terminals, tmp_path: Path
) -> None:
    made = undercroft("create", "dungeon-of-fear", "--seat", "0", "--name", "Ann", "--server", address)
    (code,) = re.findall(r"undercroft join (\S+) --server", made.stdout)
    (own,) = re.findall(r"undercroft (play --resume .*)", made.stdout)
    friend = {"UNDERCROFT_STATE": str(tmp_path / "friend"), "UNDERCROFT_SERVER": address}
    ann, bob = terminal(*own.split()), terminal("join", code, "--name", "Bob", **friend)
    bob.wait_for("Waiting for Ann (seat 0).")
    ann.wait_for("your action>")
    ann.type("resign\r")
    ann.wait_for("once more")
    ann.type("resign\r")
    ann.wait_for("You lose (by resignation).")
    bob.wait_for("You win (by resignation).")

    bob.type("say thank you\r")
    ann.wait_for("Bob (seat 1): thank you")
    ann.type("rematch\r")
    ann.wait_for("You ask for a rematch.")
    bob.wait_for("Ann (seat 0) would play again; `rematch` agrees.")
    ann.type("\r")
    assert ann.status() == 0
    (later,) = re.findall(r"Once all agree, the rematch is here:\n  undercroft (play .*)\n", ann.screen)

    bob.type("rematch\r")
    bob.wait_for("Seat 0: Bob (you)")
    bob.wait_for("your action>")
    ann = terminal(*later.split())
    ann.wait_for("You lose (by resignation).")
    ann.wait_for("All agree: on to match")
    ann.wait_for("Seat 1: Ann (you)")
    bob.type("a1xa2\r")
    ann.wait_for("White has moved.")
    ann.wait_for("your action>")
    for one in (ann, bob):
        one.type("quit\r")
        assert one.status() == 0


def test_a_spectator_watches_to_the_end(address: str, undercroft: Run) -> None:
    bots = ("--vs", "random", "--vs", "random")
    created = json.loads(undercroft("create", "dungeon-of-fear", *bots, "--json", "--server", address).stdout)
    assert created["codes"] == []
    watched = undercroft("watch", created["match"], "--server", address)
    assert watched.returncode == 0
    assert "You watch." in watched.stdout
    assert re.search(r"(Won by random|A draw)", watched.stdout)
    played = undercroft(
        "play", "dungeon-of-fear", "--auto", "random", "--vs", "heuristic", "--json", "--server", address
    )
    assert json.loads(played.stdout)["actions"] > 0


def test_the_picture_of_a_match_is_in_a_file_for_who_watches_and_who_plays(
    address: str, undercroft: Run, tmp_path: Path
) -> None:
    bots = ("--vs", "random") * 3
    created = json.loads(
        undercroft("create", "psychos-of-the-underground", *bots, "--json", "--server", address).stdout
    )
    watching, playing = tmp_path / "watching.svg", tmp_path / "playing.svg"
    watched = undercroft("watch", created["match"], "--svg", str(watching), "--server", address)
    assert watched.returncode == 0, watched.stderr
    assert watched.stdout.count(str(watching)) == 1
    assert ElementTree.parse(watching).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    by = ("--auto", "random", "--vs", "random", "--svg", str(playing), "--json", "--server", address)
    played = undercroft("play", "psychos-of-the-underground", *by)
    assert played.returncode == 0, played.stderr
    assert ElementTree.parse(playing).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert sorted(tmp_path.glob("*.svg")) == [playing, watching]
    nowhere = undercroft("watch", created["match"], "--svg", str(tmp_path / "no" / "x.svg"), "--server", address)
    assert nowhere.returncode == 1
    assert "there is no directory" in nowhere.stderr
    plain = undercroft("play", "dungeon-of-fear", *by)
    assert "There is no picture of this game." in plain.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["watch", "nothing"], "match"),
        (["join", "WRONG-CODE"], "code"),
        (["create", "dungeon-fear"], "dungeon-of-fear"),
        (["create", "dungeon-of-fear", "-o", "quietlimit=3"], "quiet_limit"),
        (["play", "dungeon-of-fear", "--seed", "1"], "seed"),
        (["play", "--resume", "nothing"], "nothing"),
    ],
)
def test_what_a_server_refuses_is_one_sentence(address: str, undercroft: Run, arguments: list[str], said: str) -> None:
    result = undercroft(*arguments, "--server", address)
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert said in result.stderr


def test_a_person_sees_the_connection_go_and_return_and_loses_nothing(
    serve: Callable[..., Served], terminal: Terminals
) -> None:
    server = serve()
    person = terminal("play", "dungeon-of-fear", "--vs", "random", "--server", server.address)
    person.wait_for("Your turn.")
    person.wait_for("your action>")
    server.kill()
    person.wait_for("Connection lost, trying again …")
    person.type("a1xa2\r")
    server.start()
    person.wait_for("Connected again.")
    person.wait_for("You broke the wall on a2.")
    person.wait_for("Your turn.")
    person.wait_for("your action>")
    person.type("\x03")
    person.wait_for(f"--server {server.address}")
    assert person.status() == 0


class _Match:
    """Two seats of one match, played at random by clients of the library, and all that came of it."""

    def __init__(self, client: Client, rng: Random, acted: Callable[[], None]) -> None:
        self._client = client
        self._rng = rng
        self._acted = acted
        self.played: list[tuple[int, str]] = []

    async def play(self) -> None:
        created = await self._client.create_match("dungeon-of-fear", seats=[Mine("Ann"), Mine("Bob")])
        match_id, tokens = created.match.match_id, created.tokens
        told = await asyncio.gather(*(self._play_seat(match_id, seat, token) for seat, token in tokens.items()))
        assert all(facts == list(range(1, len(facts) + 1)) for facts in told)
        record = await self._client.record(match_id)
        by_players = [(each["seat"], each["action"]) for each in record["actions"] if each["seat"] != "chance"]
        assert by_players == self.played

    async def _play_seat(self, match_id: str, seat: int, token: bytes) -> list[int]:
        """The numbers of the facts that the seat was told."""
        facts: list[int] = []
        async with self._client.seat(match_id, token) as session:
            while True:
                update = await session.wait_turn()
                facts += [fact.seq for fact in update.facts]
                if update.over:
                    assert facts[-1] == update.seq
                    return facts
                action = self._rng.choice(update.legal).text
                self.played.append((seat, action))
                await session.act(action)
                self._acted()


async def test_over_an_operators_restarts_no_move_and_no_fact_is_lost_or_doubled(serve: Callable[..., Served]) -> None:
    server = await asyncio.to_thread(serve)
    acts, news = itertools.count(1), asyncio.Event()
    newest = 0
    heard: list[Connection] = []

    def acted() -> None:
        nonlocal newest
        newest = next(acts)
        news.set()

    async def restart_after(wanted: int) -> None:
        while newest < wanted:
            news.clear()
            await news.wait()
        assert await asyncio.to_thread(server.end, signal.SIGTERM) == 0
        await asyncio.to_thread(server.start)

    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(server.address)) for _ in range(3)]
        for client in clients:
            client.on_connection(heard.append)
        matches = [_Match(client, Random(number), acted) for number, client in enumerate(clients * 3)]
        playing = asyncio.gather(*(match.play() for match in matches))
        for wanted in (60, 150):
            await restart_after(wanted)
        await playing
    assert sum(len(match.played) for match in matches) == newest > 150
    lost = [change.why for change in heard if change.state is ConnectionState.LOST]
    assert len(lost) >= 6
    assert ConnectionState.GIVEN_UP not in {change.state for change in heard}
    stopped = [line for line in server.log.read_text().splitlines() if '"stopped"' in line]
    assert len(stopped) == 2
    assert '"error"' not in server.log.read_text()


def test_a_seat_that_is_taken_over_is_told_so(address: str, terminal: Terminals) -> None:
    first = terminal("play", "dungeon-of-fear", "--vs", "random", "--server", address)
    match = re.search(r"match (\w+)", first.wait_for("your action>"))
    assert match is not None
    second = terminal("play", "--resume", match[1], "--server", address)
    second.wait_for("your action>")
    first.wait_for("played from another terminal")
    assert first.status() == 1
    second.type("\x04")
    assert second.status() == 0


def test_a_port_in_use_and_a_store_that_cannot_be_written_are_named(
    address: str, undercroft: Run, tmp_path: Path
) -> None:
    for arguments, said in (
        (["--listen", address, "--store", str(tmp_path / "other.sqlite3")], address),
        (["--listen", "127.0.0.1:0", "--store", "/proc/nowhere/store"], "/proc/nowhere/store"),
        (["--listen", "nowhere", "--store", str(tmp_path / "other.sqlite3")], "nowhere"),
        (["--plugins", "/no/such/folder"], "/no/such/folder"),
    ):
        result = undercroft("serve", *arguments)
        assert result.returncode == 1
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1
        assert said in result.stderr


def test_options_come_before_the_config_and_the_config_before_defaults(
    undercroft: Run, tmp_path: Path, serve: Callable[..., Served]
) -> None:
    plugins = tmp_path / "plugins"
    plugins.mkdir()
    (plugins / "undercroft_sad.py").write_text(BROKEN)
    config = tmp_path / "server.toml"
    config.write_text(f'listen = "127.0.0.1:1"\nplugins = "{plugins}"\nbot_workers = 2\n')
    server = serve("--config", str(config))
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    problems = [line for line in lines if line["event"] == "plugin problem"]
    assert len(problems) == 1
    assert "undercroft_sad" in problems[0]["plugin"]
    assert "broken on purpose" in problems[0]["message"]


def test_metrics_are_for_this_machine_alone_and_where_the_log_says(
    undercroft: Run, tmp_path: Path, serve: Callable[..., Served]
) -> None:
    config = tmp_path / "server.toml"
    config.write_text('metrics = "0.0.0.0:0"\n')
    result = undercroft("serve", "--config", str(config), "--store", str(tmp_path / "s"))
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert "loopback" in result.stderr
    server = serve("--config", str(config), "--metrics", "127.0.0.1:0")
    address = json.loads(server.log.read_text().splitlines()[0])["metrics"]
    with urllib.request.urlopen(f"http://{address}/metrics", timeout=20) as answer:
        assert b"undercroft_live_matches" in answer.read()


def test_the_person_s_state_stays_their_own(address: str, undercroft: Run, state: Path) -> None:
    undercroft("create", "dungeon-of-fear", "--seat", "0", "--server", address)
    seats = list((state / "seats").iterdir())
    assert len(seats) == 1
    assert seats[0].stat().st_mode & 0o777 == 0o600


STAR = "psychos-of-the-underground/star"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A configuration with a map of the operator's."""
    (tmp_path / "etc" / "maps").mkdir(parents=True)
    (tmp_path / "etc" / "maps" / "star.yaml").write_text(star_map(), encoding="utf-8")
    path = tmp_path / "etc" / "undercroft.toml"
    path.write_text('[plugins.psychos-of-the-underground.maps]\nstar = "maps/star.yaml"\n', encoding="utf-8")
    return path


def test_an_operators_map_is_a_game_which_bots_of_the_server_play(
    config: Path, serve: Callable[..., Served], undercroft: Run
) -> None:
    address = serve("--config", str(config)).address
    games = json.loads(undercroft("games", "--json", "--server", address).stdout)["games"]
    (star,) = [game for game in games if game["id"] == STAR]
    digest = hashlib.sha256((config.parent / "maps" / "star.yaml").read_bytes()).hexdigest()
    assert star["version"].split("-")[1] == digest[:16]
    record, picture = config.parent / "record.json", config.parent / "star.svg"
    by = ("--auto", "heuristic", *("--vs", "random") * 2, "-o", "variant=quick", "-o", "auto_forced=false")
    played = undercroft(
        "play", STAR, *by, "--json", "--record", str(record), "--svg", str(picture), "--server", address
    )
    assert played.returncode == 0, played.stderr
    kept = json.loads(record.read_text(encoding="utf-8"))
    assert (kept["game"], kept["version"]) == (STAR, star["version"])
    assert kept["bot_faults"] == []
    # Which plans are played is chance's affair (a lucky match has no transfer); that seats played is not.
    assert {action["seat"] for action in kept["actions"]} >= {"chance", 0}
    assert "Station 1.0" in picture.read_text(encoding="utf-8")


def test_matches_on_an_operators_map_go_on_after_a_restart_while_the_file_is_the_same(
    config: Path, serve: Callable[..., Served], undercroft: Run
) -> None:
    server = serve("--config", str(config))
    made = ("create", STAR, *("--vs", "random") * 2, "--json")
    created = json.loads(undercroft(*made, "--server", server.address).stdout)
    assert server.end(signal.SIGTERM) == 0
    server.start()
    (match,) = json.loads(undercroft("matches", "--json", "--server", server.address).stdout)["matches"]
    assert (match["match"], match["status"]) == (created["match"], "open")
    assert server.end(signal.SIGTERM) == 0
    with (config.parent / "maps" / "star.yaml").open("a", encoding="utf-8") as file:
        file.write("# another file\n")
    server.start()
    watched = undercroft("watch", created["match"], "--server", server.address)
    assert watched.returncode == 1
    assert watched.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        ('[plugins.psychos-of-the-underground.maps]\nwrong = "maps/wrong.yaml"', r"maps/wrong\.yaml:7: .*number"),
        ('[plugins.psychos-of-the-underground.maps]\nmissing = "x.yaml"', r"etc/x\.yaml can't be read"),
        (
            '[plugins.psychos-of-the-undergrond.maps]\nstar = "maps/star.yaml"',
            "no plugin of this name takes settings; perhaps psychos-of-",
        ),
        ('[plugins]\nfolder = "x"', r"plugins\.folder must be a table; the folder of plugins is plugins\.dir"),
        ('[plugins]\ndir = "nowhere"', "there is no plugins folder"),
    ],
)
def test_a_server_with_wrong_settings_serves_nothing_and_says_why(
    toml: str, words: str, config: Path, undercroft: Run
) -> None:
    wrong = star_map().replace("  number: 1\n", "  number: one\n")
    (config.parent / "maps" / "wrong.yaml").write_text(wrong, encoding="utf-8")
    config.write_text(f"{toml}\n", encoding="utf-8")
    store = config.parent / "store.sqlite3"
    done = undercroft("serve", "--listen", "127.0.0.1:0", "--store", str(store), "--config", str(config))
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert re.search(words, done.stderr)
    assert not store.exists()


def test_limits_are_the_operators_to_choose(tmp_path: Path, serve: Callable[..., Served], undercroft: Run) -> None:
    """A proxy on this machine that doesn't say who calls is one address, as any other."""
    config = tmp_path / "server.toml"
    config.write_text('[limits]\nmatches_per_minute = 1\nproxies = ["127.0.0.1"]\n')
    address = serve("--config", str(config)).address
    made = ("create", "dungeon-of-fear", "--json", "--server", address)
    assert undercroft(*made).returncode == 0
    second = undercroft(*made)
    assert (second.returncode, second.stdout, second.stderr.count("\n")) == (1, "", 1)
    assert re.search(r"too many new matches from your address; wait \d+ s", second.stderr)


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("streems = 3", "limits.streems: there is no such option; perhaps"),
        ("streams = -1", "limits.streams: must be a whole number from 0 to 1000000, not -1"),
        ('proxies = ["localhost"]', "limits.proxies[0]: must be an address, or a network"),
    ],
)
def test_limits_that_mean_nothing_are_refused_with_their_keys(
    tmp_path: Path, undercroft: Run, toml: str, said: str
) -> None:
    config = tmp_path / "server.toml"
    config.write_text(f"[limits]\n{toml}\n")
    done = undercroft("serve", "--config", str(config), "--store", str(tmp_path / "s"))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert said in done.stderr
