"""What every backend promises; nothing here knows which one it is."""

from __future__ import annotations

import asyncio
import threading

import pytest

from undercroft.store import AppendResult, StoreUnavailable
from undercroft.store.contract import Append, Due, Header, JoinCode, MatchQuery, Rated

WRITTEN, CONFLICT, UNAVAILABLE = AppendResult.WRITTEN, AppendResult.CONFLICT, AppendResult.UNAVAILABLE


async def test_rows_are_read_back_in_order_and_from_any_version(store, ledger):
    assert await ledger.write_one(store, ledger.creation("m", b"1", b"2")) is WRITTEN
    assert await ledger.write_one(store, Append("m", 2, (b"3", b"", b"\x00\xff"))) is WRITTEN
    assert await store.read("m") == [b"1", b"2", b"3", b"", b"\x00\xff"]
    assert await store.read("m", after=3) == [b"", b"\x00\xff"]
    assert await store.read("m", after=5) == []
    assert await store.read("nobody") == []


async def test_an_append_on_another_version_is_a_conflict_and_writes_nothing(store, ledger):
    await ledger.write(store, ledger.creation("m", b"1", b"2"))
    header = Header("m", "g", "ended", 1, b"{}")
    for expected in (1, 3, 99):
        late = Append("m", expected, (b"x",), Due("m", 5, "flag"), header, (JoinCode(ledger.sha("c"), 0),))
        assert await ledger.write_one(store, late) is CONFLICT
        assert await ledger.write_one(store, Append("m", expected, (), Due("m", 5, "flag"))) is CONFLICT
    assert await store.read("m") == [b"1", b"2"]
    assert (await store.header("m")).status == "open"
    assert await store.due(10, 10) == []
    assert await store.seat_of_code(ledger.sha("c")) is None


async def test_an_append_to_a_match_that_does_not_exist_is_a_conflict(store, ledger):
    assert await ledger.write_one(store, Append("m", 1, (b"x",))) is CONFLICT
    assert await store.read("m") == []


async def test_a_match_is_created_once(store, ledger):
    assert await ledger.write_one(store, ledger.creation("m", b"first")) is WRITTEN
    assert await ledger.write_one(store, ledger.creation("m", b"second", status="ended")) is CONFLICT
    assert await store.read("m") == [b"first"]
    assert (await store.header("m")).status == "open"


async def test_a_creation_request_makes_one_match(store, ledger):
    request = ledger.sha("request")
    assert await ledger.write_one(store, ledger.creation("m", request_hash=request)) is WRITTEN
    assert await ledger.write_one(store, ledger.creation("n", request_hash=request)) is CONFLICT
    assert await ledger.write(store, ledger.creation("o"), ledger.creation("p")) == [WRITTEN, WRITTEN]
    assert await store.match_of_request(request) == "m"
    assert await store.header("n") is None
    assert await store.match_of_request(ledger.sha("other")) is None


async def test_a_creation_with_a_code_that_exists_leaves_nothing_behind(store, ledger):
    old, new = JoinCode(ledger.sha("old"), 1), JoinCode(ledger.sha("new"), 0)
    await ledger.write(store, ledger.creation("m", codes=(old,)))
    refused = ledger.creation("n", codes=(new, old), request_hash=ledger.sha("r"), due=Due("n", 1, "k"))
    assert await ledger.write_one(store, refused) is CONFLICT
    assert await store.seat_of_code(old.code_hash) == ("m", 1)
    assert await store.seat_of_code(new.code_hash) is None
    assert await store.match_of_request(ledger.sha("r")) is None
    assert await store.header("n") is None
    assert await store.read("n") == []
    assert await store.due(10, 10) == []


async def test_codes_can_be_added_later_and_a_code_that_exists_undoes_only_its_append(store, ledger):
    code = JoinCode(ledger.sha("c"), 3)
    await ledger.write(store, ledger.creation("m"), ledger.creation("n"))
    assert await ledger.write_one(store, Append("m", 1, (b"2",), codes=(code,))) is WRITTEN
    results = await ledger.write(
        store, Append("m", 2, (b"3",)), Append("n", 1, (b"x",), codes=(code,)), ledger.creation("o")
    )
    assert results == [WRITTEN, CONFLICT, WRITTEN]
    assert await store.seat_of_code(code.code_hash) == ("m", 3)
    assert await store.read("n") == [b"created"]
    assert await ledger.write_one(store, Append("n", 1, (b"2",))) is WRITTEN


async def test_a_conflict_costs_only_its_own_append(store, ledger):
    results = await ledger.write(
        store,
        ledger.creation("a"),
        Append("nobody", 4, (b"x",)),
        ledger.creation("a", b"again"),
        ledger.creation("b"),
        Append("a", 1, (b"2",)),
    )
    assert results == [WRITTEN, CONFLICT, CONFLICT, WRITTEN, WRITTEN]
    assert await store.read("a") == [b"created", b"2"]


