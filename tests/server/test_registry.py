"""The registry: a broken plugin is named with its distribution, and all others are served."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any

import pytest
from structlog.testing import capture_logs

from undercroft.bot import Bot, BotRefused, Limit, Turn
from undercroft.game import Belief, Game, OpenBelief, OpenGame, OptionError, State, UndercroftError
from undercroft.hookspecs import Call, MatchSummary
from undercroft.registry import BrokenPlugin, PluginProblem, Registry, UnknownBot, UnknownGame, load_registry
from undercroft.soundness import REQUIRED

FIRST_TRY = Path(__file__).parents[1] / "third_party" / "first_try" / "hidden_number.py"

CALL = Call("/undercroft.v1.MatchService/CreateMatch", {"who": "Ann"})
SUMMARY = MatchSummary("m1", "hidden-number", "1", ["a", "b"], [1, -1], [0], "found")

HOOK = "from undercroft.hookspecs import hookimpl\n"
BOT = """
from undercroft.bot import Bot, BotRefused, BotSpec
from undercroft.hookspecs import hookimpl
import msgspec

class Options(msgspec.Struct, frozen=True):
    depth: int = 2
    name: str = ""

class Deep(Bot):
    options_type = Options
    @classmethod
    def check_game(cls, game, options):
        if options.depth > 9:
            raise BotRefused("too deep for " + game.spec.id)
    def choose(self, turn):
        return turn.legal[self.options.depth % len(turn.legal)]

def load():
    return Deep

@hookimpl
def undercroft_bots():
    return [BotSpec("deep", {"en": "Deep."}, load)]
"""


class Site:
    """A folder on `sys.path` with installed distributions in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._modules = 0

    def install(self, name: str, source: str | None, version: str = "1.0", module: str | None = None) -> str:
        """Install a distribution with one plugin module (none at all if `source` is None); gives the module's name."""
        self._modules += 1
        module = module or f"site_plugin_{self._modules}_{abs(hash(self.folder))}"
        info = self.folder / f"{name.replace('-', '_')}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        (info / "entry_points.txt").write_text(f"[undercroft]\nthe-plugin = {module}\n")
        if source is not None:
            (self.folder / f"{module}.py").write_text(source)
        return module


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.setattr(sys, "path", [*sys.path, str(folder)])
    before = set(sys.modules)
    yield Site(folder)
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


@pytest.fixture
def plugins(tmp_path: Path, site: Site) -> Path:
    """A folder for `--plugins`."""
    folder = tmp_path / "plugins"
    folder.mkdir()
    return folder


def game_source(changes: dict[str, str] | None = None) -> str:
    """A sound game, with some of its text replaced."""
    source = FIRST_TRY.read_text()
    for old, new in (changes or {}).items():
        assert old in source
        source = source.replace(old, new)
    return source


def only(problems: list[PluginProblem]) -> PluginProblem:
    assert len(problems) == 1, problems
    return problems[0]


def ids(registry: Registry) -> list[str]:
    return [spec.id for spec in registry.specs()]


def hidden_number(site: Site) -> tuple[Registry, Game[Any, Any, Any, Any]]:
    site.install(
        "hidden-number", game_source({'action_pattern="[': 'levels={"hard": "deep:depth=5"}, action_pattern="['})
    )
    site.install("deep-bot", BOT)
    registry = load_registry()
    return registry, registry.game("hidden-number")


# --- what is found


def test_installed_plugins_are_found_with_their_distribution(site: Site) -> None:
    site.install("acme-games", game_source(), version="2.5")
    registry = load_registry()
    assert registry.problems == []
    assert "hidden-number" in ids(registry)
    assert ids(registry) == sorted(ids(registry))
    assert registry.distribution("hidden-number") == "acme-games 2.5"
    assert registry.game("hidden-number") is registry.game("hidden-number")


def test_entry_points_can_be_left_out(site: Site) -> None:
    site.install("acme-games", game_source())
    registry = load_registry(entry_points=False)
    assert (ids(registry), registry.bot_specs(), registry.problems) == ([], [], [])


