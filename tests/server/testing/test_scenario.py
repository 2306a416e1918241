"""The scenario runner: what each key of a scenario file demands, and what is said when it isn't met."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import msgspec
import pytest
from lantern_game import Lantern, Lanterns, View

from undercroft.game import SPECTATOR, Game, Seat
from undercroft.testing import ScenarioError, ScenarioReport, run_scenarios

GAMES: dict[str, Callable[[], Game[Any, Any, Any, Any]]] = {"lantern": Lantern}

# Seat 0 has the 3, seat 1 the 5; they have bid 2 and 4.
BIDS = """
- {chance: "card 3"}
- {chance: 'card    5 '}
- {seat: 1, act: bid4}
- {seat: 0, act: bid2}
"""


class Shop:
    """Writes scenario files and runs them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, text: str, name: str = "some.yaml") -> Path:
        path = self.folder / name
        path.write_text(dedent(text), "utf-8")
        return path

    def case(self, expect: str = "", *, steps: str = BIDS, more: str = "") -> Path:
        parts = ["game: lantern", "cases:", "  - name: the case"]
        for key, text in (("steps", steps), ("expect", expect)):
            if text.strip():
                parts += [f"    {key}:", indent(dedent(text).strip(), " " * 6)]
        if more:
            parts.append(indent(dedent(more).strip(), " " * 4))
        return self.file("\n".join(parts) + "\n")

    def run(self, *paths: Path) -> ScenarioReport:
        return run_scenarios(paths, lambda game: GAMES[game]())

    def why(self, expect: str = "", *, steps: str = BIDS, more: str = "") -> str | None:
        """Why the case fails; None if it passes."""
        report = self.run(self.case(expect, steps=steps, more=more))
        assert report.cases == 1
        return report.failed[0].why if report.failed else None

    def error(self, text: str) -> ScenarioError:
        with pytest.raises(ScenarioError) as caught:
            self.run(self.file(text))
        return caught.value


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path)


HOLDS = [
    "to_act: [1]",
    "legal: {1: [look0, pass], 0: []}",
    "legal: {'1': [pass, look0]}",
    "includes: {1: [pass]}",
    "excludes: {1: [look1, '!c4', '#x'], 0: [pass]}",
    "view: {0: {cards: [3, null], bids: [2, 4]}, spectator: {you: null, cards: [null, null]}}",
    "journal: {0: [{type: chosen, bid: 2}, {n: 4, type: bids, bids: [2, 4]}], spectator: [{n: 3, type: bids}]}",
    'position: "3,5/2,4/-1,-1"',
    "over: false",
]

FAILS = [
    ("to_act: [0]", "to_act: expected ['seat 0'], came ['seat 1']"),
    ("to_act: []", "to_act: expected [], came"),
    ("to_act: [chance]", "to_act: expected ['chance']"),
    ("legal: {1: [pass]}", "legal of seat 1: expected [pass]; came [look0, pass]; too many [look0]"),
    ("legal: {1: [pass, look0, look0]}", "legal of seat 1"),
    ("legal: {1: [pass, look0, bid1]}", "missing [bid1]"),
    ("includes: {1: [bid1]}", "expected also [bid1]"),
    ("excludes: {1: [pass]}", "expected without [pass]"),
    ("outcomes: {card 1: 1}", "outcomes: expected {card 1: 1}; came {}"),
    ("view: {0: {cards: [3, 5]}}", "view of seat 0, cards: expected [3,5]; came [3,null]"),
    ("view: {0: {over: 0}}", "view of seat 0, over: expected 0; came false"),
    ("view: {0: {card: 3}}", "expected a key 'card'; it has you, cards"),
    ("view: {7: {over: false}}", "seat 7: there are 2 seats"),
    ("journal: {0: [{type: bids, bids: [2, 3]}]}", "journal of seat 0, entry 1 of 1, bids: expected [2,3]; came [2,4]"),
    ("journal: {0: [{}, {}, {}, {}, {}, {}]}", "expected 6 entries; came 5"),
    ("position: 3,5/2,4/-1,0", "position: expected '3,5/2,4/-1,0'; came '3,5/2,4/-1,-1'"),
    ("over: {winners: [1]}", "over: expected the end; it goes on"),
]


