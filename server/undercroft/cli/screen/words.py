"""Everything the command line says to a player, in English and Russian: one catalogue."""

from __future__ import annotations

from typing import Final

from undercroft.cli.screen.languages import LANGUAGES

__all__ = ["CATALOGUE", "Words"]

CATALOGUE: Final[dict[str, tuple[str, str]]] = {
    "title": ("{game} · match {match}", "{game} · партия {match}"),
    "you_watch": ("You watch.", "Вы смотрите."),
    "seat": ("seat {seat}", "место {seat}"),
    "seat_player": ("Seat {seat}: {name}", "Место {seat}: {name}"),
    "seat_bot": ("Seat {seat}: {name}, a bot", "Место {seat}: {name}, бот"),
    "seat_open": ("Seat {seat}: nobody yet", "Место {seat}: пока никого"),
    "seat_mark_you": (" (you)", " (это вы)"),
    "took_seat": ("{name} has taken seat {seat}.", "Место {seat}: теперь здесь {name}."),
    "suspended": ("The match is suspended: {reason}.", "Партия приостановлена: {reason}."),
    "resumed": ("The match goes on.", "Партия продолжается."),
    "said": ("{name}: {text}", "{name}: {text}"),
    "draw_offered": (
        "{name} offers a draw; `draw` takes it.",
        "{name} предлагает ничью; команда draw — согласиться.",
    ),
    "rematch_asked": (
        "{name} would play again; `rematch` agrees.",
        "{name} предлагает сыграть ещё раз; команда rematch — согласиться.",
    ),
    "rematch_own": ("You ask for a rematch.", "Вы предлагаете сыграть ещё раз."),
    "rematched": ("All agree: on to match {match}.", "Все согласны: новая партия — {match}."),
    "rematch_failed": ("There can be no rematch: {why}.", "Ещё одной партии не будет: {why}."),
    "because_game_unavailable": ("its game can't be started now", "игру сейчас не начать"),
    "because_bot_unavailable": ("one of its bots isn't here any more", "одного из её ботов здесь больше нет"),
    "because_options_refused": ("its options aren't taken any more", "её настройки больше не подходят"),
    "because_server_fault": ("a fault of the server", "ошибка сервера"),
    "left": ("The player of {seat} has given up; {bot} plays on.", "Игрок сдался ({seat}); играет бот {bot}."),
    "gone": ("{name} has gone.", "{name}: нет на связи."),
    "gone_until": (
        "{name} has gone; {left} to come back, or the match is given up.",
        "{name}: нет на связи; вернуться можно ещё {left}, иначе партия сдана.",
    ),
    "here": ("{name} is here.", "{name}: на связи."),
    "because_abandoned": ("abandoned", "игрок не вернулся"),
    "because_time": ("out of time", "время вышло"),
    "time_left": ("{left} left", "осталось {left}"),
    "because_resigned": ("by resignation", "сдача"),
    "because_draw_agreed": ("agreed", "по соглашению"),
    "because_aborted": ("called off", "отменена"),
    "because_unfilled": ("its seats weren't taken in time", "места не заняли вовремя"),
    "muted": ("You hear seat {seat} no more.", "Место {seat} вы больше не слышите."),
    "unmuted": ("You hear seat {seat} again.", "Место {seat} вы снова слышите."),
    "no_draw": ("No draw can be offered: bots take none.", "Ничью не предложить: боты на неё не соглашаются."),
    "no_abort": ("The match has begun; you can resign.", "Партия уже началась; можно сдаться."),
    "resign_sure": ("Type resign once more to give the match up.", "Чтобы сдаться, наберите resign ещё раз."),
    "how_say": ("say TEXT tells the other seats something.", "say ТЕКСТ — сказать остальным."),
    "how_mute": ("mute SEAT: the number of a seat.", "mute МЕСТО: номер места."),
    "how_unmute": ("unmute SEAT: the number of a seat.", "unmute МЕСТО: номер места."),
    "how_rematch": (
        "rematch asks the same players for another match, once this one is over.",
        "rematch — предложить тем же игрокам ещё одну партию, когда эта закончится.",
    ),
    "your_turn": ("Your turn.", "Ваш ход."),
    "waiting_for": ("Waiting for {names}.", "Ждём хода: {names}."),
    "waiting_seats": ("Waiting for players: {seats}.", "Ждём игроков: {seats}."),
    "waiting_server": ("Waiting for the server.", "Ждём сервер."),
    "hint": (
        "Tab completes, ? lists actions, help explains, quit leaves the match for later.",
        "Tab — дополнить, ? — возможные ходы, help — справка, quit — отложить партию.",
    ),
    "hint_piped": (
        "One action a line; ? lists them, help explains, quit leaves the match for later.",
        "По ходу в строке; ? — возможные ходы, help — справка, quit — отложить партию.",
    ),
    "hint_over": (
        "rematch plays again with the same players, Enter leaves.",
        "rematch — сыграть ещё раз с теми же игроками, Enter — выйти.",
    ),
    "hint_asked": ("Waiting for the others to agree, Enter leaves.", "Ждём согласия остальных, Enter — выйти."),
    "prompt_turn": ("your action> ", "ваш ход> "),
    "prompt_wait": ("> ", "> "),
    "won": ("You win{why}.", "Вы победили{why}."),
    "lost": ("You lose{why}.", "Вы проиграли{why}."),
    "drawn": ("A draw{why}.", "Ничья{why}."),
    "winners": ("Won by {names}{why}.", "Победа: {names}{why}."),
    "score": ("Score: {score}", "Счёт: {score}"),
    "no_outcome": ("The match ended without a result ({reason}).", "Партия окончена без результата ({reason})."),
    "may_play": ("You may play:", "Можно сходить:"),
    "nothing_to_play": ("It isn't your turn, so there is nothing to choose.", "Сейчас не ваш ход, выбирать нечего."),
    "illegal": ("{text} can't be played now.", "Ход {text} сейчас невозможен."),
    "invalid": ("{text} is neither an action nor a command.", "{text} — не ход и не команда."),
    "perhaps": ("Perhaps {nearest}?", "Может быть, {nearest}?"),
    "or": (" or ", " или "),
    "legal_are": ("Legal: {legal}", "Можно: {legal}"),
    "chosen_already": ("You have chosen already.", "Вы уже сделали выбор."),
    "not_your_turn": ("It isn't your turn.", "Сейчас не ваш ход."),
    "stale": ("The position has changed meanwhile; look again.", "Положение уже изменилось, взгляните ещё раз."),
    "match_over": ("The match is over.", "Партия окончена."),
    "not_started": ("The match hasn't started yet.", "Партия ещё не началась."),
    "match_suspended": ("The match is suspended for now.", "Партия пока приостановлена."),
    "storage": (
        "The server can't write it down just now, so nothing was played. Try again.",
        "Сервер сейчас не может записать ход, ничего не сыграно. Попробуйте ещё раз.",
    ),
    "rate_limited": ("Too fast; wait {seconds} s.", "Слишком часто; подождите {seconds} с."),
    "connection_lost": ("Connection lost, trying again …", "Связь потеряна, пробуем снова …"),
    "connected_again": ("Connected again.", "Связь восстановлена."),
    "connection_gone": ("The server can't be reached: {why}", "Сервер недоступен: {why}"),
    "taken_over": (
        "This seat is now played from another terminal or connection.",
        "Это место теперь играет с другого терминала или соединения.",
    ),
    "leave": ("The match is kept. To go on with it:", "Партия сохранена. Чтобы продолжить:"),
    "leave_watch": ("To watch it again:", "Чтобы снова смотреть:"),
    "rematch_later": ("Once all agree, the rematch is here:", "Когда все согласятся, новая партия найдётся здесь:"),
    "play_again": ("To play again:", "Сыграть ещё раз:"),
    "record_how": ("To keep the record of every action:", "Сохранить запись всех ходов:"),
    "picture_kept": ("The picture is in {file}, always the newest.", "Картинка, всегда новейшая: {file}."),
    "no_picture": ("There is no picture of this game.", "Картинки у этой игры нет."),
    "record_saved": ("The record is in {file}.", "Запись партии: {file}."),
    "join_how": ("Seat {seat} is open. To join:", "Место {seat} свободно. Чтобы сесть за него:"),
    "watch_how": ("To watch:", "Чтобы смотреть:"),
    "play_how": ("Seat {seat} is yours. To play:", "Место {seat} — ваше. Чтобы играть:"),
    "go_on_how": ("To go on:", "Чтобы продолжить:"),
    "no_matches": ("There are no such matches here.", "Таких партий здесь нет."),
    "head_match": ("MATCH", "ПАРТИЯ"),
    "head_game": ("GAME", "ИГРА"),
    "head_status": ("STATUS", "СОСТОЯНИЕ"),
    "head_made": ("MADE (UTC)", "СОЗДАНА (UTC)"),
    "head_seats": ("SEATS", "МЕСТА"),
    "head_seat": ("SEAT", "МЕСТО"),
    "head_turn": ("TURN", "ХОД"),
    "head_rivals": ("RIVALS", "СОПЕРНИКИ"),
    "status_open": ("open", "ждёт игроков"),
    "status_running": ("running", "идёт"),
    "status_finished": ("finished", "окончена"),
    "status_suspended": ("suspended", "приостановлена"),
    "status_aborted": ("aborted", "отменена"),
    "status_unspecified": ("-", "-"),
    "status_unknown": ("not here any more", "больше нет"),
    "turn_yours": ("yours", "ваш"),
    "won_mark": (" (won)", " (победа)"),
    "nothing_told": ("Nothing has been told yet.", "Пока ничего не рассказано."),
    "paged": ("(q goes back to the match)", "(q — вернуться к партии)"),
    "commands": (
        "Type an action to play it. The commands (with a / in front where a game's action has the same name):",
        "Чтобы сходить, наберите ход. Команды (с / впереди, если так называется ход игры):",
    ),
    "about_list": ("lists what you may play", "перечисляет возможные ходы"),
    "about_help": ("shows this and the rules", "показывает эту справку и правила"),
    "about_board": ("shows the board again", "показывает доску ещё раз"),
    "about_log": ("tells everything you were told", "рассказывает всё, что вам было сказано"),
    "about_say": ("TEXT, tells the other seats something", "ТЕКСТ, сказать остальным"),
    "about_mute": ("SEAT, to hear it no more", "МЕСТО, больше его не слышать"),
    "about_unmute": ("SEAT, to hear it again", "МЕСТО, снова его слышать"),
    "about_draw": ("offers a draw, or takes the one that is offered", "предложить ничью или согласиться на неё"),
    "about_resign": ("gives the match up; asks once more", "сдаться; переспросит"),
    "about_abort": ("calls off a match in which nobody has acted", "отменить партию, в которой ещё не ходили"),
    "about_rematch": (
        "after the end, asks the same players for another match",
        "после конца — предложить тем же игрокам ещё одну партию",
    ),
    "about_quit": (
        "leaves; the match is kept (so do Ctrl-D and Ctrl-C)",
        "выйти, партия сохранится (также Ctrl-D и Ctrl-C)",
    ),
}
"""By key: English and Russian, with the same `{places}`."""


class Words:
    """The catalogue in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._column = LANGUAGES.index(lang)

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key, its places filled."""
        return CATALOGUE[key][self._column].format(**values)