def test_first_party_plugins_are_sound() -> None:
    registry = load_registry()
    assert registry.problems == []
    for spec in registry.specs():
        game = registry.game(spec.id)
        for level in spec.levels:
            assert registry.bot(level, game)
    for bot in registry.bot_specs():
        assert {"en", "ru"} <= bot.summaries.keys()
        registry.bot(bot.name)


def test_listings_import_no_rules_and_no_server() -> None:
    code = (
        "import sys, json; from undercroft.registry import load_registry; r = load_registry();"
        "r.specs(); r.bot_specs(); print(json.dumps([m for m in sys.modules]))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(ran.stdout))
    assert not loaded & {"grpc", "asyncio", "structlog", "sqlite3", "yaml", "click"}
    assert [name for name in loaded if name.startswith("undercroft_dungeon_of_fear.")] == []
    assert [name for name in loaded if name.startswith("undercroft_bots.")] == []


def test_a_shadowed_installation_of_the_same_distribution_is_ignored(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.install("Acme.Games", game_source())
    older = Site(tmp_path / "older")
    older.folder.mkdir()
    older.install("acme-games", "raise RuntimeError", version="0.1", module="older_plugin")
    monkeypatch.setattr(sys, "path", [*sys.path, str(older.folder)])
    registry = load_registry()
    assert registry.problems == []
    assert registry.distribution("hidden-number") == "Acme.Games 1.0"


def test_a_strangers_unreadable_metadata_stops_nobody(site: Site) -> None:
    site.install("acme-games", game_source())
    site.install("broken-metadata", None)
    (site.folder / "broken_metadata-1.0.dist-info" / "entry_points.txt").write_text("[undercroft]\nno equals sign\n")
    registry = load_registry()
    assert "hidden-number" in ids(registry)
    assert only(registry.problems).stage == "import"


# --- broken plugins of every kind, beside a sound one

BROKEN_MODULES = {
    "raises at import": ("raise RuntimeError('no licence')", "import", "RuntimeError: no licence"),
    "exits at import": ("import sys\nsys.exit(3)", "import", "SystemExit: 3"),
    "raises a BaseException": ("class Odd(BaseException): pass\nraise Odd('x')", "import", "Odd: x"),
    "is no Python": ("def f(:\n", "import", "SyntaxError"),
    "wants what isn't there": ("import no_such_module_anywhere", "import", "no_such_module_anywhere"),
    "raises what can't be told": (
        "class Odd(Exception):\n    def __str__(self):\n        raise ValueError\nraise Odd",
        "import",
        "Odd",
    ),
    "has no hook": ("x = 1", "hook", "has no hook"),
    "misspells a hook": (
        HOOK + "@hookimpl\ndef undercroft_gmaes():\n    return []",
        "hook",
        "undercroft_gmaes is no hook; perhaps undercroft_games",
    ),
    "misspells a hook beside a right one": (
        game_source() + "\n@hookimpl\ndef undercroft_autenticate(call):\n    return 'no'\n",
        "hook",
        "perhaps undercroft_authenticate",
    ),
    "misspells what its mark names": (
        HOOK + "@hookimpl(specname='undercroft_gmaes')\ndef games():\n    return []",
        "hook",
        "perhaps undercroft_games",
    ),
    "forgets the mark": ("def undercroft_games():\n    return []", "hook", "not marked with @hookimpl"),
    "wants another argument": (
        HOOK + "@hookimpl\ndef undercroft_games(config):\n    return []",
        "hook",
        "config",
    ),
    "is asynchronous": (HOOK + "@hookimpl\nasync def undercroft_games():\n    return []", "hook", "asynchronous"),
    "gives None": (HOOK + "@hookimpl\ndef undercroft_games():\n    pass", "hook", "gave NoneType"),
    "gives a text": (HOOK + "@hookimpl\ndef undercroft_games():\n    return 'goofspiel'", "hook", "gave str"),
    "gives numbers": (HOOK + "@hookimpl\ndef undercroft_bots():\n    return [1]", "hook", "int"),
    "gives a generator": (HOOK + "@hookimpl\ndef undercroft_games():\n    yield 1", "hook", "gave generator"),
    "raises in the hook": (HOOK + "@hookimpl\ndef undercroft_games():\n    1 / 0", "hook", "ZeroDivisionError"),
    "exits in the hook": (HOOK + "@hookimpl\ndef undercroft_games():\n    raise SystemExit", "hook", "SystemExit"),
    "has a wrong id": (game_source({'id="hidden-number"': 'id="Hidden Number"'}), "game", "kebab-case"),
    "has an id of three names": (game_source({'id="hidden-number"': 'id="a/b/c"'}), "game", "kebab-case"),
    "has an empty name in a family": (game_source({'id="hidden-number"': 'id="a/"'}), "game", "kebab-case"),
    "has a family with an underscore": (game_source({'id="hidden-number"': 'id="a_b/c"'}), "game", "kebab-case"),
    "has an id that's no text": (game_source({'id="hidden-number"': "id=3"}), "game", "kebab-case"),
    "has no English title": (game_source({'titles={"en"': 'titles={"ru"'}), "game", "titles must have en"),
    "has no titles": (game_source({'titles={"en": "Hidden Number"}': "titles=None"}), "game", "titles must map"),
    "has a title of two lines": (game_source({'"Hidden Number"': '"Hidden\\nNumber"'}), "game", "titles in en"),
    "has a summary in one language more": (
        game_source({"summaries={": 'summaries={"ru": "Угадай число раньше других.", '}),
        "game",
        "same languages",
    ),
    "has no summary": (game_source({'"Find a number before the others do."': '""'}), "game", "summaries must have en"),
    "has no seats": (game_source({"seats=(2, 3, 4)": "seats=()"}), "game", "seats"),
    "has seats out of order": (game_source({"seats=(2, 3, 4)": "seats=(4, 2)"}), "game", "ascend"),
    "has no version": (game_source({'version="1"': 'version=""'}), "game", "version"),
    "has a broken pattern": (game_source({'"[1-9][0-9]?|100"': '"["'}), "game", "action_pattern"),
    "has an unknown level": (game_source({"load=H": 'levels={"mad": "random"}, load=H'}), "game", "levels"),
    "has a level that's a level": (game_source({"load=H": 'levels={"easy": "hard"}, load=H'}), "game", "levels"),
    "has a bot named like a level": (BOT.replace('"deep"', '"hard"'), "bot", "level"),
    "has a bot without English": (BOT.replace('"en"', '"ru"'), "bot", "summaries"),
}


@pytest.mark.parametrize("kind", BROKEN_MODULES)
def test_a_broken_plugin_is_named_and_the_others_are_served(kind: str, site: Site) -> None:
    source, stage, words = BROKEN_MODULES[kind]
    site.install("a-broken-one", source, version="0.3")
    site.install("sound-game", game_source())
    registry = load_registry()
    problem = only(registry.problems)
    assert (problem.distribution, problem.stage) == ("a-broken-one 0.3", stage)
    assert words in problem.message
    assert "\n" not in problem.message
    assert registry.distribution("hidden-number") == "sound-game 1.0"
    assert registry.game("hidden-number")


def test_a_stale_entry_point_is_a_problem(site: Site) -> None:
    site.install("removed-by-hand", None)
    assert "No module named" in only(load_registry().problems).message


def test_two_entry_points_of_one_module_are_a_problem(site: Site) -> None:
    module = site.install("acme-games", game_source())
    site.install("acme-more", None, module=module)
    registry = load_registry()
    assert "same module as acme-games 1.0" in only(registry.problems).message
    assert "hidden-number" in ids(registry)


def test_of_two_games_with_one_id_the_first_distribution_is_served_and_both_are_named(site: Site) -> None:
    site.install("zeta", game_source())
    site.install("alpha", game_source())
    registry = load_registry()
    problem = only(registry.problems)
    assert (problem.distribution, problem.plugin) == ("zeta 1.0", "hidden-number")
    assert "alpha 1.0" in problem.message
    assert registry.distribution("hidden-number") == "alpha 1.0"


def test_what_a_plugin_prints_stays_off_stdout(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.install(
        "loud", game_source({"load=HiddenNumber": "load=lambda: print('loading!') or HiddenNumber()"}) + "print('!')"
    )
    load_registry().game("hidden-number")
    assert capsys.readouterr().out == ""


def test_ctrl_c_while_loading_is_not_swallowed(site: Site) -> None:
    site.install("slow", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        load_registry()


# --- games that are listed and break when they're loaded

BROKEN_GAMES = {
    "raises on load": ({"load=HiddenNumber": "load=lambda: 1 / 0"}, "ZeroDivisionError"),
    "exits on load": ({"load=HiddenNumber": "load=lambda: exit(1)"}, "SystemExit"),
    "loads nothing": ({"load=HiddenNumber": "load=lambda: None"}, "no undercroft.game.Game"),
    "lacks a method": ({"    def board(": "    def picture("}, "board"),
    "lacks a method of the state": ({"    def clone(": "    def copy("}, "clone"),
    "lacks a method of the belief": ({"    def sample(": "    def world("}, "sample"),
    "lacks an attribute": ({"    view_type = View\n": ""}, "view_type"),
    "announces another spec": (
        {"HiddenNumber.spec = SPEC": "import dataclasses\nHiddenNumber.spec = dataclasses.replace(SPEC, id='other')"},
        "not that of hidden-number",
    ),
    "has no defaults": ({"] = 20": "]"}, "numbers"),
    "has mutable options": ({"class Options(Struct, frozen=True)": "class Options(Struct)"}, "frozen"),
    "has options that lose something": (
        {"] = 20": "] = 20\n    odd: float = float('nan')"},
        "odd",
    ),
    "has a mutable view": ({"class View(Struct, frozen=True)": "class View(Struct)"}, "view_type must be frozen"),
    "has a view without schema": ({"    guesses: int\n    finder": "    guesses: complex\n    finder"}, "JSON Schema"),
    "has untagged entries": ({', tag="started"': "", ', tag="hidden"': ""}, "entry_type"),
    "has entries tagged otherwise": ({'tag="': 'tag_field="kind", tag="'}, 'tagged by "type"'),
    "numbers its entries itself": ({"    numbers: int\n\n\nclass Hidden": "    n: int\n\n\nclass Hidden"}, "leave n"),
    "allows no seats": ({"return SPEC.seats": "return ()"}, "seat_counts"),
    "allows other seats": ({"return SPEC.seats": "return (2, 9)"}, "among the seats"),
    "starts with nothing": ({"        return Position(options": "        return print(options"}, "State"),
    "raises at the start": ({"        return Position(options": "        return [][0](options"}, "IndexError"),
    "has the wider class of the contract first": (
        {
            "class HiddenNumber(Game[": "from undercroft.game import OpenGame\n\n\nclass Base(Game):\n    pass\n\n\n"
            "class HiddenNumber(Base, OpenGame[",
            "    def board(": "    from_view = board = None\n\n    def board(",
        },
        "must name OpenGame before Base",
    ),
    "has no rules": ({'        return "# Hidden': '        return b"# Hidden'}, "rules must be a text"),
}  # fmt: skip


@pytest.mark.parametrize("kind", BROKEN_GAMES)
def test_a_game_that_breaks_the_contract_is_not_handed_out(kind: str, site: Site) -> None:
    changes, words = BROKEN_GAMES[kind]
    site.install("acme-games", game_source(changes), version="0.3")
    registry = load_registry()
    assert registry.problems == []
    assert "hidden-number" in ids(registry)
    for _ in range(2):
        with pytest.raises(BrokenPlugin, match=r"acme-games 0\.3") as caught:
            registry.game("hidden-number")
        assert words in caught.value.problem.message
    assert only(registry.problems) == caught.value.problem
    assert registry.game("dungeon-of-fear")


def test_a_broken_game_is_loaded_once(site: Site, tmp_path: Path) -> None:
    log = tmp_path / "loads"
    load = f"def load():\n    with open({str(log)!r}, 'a') as log:\n        log.write('x')\n\n\nSPEC ="
    site.install("acme-games", game_source({"SPEC =": load, "load=HiddenNumber": "load=load"}))
    registry = load_registry()
    for _ in range(3):
        with pytest.raises(BrokenPlugin):
            registry.game("hidden-number")
    assert log.read_text() == "x"


def test_threads_get_one_game(site: Site) -> None:
    site.install("acme-games", game_source())
    registry = load_registry()
    games: list[object] = []
    threads = [threading.Thread(target=lambda: games.append(registry.game("hidden-number"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(games) == 8
    assert len(set(map(id, games))) == 1


@pytest.mark.parametrize("base", [Game, OpenGame, State, Belief, OpenBelief, Bot])
def test_the_required_methods_are_the_abstract_ones(base: type[Any]) -> None:
    if base is not Bot and not isinstance(Game.board, FunctionType):
        pytest.skip("a compiled class doesn't tell which methods are abstract")
    marked = {name for name in dir(base) if getattr(getattr(base, name), "__isabstractmethod__", False)}
    assert REQUIRED[base] == marked


def test_an_unknown_game_suggests_the_nearest(site: Site) -> None:
    site.install("acme-games", game_source())
    registry = load_registry()
    for ask in (registry.game, registry.distribution):
        with pytest.raises(UnknownGame) as caught:
            ask("hiden-number")
        assert caught.value.nearest == ("hidden-number",)
        assert "hidden-number" in str(caught.value)
    with pytest.raises(UnknownGame):
        registry.game("")


# --- a folder of plugins


def test_modules_and_packages_of_a_folder_are_plugins(plugins: Path) -> None:
    (plugins / "folder_number.py").write_text(game_source())
    package = plugins / "folder_package"
    package.mkdir()
    (package / "__init__.py").write_text(game_source({'id="hidden-number"': 'id="packed-number"'}))
    (plugins / "notes.txt").write_text("no plugin")
    (plugins / "_private.py").write_text("raise RuntimeError")
    (plugins / "not-a-name.py").write_text("raise RuntimeError")
    (plugins / "folder_helper.py").write_text("x = 1")
    (plugins / "empty").mkdir()
    registry = load_registry(plugins, entry_points=False)
    assert registry.problems == []
    assert ids(registry) == ["hidden-number", "packed-number"]
    assert registry.distribution("packed-number") == str(package)
    assert registry.game("packed-number")


def test_modules_of_a_folder_find_each_other(plugins: Path) -> None:
    (plugins / "zz_folder_part.py").write_text("NUMBERS = 30")
    source = "from zz_folder_part import NUMBERS\n" + game_source({"] = 20": "] = NUMBERS"})
    (plugins / "folder_whole.py").write_text(source.replace("from __future__ import annotations\n", ""))
    registry = load_registry(plugins, entry_points=False)
    assert registry.game("hidden-number").options_type().numbers == 30


def test_a_folders_broken_module_is_named_by_its_path(plugins: Path) -> None:
    (plugins / "folder_broken.py").write_text("raise RuntimeError('x')")
    (plugins / "folder_sound.py").write_text(game_source())
    registry = load_registry(plugins, entry_points=False)
    assert only(registry.problems).distribution == str(plugins / "folder_broken.py")
    assert ids(registry) == ["hidden-number"]


@pytest.mark.parametrize("name", ["json", "pytest", "sys"])
def test_a_module_named_like_another_is_reported_and_replaces_nothing(name: str, plugins: Path) -> None:
    before = sys.modules[name]
    (plugins / f"{name}.py").write_text(game_source())
    registry = load_registry(plugins, entry_points=False)
    assert "rename" in only(registry.problems).message
    assert sys.modules[name] is before


def test_what_is_only_tried_does_not_replace_what_is_installed(site: Site, plugins: Path) -> None:
    site.install("zeta", game_source())
    (plugins / "folder_number.py").write_text(game_source())
    registry = load_registry(plugins)
    assert registry.distribution("hidden-number") == "zeta 1.0"
    assert only(registry.problems).distribution == str(plugins / "folder_number.py")


def test_the_folder_of_an_installed_plugin_changes_nothing(site: Site) -> None:
    site.install("acme-games", game_source())
    registry = load_registry(site.folder)
    assert registry.problems == []
    assert registry.distribution("hidden-number") == "acme-games 1.0"


def test_a_folder_that_is_the_package_itself_is_told_so(plugins: Path) -> None:
    (plugins / "__init__.py").write_text("")
    assert str(plugins.parent) in only(load_registry(plugins, entry_points=False).problems).message


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UndercroftError, match="there is no plugins folder"):
        load_registry(tmp_path / "nowhere")


def test_another_process_loads_the_same_from_the_folders_name(plugins: Path) -> None:
    (plugins / "folder_number.py").write_text(game_source())
    code = (
        "import sys, pathlib; from undercroft.registry import load_registry;"
        "r = load_registry(pathlib.Path(sys.argv[1])); print(r.game('hidden-number').spec.version, r.problems)"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(plugins)], capture_output=True, text=True, check=True)
    assert ran.stdout == "1 []\n"


# --- bots


def test_a_bot_is_named_with_its_options(site: Site) -> None:
    registry, _ = hidden_number(site)
    choice = registry.bot(" deep:depth=3,name=a,b ")
    assert (choice.name, choice.options.depth, choice.options.name) == ("deep", 3, "a,b")
    assert choice.spec == "deep:depth=3,name=a,b"
    assert registry.bot(choice.spec) == choice
    assert choice.make().options == choice.options


@pytest.mark.parametrize("text", ["deep", "deep:", "deep:depth=2", "deep:name="])
def test_a_spec_leaves_out_what_is_default(text: str, site: Site) -> None:
    registry, _ = hidden_number(site)
    assert registry.bot(text).spec == "deep"


def test_a_level_is_the_games_bot_of_that_level(site: Site) -> None:
    registry, game = hidden_number(site)
    assert registry.bot("hard", game).spec == "deep:depth=5"
    with pytest.raises(UnknownBot, match="no bot of this level"):
        registry.bot("easy", game)
    with pytest.raises(UnknownBot, match="no game"):
        registry.bot("hard")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("depp", "perhaps deep"),
        ("depp:depth=3", "perhaps deep"),
        ("randm", "perhaps random"),
        ("hrad", "perhaps hard"),
        ("", "no such bot"),
        (":", "no such bot"),
        ("@anna", "where it has dialled in"),
        ("my_bot.py:Mine", "code isn't taken"),
        ("os:PathLike", "code isn't taken"),
        ("x" * 100_000, "no such bot"),
    ],
)
def test_an_unknown_bot_is_told_why(text: str, words: str, site: Site) -> None:
    registry, _ = hidden_number(site)
    with pytest.raises(UnknownBot, match=words) as caught:
        registry.bot(text)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("text", "path"),
    [("deep:dept=3", "dept"), ("deep:depth=x", "depth"), ("deep:3", "options"), ("random:seed=1", "seed")],
)
def test_a_wrong_option_of_a_bot_is_named(text: str, path: str, site: Site) -> None:
    registry, _ = hidden_number(site)
    with pytest.raises(OptionError) as caught:
        registry.bot(text)
    assert caught.value.path == path


def test_a_bot_may_refuse_a_game(site: Site) -> None:
    registry, game = hidden_number(site)
    with pytest.raises(BotRefused, match="too deep for hidden-number"):
        registry.bot("deep:depth=10", game)
    assert registry.bot("deep:depth=10")
    assert registry.bots_for(game) == ["deep", "ismcts", "random"]  # heuristic refuses: the game has none


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("return Deep", "return object"), "no subclass"),
        (("return Deep", "return Deep()"), "no subclass"),
        (("return Deep", "raise SystemExit"), "SystemExit"),
        (("def choose", "def chose"), "choose"),
        (("class Options(msgspec.Struct, frozen=True)", "class Options"), "msgspec.Struct"),
        (("raise BotRefused(", "raise RuntimeError("), None),
    ],
)
def test_a_broken_bot_is_named_and_the_others_play_on(change: tuple[str, str], words: str | None, site: Site) -> None:
    site.install("acme-bots", BOT.replace("> 9", "> 1").replace(*change), version="0.3")
    registry = load_registry()
    game = registry.game("dungeon-of-fear")
    with pytest.raises(BrokenPlugin, match=r"acme-bots 0\.3"):
        registry.bot("deep", game)
    assert "deep" not in registry.bots_for(game)
    assert "random" in registry.bots_for(game)
    assert only(registry.problems).plugin == "deep"
    assert (words or "check_game") in only(registry.problems).message


