"""Commands for authors of clients: stubs, and the clients in other languages."""

from __future__ import annotations

import asyncio
import json
import secrets

import pytest
from google.protobuf.compiler.plugin_pb2 import CodeGeneratorRequest

from tests.clients.languages.preparing import prepared
from tests.clients.languages.table import LANGUAGES
from tests.docs.desk import Desk
from tests.docs.pages import ROOT, blocks
from tests.docs.tries import Try, shows
from undercroft_client import Client

PROTOS = {f"undercroft/v1/{path.name}" for path in (ROOT / "proto" / "undercroft" / "v1").glob("*.proto")}


def _asked(desk: Desk, generator: str) -> str:
    """What protoc has asked of a generator: everything, with these options."""
    request = CodeGeneratorRequest.FromString((desk.folder / "asked" / generator).read_bytes())
    assert set(request.file_to_generate) == PROTOS
    return request.parameter


@shows("mkdir -p gen")
async def _(desk: Desk, command: str) -> None:
    await desk.run(command)
    assert (desk.folder / "gen").is_dir()


@shows(
    "protoc -I proto --csharp_out=gen --grpc_out=gen --plugin=protoc-gen-grpc=$(command -v grpc_csharp_plugin)"
    " proto/undercroft/v1/*.proto"
)
async def _(desk: Desk, command: str) -> None:
    await desk.run(command)
    assert _asked(desk, "protoc-gen-csharp") == _asked(desk, "grpc_csharp_plugin") == ""


@shows(
    "protoc -I proto --java_out=gen --kotlin_out=gen --grpc-java_out=gen --grpckt_out=gen proto/undercroft/v1/*.proto"
)
async def _(desk: Desk, command: str) -> None:
    await desk.run(command)
    for generator in ("java", "kotlin", "grpc-java", "grpckt"):
        assert _asked(desk, f"protoc-gen-{generator}") == ""


@shows("grpc_tools_ruby_protoc -I proto --ruby_out=gen --grpc_out=gen proto/undercroft/v1/*.proto")
async def _(desk: Desk, command: str) -> None:
    await desk.run(command)
    assert _asked(desk, "protoc-gen-ruby") == _asked(desk, "grpc_ruby_plugin") == ""


@shows(
    "protoc -I proto --php_out=gen --grpc_out=gen --plugin=protoc-gen-grpc=$(command -v grpc_php_plugin)"
    " proto/undercroft/v1/*.proto"
)
async def _(desk: Desk, command: str) -> None:
    await desk.run(command)
    assert _asked(desk, "protoc-gen-php") == _asked(desk, "grpc_php_plugin") == ""


@shows(
    "protoc -I proto --swift_out=gen --grpc-swift-2_out=gen --grpc-swift-2_opt=Server=false proto/undercroft/v1/*.proto"
)
async def _(desk: Desk, command: str) -> None:
    await desk.run(command)
    assert (_asked(desk, "protoc-gen-swift"), _asked(desk, "protoc-gen-grpc-swift-2")) == ("", "Server=false")


@shows("protoc -I proto --dart_out=grpc:gen proto/undercroft/v1/*.proto")
async def _(desk: Desk, command: str) -> None:
    await desk.run(command)
    assert _asked(desk, "protoc-gen-dart") == "grpc"


@shows(
    "protoc -I proto --cpp_out=gen --grpc_out=gen --plugin=protoc-gen-grpc=$(command -v grpc_cpp_plugin)"
    " proto/undercroft/v1/*.proto"
)
async def _(desk: Desk, command: str) -> None:
    await desk.run(command)
    assert _asked(desk, "protoc-gen-cpp") == _asked(desk, "grpc_cpp_plugin") == ""


@shows("python -m grpc_tools.protoc -I proto --python_out=gen --grpc_python_out=gen proto/undercroft/v1/*.proto")
async def _(desk: Desk, command: str) -> None:
    await desk.run(command)
    made = {path.name for path in (desk.folder / "gen" / "undercroft" / "v1").iterdir()}
    assert {"match_pb2.py", "match_pb2_grpc.py", "bot_pb2.py", "game_pb2.py", "refusal_pb2.py"} <= made


@shows("buf generate proto")
async def _(desk: Desk, command: str) -> None:
    """With the page's file; its generators run at buf.build, and here beside it."""
    (shown,) = (block.text for block in blocks("clients/README.md") if block.language == "yaml")
    here = shown.replace("remote: buf.build/protocolbuffers/", "local: protoc-gen-")
    here = here.replace("remote: buf.build/grpc/csharp", "local: grpc_csharp_plugin")
    assert "buf.build" not in here
    (desk.folder / "buf.gen.yaml").write_text(here)
    await desk.run(command)
    assert _asked(desk, "protoc-gen-csharp") == _asked(desk, "grpc_csharp_plugin") == ""