async def test_a_header_replaces_the_old_one_but_not_the_time_of_creation(store, ledger):
    await ledger.write(store, ledger.creation("m", at=7))
    await ledger.write(store, Append("m", 1, (b"2",), header=Header("m", "g", "ended", 99, b"[]")))
    assert await store.header("m") == Header("m", "g", "ended", 7, b"[]")
    await ledger.write(store, Append("m", 2, (b"3",)))
    assert await store.header("m") == Header("m", "g", "ended", 7, b"[]")


async def test_a_match_has_one_due_row_which_every_append_writes(store, ledger):
    await ledger.write(store, ledger.creation("m", due=Due("m", 100, "bot")))
    assert await store.due(100, 10) == [Due("m", 100, "bot")]
    assert await store.due(99, 10) == []
    await ledger.write(store, Append("m", 1, (b"2",), due=Due("m", 50, "flag")))
    assert await store.due(1000, 10) == [Due("m", 50, "flag")]
    await ledger.write(store, Append("m", 2, (), due=Due("m", 60, "flag")))
    assert await store.due(1000, 10) == [Due("m", 60, "flag")]
    await ledger.write(store, Append("m", 2, (b"3",)))
    assert await store.due(1000, 10) == []


async def test_due_rows_come_earliest_first_up_to_the_limit(store, ledger):
    times = {"a": 30, "b": 10, "c": 20, "d": 10, "e": 40}
    await ledger.write(store, *(ledger.creation(match, due=Due(match, at, "k")) for match, at in times.items()))
    assert [due.match_id for due in await store.due(30, 10)] == ["b", "d", "c", "a"]
    assert [due.match_id for due in await store.due(30, 3)] == ["b", "d", "c"]


async def test_results_of_rated_matches_are_written_with_their_append_and_numbered_in_order(store, ledger):
    await ledger.write(store, *(ledger.creation(match) for match in "abc"))
    await ledger.write_one(store, Append("b", 1, (b"end",), rated=Rated("x", b"first")))
    await ledger.write(
        store,
        Append("a", 1, (b"end",), rated=Rated("y", b"another game")),
        Append("c", 1, (b"end",), rated=Rated("x", b"second")),
    )
    (one, first), (two, second) = await store.rated("x", 0, 10)
    assert (first, second) == (b"first", b"second")
    assert 0 < one < two
    assert await store.rated("x", one, 10) == [(two, b"second")]
    assert await store.rated("x", 0, 1) == [(one, b"first")]
    assert await store.rated("x", two, 10) == []


async def test_a_result_whose_append_is_a_conflict_leaves_nothing_and_a_match_is_rated_once(store, ledger):
    await ledger.write(store, ledger.creation("m", b"1", b"2"))
    assert await ledger.write_one(store, Append("m", 1, (b"end",), rated=Rated("x", b"late"))) is CONFLICT
    assert await store.rated("x", 0, 10) == []
    assert await ledger.write_one(store, Append("m", 2, (b"end",), rated=Rated("x", b"one"))) is WRITTEN
    assert await ledger.write_one(store, Append("m", 2, (b"end",), rated=Rated("x", b"one"))) is CONFLICT
    assert await ledger.write_one(store, Append("m", 3, (b"again",), rated=Rated("x", b"two"))) is WRITTEN
    assert [result for _, result in await store.rated("x", 0, 10)] == [b"one"]
    assert await store.read("m") == [b"1", b"2", b"end", b"again"]


async def test_an_append_that_could_not_be_written_is_refused_before_it_is_queued(store, ledger):
    fine = ledger.creation("fine")
    wrong = [
        Append("m", 0, (b"x",)),
        Append("m", 0, (), header=Header("m", "g", "open", 1, b"{}")),
        Append("m", -1, (b"x",)),
        Append("m", 1, (b"x",), due=Due("n", 1, "k")),
        Append("m", 1, (b"x",), due=Due("m", 2**63, "k")),
        Append("m", 1, (b"x",), due=Due("m", 1, "\ud800")),
        Append("m", 1, (b"x",), request_hash=ledger.sha("r")),
        Append("m", 1, (b"x",), header=Header("n", "g", "open", 1, b"{}")),
        ledger.creation("m", at=-1),
        ledger.creation("m", at=2**70),
        ledger.creation("m", game="\0"),
        ledger.creation(""),
        ledger.creation("m", request_hash=b"short"),
        ledger.creation("m", codes=(JoinCode(b"short", 0),)),
        ledger.creation("m", codes=(JoinCode(ledger.sha("c"), -1),)),
        Append("m", 1, (b"x",), rated=Rated("", b"{}")),
    ]
    for append in wrong:
        with pytest.raises(ValueError, match="append to match"):
            store.append([fine, append], lambda _: pytest.fail("it was queued"))
    assert await ledger.write_one(store, fine) is WRITTEN
    assert await store.header("m") is None


