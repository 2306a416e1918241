"""What `undercroft.cli.screen.teller` promises."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest

from undercroft.cli.screen.console import Console
from undercroft.cli.screen.teller import Teller
from undercroft.cli.screen.words import Words
from undercroft_client import (
    SPECTATOR,
    EndedFact,
    EntryFact,
    Fact,
    MatchStatus,
    Outcome,
    Reason,
    Refused,
    RematchAskedFact,
    RematchedFact,
    RematchFailedFact,
    SaidFact,
    SeatedFact,
    SeatInfo,
    SeatKind,
    SuspendedFact,
    Update,
)

Updates = Callable[..., Update]
LEGAL = (("a1xa2", "break the wall on a2"), ("a1xb1", "break the wall on b1"))


def _teller(monkeypatch: pytest.MonkeyPatch, lang: str = "en") -> Teller:
    monkeypatch.setattr("sys.stdout", StringIO())
    return Teller(Console(), Words(lang))


def test_the_opening_names_everybody(update_of: Updates, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = list(_teller(monkeypatch).opening(update_of(), "Hex"))
    assert lines == ["Hex · match m1", "Seat 0: ann (you)", "Seat 1: random, a bot"]
    assert list(_teller(monkeypatch).opening(update_of(seat=SPECTATOR), "Hex"))[-1] == "You watch."


def test_a_fact_is_told_by_its_sentence_or_in_our_words(update_of: Updates, monkeypatch: pytest.MonkeyPatch) -> None:
    update = update_of(
        EntryFact(seq=1, sentence="A wall broke.", n=0, type="ply", data={}),
        EntryFact(seq=2, n=1, type="ply", data={}),
        SeatedFact(seq=3, seat=0, kind=SeatKind.PLAYER, name="ann"),
        SuspendedFact(seq=4, reason="game_failed"),
        SaidFact(seq=5, seat=1, text="hello"),
        EndedFact(seq=6, outcome=None, reason="aborted"),
    )
    told = ["A wall broke.", "The match is suspended: game failed.", "random (seat 1): hello"]
    assert list(_teller(monkeypatch).facts(update, seatings=False)) == told
    assert "ann has taken seat 0." in list(_teller(monkeypatch).facts(update))


def test_nothing_a_server_sends_reaches_the_screen_with_its_control_characters(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch
) -> None:
    evil = "\x1b[2J\x9b\u202e\r\x00evil"
    seats = (SeatInfo(0, SeatKind.PLAYER, evil, 0), SeatInfo(1, SeatKind.BOT, evil, 1))
    update = update_of(
        EntryFact(seq=1, sentence=evil, n=0, type="ply", data={}),
        SaidFact(seq=2, seat=1, text=evil),
        SeatedFact(seq=3, seat=1, kind=SeatKind.BOT, name=evil),
        SuspendedFact(seq=4, reason=evil),
        RematchAskedFact(seq=5, seat=1),
        RematchedFact(seq=6, match_id=evil, seats=(1, 0)),
        RematchFailedFact(seq=7, reason=evil),
        legal=((evil, evil),),
        board='[[["\\u001b[2J\\u009b\\u202e\\r\\u0000evil", "own"]]]',
        seats=seats,
    )
    over = update_of(EndedFact(seq=1, outcome=None, reason=evil), status=MatchStatus.ABORTED, seats=seats)
    won = update_of(outcome=Outcome((1, -1), (1,), evil), seats=seats, seat=SPECTATOR)
    refused = Refused(Reason.ILLEGAL_ACTION, evil, {"legal": f'["{evil!s}"]', "seconds": evil})
    teller = _teller(monkeypatch)
    lines: list[str] = [
        *teller.opening(update, evil),
        *teller.facts(update),
        *teller.board(update),
        teller.turn(update),
        teller.turn(update_of(to_act=(1,), seats=seats)),
        *teller.legal(update),
        *teller.ending(over),
        *teller.ending(won),
        *teller.refusal(refused, evil, update),
        *teller.refusal(Refused(Reason.INTERNAL, evil, {}), evil, update),
        *teller.refusal(Refused(Reason.RATE_LIMITED, evil, {"seconds": evil}), evil, update),
    ]
    text = "".join(lines)
    assert "evil" in text
    assert not any(character in text for character in "\x1b\x9b\u202e\r\x00")


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (RematchAskedFact(seq=1, seat=0), "You ask for a rematch."),
        (RematchAskedFact(seq=1, seat=1), "random (seat 1) would play again; `rematch` agrees."),
        (RematchedFact(seq=1, match_id="m2", seats=(1, 0)), "All agree: on to match m2."),
        (
            RematchFailedFact(seq=1, reason="bot_unavailable"),
            "There can be no rematch: one of its bots isn't here any more.",
        ),
        (RematchFailedFact(seq=1, reason="a_newer_word"), "There can be no rematch: a newer word."),
    ],
)  # fmt: skip
def test_what_becomes_of_a_rematch_is_told(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch, fact: Fact, said: str
) -> None:
    assert list(_teller(monkeypatch).facts(update_of(fact))) == [said]


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ({"legal": LEGAL}, "Your turn."),
        ({"to_act": (1,)}, "Waiting for random (seat 1)."),
        ({"to_act": ()}, "Waiting for the server."),
        ({"status": MatchStatus.SUSPENDED}, "The match is suspended for now."),
        (
            {"status": MatchStatus.OPEN, "seats": (SeatInfo(1, SeatKind.OPEN, "", 1),)},
            "Waiting for players: seat 1.",
        ),
        ({"outcome": Outcome((1, -1), (0,), "won")}, ""),
    ],
)  # fmt: skip
def test_it_is_said_who_is_to_act(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch, what: dict[str, Any], said: str
) -> None:
    assert _teller(monkeypatch).turn(update_of(**what)) == said


@pytest.mark.parametrize(
    ("seat", "winners", "said"),
    [
        (0, (0,), "You win (rook captured)."),
        (0, (1,), "You lose (rook captured)."),
        (0, (), "A draw (rook captured)."),
        (SPECTATOR, (1,), "Won by random (seat 1) (rook captured)."),
    ],
)
def test_the_end_is_told_from_where_one_sits(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch, seat: int, winners: tuple[int, ...], said: str
) -> None:
    update = update_of(outcome=Outcome((0, 0), winners, "rook_captured", (3, 5)), seat=seat)
    assert list(_teller(monkeypatch).ending(update)) == [said, "Score: 3 : 5"]


def test_a_reason_that_the_game_has_put_into_words_is_not_said_again(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = EntryFact(seq=1, sentence="Белые взяли чёрную ладью и победили.", n=0, type="end", data={})
    update = update_of(told, outcome=Outcome((1, -1), (0,), "rook_captured"))
    assert list(_teller(monkeypatch, "ru").ending(update)) == ["Вы победили."]
    update = update_of(told, outcome=Outcome((1, -1), (0,), "resigned"))
    assert list(_teller(monkeypatch, "ru").ending(update)) == ["Вы победили (сдача)."]


def test_a_refusal_says_why_what_was_meant_and_what_is_legal(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = Refused(Reason.ILLEGAL_ACTION, "not now", {"legal": '["a1xa2","a1xb1"]'})
    lines = list(_teller(monkeypatch).refusal(refused, "a1b1", update_of(legal=LEGAL)))
    assert lines == ["a1b1 can't be played now. Perhaps a1xb1?", "Legal: a1xa2 a1xb1"]
    lines = list(_teller(monkeypatch, "ru").refusal(refused, "a1b1", update_of(legal=LEGAL)))
    assert lines == ["Ход a1b1 сейчас невозможен. Может быть, a1xb1?", "Можно: a1xa2 a1xb1"]


def test_a_reason_we_have_no_words_for_is_told_in_the_server_s(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = Refused(Reason.INTERNAL, "a fault of the server; number 7")
    assert list(_teller(monkeypatch).refusal(refused, "x", update_of())) == ["a fault of the server; number 7"]


def test_legal_actions_are_listed_with_what_they_do(update_of: Updates, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(_teller(monkeypatch).legal(update_of(legal=(("a", "one"), ("bcd", ""))))) == [
        "You may play:",
        "  a    one",
        "  bcd",
    ]
    assert "isn't your turn" in next(iter(_teller(monkeypatch).legal(update_of(to_act=(1,)))))


@pytest.mark.parametrize(("lang", "told"), [("en", "You have chosen already."), ("ru", "Вы уже сделали выбор.")])
def test_who_has_chosen_where_all_choose_at_once_is_told_so(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch, lang: str, told: str
) -> None:
    teller = _teller(monkeypatch, lang)
    waiting = update_of(to_act=(0, 1))
    assert list(teller.legal(waiting)) == [told]
    refused = Refused(Reason.NOT_YOUR_TURN, "you have chosen already, and not everybody has")
    assert list(teller.refusal(refused, "5", waiting)) == [told]
    assert list(teller.refusal(refused, "5", update_of(to_act=(1,)))) != [told]
