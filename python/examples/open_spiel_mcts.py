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


def breakthrough(action: str) -> list[str]:
    """The man, then where it goes."""
    return [turned(action[:2]), turned(action[2:4])]


def connect_four(action: str) -> list[str]:
    """A column's cell at the top."""
    return ["abcdefg"[int(action[1:])] + "6"]


def on_a_corner(size: int, action: str) -> list[str]:
    """The board of Hex stands on a corner: its rows are OpenSpiel's diagonals."""
    column, row = ord(action[0]) - ord("a"), int(action[1:]) - 1
    across = column + row
    return [f"{chr(ord('a') + across)}{column - max(0, across - size + 1) + 1}"]


def reversi(action: str) -> list[str]:
    """A cell, or a pass."""
    return ["pass"] if action == "pass" else [turned(action)]


GAMES: dict[str, tuple[str, Callable[[str], list[str]]]] = {
    "breakthrough": ("breakthrough", breakthrough),
    "connect-four": ("connect_four", connect_four),
    "hex-5": ("hex(board_size=5)", partial(on_a_corner, 5)),
    "hex-7": ("hex(board_size=7)", partial(on_a_corner, 7)),
    "reversi": ("othello", reversi),
}

parser = argparse.ArgumentParser(description="OpenSpiel's MCTS as a UGI program.")
parser.add_argument("game", choices=GAMES)
parser.add_argument("rollouts", type=int, help="for each move")
arguments = parser.parse_args()

name, steps_of = GAMES[arguments.game]
game: Any = pyspiel.load_game(name)


def steps(state: Any) -> dict[int, list[str]]:
    """The steps that ardoise makes of each legal action."""
    return {action: steps_of(state.action_to_string(action)) for action in state.legal_actions()}


def reached(moves: list[str]) -> tuple[Any, list[str]]:
    """The state after whole moves, and the steps of the one under way. A step that leaves no choice ends its move."""
    state, begun = game.new_initial_state(), list[str]()
    for step in (step for move in moves for step in move.split("-")):
        begun.append(step)
        fitting = [action for action, all_steps in steps(state).items() if all_steps[: len(begun)] == begun]
        if not fitting:
            raise ValueError(f"{step} is not legal in\n{state}")
        if len(fitting) == 1:
            state.apply_action(fitting[0])
            begun = []
    return state, begun


def search(state: Any, seed: int) -> list[str]:
    """The steps of the move that a search finds."""
    rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
    # Its defaults: exploration 2, a gigabyte of memory, proven results kept.
    bot = pyspiel.MCTSBot(game, rollouts, 2.0, arguments.rollouts, 1000, True, seed, False)
    return steps(state)[bot.step(state)]


state, begun = reached([])
found = list[str]()
seed = 0
for line in sys.stdin:
    match line.split():
        case ["ugi"]:
            print("id name OpenSpiel\nugiok", flush=True)
        case ["isready"]:
            print("readyok", flush=True)
        case ["position", "startpos", *rest]:
            state, begun = reached(rest[1:])
        case ["position", *_]:
            sys.exit("expected a game from its start")
        case ["go", *_]:
            if not begun or found[: len(begun)] != begun:
                seed += 1
                found = search(state, seed)
            if found[: len(begun)] != begun:
                # The opening has begun another move: any that goes on so.
                found = next(way for way in steps(state).values() if way[: len(begun)] == begun)
            print("bestmove", found[len(begun)], flush=True)
        case ["quit"]:
            break
        case _:
            pass