@pytest.mark.parametrize("expect", HOLDS)
def test_what_holds_passes(shop: Shop, expect: str) -> None:
    assert shop.why(expect) is None


@pytest.mark.parametrize(("expect", "why"), FAILS)
def test_what_does_not_hold_fails_with_expected_and_came(shop: Shop, expect: str, why: str) -> None:
    assert why in (shop.why(expect) or "")


def test_chances_are_exact_fractions_whatever_the_spaces(shop: Shop) -> None:
    dealt = "- {chance: card 3}"
    quarter = 'outcomes: {"card 1": 1/4, "card   2": 0.25, card 4: 2/8, " card 5": "1/4"}'
    assert shop.why(quarter, steps=dealt) is None
    assert "card 5: 1/3" in (shop.why(quarter.replace('"1/4"', "1/3"), steps=dealt) or "")
    assert shop.why("to_act: [chance]", steps=dealt) is None


def test_the_end_is_compared_key_by_key(shop: Shop) -> None:
    played = BIDS + "- {seat: 1, act: pass}\n- {seat: 0, act: look1}"
    end = "over: {reason: highest_card, returns: [-1, 1], winners: [1], score: [6, 11]}"
    assert shop.why("to_act: []\n" + end, steps=played) is None
    assert "over, score: expected [6,10]" in (shop.why(end.replace("11", "10"), steps=played) or "")
    assert "it ended by highest_card" in (shop.why("over: false", steps=played) or "")


@pytest.mark.parametrize("text", ["look1", "bid1", "PASS", " pass", "no such thing", "12"])
def test_a_refusal_is_met_by_whatever_is_not_legal_now(shop: Shop, text: str) -> None:
    assert shop.why("legal: {1: [look0, pass]}", steps=f"{BIDS}- {{seat: 1, refuse: '{text}'}}") is None
    assert shop.why(steps=f"{BIDS}- {{seat: 0, refuse: pass}}") is None


def test_a_legal_action_is_no_refusal(shop: Shop) -> None:
    why = shop.why(steps=f"{BIDS}- {{seat: 1, refuse: pass}}")
    assert why == "step 5 (seat 1 refuse 'pass'): expected a refusal; it is legal, with look0, pass"


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("{seat: 0, act: pass}", "step 5 (seat 0 act 'pass'): not legal for seat 0 now: 'pass'; legal: nothing"),
        ("{seat: 1, act: look1}", "legal: look0, pass"),
        ("{seat: 2, act: pass}", "there are 2 seats"),
        ("{chance: card 1}", "step 5 (chance 'card 1'): no outcome of chance now"),
    ],
)
def test_a_step_that_cannot_be_taken_fails_and_says_what_could(shop: Shop, step: str, why: str) -> None:
    assert why in (shop.why(steps=f"{BIDS}- {step}") or "")


def test_simultaneous_choices_are_taken_one_at_a_time(shop: Shop) -> None:
    one_bid = "\n".join(BIDS.splitlines()[:4])
    assert shop.why("to_act: [0]\nlegal: {0: [bid0, bid1, bid2, bid3], 1: []}", steps=one_bid) is None
    assert shop.why("view: {0: {bids: [null, null]}, 1: {bids: [null, 4]}}", steps=one_bid) is None


SAME = """
same_view:
  seat: {seat}
  steps:
    - {{chance: card 3}}
    - {{chance: card {card}}}
    - {{seat: 0, act: bid2}}
    - {{seat: 1, act: bid{bid}}}
"""


def test_same_view_holds_for_a_reader_that_cannot_tell(shop: Shop) -> None:
    assert shop.why(SAME.format(seat=0, card=4, bid=4)) is None
    assert shop.why(SAME.format(seat="spectator", card=4, bid=4)) is None


def test_same_view_fails_at_the_entry_that_differs(shop: Shop) -> None:
    why = shop.why(SAME.format(seat=0, card=5, bid=3)) or ""
    assert "the same journal of seat 0; entry 4" in why
    assert '"bids":[2,4]' in why
    assert '"bids":[2,3]' in why
    assert "entry 2" in (shop.why(SAME.format(seat=1, card=4, bid=4)) or "")


