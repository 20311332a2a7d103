"""OpenSpiel's tree search with random rollouts as a program that `ardoise arena` plays against:

    ardoise arena released "ugi:python open_spiel_mcts.py hex-7 10000" --game hex-7

It speaks the Universal Game Interface, needs open_spiel alone, and knows how both programs name the cells of each game.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pyspiel


def turned(cell: str) -> str:
    """OpenSpiel counts the rows of a board of 8x8 from the other side."""
    return f"{cell[0]}{9 - int(cell[1])}"


def breakthrough(action: str) -> str:
    """The man, then where it goes."""
    return f"{turned(action[:2])}-{turned(action[2:4])}"


def connect_four(action: str) -> str:
    """A column."""
    return "abcdefg"[int(action[1:])]


def hexagons(size: int, action: str) -> str:
    """The board of Hex seen from the other side."""
    column, row = ord(action[0]) - ord("a"), int(action[1:])
    return f"{chr(ord('a') + size - 1 - column)}{size + 1 - row}"


GAMES: dict[str, tuple[str, Callable[[str], str]]] = {
    "breakthrough": ("breakthrough", breakthrough),
    "connect-four": ("connect_four", connect_four),
    "hex-5": ("hex(board_size=5)", partial(hexagons, 5)),
    "hex-7": ("hex(board_size=7)", partial(hexagons, 7)),
    "reversi": ("othello", str),
}

parser = argparse.ArgumentParser(description="OpenSpiel's MCTS as a UGI program.")
parser.add_argument("game", choices=GAMES)
parser.add_argument("rollouts", type=int, help="for each move")
arguments = parser.parse_args()

name, move_of = GAMES[arguments.game]
game: Any = pyspiel.load_game(name)


def moves(state: Any) -> dict[str, int]:
    """The legal actions by the moves that ardoise calls them."""
    return {move_of(state.action_to_string(action)): action for action in state.legal_actions()}


def reached(made: list[str]) -> Any:
    """The state after moves."""
    state = game.new_initial_state()
    for move in made:
        # Captures have `x`, and stones that fall are called by the cell where they come to lie.
        text = move.replace("x", "-")
        state.apply_action(moves(state)[move[0] if arguments.game == "connect-four" else text])
    return state


state = reached([])
seed = 0
for line in sys.stdin:
    match line.split():
        case ["ugi"]:
            print("id name OpenSpiel\nugiok", flush=True)
        case ["isready"]:
            print("readyok", flush=True)
        case ["position", "startpos", *rest]:
            state = reached(rest[1:])
        case ["position", *_]:
            sys.exit("expected a game from its start")
        case ["go", *_]:
            seed += 1
            rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
            # Its defaults: exploration 2, a gigabyte of memory, proven results kept.
            bot = pyspiel.MCTSBot(game, rollouts, 2.0, arguments.rollouts, 1000, True, seed, False)
            print("bestmove", move_of(state.action_to_string(bot.step(state))), flush=True)
        case ["quit"]:
            break
        case _:
            pass