def own_bot(folder: Path, name: str = "mine.py") -> Path:
    path = folder / name
    path.write_text("from own_part import DEPTH\n" + BOT.replace("= 2", "= DEPTH"))
    (folder / "own_part.py").write_text("DEPTH = 4")
    return path


def test_ones_own_bot_is_a_class_in_a_file(site: Site, tmp_path: Path) -> None:
    registry, game = hidden_number(site)
    path = own_bot(tmp_path)
    choice = registry.bot(f"{path}:Deep:depth=3", game, own_code=True)
    assert (choice.name, choice.options.depth) == ("Deep", 3)
    assert registry.bot(choice.spec, game, own_code=True) == choice
    assert registry.bot(f"{path}:Deep", own_code=True).options.depth == 4
    turn = Turn(game, game.options_type(), 2, 0, None, [], [7, 8], None, Limit(), Random(1))
    assert choice.make().choose(turn) == 8


def test_ones_own_bot_is_a_class_in_a_module(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_bot(tmp_path, "own_module.py")
    monkeypatch.chdir(tmp_path)
    assert load_registry().bot("own_module:Deep", own_code=True).spec == "own_module:Deep"


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("{}/nowhere.py:Deep", UnknownBot, "no file"),
        ("no_such_module_at_all:Deep", UnknownBot, "no module"),
        ("{}/mine.py:Depp", UnknownBot, "perhaps Deep"),
        ("{}/mine.py:Options", BrokenPlugin, "no subclass"),
        ("{}/raising.py:Deep", BrokenPlugin, "SystemExit"),
        ("{}/mine.py:Deep:dept=3", OptionError, "depth"),
        ("{}/mine.py", UnknownBot, "no such bot"),
    ],
)
def test_a_fault_in_naming_ones_own_bot_is_told(
    text: str, error: type[Exception], words: str, site: Site, tmp_path: Path
) -> None:
    own_bot(tmp_path)
    (tmp_path / "raising.py").write_text("raise SystemExit(1)")
    with pytest.raises(error, match=words):
        load_registry().bot(text.format(tmp_path), own_code=True)


