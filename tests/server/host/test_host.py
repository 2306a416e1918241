"""The host: what was acknowledged is on disk, once, whoever else writes, whoever goes away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest

from undercroft.game import SPECTATOR
from undercroft.host import Wants, memory
from undercroft.host.pipeline import COMMANDS_AT_ONCE
from undercroft.match import Act, Answer, EndedFact, EntryFact, Reason, Refusal, SuspendedFact
from undercroft.match.rows import Acted, Created, Seated
from undercroft.store import MatchQuery

from .hosting import PATIENCE, TOKENS, Eyes, House, ScriptedPool, reason_of, request_for, until

Open = Callable[..., House]


# ---- another writer


async def test_of_two_hosts_on_one_store_the_loser_reads_on_and_nothing_is_doubled(open_house: Open) -> None:
    ours, theirs = open_house(), open_house()
    match_id = await ours.create("touchy", '{"end": 1000}')
    mine, other = await ours.watch(match_id, 0), await theirs.watch(match_id, 1)
    for turn in range(12):
        seat = turn % 2
        here = ours if turn % 3 else theirs
        seq = here.host.memory.lives[match_id].match.position.counts[seat]
        answers = await asyncio.gather(
            *(house.act(match_id, seat, "one", seq, f"t{turn}") for house in (ours, theirs) for _ in range(2))
        )
        done = [answer for answer in answers if isinstance(answer, Answer)]
        assert done, answers
        assert len(set(done)) == 1, "the same command is answered alike by both"
        assert {reason_of(answer) for answer in answers if isinstance(answer, Refusal)} <= {
            Reason.SEQ_AHEAD,
            Reason.NOT_YOUR_TURN,
        }
        await asyncio.gather(*(house.act(match_id, 1 - seat, "nonsense", 0, "x") for house in (ours, theirs)))
    rows = await ours.rows(match_id)
    assert [row.command for row in rows if isinstance(row, Acted)] == [f"t{turn}" for turn in range(12)]
    # Whoever is behind catches up with its next command.
    for house in (ours, theirs):
        seat = 0
        await house.act(
            match_id, seat, "two", house.host.memory.lives[match_id].match.position.counts[seat], f"{id(house)}"
        )
    assert (
        ours.host.memory.lives[match_id].match.facts[0][:20] == theirs.host.memory.lives[match_id].match.facts[0][:20]
    )
    assert not mine.ends
    assert not other.ends


async def test_nobody_is_refused_by_a_host_that_has_not_read_what_another_wrote(open_house: Open) -> None:
    ours, theirs = open_house(), open_house()
    match_id = await ours.create("touchy", '{"end": 1000}')
    eyes, behind = await ours.watch(match_id, 1), await theirs.watch(match_id, 1)
    await ours.act(match_id, 0, "one", 3, "there")
    seq = eyes.newest.seq
    assert behind.newest.seq < seq
    assert isinstance(await theirs.act(match_id, 1, "two", seq, "here"), Answer)
    assert behind.newest.seq > seq, "and its watchers are told of all"
    late = await theirs.act(match_id, 0, "one", 99, "nowhere")
    assert reason_of(late) is Reason.SEQ_AHEAD, "what no host has told is refused"


async def test_watchers_of_the_host_that_lost_are_told_what_the_other_wrote(open_house: Open) -> None:
    ours, theirs = open_house(), open_house()
    match_id = await ours.create("touchy")
    eyes = await ours.watch(match_id, 0)
    await theirs.watch(match_id, 0)
    seq = eyes.newest.seq
    assert isinstance(await theirs.act(match_id, 0, "two", seq), Answer)
    assert reason_of(await ours.act(match_id, 0, "one", seq)) is Reason.NOT_YOUR_TURN
    await eyes.until(lambda: eyes.newest.seq > seq)
    assert json.loads(eyes.facts[-1].json)["action"] == 2


async def test_two_creations_with_one_request_id_make_one_match(open_house: Open) -> None:
    ours, theirs = open_house(), open_house()
    request = request_for("touchy", bots=("open", None), request_id="r" * 20)
    made = await asyncio.gather(*(house.host.create(request) for house in (ours, ours, theirs, theirs)))
    assert len({(info.match_id, tuple(codes)) for info, codes in made}) == 1
    assert len((await ours.host.matches(MatchQuery()))[0]) == 1
    other = request_for("touchy", '{"end": 5}', bots=("open", None), request_id="r" * 20)
    for house in (ours, theirs):
        with pytest.raises(Refusal) as refusal:
            await house.host.create(other)
        assert refusal.value.reason is Reason.COMMAND_ID_REUSED


# ---- trouble with the store


async def test_while_the_store_is_away_commands_are_refused_and_nothing_is_half_done(house: House) -> None:
    match_id = await house.create("touchy")
    eyes = await house.watch(match_id, 0)
    before, rows = eyes.newest, await house.rows(match_id)
    house.store.broken = True
    refused = await house.act(match_id, 0, "one", before.seq, "mine")
    assert reason_of(refused) is Reason.STORAGE_UNAVAILABLE
    with pytest.raises(Refusal) as creation:
        await house.create("touchy", request_id="q" * 20)
    assert creation.value.reason is Reason.STORAGE_UNAVAILABLE
    assert len(house.host.memory.lives) == 1
    house.store.broken = False
    assert await house.rows(match_id) == rows
    assert len(eyes.updates) == 1, "nobody was told anything"
    assert isinstance(await house.act(match_id, 0, "one", before.seq, "mine"), Answer)
    await house.create("touchy", request_id="q" * 20)


async def test_a_store_that_cannot_be_read_refuses_what_it_would_be_asked(house: House) -> None:
    house.store.unreadable = True
    for asked in (
        house.host.info("m"),
        house.host.matches(MatchQuery()),
        house.host.record("m", b""),
        house.host.join("ABCD-EFGH", b"x" * 32, "Ann"),
        house.host.act("m", b"x" * 32, "c", 0, "one"),
        house.host.create(request_for("touchy")),
        house.host.watch("m", b"", 0, Wants(), Eyes()),
    ):
        with pytest.raises(Refusal) as refusal:
            await asked
        assert refusal.value.reason is Reason.STORAGE_UNAVAILABLE
    house.store.unreadable = False
    await house.create("touchy")


async def test_a_host_that_lost_and_cannot_read_the_tail_says_so_and_can_later(open_house: Open) -> None:
    ours, theirs = open_house(), open_house()
    match_id = await ours.create("touchy")
    seq = (await ours.watch(match_id, 0)).newest.seq
    assert isinstance(await theirs.act(match_id, 0, "two", seq), Answer)
    ours.store.unreadable = True
    assert reason_of(await ours.act(match_id, 0, "one", seq)) is Reason.STORAGE_UNAVAILABLE
    ours.store.unreadable = False
    assert reason_of(await ours.act(match_id, 0, "one", seq)) is Reason.NOT_YOUR_TURN


async def test_a_caller_that_goes_away_during_the_commit_loses_and_doubles_nothing(house: House) -> None:
    match_id = await house.create("touchy")
    eyes = await house.watch(match_id, 0)
    seq = eyes.newest.seq
    house.store.gate = asyncio.Event()
    call = asyncio.ensure_future(house.act(match_id, 0, "one", seq, "mine"))
    await until(lambda: house.host.memory.lives[match_id].step)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert len(eyes.updates) == 1, "not before it is on disk"
    house.store.gate.set()
    await eyes.until(lambda: eyes.newest.seq > seq)
    answer = await house.act(match_id, 0, "one", seq, "mine")
    assert isinstance(answer, Answer)
    assert answer.seq == eyes.newest.seq
    assert [row.command for row in await house.rows(match_id) if isinstance(row, Acted)] == ["mine"]


async def test_a_creator_that_goes_away_finds_its_match_by_the_same_request(house: House) -> None:
    request = request_for("touchy", request_id="w" * 20)
    house.store.gate = asyncio.Event()
    call = asyncio.ensure_future(house.host.create(request))
    await until(lambda: house.store.appended)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    house.store.gate.set()
    house.store.gate = None
    info, _ = await house.host.create(request)
    assert len((await house.host.matches(MatchQuery()))[0]) == 1
    assert (await house.watch(info.match_id, 0)).newest.glance


async def test_nothing_is_told_or_answered_before_it_is_on_disk(house: House) -> None:
    match_id = await house.create("touchy")
    eyes = [await house.watch(match_id, seat) for seat in (0, 1, None)]
    seq = eyes[0].newest.seq
    house.store.gate = asyncio.Event()
    call = asyncio.ensure_future(house.act(match_id, 0, "one", seq))
    for _ in range(50):
        await asyncio.sleep(0.001)
    assert not call.done()
    assert [len(each.updates) for each in eyes] == [1, 1, 1]
    house.store.gate.set()
    assert isinstance(await call, Answer)
    await eyes[2].until(lambda: len(eyes[2].updates) == 2)


# ---- coming, going, coming back


async def test_a_second_connection_takes_the_seat_over_and_the_first_is_told(house: House) -> None:
    match_id = await house.create("touchy")
    first, spectator = await house.watch(match_id, 0), await house.watch(match_id, None)
    second = await house.watch(match_id, 0)
    another = await house.watch(match_id, None)
    assert first.ends == [None]
    assert not spectator.ends
    assert not another.ends
    await house.act(match_id, 0, "one", second.newest.seq)
    await second.until(lambda: len(second.updates) == 2)
    assert len(first.updates) == 1


@pytest.mark.parametrize("kept", [0, 1])
async def test_a_match_that_left_memory_comes_back_as_it_was(open_house: Open, kept: int) -> None:
    house = open_house(idle_matches=kept)
    matches = [await house.create("touchy", '{"end": 100}') for _ in range(3)]
    for turn in range(6):
        for match_id in matches:
            seat = turn % 2
            token = TOKENS[seat]
            eyes = Eyes()
            watcher = await house.host.watch(match_id, token, 0, Wants(), eyes)
            eyes.wake(watcher)
            assert isinstance(await house.act(match_id, seat, "one", eyes.newest.seq), Answer)
            await eyes.until(lambda eyes=eyes: len(eyes.updates) == 2)
            house.host.unwatch(watcher)
            await until(lambda: len(house.host.memory.lives) <= kept)
    for match_id in matches:
        assert len([row for row in await house.rows(match_id) if isinstance(row, Acted)]) == 6


async def test_watched_matches_stay_in_memory_however_many_there_are(open_house: Open) -> None:
    """Both players of a match always meet in the same one."""
    house = open_house(idle_matches=1)
    matches = [await house.create("touchy") for _ in range(6)]
    eyes = [await house.watch(match_id, 0) for match_id in matches]
    await house.create("touchy")
    for match_id, first in zip(matches, eyes, strict=True):
        second = await house.watch(match_id, 1)
        assert isinstance(await house.act(match_id, 0, "one", first.newest.seq), Answer)
        await first.until(lambda first=first: len(first.updates) == 2)
        await second.until(lambda second=second: len(second.updates) == 2)


async def test_a_match_that_is_asked_for_at_once_by_many_is_restored_once(open_house: Open) -> None:
    match_id = await open_house().create("touchy")
    house = open_house(idle_matches=0)
    eyes = await asyncio.gather(*(house.watch(match_id, seat) for seat in (0, 1, None, None)))
    assert isinstance(await house.act(match_id, 0, "one", eyes[0].newest.seq), Answer)
    for each in eyes:
        await each.until(lambda each=each: len(each.updates) == 2)


async def test_matches_that_are_over_leave_memory_when_nobody_watches_them(open_house: Open) -> None:
    house = open_house(idle_matches=100)
    await house.host.start()
    matches = [await house.create(bots=("random", "random")) for _ in range(8)]
    watched = await house.create(bots=("random", "random"))
    await house.watch(watched, None)
    await until(lambda: set(house.host.memory.lives) == {watched})
    for match_id in matches:
        assert (await house.host.info(match_id)).status == "finished"


async def test_while_a_long_match_is_restored_the_others_have_their_turn(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "_ROWS_AT_ONCE", 2)
    house = open_house()
    match_id = await house.create("touchy", '{"end": 100}')
    original = house.host.memory.lives[match_id].match
    for turn in range(20):
        await house.act(match_id, turn % 2, "one", original.position.counts[turn % 2])
    rows = await house.rows(match_id)
    replay = house.host.memory._replay(rows)
    turns, restored = 0, None
    while restored is None:
        try:
            replay.send(None)
            turns += 1
        except StopIteration as done:
            restored = done.value
    assert turns >= len(rows) // 2 - 1
    assert restored.match.facts == original.facts


async def test_from_any_seq_a_watcher_gets_the_rest_and_the_same_after_a_restart(open_house: Open) -> None:
    house = open_house()
    match_id = await house.create("touchy", '{"end": 100}')
    eyes = [await house.watch(match_id, seat) for seat in (0, 1, None)]
    for turn in range(8):
        seat = turn % 2
        await house.act(match_id, seat, "one", eyes[seat].newest.seq)
        for each in eyes:
            await each.until(lambda each=each, turn=turn: len(each.updates) == turn + 2)
    again = open_house()
    for seat, each in zip((0, 1, None), eyes, strict=True):
        whole = each.facts
        assert [update.since for update in each.updates[1:]] == [update.seq for update in each.updates[:-1]]
        for place in (house, again):
            for since in (*range(len(whole) + 1), 10**12):
                late = await place.watch(match_id, seat, since)
                (update,) = late.updates
                assert update.snapshot
                assert list(update.facts) == whole[since:]
                assert (update.since, update.seq) == (min(since, len(whole)), len(whole))
                assert update.glance == each.newest.glance
                assert update.info == (await place.host.info(match_id))


async def test_a_long_history_comes_in_parts_and_nothing_is_missing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("undercroft.host.live._FACT_BYTES_AT_ONCE", 200)
    match_id = await house.create("touchy", '{"end": 100}')
    first = await house.watch(match_id, 0)
    for turn in range(20):
        assert isinstance(
            await house.act(match_id, turn % 2, "one", turn + first.newest.seq - len(first.updates) + 1), Answer
        )
        await first.until(lambda turn=turn: len(first.updates) == turn + 2)
    late = await house.watch(match_id, 0)
    assert len(late.updates) > 5
    assert late.facts == first.facts
    assert [update.glance is None for update in late.updates] == [True] * (len(late.updates) - 1) + [False]
    assert [update.since for update in late.updates[1:]] == [update.seq for update in late.updates[:-1]]


# ---- who may


async def test_spectators_are_let_in_as_the_match_says(house: House) -> None:
    for policy, running, over in (("off", False, False), ("public_view", True, True), ("after_end", False, True)):
        match_id = await house.create("touchy", '{"end": 1}', spectators=policy)
        for allowed in (running, over):
            if allowed:
                eyes = await house.watch(match_id, None)
                assert eyes.newest.reader == SPECTATOR
                assert not any(b'"action":1' in fact.json for fact in eyes.facts if isinstance(fact, EntryFact))
            else:
                with pytest.raises(Refusal) as refusal:
                    await house.watch(match_id, None)
                assert refusal.value.reason is Reason.FORBIDDEN
            await house.act(match_id, 0, "one", (await house.watch(match_id, 0)).newest.seq)


async def test_a_token_opens_its_own_seat_of_its_own_match_alone(house: House) -> None:
    one, two = await house.create("touchy"), await house.create("touchy", bots=(None, "open"))
    for call in (
        house.host.act(one, b"z" * 32, "c", 2, "one"),
        house.host.act(two, TOKENS[1], "c", 2, "one"),
        house.host.watch(two, TOKENS[1], 0, Wants(), Eyes()),
        house.host.record(two, TOKENS[1]),
    ):
        with pytest.raises(Refusal) as refusal:
            await call
        assert refusal.value.reason is Reason.UNKNOWN_SEAT
    for token in (b"", b"short", b"l" * 33):
        with pytest.raises(Refusal) as refusal:
            await house.host.act(one, token, "c", 2, "one")
        assert refusal.value.reason is Reason.BAD_REQUEST


async def test_a_join_code_is_void_for_others_once_it_was_used(open_house: Open) -> None:
    house = open_house()
    info, codes = await house.host.create(request_for("touchy", bots=("open", "open")))
    (_, code), (_, other) = codes
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    joined, seat = await house.host.join(typed, b"x" * 32, " Ann ")
    assert (joined.match_id, seat) == (info.match_id, 0)
    assert joined.seats[0].name == "Ann"
    for place in (house, open_house()):
        assert (await place.host.join(code, b"x" * 32, "Ann"))[1] == 0
        with pytest.raises(Refusal) as refusal:
            await place.host.join(code, b"y" * 32, "Eve")
        assert refusal.value.reason is Reason.SEAT_TAKEN
    with pytest.raises(Refusal) as refusal:
        await house.host.join(other, b"x" * 32, "Ann")
    assert refusal.value.reason is Reason.BAD_REQUEST
    stored = await house.rows(info.match_id)
    assert len([row for row in stored if isinstance(row, Seated)]) == 1
    created = stored[0]
    assert isinstance(created, Created)
    assert (b"x" * 32).hex() not in repr(stored)


# ---- games that fail


FATAL = ["raise", "unwritable", "quit", "view", "fraction", "huge_return", "surrogate", "no_outcomes", "stranger_told"]


@pytest.mark.parametrize("fault", [*FATAL, "huge_view", "huge_entry", "silent", "endless_chance", "huge_code"])
async def test_a_game_that_fails_costs_its_own_match_and_tells_nobody_why(house: House, fault: str) -> None:
    sick = await house.create("touchy", f'{{"fault": "{fault}"}}')
    sound = await house.create("touchy")
    eyes = [await house.watch(sick, seat) for seat in (0, 1, None)]
    refusal = await house.act(sick, 0, "boom", eyes[0].newest.seq)
    assert reason_of(refusal) is Reason.MATCH_SUSPENDED
    for each in eyes:
        await each.until(lambda each=each: each.newest.glance.status == "suspended")
        assert each.facts[-1] == SuspendedFact("game_failed")
        assert "xyzzy" not in repr(each.updates)
    assert "xyzzy" not in repr(refusal)
    assert reason_of(await house.act(sick, 0, "one", eyes[0].newest.seq)) is Reason.MATCH_SUSPENDED
    assert (await house.host.info(sick)).status == "suspended"
    assert isinstance(await house.act(sound, 0, "boom", 3), Answer)
    infos, _ = await house.host.matches(MatchQuery())
    assert {info.status for info in infos} == {"suspended", "running"}


async def test_a_game_that_fails_after_an_action_was_written_is_suspended_by_the_next(house: House) -> None:
    match_id = await house.create("touchy", '{"fault": "clone"}')
    eyes = await house.watch(match_id, 1)
    assert isinstance(await house.act(match_id, 0, "boom", eyes.newest.seq), Answer)
    await eyes.until(lambda: len(eyes.updates) == 2)
    assert reason_of(await house.act(match_id, 1, "one", eyes.newest.seq)) is Reason.MATCH_SUSPENDED
    await eyes.until(lambda: eyes.newest.glance.status == "suspended")


async def test_texts_that_fail_cost_the_text_and_nothing_else(house: House) -> None:
    match_id = await house.create("touchy", '{"end": 100}')
    eyes = await house.watch(match_id, 0, wants=Wants(board="en", sentences="en", labels="en"))
    assert eyes.newest.labels == ("say one", "say two", "say boom")
    assert isinstance(await house.act(match_id, 0, "boom", eyes.newest.seq), Answer)
    await eyes.until(lambda: len(eyes.updates) == 2)
    assert eyes.newest.sentences == ("",)
    assert eyes.newest.board == ""
    await house.act(match_id, 1, "one", eyes.newest.seq)
    await eyes.until(lambda: len(eyes.updates) == 3)
    assert eyes.newest.labels == ("one", "two", "boom")
    assert eyes.newest.sentences == ("seat 1 played",)
    assert not eyes.failures


async def test_a_drawing_is_of_what_its_reader_sees_and_a_failed_one_is_left_out(house: House) -> None:
    match_id = await house.create("touchy", '{"end": 100}')
    seats = [await house.watch(match_id, seat, wants=Wants(svg=lang)) for seat, lang in ((0, "ru"), (1, "en"))]
    plain = await house.watch(match_id, None)
    await house.act(match_id, 0, "two", seats[0].newest.seq)
    for eyes in seats:
        await eyes.until(lambda eyes=eyes: len(eyes.updates) == 2)
    assert "<text>en 2 (2,)</text>" in seats[0].newest.svg
    assert "<text>en 2 ()</text>" in seats[1].newest.svg
    assert plain.newest.svg == ""
    for turn, text in enumerate(("two", "boom")):
        await house.act(match_id, 1 - turn, text, seats[1 - turn].newest.seq)
        for eyes in seats:
            await eyes.until(lambda eyes=eyes, turn=turn: len(eyes.updates) == 3 + turn)
    assert [eyes.newest.svg for eyes in seats] == ["", ""]
    assert not seats[0].failures


async def test_a_game_that_cannot_start_is_refused_with_a_word(house: House) -> None:
    for fault in ("start", "sides"):
        with pytest.raises(Refusal) as refusal:
            await house.create("touchy", f'{{"fault": "{fault}"}}')
        assert refusal.value.reason is Reason.UNKNOWN_GAME
        assert "xyzzy" not in repr(refusal.value.__dict__)
    assert not house.host.memory.lives


async def test_a_game_that_fails_when_the_last_seat_is_taken_suspends_its_match(house: House) -> None:
    info, codes = await house.host.create(request_for("touchy", '{"fault": "start"}', (None, "open")))
    for _ in range(2):
        with pytest.raises(Refusal) as refusal:
            await house.host.join(codes[0][1], TOKENS[1], "Eve")
        assert refusal.value.reason is Reason.MATCH_SUSPENDED
    await until(lambda: house.host.memory.lives[info.match_id].match.position.status == "suspended")
    assert (await house.host.info(info.match_id)).status == "suspended"


async def test_a_log_that_cannot_be_replayed_costs_its_own_match(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = open_house()
    sick, sound = await before.create("touchy"), await before.create("dungeon-of-fear", bots=("random", None))
    house = open_house()
    game = house.host.registry.game("touchy")
    with monkeypatch.context() as patch:
        patch.setattr(type(game), "start", lambda *_: [][0])
        await house.host.start()
        for call in (house.watch(sick, 0), house.host.record(sick, b"")):
            with pytest.raises(Refusal) as refusal:
                await call
            assert refusal.value.reason is Reason.MATCH_SUSPENDED
        assert (await house.watch(sound, 1)).newest.glance
        assert (await house.host.info(sick)).status == "running"
    assert (await house.watch(sick, 0)).newest.glance, "with the game mended it goes on"


async def test_watchers_of_a_match_that_was_lost_read_on_from_a_new_one(house: House) -> None:
    match_id = await house.create("touchy")
    eyes = await house.watch(match_id, 0)
    live = house.host.memory.lives[match_id]
    live.match.facts.clear()  # so that the step, once written, can't be taken in
    seq = eyes.newest.seq
    assert reason_of(await house.act(match_id, 0, "one", seq)) is Reason.MATCH_SUSPENDED
    await eyes.until(lambda: eyes.newest.seq > seq)
    assert isinstance(await house.act(match_id, 0, "one", seq), Answer), "it was written, and is answered so"
    assert house.host.memory.lives[match_id] is not live
    assert isinstance(await house.act(match_id, 1, "one", seq + 1), Answer)
    await eyes.until(lambda: len(eyes.facts) == seq + 2)


# ---- the end


async def test_a_stopping_host_finishes_what_is_under_way_and_refuses_the_rest(open_house: Open) -> None:
    house = open_house()
    match_id = await house.create("touchy")
    eyes = await house.watch(match_id, 0)
    house.store.gate = asyncio.Event()
    call = asyncio.ensure_future(house.act(match_id, 0, "one", eyes.newest.seq))
    await until(lambda: house.host.memory.lives[match_id].step)
    stop = asyncio.ensure_future(house.host.stop())
    await asyncio.sleep(0)
    assert not stop.done()
    assert reason_of(await house.act(match_id, 0, "one", 5, "later")) is Reason.SHUTTING_DOWN
    house.store.gate.set()
    await stop
    assert isinstance(await call, Answer)
    with pytest.raises(Refusal) as refusal:
        await house.create("touchy")
    assert refusal.value.reason is Reason.SHUTTING_DOWN


async def test_many_commands_of_one_match_take_turns_with_everybody_else_and_none_is_forgotten(
    open_house: Open,
) -> None:
    house = open_house()
    match_id = await house.create("touchy")
    eyes = await house.watch(match_id, 0)
    live = house.host.memory.lives[match_id]
    (watcher,) = live.watchers
    answered: list[Answer | Refusal] = []
    house.store.gate = asyncio.Event()
    for number in range(1_000):
        text = "one" if number == 0 else "nonsense"
        house.host.submit(watcher, Act(0, f"c{number}", eyes.newest.seq, text=text), answered.append)
    stop = asyncio.ensure_future(house.host.stop())
    house.store.gate.set()
    before = 0
    while not stop.done():
        await asyncio.sleep(0)
        assert len(answered) - before <= COMMANDS_AT_ONCE + 1
        before = len(answered)
    assert isinstance(answered[0], Answer)
    assert [reason_of(each) for each in answered[1:]] == [reason_of(answered[1])] * 999


async def test_matches_among_bots_do_not_keep_a_host_from_stopping(open_house: Open) -> None:
    house = open_house(pool=ScriptedPool())
    await house.host.start()
    for _ in range(20):
        await house.create("touchy", '{"end": 1000000}', bots=("random", "random"))
    await until(lambda: len(house.pool.asks) >= 200)
    async with asyncio.timeout(PATIENCE):
        await house.host.stop()
    asked = len(house.pool.asks)
    await asyncio.sleep(0.02)
    assert len(house.pool.asks) == asked


async def test_the_end_is_told_to_plugins_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    told = asyncio.Queue[object]()
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(
        house.host.registry, "match_ended", lambda summary: loop.call_soon_threadsafe(told.put_nowait, summary)
    )
    match_id = await house.create("touchy", '{"end": 1}')
    eyes = await house.watch(match_id, 1)
    await house.act(match_id, 0, "one", 3)
    await eyes.until(lambda: any(isinstance(fact, EndedFact) for fact in eyes.facts))
    async with asyncio.timeout(PATIENCE):
        summary = await told.get()
    assert (summary.match_id, summary.winners, summary.players) == (match_id, (0,), ("P0", "P1"))  # type: ignore[attr-defined]
    assert told.empty()