class Leaky(Lanterns):
    def view(self, seat: Seat) -> View:
        view = super().view(seat)
        return msgspec.structs.replace(view, over=self.cards[1] == 5) if seat == SPECTATOR else view


def test_same_view_sees_what_a_view_alone_gives_away(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lantern, "state_class", Leaky)
    assert "the same view of spectator" in (shop.why(SAME.format(seat="spectator", card=4, bid=4)) or "")


def test_a_case_may_begin_at_a_position_with_options_and_seats(shop: Shop) -> None:
    more = 'options: {cards: 6, loud: true}\nseats: 3\nposition: "1,2,6/0,0,3/-1,-1,-1"'
    expect = "to_act: [2]\nlegal: {2: [look0, look1, pass]}\njournal: {0: [{n: 0, type: started, seats: 3}]}"
    assert shop.why(expect, steps="", more=more) is None


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("seats: 4", "seats: 4 isn't possible; these options allow [2, 3]"),
        ("options: {card: 6}", "options: card"),
        ("options: {cards: 7}", "options: cards"),
        ("position: nonsense", "position: 'nonsense' isn't three lists"),
    ],
)
def test_what_the_game_does_not_allow_fails_its_case(shop: Shop, more: str, why: str) -> None:
    assert why in (shop.why(steps="", more=more) or "")


def test_a_game_that_raises_fails_its_case_and_no_other(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Lanterns, seat: Seat) -> View:
        raise ZeroDivisionError("in the game")

    monkeypatch.setattr(Lanterns, "view", broken)
    text = """\
        game: lantern
        cases:
          - {name: raises, expect: {view: {0: {}}}}
          - {name: passes, expect: {to_act: [chance]}}
        """
    report = shop.run(shop.file(text))
    assert (report.cases, report.passed) == (2, 1)
    assert report.failed[0].case == "raises"
    assert report.failed[0].why == "the game raised ZeroDivisionError: in the game"


def test_the_report_is_the_object_of_the_format(shop: Shop) -> None:
    paths = [shop.case("over: true".replace("true", "{}")), shop.file("game: lantern\ncases: [{name: one}]", "b.yaml")]
    report = shop.run(*paths)
    plain = msgspec.to_builtins(report)
    assert {key: plain[key] for key in ("files", "cases", "passed")} == {"files": 2, "cases": 2, "passed": 1}
    assert plain["failed"] == [
        {"file": str(paths[0]), "case": "the case", "why": "over: expected the end; it goes on"}
    ]  # fmt: skip


# --- files that can't be run

CASE = "game: lantern\ncases:\n  - name: one\n"

