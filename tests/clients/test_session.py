"""A seat over a connection that holds: updates, actions, refusals, turns."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from undercroft.v1 import match_pb2, refusal_pb2
from undercroft_client import (
    SPECTATOR,
    Client,
    ClientError,
    EndedFact,
    MatchStatus,
    Reason,
    Refused,
    SaidFact,
    SeatSession,
    TakenOver,
    Wants,
    new_token,
)

from .conftest import ANN, BOB
from .counting import CountingMatch
from .fake_server import FakeServer, RefusalError
from .playing import play_out


async def test_the_first_update_is_the_whole_state(client: Client, match: CountingMatch) -> None:
    wants = Wants(board="en", sentences="en", labels="en", svg="en")
    async with client.seat(match.match_id, ANN, wants) as session:
        update = await session.next_update()
    assert (update.seat, update.seq, update.since, update.my_turn, update.to_act) == (0, 1, 0, True, (0,))
    assert update.view == {"total": 0}
    assert update.board == ((("total ", "plain"), ("0", "strong")),)
    assert update.svg == "<svg>0</svg>"
    assert [(legal.code, legal.text, legal.label) for legal in update.legal][:1] == [(0, "+1", "add +1")]
    (entry,) = update.entries
    assert (entry.seq, entry.n, entry.type, entry.data["target"]) == (1, 0, "started", 10)
    assert entry.sentence == "entry 0"
    assert update.match.status is MatchStatus.RUNNING
    assert update.raw.snapshot


async def test_what_is_not_wanted_is_empty(client: Client, match: CountingMatch) -> None:
    session = client.seat(match.match_id, BOB, Wants(view=False))
    update = await session.next_update()
    assert (update.view, update.board, update.svg, update.legal, update.my_turn) == (None, (), "", (), False)


async def test_two_seats_play_a_match_to_its_end(client: Client, match: CountingMatch) -> None:
    ann, bob = client.seat(match.match_id, ANN), client.seat(match.match_id, BOB)
    told = await asyncio.gather(play_out(ann), play_out(bob))
    assert match.actions == ["+1"] * 10
    assert told == [list(range(1, match.seq + 1))] * 2
    assert ann.latest is not None
    assert ann.latest.outcome is not None
    assert ann.latest.outcome.winners == (1,)
    assert ann.latest.match.outcome == ann.latest.outcome
    assert isinstance(ann.latest.facts[-1], EndedFact)


async def test_iteration_ends_after_the_final_update(client: Client, match: CountingMatch) -> None:
    watcher = client.watch(match.match_id)
    players = asyncio.gather(*(play_out(client.seat(match.match_id, token)) for token in (ANN, BOB)))
    updates = [update async for update in watcher]
    await players
    assert updates[-1].over
    assert [update.over for update in updates].count(True) == 1
    assert [fact.seq for update in updates for fact in update.facts] == list(range(1, match.seq + 1))
    assert {update.seat for update in updates} == {SPECTATOR}


async def test_an_action_goes_by_text_or_by_code(client: Client, match: CountingMatch) -> None:
    ann, bob = client.seat(match.match_id, ANN), client.seat(match.match_id, BOB)
    accepted = await ann.act("+2")
    assert accepted.seq == 2
    await bob.wait_turn()
    await bob.act(2)
    assert match.actions == ["+2", "+3"]


async def test_an_illegal_action_says_what_is_legal_and_the_turn_stays(client: Client, match: CountingMatch) -> None:
    session = client.seat(match.match_id, ANN)
    await session.wait_turn()
    with pytest.raises(Refused) as caught:
        await session.act("+9")
    assert caught.value.reason is Reason.ILLEGAL_ACTION
    assert caught.value.legal == ["+1", "+2", "+3"]
    again = await session.wait_turn()
    assert (again.my_turn, again.facts, again.legal[0].text) == (True, (), "+1")


async def test_an_accepted_turn_is_not_given_twice(client: Client, server: FakeServer, match: CountingMatch) -> None:
    session = client.seat(match.match_id, ANN)
    await session.wait_turn()
    server.holding = True  # the answer comes, the update not yet
    await session.act("+1")
    turn = asyncio.ensure_future(session.wait_turn())
    await client.match(match.match_id)
    assert not turn.done()
    match.play(1, "+1")
    server.holding = False
    server.publish(match)
    assert (await turn).view == {"total": 2}


async def test_an_action_answers_the_list_that_was_seen(
    client: Client, server: FakeServer, match: CountingMatch
) -> None:
    session = client.seat(match.match_id, ANN)
    seen = await session.wait_turn()
    match.tell({"type": "rule", "text": "the list has changed"})
    server.publish(match)
    while session.seq == seen.seq:
        await client.match(match.match_id)
    with pytest.raises(Refused) as caught:
        await session.act("+1")
    assert caught.value.reason is Reason.STALE
    assert caught.value.newest_seq == 2
    assert session.latest is not None  # looking is seeing
    await session.act("+1")


async def test_chat_is_a_fact_and_not_a_new_list(client: Client, server: FakeServer, match: CountingMatch) -> None:
    ann, bob = client.seat(match.match_id, ANN), client.seat(match.match_id, BOB)
    await ann.wait_turn()
    await bob.say("hello")
    update = await ann.next_update()
    (fact,) = update.facts
    assert isinstance(fact, SaidFact)
    assert (fact.seq, fact.seat, fact.text) == (2, 1, "hello")
    await ann.act("+1", seq=1)


async def test_other_commands_are_refused_by_name(client: Client, match: CountingMatch) -> None:
    session = client.seat(match.match_id, ANN)
    for command in (session.resign, session.offer_draw, session.abort, session.rematch, lambda: session.mute(1)):
        with pytest.raises(Refused) as caught:
            await command()
        assert caught.value.reason is Reason.UNSUPPORTED


async def test_a_reason_from_a_newer_server_is_no_crash(
    client: Client, server: FakeServer, match: CountingMatch
) -> None:
    session = client.seat(match.match_id, ANN)
    await session.wait_turn()
    newer = RefusalError(refusal_pb2.REASON_INTERNAL)
    newer.reason = 9999  # type: ignore[assignment]
    server.refusals["act"].append(newer)
    with pytest.raises(Refused, match="because") as caught:
        await session.act("+1")
    assert caught.value.reason is Reason.UNSPECIFIED


@pytest.mark.parametrize("wrong", ["match", "token"])
async def test_a_refused_subscription_ends_the_session(client: Client, match: CountingMatch, wrong: str) -> None:
    session = client.seat("m9" if wrong == "match" else match.match_id, new_token())
    reason = Reason.UNKNOWN_MATCH if wrong == "match" else Reason.UNKNOWN_SEAT
    for use in (session.next_update, session.wait_turn, lambda: session.act("+1"), lambda: anext(session)):
        with pytest.raises(Refused) as caught:
            await use()
        assert caught.value.reason is reason
    assert session.closed


async def test_a_seat_taken_over_ends_the_first_session(
    client: Client, server: FakeServer, match: CountingMatch
) -> None:
    first = client.seat(match.match_id, ANN)
    await first.next_update()
    async with Client(server.target) as other:
        second = other.seat(match.match_id, ANN)
        await second.next_update()
        with pytest.raises(TakenOver):
            await anext(first)
        with pytest.raises(TakenOver):
            await first.act("+1")
        await second.act("+1")
    assert match.actions == ["+1"]


async def test_a_waiting_act_learns_of_the_takeover(client: Client, server: FakeServer, match: CountingMatch) -> None:
    first = client.seat(match.match_id, ANN)
    await first.next_update()
    reader = server.readers[match.match_id][0]
    server.faults["received"].append(_never())
    waiting = asyncio.ensure_future(first.act("+1"))
    while not server.frames[-1].commands[-1].HasField("act"):
        await client.match(match.match_id)
    reader.end(match_pb2.SubscriptionEnded.WHY_TAKEN_OVER)
    with pytest.raises(TakenOver):
        await waiting


def _never() -> match_pb2.PlayEvent:
    """Put in the place of a fault: an event of no known kind, so that the act is never answered."""
    return match_pb2.PlayEvent()


async def test_a_closed_session_ends_its_iteration_and_frees_the_seat(client: Client, server: FakeServer) -> None:
    match = server.new_match([ANN, BOB])
    session = client.seat(match.match_id, ANN)
    await session.next_update()
    waiting = asyncio.ensure_future(anext(session, None))
    await asyncio.sleep(0)
    await session.close()
    assert await waiting is None
    with pytest.raises(ClientError, match="closed"):
        await session.act("+1")
    while server.readers[match.match_id]:
        await client.match(match.match_id)
    assert (await client.seat(match.match_id, ANN).next_update()).seat == 0


async def test_a_closing_client_ends_its_sessions(server: FakeServer, match: CountingMatch) -> None:
    async with Client(server.target) as client:
        session = client.seat(match.match_id, ANN)
        await session.next_update()
        waiting = asyncio.ensure_future(session.next_update())
        await asyncio.sleep(0)
    with pytest.raises(ClientError, match="closed"):
        await waiting
    assert [update async for update in session] == []


async def test_a_slow_consumer_gets_every_fact_and_the_newest_view(client: Client, server: FakeServer) -> None:
    match = server.new_match([ANN, BOB], target=10_000)
    session = client.seat(match.match_id, ANN)
    first = await session.next_update()
    for turn in range(3000):
        match.play(turn % 2, "+1")
        server.publish(match)
    while session.seq < match.seq:
        await client.match(match.match_id)
    update = await session.next_update()
    assert (update.since, update.seq) == (first.seq, match.seq)
    assert [fact.seq for fact in update.facts] == list(range(first.seq + 1, match.seq + 1))
    assert [entry.n for entry in update.entries] == list(range(1, 3001))
    assert update.view == {"total": 3000}
    assert session.latest is update


async def test_a_hundred_seats_share_one_stream(client: Client, server: FakeServer) -> None:
    tokens = [(new_token(), new_token()) for _ in range(50)]
    matches = [server.new_match(pair, target=6) for pair in tokens]
    sessions = [client.seat(m.match_id, t) for m, pair in zip(matches, tokens, strict=True) for t in pair]
    told = await asyncio.gather(*map(play_out, sessions))
    assert server.opened == 1
    assert [m.actions for m in matches] == [["+1"] * 6] * 50
    assert told == [list(range(1, 9))] * 100
    assert len(server.frames[0].commands) == 100


async def test_one_task_may_look_while_another_acts(client: Client, match: CountingMatch) -> None:
    async def look(session: SeatSession) -> list[int]:
        return [fact.seq async for update in session for fact in update.facts]

    ann, bob = client.seat(match.match_id, ANN), client.seat(match.match_id, BOB)
    looking = asyncio.ensure_future(look(ann))
    other = asyncio.ensure_future(play_out(bob))
    while not looking.done():
        latest = ann.latest
        if latest is not None and latest.my_turn:
            with contextlib.suppress(Refused):
                await ann.act("+1")
        await client.match(match.match_id)
    assert await looking == await other == list(range(1, match.seq + 1))


async def test_a_command_too_long_for_the_stream_harms_nobody(client: Client, match: CountingMatch) -> None:
    session = client.seat(match.match_id, ANN)
    await session.wait_turn()
    with pytest.raises(ClientError, match="65536"):
        await session.act("x" * 100_000)
    await session.act("+1")