@shows("grpcurl -plaintext 127.0.0.1:7070 undercroft.v1.GameService/ListGames")
async def _(desk: Desk, command: str) -> None:
    answer = json.loads((await desk.run(command)).out)
    assert "dungeon-of-fear" in [game["id"] for game in answer["games"]]


# Clients in other languages

SET_UP = {
    "java": "mvn --quiet --file clients/java -DskipTests package && ",
    "typescript": "npm --prefix clients/typescript install && ",
}
"""What stands before a bot's first command. It is done already when the command is tried."""

TOKEN = secrets.token_hex(32)
"""Of all bots called my-bot, at whatever desk: a name is its first owner's."""


def _ready(name: str) -> None:
    """Build a language's client, or skip the test where its toolchain isn't."""
    (language,) = (language for language in LANGUAGES if language.name == name)
    if language.missing and not language.required:
        pytest.skip(language.missing)
    prepared(language)


def _serves(name: str) -> Try:
    """The language's bot dials in; goes on for the next command."""

    async def attempt(desk: Desk, command: str) -> None:
        await asyncio.to_thread(_ready, name)
        (desk.folder / "my-bot.token").write_text(TOKEN)
        own = f"--server {desk.server} --token '{desk.folder / 'my-bot.token'}'"
        bot = command.removeprefix(SET_UP.get(name, ""))
        await desk.start(f"{bot[:-1]} {own}{bot[-1]}" if bot.endswith('"') else f"{bot} {own}")
        async with Client(desk.server) as client, asyncio.timeout(120):
            while "@my-bot" not in [bot.name for bot in await client.bots("dungeon-of-fear")]:  # noqa: ASYNC110
                await asyncio.sleep(0.1)

    return attempt


def _joins(name: str) -> Try:
    """The language's bot plays the match of the last command."""

    async def attempt(desk: Desk, command: str) -> None:
        await asyncio.to_thread(_ready, name)
        played = json.loads((await desk.run(command)).out.splitlines()[-1])
        assert (played["match_id"], played["status"]) == (desk.filled["MATCH"], "finished")

    return attempt


for _name, _bot in {
    "go": "go run -C clients/go ./examples/bot {}",
    "java": "java -jar clients/java/examples/bot/target/bot.jar {}",
    "rust": "cargo run --manifest-path clients/rust/Cargo.toml --example bot -- {}",
    "typescript": "npm --prefix clients/typescript run bot -- {}",
}.items():
    shows(SET_UP.get(_name, "") + _bot.format("serve --name my-bot --games dungeon-of-fear"))(_serves(_name))
    shows(_bot.format("join --server 127.0.0.1:7070 CODE"))(_joins(_name))


@shows('make play ARGS="--vs @my-bot --server 127.0.0.1:7070"')
async def _(desk: Desk, command: str) -> None:
    """Played by a bot, to the end."""
    made = await desk.run(f"{command} -n --always-make -C '{ROOT}' VENV='{desk.folder}/none'")
    shown = f"undercroft play dungeon-of-fear --vs @my-bot --server {desk.server}"
    assert shown in made.out
    assert "@my-bot" in (await desk.run(f"{shown} --auto random")).out


@shows("undercroft create dungeon-of-fear --vs heuristic --server 127.0.0.1:7070")
async def _(desk: Desk, command: str) -> None:
    ran = await desk.run(command)
    desk.note("CODE", ran, r"undercroft join (\S+)")
    desk.note("MATCH", ran, r"undercroft watch (\w+)")


@shows("undercroft games dungeon-of-fear --schema > dungeon-of-fear.json")
async def _(desk: Desk, command: str) -> None:
    await desk.run(command)
    assert "View" in json.loads((desk.folder / "dungeon-of-fear.json").read_text())["$defs"]


@shows(
    "go run github.com/atombender/go-jsonschema@v0.22.0 --package dungeonoffear --tags json dungeon-of-fear.json"
    " > views.go"
)
async def _(desk: Desk, command: str) -> None:
    """It gives what is committed."""
    await asyncio.to_thread(_ready, "go")
    await desk.run(command)
    committed = ROOT / "clients" / "go" / "examples" / "dungeonoffear" / "views.go"
    assert (desk.folder / "views.go").read_text() == committed.read_text()


@shows(
    "npx --yes json-schema-to-typescript@15.0.4 --unreachableDefinitions --no-additionalProperties"
    " dungeon-of-fear.json > views.ts"
)
async def _(desk: Desk, command: str) -> None:
    """It gives what is committed."""
    await asyncio.to_thread(_ready, "typescript")
    await desk.run(command)
    committed = ROOT / "clients" / "typescript" / "examples" / "dungeon-of-fear" / "views.ts"
    assert (desk.folder / "views.ts").read_text() == committed.read_text()
