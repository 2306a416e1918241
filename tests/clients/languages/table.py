"""What is done with each language, and what that takes of the machine."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

__all__ = ["LANGUAGES", "Language"]

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Language:
    """A client in `clients/NAME`. All commands are bash's, and are typed in that folder.

    `needs` are the programs of the machine without which nothing works; packages are fetched by the language's own
    tool, as its lock file says. `prepare` fetches and builds, quickly when nothing has changed, so that `bot` (the
    example) runs at once. `test` runs the language's own tests, `clean` says whether the code is in shape.
    """

    name: str
    needs: tuple[str, ...]
    prepare: str
    bot: str
    test: str
    clean: str

    @property
    def folder(self) -> Path:
        """Where it is."""
        return ROOT / "clients" / self.name

    @property
    def missing(self) -> str:
        """Why nothing can be done with it on this machine; empty if it can."""
        programs = [program for program in self.needs if shutil.which(program) is None]
        return f"the client for {self.name} is left out: no {', '.join(programs)} on this machine" if programs else ""

    @property
    def required(self) -> bool:
        """Whether its absence is a failure here."""
        return self.name in os.environ.get("UNDERCROFT_REQUIRE", "").split(",")


LANGUAGES = (
    Language(
        name="go",
        needs=("go",),
        prepare="go build -o build/bot ./examples/bot",
        bot="build/bot",
        test="go test -count=1 ./...",
        clean='test -z "$(gofmt -l . | tee /dev/stderr)" && go vet ./...',
    ),
    Language(
        name="typescript",
        needs=("node", "npm"),
        # `npm ci` lays everything out anew: not where that was done since the lock file has changed.
        prepare="test node_modules/.package-lock.json -nt package-lock.json || npm ci --ignore-scripts; npx tsc",
        bot="node dist/examples/bot/main.js",
        test="node --test dist/test/",  # not `npm test`: it builds once more, under the feet of whoever runs the bot
        clean="npm run --silent check",
    ),
    Language(
        name="java",
        needs=("java", "mvn"),
        # Maven takes seconds to find that there is nothing to do.
        prepare="test -e target/built && ! find . -name target -prune -o -newer target/built -type f -print | grep -q ."
        " || { mvn -B -q -ntp -DskipTests package && mkdir -p target && touch target/built; }",
        bot="java -jar examples/bot/target/bot.jar",
        test="mvn -B -q -ntp test --projects client --also-make",
        clean="mvn -B -q -ntp spotless:check",
    ),
    Language(
        name="rust",
        needs=("cargo",),
        prepare="cargo build --locked --example bot",
        bot="target/debug/examples/bot",
        test="cargo test --locked",
        clean="cargo fmt --all --check && cargo clippy --locked --workspace --all-targets -- -D warnings",
    ),
)
