"""OpenSpiel's games that aren't offered, and why."""

from __future__ import annotations

from typing import Final

from undercroft_openspiel.served import LeftOut, Why

__all__ = ["LEFT_OUT"]

_REASONS: Final[dict[Why, dict[str, tuple[str, ...]]]] = {
    "moves": {
        "seats move at the same time": (
            "blotto",
            "capture_the_flag",
            "coop_box_pushing",
            "goofspiel",
            "laser_tag",
            "markov_soccer",
            "matching_pennies_3p",
            "matrix_bos",
            "matrix_brps",
            "matrix_cd",
            "matrix_coordination",
            "matrix_mp",
            "matrix_pd",
            "matrix_rps",
            "matrix_rpsw",
            "matrix_sh",
            "matrix_shapleys_game",
            "nfg_game",
            "normal_form_extensive_game",
            "oshi_zumo",
            "pathfinding",
            "python_dynamic_routing",
            "python_iterated_prisoners_dilemma",
            "repeated_game",
            "snake",
        ),
        "a mean-field game: one player stands for a crowd": (
            "mfg_crowd_modelling",
            "mfg_crowd_modelling_2d",
            "mfg_dynamic_routing",
            "mfg_garnet",
        ),
    },
    "parameters": {
        "made of another game or of a file, which has to be named": (
            "add_noise",
            "cached_tree",
            "coop_to_1p",
            "efg_game",
            "misere",
            "repeated_poker",
            "restricted_nash_response",
            "start_at",
            "turn_based_simultaneous_game",
            "zerosum",
        ),
    },
    "chance": {
        "draws from a generator of its own, so that its actions don't say what happened": (
            "bridge_uncontested_bidding",
            "negotiation",
            "stones_and_gems",
            "tarok",
        ),
    },
    "actions": {
        "its actions are no numbers": ("crossword",),
        "its actions are texts for a language model": ("chat_game",),
    },
    "memory": {
        "about seats that forget; a journal doesn't, so it would be the game without `_ir`": (
            "dark_hex_ir",
            "liars_dice_ir",
            "phantom_ttt_ir",
        ),
    },
    "fault": {
        "OpenSpiel itself warns of faults in it": ("quoridor",),
        "what one of its states shows changes by itself": ("morpion_solitaire",),
        "a copy of its state raises `AttributeError`": ("python_hangman",),
    },
    "leak": {
        "what a seat sees counts the rival's failed tries": ("dark_hex", "phantom_ttt"),
    },
    "belief": {
        "a whole hand is told at once, and no deal with this hand is found": ("bridge", "crazy_eights"),
        "late in a match no world is found that would have told the seat all it was told": (
            "battleship",
            "cribbage",
            "dark_chess",
            "hanabi",
            "hearts",
            "kriegspiel",
            "oh_hell",
            "phantom_go",
            "rbc",
        ),
        "among tens of thousands of proposals none is found that was made": ("colored_trails",),
    },
    "slow": {
        "7,776 outcomes at every throw": ("yacht",),
        "its beliefs are made so slowly that a check takes many minutes": (
            "dou_dizhu",
            "euchre",
            "gin_rummy",
            "go_fish",
            "python_block_dominoes",
            "python_liars_poker",
            "python_team_dominoes",
            "skat",
            "spades",
        ),
    },
}

LEFT_OUT: Final[tuple[LeftOut, ...]] = tuple(
    LeftOut(name, kind, why) for kind, reasons in _REASONS.items() for why, names in reasons.items() for name in names
)
"""One entry a game."""