WRONG = [
    ("game: lantern\ncases: [\n", 3, None, None, "not readable as YAML"),
    ("", None, None, None, "the file is empty"),
    ("game: lantern\ncases: []\n", 1, None, None, "there are no cases"),
    ("cases: [{name: one}]\n", 1, None, "game", "the key 'game' is missing"),
    ("game: lantern\nauthor: me\ncases: [{name: one}]\n", 2, None, "author", "unknown key 'author'"),
    ("game: lantern\ncases:\n  - steps: []\n", 3, None, "name", "the key 'name' is missing"),
    (CASE + "    expects: {}\n", 4, "one", "expects", "unknown key 'expects'; a case has name, options"),
    (CASE + "    expect:\n      to_act: []\n      winner: 1\n", 6, "one", "winner", "unknown key 'winner'"),
    (CASE + "    steps:\n      - {seat: 0, act: a, note: b}\n", 5, "one", "note", "unknown key 'note'"),
    (CASE + "    steps: [{seat: 0}]\n", 4, "one", None, "a step is {seat, act}"),
    (CASE + "    steps: [{chance: a, seat: 0}]\n", 4, "one", None, "a step is {seat, act}"),
    (CASE + "    steps: [{seat: white, act: a}]\n", 4, "one", None, "'white' is no number"),
    (CASE + "    steps:\n      - {seat: 0, act: !c4 }\n", 5, "one", None, "put the text in quotes"),
    (CASE + "    steps: [{seat: 0, act: }]\n", 4, "one", None, "a text is missing"),
    (CASE + "    steps: {seat: 0, act: a}\n", 4, "one", None, "a list is wanted"),
    (CASE + "    options: 3\n", 4, "one", None, "a table of keys and values is wanted"),
    (CASE + "    seats: 2\n    seats: 3\n", 5, "one", "seats", "the key 'seats' is there twice"),
    (CASE + "    expect: {view: {0: {a: 1, a: 2}}}\n", 4, "one", "a", "the key 'a' is there twice"),
    (CASE + "    expect: {view: {0: {a: 2020-01-01}}}\n", 4, "one", None, "is read as date; put it in quotes"),
    (CASE + "    expect: {view: {0: {a: !!python/name:os.system x}}}\n", 4, "one", None, "can't be read"),
    (CASE + "    expect: {outcomes: {a: 1/0}}\n", 4, "one", None, "no probability"),
    (CASE + "    expect: {over: {points: [1]}}\n", 4, "one", "points", "unknown key 'points'"),
    (CASE + "    expect: {over: true}\n", 4, "one", None, "a table"),
    (CASE + "    expect: {same_view: {seat: 0}}\n", 4, "one", "steps", "the key 'steps' is missing"),
    (CASE + "    expect: {legal: {spectator: []}}\n", 4, "one", None, "'spectator' is no number"),
    ("game: lantem\ncases: [{name: one}]\n", 1, None, "game", "unknown game 'lantem'"),
]


@pytest.mark.parametrize(("text", "line", "case", "key", "why"), WRONG)
def test_a_wrong_file_is_an_error_that_names_file_line_case_and_key(
    shop: Shop, text: str, line: int | None, case: str | None, key: str | None, why: str
) -> None:
    error = shop.error(text)
    assert (error.line, error.case, error.key) == (line, case, key)
    assert why in str(error)
    assert str(error).startswith(str(shop.folder / "some.yaml") + (f":{line}" if line else ""))


def test_texts_are_taken_as_written_whatever_yaml_reads(shop: Shop) -> None:
    steps = "\n".join(
        f"- {{seat: 0, refuse: {text}}}" for text in ("off", "12:30", "1/9", "0x10", "1e3", "~", "2020-01-01")
    )
    assert shop.why(steps=steps) is None
    assert "not legal for seat 0 now: '12:30'" in (shop.why(steps="- {seat: 0, act: 12:30}") or "")


def test_a_missing_file_is_an_error_with_its_name(shop: Shop) -> None:
    with pytest.raises(ScenarioError, match=r"none\.yaml: No such file"):
        shop.run(shop.folder / "none.yaml")


def test_a_file_that_is_not_utf_8_is_an_error(shop: Shop) -> None:
    path = shop.folder / "some.yaml"
    path.write_bytes(b"game: \xff\xfe")
    with pytest.raises(ScenarioError, match="UTF-8"):
        shop.run(path)


def test_a_long_file_is_read_whole(shop: Shop) -> None:
    """What a file writes out is never too much; only what its aliases make of it is."""
    numbers = ", ".join(["0"] * 150_000)
    refused = shop.run(shop.case(f"view: {{0: {{cards: [{numbers}]}}}}")).failed
    assert [failure.case for failure in refused] == ["the case"]


def test_aliases_that_unfold_without_end_are_refused(shop: Shop) -> None:
    layers = "".join(f"          k{n}: &b{n} [{', '.join([f'*b{n - 1}'] * 10)}]\n" for n in range(1, 8))
    text = CASE + "    expect:\n      view:\n        0:\n          k0: &b0 [1]\n" + layers
    assert "values" in str(shop.error(text))
    assert "too deeply" in str(shop.error(CASE + "    options: {a: &a [*a]}\n"))


def test_no_case_is_run_if_a_later_file_is_wrong(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    monkeypatch.setattr(Lantern, "start", lambda *_: started.append(1))
    good, bad = shop.file(CASE, "good.yaml"), shop.file("game: [", "bad.yaml")
    with pytest.raises(ScenarioError):
        shop.run(good, bad)
    assert not started