async def test_lists_are_newest_first_and_restricted_by_status_and_game(store, ledger):
    await ledger.write(
        store,
        ledger.creation("a", at=1, status="open", game="x"),
        ledger.creation("b", at=3, status="ended", game="x"),
        ledger.creation("c", at=2, status="open", game="y"),
        ledger.creation("e", at=2, status="playing", game="x"),
        ledger.creation("d", at=2, status="open", game="x"),
    )

    async def listed(**query):
        return "".join(header.match_id for header in (await store.matches(MatchQuery(**query))).headers)

    assert await listed() == "bcdea"
    assert await listed(statuses=("open",)) == "cda"
    assert await listed(statuses=("open", "ended", "open")) == "bcda"
    assert await listed(game="x") == "bdea"
    assert await listed(game="x", statuses=("open", "playing")) == "dea"
    assert await listed(game="nothing") == ""
    assert await listed(limit=2) == "bc"


@pytest.mark.parametrize("statuses", [(), ("open",), ("open", "ended")])
async def test_pages_skip_and_repeat_nothing_while_matches_come_and_go(store, ledger, statuses):
    before = {f"m{n:02d}" for n in range(23)}
    await ledger.write(store, *(ledger.creation(match, at=int(match[1:]) // 5) for match in before))
    seen, after, pages = [], "", 0
    while True:
        page = await store.matches(MatchQuery(statuses=statuses, limit=5, after=after))
        seen += [header.match_id for header in page.headers]
        pages += 1
        await ledger.write(store, ledger.creation(f"new{pages}", at=100))
        gone = Header(seen[-1], "g", "gone", 0, b"{}")
        await ledger.write(store, Append(seen[-1], 1, (b"2",), header=gone))
        if not page.next:
            break
        after = page.next
    assert len(seen) == len(set(seen))
    assert set(seen) == before
    assert pages == 5


async def test_a_page_that_ends_with_the_list_names_no_next_one(store, ledger):
    await ledger.write(store, *(ledger.creation(match) for match in "abcd"))
    page = await store.matches(MatchQuery(limit=2))
    assert page.next
    assert (await store.matches(MatchQuery(limit=2, after=page.next))).next == ""


async def test_a_token_of_another_query_or_none_at_all_is_refused(store, ledger):
    await ledger.write(store, *(ledger.creation(match) for match in "abcd"))
    token = (await store.matches(MatchQuery(limit=2))).next
    for query in (
        MatchQuery(game="g", after=token),
        MatchQuery(statuses=("open",), after=token),
        MatchQuery(after="nonsense"),
        MatchQuery(after=token[:-2]),
        MatchQuery(after=token + "!"),
        MatchQuery(after="é" * 10),
        MatchQuery(after="A" * 100_000),
        MatchQuery(limit=0),
        MatchQuery(limit=10**6),
    ):
        with pytest.raises(ValueError):
            await store.matches(query)


async def test_answers_come_on_the_event_loop_and_in_the_order_of_the_batches(store, ledger):
    loop_thread = threading.get_ident()
    everything: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    answered: list[int] = []

    def done_of(number):
        def done(results):
            assert threading.get_ident() == loop_thread
            assert results == [WRITTEN] * (number % 3)
            answered.append(number)
            if number == 299:
                everything.set_result(None)

        return done

    for number in range(300):
        store.append([ledger.creation(f"{number}-{part}") for part in range(number % 3)], done_of(number))
    assert answered == []
    await everything
    assert answered == list(range(300))


async def test_an_answer_that_raises_keeps_nobody_else_from_theirs(store, ledger):
    reported = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: reported.append(context["exception"]))
    try:
        store.append([ledger.creation("a")], lambda _: 1 / 0)
        assert await ledger.write_one(store, ledger.creation("b")) is WRITTEN
    finally:
        loop.set_exception_handler(None)
    assert [type(error) for error in reported] == [ZeroDivisionError]


async def test_of_many_writers_of_one_version_exactly_one_wins(reopen, ledger):
    """Two instances, as two processes have, race for each version of several matches."""
    stores = [reopen(), reopen()]
    matches = [f"m{n}" for n in range(10)]
    await ledger.write(stores[0], *(ledger.creation(match) for match in matches))

    async def contend(store, name, match):
        won = []
        for version in range(1, 16):
            row = f"{name}:{version}".encode()
            result = await ledger.write_one(store, Append(match, version, (row,)))
            assert result in (WRITTEN, CONFLICT)
            if result is WRITTEN:
                won.append(row)
        return won

    names = range(len(stores))
    wins = await asyncio.gather(*(contend(stores[name], name, match) for match in matches for name in names))
    for number, match in enumerate(matches):
        rows = (await stores[0].read(match))[1:]
        assert sorted(rows) == sorted(wins[2 * number] + wins[2 * number + 1])
        assert [int(row.split(b":")[1]) for row in rows] == list(range(1, len(rows) + 1))
        assert rows == await stores[1].read(match, after=1)
        assert len(rows) == 15
    for store in stores:
        await store.close()


async def test_thousands_of_appends_from_many_matches_keep_their_order(store, ledger):
    matches, moves = [f"m{n}" for n in range(50)], 80
    await ledger.write(store, *(ledger.creation(match, b"0") for match in matches))

    async def play(match):
        for version in range(1, moves):
            assert await ledger.write_one(store, Append(match, version, (b"%d" % version,))) is WRITTEN

    await asyncio.gather(*map(play, matches))
    for match in matches:
        assert await store.read(match) == [b"%d" % version for version in range(moves)]


async def test_what_was_written_is_there_when_the_store_is_opened_again(reopen, ledger):
    first = reopen()
    await ledger.write(first, ledger.creation("m", b"1", due=Due("m", 5, "k"), codes=(JoinCode(ledger.sha("c"), 1),)))
    await first.close()
    second = reopen()
    assert await second.read("m") == [b"1"]
    assert await second.due(5, 5) == [Due("m", 5, "k")]
    assert await second.seat_of_code(ledger.sha("c")) == ("m", 1)
    assert await ledger.write_one(second, Append("m", 1, (b"2",))) is WRITTEN
    await second.close()


async def test_one_instance_reads_what_another_has_written(reopen, ledger):
    one, other = reopen(), reopen()
    assert await other.read("m") == []
    await ledger.write(one, ledger.creation("m", b"1"))
    assert await other.read("m") == [b"1"]
    await one.close()
    assert await other.read("m") == [b"1"]
    await other.close()


async def test_close_writes_and_answers_everything_queued(reopen, ledger):
    store = reopen()
    answered = []
    for number in range(500):
        store.append([ledger.creation(f"m{number}")], lambda results: answered.extend(results))
    await store.close()
    assert answered == [WRITTEN] * 500
    again = reopen()
    assert len((await again.matches(MatchQuery(limit=600))).headers) == 500
    await again.close()


async def test_a_closed_store_says_so_and_can_be_closed_again(reopen, ledger):
    store = reopen()
    await store.close()
    await store.close()
    assert await ledger.write(store, ledger.creation("m"), ledger.creation("n")) == [UNAVAILABLE, UNAVAILABLE]
    with pytest.raises(StoreUnavailable):
        await store.read("m")


async def test_the_time_in_which_no_server_was_alive_is_known(store):
    for server, *beats in (("a", 100, 200, 300), ("b", 250, 500), ("c", 900, 1000)):
        for at in beats:
            await store.beat(server, at)
    assert await store.asleep(100, 1000, "hex", "1") == [(500, 900)]
    assert await store.asleep(0, 2000, "hex", "1") == [(0, 100), (500, 900), (1000, 2000)]
    assert await store.asleep(600, 700, "hex", "1") == [(600, 700)]
    assert await store.asleep(120, 480, "hex", "1") == []


async def test_a_server_that_plays_another_version_is_as_good_as_none(store):
    await store.beat("a", 100, [("hex", "1"), ("go", "1")])
    await store.beat("a", 200)
    await store.beat("b", 200, [("hex", "2"), ("go", "1")])
    await store.beat("b", 500)
    await store.beat("c", 500, [("hex", "3"), ("hex", "1")])
    await store.beat("c", 900)
    assert await store.asleep(100, 900, "hex", "1") == [(200, 500)]
    assert await store.asleep(100, 900, "hex", "2") == [(100, 200), (500, 900)]
    assert await store.asleep(100, 900, "go", "1") == [(500, 900)]
    assert await store.asleep(100, 900, "chess", "1") == [(100, 900)]


async def test_a_late_beat_takes_nothing_back(store):
    await store.beat("a", 100)
    await store.beat("a", 500)
    await store.beat("a", 300)
    assert await store.asleep(100, 600, "hex", "1") == [(500, 600)]


async def test_a_bots_name_is_its_first_owners_until_it_was_not_used_for_long(store):
    assert await store.claim_bot_name("halver", "ann", 100, 0)
    assert not await store.claim_bot_name("halver", "bob", 200, 50)
    assert await store.claim_bot_name("halver", "ann", 300, 50)
    assert not await store.claim_bot_name("halver", "bob", 400, 300)
    assert await store.claim_bot_name("halver", "bob", 900, 301)
    assert not await store.claim_bot_name("halver", "ann", 901, 301)
    assert await store.claim_bot_name("Halver", "ann", 901, 301)
