"""Lines a person types at a terminal: completion by Tab, and updates that print above the line being typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.patch_stdout import patch_stdout
from prompt_toolkit.styles import Style

from undercroft.cli.screen.console import Console
from undercroft.cli.screen.safe_text import safe_line
from undercroft.cli.screen.typed_text import completions

__all__ = ["PromptedLines"]


class _ActionCompleter(Completer):
    def __init__(self, choices: Callable[[], Sequence[tuple[str, str]]]) -> None:
        self._choices = choices

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Whole lines: an action's text may have spaces."""
        labels = dict(self._choices())
        typed = document.text_before_cursor
        for line in completions(typed, list(labels)):
            yield Completion(line, start_position=-len(typed), display_meta=labels.get(line, ""))


class PromptedLines:
    """A prompt. `choices` are the legal actions and their labels, `prompt` and `toolbar` stand round the line."""

    patient = False

    def __init__(
        self,
        choices: Callable[[], Sequence[tuple[str, str]]],
        prompt: Callable[[], str],
        toolbar: Callable[[], str],
        console: Console,
    ) -> None:
        self._console = console
        self._session: PromptSession[str] = PromptSession(
            message=prompt,
            completer=_ActionCompleter(choices),
            complete_while_typing=False,
            bottom_toolbar=toolbar,
            style=Style.from_dict({"bottom-toolbar": "noreverse"}),
            color_depth=None if console.fancy else ColorDepth.DEPTH_1_BIT,
            erase_when_done=True,
        )

    async def read(self) -> str | None:
        """The next line, stripped; None if the person wants to leave (Ctrl-C, Ctrl-D)."""
        try:
            typed = await self._session.prompt_async(handle_sigint=False)
        except (EOFError, KeyboardInterrupt):
            return None
        # Bytes that are no UTF-8 come as lone surrogates, which no message can carry.
        line = typed.encode(errors="replace").decode().strip()
        if line:
            self._console.say(self._console.style(f"> {safe_line(line)}", dim=True))
        return line

    def refresh(self) -> None:
        """Draw prompt and toolbar anew."""
        if self._session.app.is_running:
            self._session.app.invalidate()

    def stop(self) -> None:
        """End a `read` that is under way."""
        if self._session.app.is_running:
            self._session.app.exit(exception=EOFError)

    @contextmanager
    def sharing_the_screen(self) -> Iterator[None]:
        """While it lasts, everything printed appears above the line being typed, a plugin's own prints too."""
        before, self._console.when_free = self._console.when_free, self._above
        try:
            with patch_stdout(raw=True):
                yield
        finally:
            self._console.when_free = before
            self._console.tell(())

    def _above(self, print_now: Callable[[], None]) -> None:
        if self._session.app.is_running:
            run_in_terminal(print_now)
        else:
            print_now()
