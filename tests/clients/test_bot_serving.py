"""A bot of one's own that dials in by the client: it comes back, and decides everything once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from undercroft.registry import load_registry
from undercroft.rpc import Server, ServerConfig
from undercroft_client import (
    Backoff,
    Bot,
    BotListener,
    BotServing,
    BotTurn,
    Client,
    Connection,
    ConnectionState,
    Mine,
    Outcome,
    Reason,
    Refused,
    TakenOver,
    new_token,
)
from undercroft_client.sync import SyncClient, within

PATIENCE = 60.0
QUICK = Backoff(0.01, 0.05)
GAMES = ("connect-four", "dungeon-of-fear")


class Heard(BotListener):
    def __init__(self) -> None:
        self.turns: list[BotTurn] = []
        self.again: list[str] = []
        self.failures: list[Exception] = []
        self.refusals: list[Refused] = []
        self.late: list[str] = []
        self.overs: list[tuple[str, int, Outcome | None]] = []
        self.states: list[ConnectionState] = []
        self.news = asyncio.Event()

    def connection(self, connection: Connection) -> None:
        self.states.append(connection.state)
        self.news.set()

    def answered(self, turn: BotTurn, action: int, seconds: float) -> None:
        self.turns.append(turn)
        self.news.set()

    def asked_again(self, turn: BotTurn) -> None:
        self.again.append(turn.turn_id)
        self.news.set()

    def failed(self, turn: BotTurn, error: Exception) -> None:
        self.failures.append(error)
        self.news.set()

    def refused(self, turn_id: str, refused: Refused) -> None:
        self.refusals.append(refused)
        self.news.set()

    def over(self, match_id: str, seat: int, outcome: Outcome | None) -> None:
        self.overs.append((match_id, seat, outcome))
        self.news.set()

    async def until(self, true: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                self.news.clear()
                await self.news.wait()


class Place:
    """A store and an address, with at most one server on them; calling it starts one, after the one before."""

    def __init__(self, folder: Path) -> None:
        self._store = str(folder / "s.sqlite3")
        self._server: Server | None = None
        self._address = "127.0.0.1:0"

    async def __call__(self) -> Server:
        await self.stop()
        self._server = Server(ServerConfig(store=self._store, listen=self._address), load_registry())
        await self._server.start()
        self._address = self._server.address
        return self._server

    async def stop(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            await server.stop(0.5)


@pytest.fixture
async def serve(tmp_path: Path) -> AsyncIterator[Place]:
    place = Place(tmp_path)
    yield place
    await place.stop()


async def first_legal(turn: BotTurn) -> int:
    return turn.legal[0]


class Serving:
    """A bot that serves in the background."""

    def __init__(
        self, client: Client, decide: Callable[[BotTurn], Awaitable[int]] = first_legal, **more: object
    ) -> None:
        self.heard = Heard()
        values = {"name": "mine", "token": new_token(), "games": GAMES, "at_once": 4, "listener": self.heard} | more
        self.serving: BotServing = client.serve_bot(decide, **values)  # type: ignore[arg-type]
        self.task = asyncio.ensure_future(self.serving.run())

    async def connected(self) -> Serving:
        await self.heard.until(lambda: ConnectionState.CONNECTED in self.heard.states)
        return self

    async def stop(self) -> None:
        self.task.cancel()
        with suppress(asyncio.CancelledError):
            await self.task


async def test_a_function_plays_whole_matches_and_hears_how_they_end(serve: Place) -> None:
    server = await serve()
    async with Client(server.address, backoff=QUICK) as client:
        bot = await Serving(client).connected()
        created = await client.create_match("dungeon-of-fear", seats=[Bot("@mine"), Bot("random")])
        await bot.heard.until(lambda: bot.heard.overs)
        assert bot.heard.overs[0][:2] == (created.match.match_id, 0)
        record = await client.record(created.match.match_id)
        assert record["bot_faults"] == []
        own = [each["action"] for each in record["actions"] if each["seat"] == 0]
        assert own == [turn.texts[0] for turn in bot.heard.turns]
        assert all(turn.view["you"] == 0 for turn in bot.heard.turns)
        longest = max(bot.heard.turns, key=lambda turn: len(turn.entries))
        assert len(longest.entries) > longest.new
        await bot.stop()


async def test_a_decision_is_made_once_over_a_lost_connection_and_a_restart(serve: Place) -> None:
    server = await serve()
    asked: list[str] = []
    free = asyncio.Event()

    async def slow(turn: BotTurn) -> int:
        asked.append(turn.turn_id)
        await free.wait()
        return turn.legal[1]

    async with Client(server.address, backoff=QUICK) as client:
        bot = await Serving(client, slow).connected()
        created = await client.create_match("connect-four", seats=[Bot("@mine"), Mine("ann")])
        await bot.heard.until(lambda: asked)
        await serve()
        await bot.heard.until(lambda: bot.heard.again)
        assert bot.heard.again == asked[:1]
        free.set()
        session = client.seat(created.match.match_id, created.token)
        async with session:
            async with asyncio.timeout(PATIENCE):
                await session.wait_turn()
        assert len(asked) == 1
        assert bot.heard.states[-1] is ConnectionState.CONNECTED
        await bot.stop()


async def test_an_answer_made_while_the_server_was_away_is_given_when_it_asks_again(serve: Place) -> None:
    server = await serve()
    free = asyncio.Event()

    async def slow(turn: BotTurn) -> int:
        await free.wait()
        return turn.legal[2]

    async with Client(server.address, backoff=QUICK) as client:
        bot = await Serving(client, slow).connected()
        created = await client.create_match("connect-four", seats=[Bot("@mine"), Mine("ann")])
        async with asyncio.timeout(PATIENCE):
            while not bot.serving._thinking:  # noqa: ASYNC110 - it is its inside that is waited for
                await asyncio.sleep(0.01)
        await serve.stop()
        free.set()
        await bot.heard.until(lambda: bot.heard.turns)
        await serve()
        await bot.heard.until(lambda: bot.heard.again)
        async with client.seat(created.match.match_id, created.token) as session, asyncio.timeout(PATIENCE):
            await session.wait_turn()
        assert len(bot.heard.turns) == 1
        await bot.stop()


async def test_whoever_is_taken_over_does_not_come_back(serve: Place) -> None:
    server = await serve()
    token = new_token()
    async with Client(server.address, backoff=QUICK) as client:
        first = await Serving(client, token=token).connected()
        second = await Serving(client, token=token).connected()
        with pytest.raises(TakenOver):
            await first.task
        await second.stop()


async def test_a_name_that_is_somebody_elses_is_no_use_trying(serve: Place) -> None:
    server = await serve()
    async with Client(server.address, backoff=QUICK) as client:
        first = await Serving(client).connected()
        with pytest.raises(Refused) as refused:
            await Serving(client).task
        assert refused.value.reason is Reason.NAME_TAKEN
        await first.stop()


async def test_code_that_raises_or_cheats_costs_the_move_and_only_the_kind_of_error_leaves(
    serve: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    server = await serve()

    async def bad(turn: BotTurn) -> int:
        if turn.seat == 0:
            raise ValueError("xyzzy, the author's")
        return 4711

    async with Client(server.address, backoff=QUICK) as client:
        bot = await Serving(client, bad).connected()
        created = await client.create_match("dungeon-of-fear", seats=[Bot("@mine"), Bot("@mine")])
        await bot.heard.until(lambda: len(bot.heard.overs) == 2)
        record = await client.record(created.match.match_id)
        assert {(fault["seat"], fault["why"]) for fault in record["bot_faults"]} == {(0, "crash"), (1, "illegal")}
        assert {refused.reason for refused in bot.heard.refusals} == {Reason.ILLEGAL_ACTION}
        assert "xyzzy" not in str(record) + capsys.readouterr().err
        await bot.stop()


async def test_a_bot_that_drains_answers_what_it_is_at_and_leaves(serve: Place) -> None:
    server = await serve()
    free = asyncio.Event()

    async def slow(turn: BotTurn) -> int:
        await free.wait()
        return turn.legal[0]

    async with Client(server.address, backoff=QUICK) as client:
        bot = await Serving(client, slow).connected()
        await client.create_match("connect-four", seats=[Bot("@mine"), Mine("ann")])
        async with asyncio.timeout(PATIENCE):
            while not bot.serving._thinking:  # noqa: ASYNC110 - it is its inside that is waited for
                await asyncio.sleep(0.01)
        bot.serving.drain()
        free.set()
        async with asyncio.timeout(PATIENCE):
            await bot.task
        assert len(bot.heard.turns) == 1


async def test_without_asyncio_a_function_serves_until_the_wait_ends(serve: Place) -> None:
    server = await serve()

    def served() -> None:
        with SyncClient(server.address) as client, within(3.0), suppress(TimeoutError):
            client.serve_bot(lambda turn: turn.legal[0], name="plain", token=new_token(), games=GAMES)

    serving = asyncio.ensure_future(asyncio.to_thread(served))
    async with Client(server.address, backoff=QUICK) as client, asyncio.timeout(PATIENCE):
        while "@plain" not in [each.name for each in await client.bots()]:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        created = await client.create_match("connect-four", seats=[Bot("@plain"), Mine("ann")])
        async with client.seat(created.match.match_id, created.token) as session:
            await session.wait_turn()
    await serving


async def test_a_friend_seats_a_bot_by_a_join_code(serve: Place) -> None:
    from undercroft_client import Open

    server = await serve()
    async with Client(server.address, backoff=QUICK) as client:
        bot = await Serving(client).connected()
        created = await client.create_match("connect-four", seats=[Mine("ann"), Open()])
        seated = await client.challenge(created.codes[0].code, "@mine")
        assert (seated.seat, seated.match.seats[1].name) == (1, "@mine")
        assert "@mine" in [each.name for each in await client.bots("connect-four")]
        await bot.stop()
