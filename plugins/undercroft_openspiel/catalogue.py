"""Which of OpenSpiel's games are offered, and why others aren't: a table, so that listings needn't import OpenSpiel.

It was made with release 2.0.2. A test compares it with the OpenSpiel that is installed, and checks every game.
"""

from __future__ import annotations

from typing import Final

from undercroft_openspiel.left_out import LEFT_OUT
from undercroft_openspiel.served import Choice, Served

__all__ = ["LEFT_OUT", "SERVED"]

_PLAIN: Final = (("ansi_color_output", False),)

OPEN: Final = (
    Served("2048", "open", "2048", "Slide tiles; equal ones join and double.", (1,)),
    Served("amazons", "open", "Amazons", "Move an amazon, then shoot away a square; who can't move loses."),
    Served("antichess", "open", "Antichess", "Chess in which captures are forced and who loses all pieces wins."),
    Served("backgammon", "open", "Backgammon", "Race fifteen checkers home by two dice."),
    Served("banqi", "open", "Banqi", "Chinese dark chess: turn pieces up and capture by rank."),
    Served(
        "breakthrough",
        "open",
        "Breakthrough",
        "Pawns alone: bring one to the far side.",
        choices=(Choice("rows", 8, 4, 8), Choice("columns", 8, 3, 8)),
    ),
    Served("catch", "open", "Catch", "Move a paddle under a falling ball.", (1,)),
    Served("checkers", "open", "Checkers", "Jump over the rival's pieces until it can't move."),
    Served("chess", "open", "Chess", "Checkmate the king.", choices=(Choice("chess960", False),)),
    Served(
        "chinese_checkers",
        "open",
        "Chinese Checkers",
        "Jump across the star before the others do.",
        (2, 3, 4, 6),
        seats_parameter="players",
    ),
    Served("cliff_walking", "open", "Cliff Walking", "Find the way along a cliff without falling.", (1,)),
    Served(
        "clobber",
        "open",
        "Clobber",
        "Take a neighbouring stone with each move; who can't loses.",
        choices=(Choice("rows", 5, 2, 8), Choice("columns", 6, 2, 8)),
    ),
    Served(
        "connect_four",
        "open",
        "Connect Four",
        "Four discs in a row win.",
        choices=(Choice("rows", 6, 4, 9), Choice("columns", 7, 4, 9)),
    ),
    Served("crazyhouse", "open", "Crazyhouse", "Chess in which captured pieces change sides and come back."),
    Served("cursor_go", "open", "Cursor Go", "Go in which a cursor is moved to where the stone is to lie."),
    Served(
        "dots_and_boxes",
        "open",
        "Dots and Boxes",
        "Draw lines between dots; who closes a box has it and goes on.",
        choices=(Choice("num_rows", 2, 1, 5), Choice("num_cols", 2, 1, 5), Choice("utility_margin", False)),
    ),
    Served("einstein_wurfelt_nicht", "open", "EinStein würfelt nicht!", "A die says which stone must run."),
    Served(
        "go",
        "open",
        "Go",
        "Surround more of the board than the rival.",
        choices=(Choice("board_size", 19, 5, 19),),
    ),
    Served(
        "gomoku",
        "open",
        "Gomoku",
        "Five in a row win.",
        choices=(Choice("size", 15, 5, 19), Choice("connect", 5, 3, 5)),
    ),
    Served(
        "havannah",
        "open",
        "Havannah",
        "Make a ring, a bridge or a fork.",
        choices=(Choice("board_size", 8, 3, 10), Choice("swap", False)),
    ),
    Served(
        "hex",
        "open",
        "Hex",
        "Connect your two sides of the board.",
        choices=(Choice("board_size", 11, 3, 13), Choice("swap", False)),
    ),
    Served("hive", "open", "Hive", "Surround the rival's queen with creeping tiles.", fixed=_PLAIN),
    Served("lines_of_action", "open", "Lines of Action", "Bring all your pieces together."),
    Served(
        "maedn",
        "open",
        "Mensch ärgere Dich nicht",
        "Race four pawns round by a die.",
        (2, 3, 4),
        seats_parameter="players",
    ),
    Served("mancala", "open", "Mancala", "Sow seeds and capture those opposite."),
    Served(
        "mnk",
        "open",
        "m,n,k",
        "So many in a row win, on a board of any size.",
        choices=(Choice("m", 15, 3, 15), Choice("n", 15, 3, 15)),
    ),
    Served("nim", "open", "Nim", "Take from one pile; who takes the last loses.", choices=(Choice("is_misere", True),)),
    Served("nine_mens_morris", "open", "Nine Men's Morris", "Three in a row take a piece of the rival's."),
    Served("othello", "open", "Othello", "Enclose discs to turn them."),
    Served("oware", "open", "Oware", "Sow seeds; twos and threes are captured."),
    Served(
        "pentago", "open", "Pentago", "Five in a row win, and each move turns a quarter of the board.", fixed=_PLAIN
    ),
    Served(
        "pig",
        "open",
        "Pig",
        "Roll on or hold: a 1 loses what the turn has brought.",
        (2, 3, 4, 5, 6),
        seats_parameter="players",
        choices=(Choice("winscore", 100, 20, 100),),
    ),
    Served("python_ant_foraging", "open", "Ant Foraging", "Two ants bring food home together.", together=True),
    Served(
        "python_tic_tac_toe",
        "open",
        "Tic-Tac-Toe in Python",
        "Three in a row win; OpenSpiel's example of a game in Python.",
    ),
    Served("shogi", "open", "Shogi", "Japanese chess: what is captured fights for you."),
    Served("tic_tac_toe", "open", "Tic-Tac-Toe", "Three in a row win."),
    Served(
        "twixt",
        "open",
        "TwixT",
        "Bridge the board with knight's moves.",
        fixed=_PLAIN,
        choices=(Choice("board_size", 8, 5, 12),),
    ),
    Served(
        "ultimate_tic_tac_toe", "open", "Ultimate Tic-Tac-Toe", "Nine boards: your cell says where the rival plays."
    ),
    Served("xiangqi", "open", "Xiangqi", "Chinese chess."),
    Served(
        "y", "open", "Y", "Connect three sides of a triangle.", fixed=_PLAIN, choices=(Choice("board_size", 19, 3, 19),)
    ),
)

