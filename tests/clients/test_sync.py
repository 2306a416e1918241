"""The client without asyncio: the same promises, waiting."""

from __future__ import annotations

import asyncio
import inspect
import signal
import threading
from collections.abc import Iterator

import pytest

from undercroft_client import Client, Mine, Open, Reason, Refused, SeatSession, new_token
from undercroft_client import sync as sync_module
from undercroft_client.sync import SyncClient, SyncSeat, within

from .conftest import QUICK
from .counting import CountingMatch
from .fake_server import Drop, FakeServer

ANN, BOB = new_token(), new_token()


@pytest.fixture
def served() -> Iterator[FakeServer]:
    """A server in the loop of the sync clients."""
    fake = FakeServer()
    sync_module._wait(fake.start)
    yield fake
    sync_module._wait(fake.stop)


@pytest.fixture
def client(served: FakeServer) -> Iterator[SyncClient]:
    with SyncClient(served.target, backoff=QUICK) as opened:
        yield opened


@pytest.fixture
def match(served: FakeServer) -> CountingMatch:
    return served.new_match([ANN, BOB])


def play_out(session: SyncSeat, told: list[int]) -> None:
    while True:
        update = session.wait_turn()
        told += [fact.seq for fact in update.facts]
        if update.over:
            return
        session.act(update.legal[0].text)


@pytest.mark.parametrize(("waiting", "plain"), [(Client, SyncClient), (SeatSession, SyncSeat)])
def test_every_public_name_is_there(waiting: type, plain: type) -> None:
    names = {name for name, _ in inspect.getmembers(waiting) if not name.startswith("_")}
    assert names == {name for name, _ in inspect.getmembers(plain) if not name.startswith("_")}


def test_a_match_is_made_joined_and_found(client: SyncClient) -> None:
    created = client.create_match("counting", seats=[Mine("Ann"), Open()])
    joined = client.join(created.codes[0].code, "Bob")
    assert [match.match_id for match in client.matches(page_size=1)] == [joined.match.match_id]
    with pytest.raises(Refused) as caught:
        client.record(joined.match.match_id)
    assert caught.value.reason is Reason.RECORD_CLOSED


def test_threads_play_a_match_through_lost_connections(
    client: SyncClient, served: FakeServer, match: CountingMatch
) -> None:
    served.faults["answered"].extend([Drop()] * 3)
    told: tuple[list[int], list[int]] = ([], [])
    with client.seat(match.match_id, ANN) as ann, client.seat(match.match_id, BOB) as bob:
        other = threading.Thread(target=play_out, args=(ann, told[0]))
        other.start()
        play_out(bob, told[1])
        other.join()
        assert ann.closed is False
    assert ann.closed
    assert match.actions == ["+1"] * 10
    assert told == (list(range(1, match.seq + 1)),) * 2


def test_a_session_is_iterated_to_its_end(client: SyncClient, served: FakeServer, match: CountingMatch) -> None:
    match.play(0, "+3")
    watcher = client.watch(match.match_id)
    totals = []
    for update in watcher:
        totals.append((update.view or {})["total"])
        if not update.over:
            match.play(1, "+3")
            sync_module._at_once(lambda: served.publish(match))
    assert totals == [3, 6, 9, 12]
    assert watcher.latest is not None
    assert watcher.seq == match.seq
    assert watcher.seat == -2
    assert watcher.match_id == match.match_id


def test_a_wait_ends_in_time_and_the_session_goes_on(client: SyncClient, match: CountingMatch) -> None:
    session = client.seat(match.match_id, BOB)
    with within(0.02), pytest.raises(TimeoutError):
        session.wait_turn()
    client.seat(match.match_id, ANN).act("+1")
    assert session.wait_turn().view == {"total": 1}


def test_an_interrupted_wait_is_cancelled(client: SyncClient, match: CountingMatch) -> None:
    begun, cancelled = threading.Event(), threading.Event()

    async def hang() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    def interrupt() -> None:
        begun.wait()
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    pressing = threading.Thread(target=interrupt)
    pressing.start()
    with pytest.raises(KeyboardInterrupt):
        sync_module._wait(hang)
    pressing.join()
    assert cancelled.wait(5)
    assert client.seat(match.match_id, ANN).wait_turn().my_turn


def test_news_of_the_connection_come(client: SyncClient, match: CountingMatch) -> None:
    news = []
    leave = client.on_connection(news.append)
    client.watch(match.match_id).next_update()
    leave()
    assert [str(change.state) for change in news] == ["connected"]
    assert repr(client).startswith("SyncClient('127.0.0.1:")