def test_code_is_never_imported_for_a_client(site: Site, tmp_path: Path) -> None:
    path = tmp_path / "evil.py"
    path.write_text(f"open({str(tmp_path / 'trace')!r}, 'w').write('x')")
    for text in (f"{path}:Deep", f"{path}:Deep:depth=3", "evil:Deep"):
        with pytest.raises(UnknownBot):
            load_registry().bot(text)
    assert not (tmp_path / "trace").exists()


# --- the operator's hooks

OPERATOR = """
from undercroft.hookspecs import hookimpl

TOLD = []

@hookimpl
def undercroft_authenticate(call):
    {authenticate}

@hookimpl
def undercroft_match_ended(summary):
    TOLD.append(summary.match_id)
    {ended}
"""


def operator(authenticate: str = "return None", ended: str = "pass") -> str:
    return OPERATOR.format(authenticate=authenticate, ended=ended)


def test_calls_are_let_in_unless_a_plugin_refuses(site: Site) -> None:
    assert load_registry().authenticate(CALL) is None
    site.install("lenient", operator())
    assert load_registry().authenticate(CALL) is None
    site.install("strict", operator("return 'not you, ' + call.metadata['who']"))
    assert load_registry().authenticate(CALL) == "not you, Ann"


@pytest.mark.parametrize("fault", ["raise RuntimeError('secret')", "return True", "raise SystemExit"])
def test_a_call_that_a_plugin_fails_to_judge_is_refused(fault: str, site: Site) -> None:
    site.install("faulty", operator(fault))
    with capture_logs():
        refusal = load_registry().authenticate(CALL)
    assert refusal is not None
    assert "secret" not in refusal


def test_all_are_told_of_an_ended_match_though_one_raises(site: Site) -> None:
    modules = [
        site.install("first", operator()),
        site.install("second", operator(ended="raise SystemExit('over')")),
        site.install("third", operator()),
    ]
    registry = load_registry()
    with capture_logs() as logs:
        registry.match_ended(SUMMARY)
    assert [sys.modules[module].TOLD for module in modules] == [["m1"]] * 3
    assert [(log["plugin"], log["log_level"]) for log in logs] == [("second 1.0", "error")]