HIDDEN: Final = (
    Served(
        "bargaining",
        "hidden",
        "Bargaining",
        "Divide items whose worth each seat knows only for itself.",
        resampler=True,
    ),
    Served("blackjack", "hidden", "Blackjack", "Come nearer to 21 than the dealer.", (1,), resampler=True),
    Served(
        "coin_game",
        "hidden",
        "The Coin Game",
        "Collect the coins of your own colour, which only you know.",
        (1, 2, 3, 4, 5, 6),
        seats_parameter="players",
    ),
    Served(
        "coordinated_mp", "hidden", "Coordinated Matching Pennies", "A signal seen by both, a penny hidden from one."
    ),
    Served("deep_sea", "hidden", "Deep Sea", "Dive to the far corner though each step costs.", (1,), unit=1000),
    Served(
        "first_sealed_auction",
        "hidden",
        "First-Price Sealed-Bid Auction",
        "Bid for what is worth to you what only you know.",
        (2, 3, 4, 5, 6),
        seats_parameter="players",
    ),
    Served(
        "kuhn_poker",
        "hidden",
        "Kuhn Poker",
        "One card each, one bet.",
        (2, 3, 4, 5, 6),
        seats_parameter="players",
        resampler=True,
    ),
    Served("latent_ttt", "hidden", "Latent Tic-Tac-Toe", "Tic-tac-toe in which moves are seen late."),
    Served(
        "leduc_poker",
        "hidden",
        "Leduc Poker",
        "Two rounds of bets, one card each and one for all.",
        (2, 3, 4, 5, 6),
        seats_parameter="players",
        resampler=True,
    ),
    Served(
        "lewis_signaling",
        "hidden",
        "Lewis Signaling Game",
        "Tell your partner the state by a signal without a meaning.",
    ),
    Served(
        "liars_dice",
        "hidden",
        "Liar's Dice",
        "Bid on all dice, seeing only yours.",
        choices=(Choice("numdice", 1, 1, 2), Choice("dice_sides", 6, 3, 6)),
    ),
    Served(
        "python_kuhn_poker", "hidden", "Kuhn Poker in Python", "One card each, one bet; OpenSpiel's example in Python."
    ),
    Served(
        "repeated_leduc_poker",
        "hidden",
        "Repeated Leduc Poker",
        "Several hands of Leduc poker.",
        (2, 3, 4, 5, 6),
        seats_parameter="players",
    ),
    Served("sheriff", "hidden", "Sheriff", "Smuggle and bribe, or inspect."),
    Served("solitaire", "hidden", "Klondike", "Patience with seven piles.", (1,)),
    Served("tiny_bridge_2p", "hidden", "Tiny Bridge", "Two partners bid on four cards.", unit=3, together=True),
    Served(
        "tiny_bridge_4p", "hidden", "Tiny Bridge for Four", "Two pairs bid on eight cards.", (4,), sides=(0, 1, 0, 1)
    ),
    Served("tiny_hanabi", "hidden", "Tiny Hanabi", "Each sees what the other needs to know.", together=True),
    Served("trade_comm", "hidden", "Trading and Communication", "Say what you have, then trade unseen."),
    Served("universal_poker", "hidden", "Universal Poker", "Poker on a small deck.", resampler=True),
    Served(
        "social_deduction",
        "hidden",
        "Social Deduction",
        "Find the impostor among the crew.",
        (3, 4, 5, 6),
        seats_parameter="players",
    ),
)

SERVED: Final[tuple[Served, ...]] = tuple(sorted(OPEN + HIDDEN))
"""What is offered, by name."""
