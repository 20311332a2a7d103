"""The same games step by step beside OpenSpiel: legal moves and results."""

import random
from collections.abc import Callable
from typing import Any

import ardoise
import pytest

spiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is not installed: its games are NOT compared")


def test_lines_of_action() -> None:
    """With its rules as options here: a position draws at its second occurrence, and a capture that connects both sides
    wins. There a side without a move loses, here it passes."""
    theirs = spiel.load_game("lines_of_action")
    ours = ardoise.game("loa", {"simultaneous": "mover", "repetition": "second", "max_plies": 1000})
    rng, ends = random.Random(1), {"connected": 0, "repeated": 0, "no move": 0}
    for _ in range(3000):
        state, position = theirs.new_initial_state(), ours.start()
        while True:
            actions = {state.action_to_string(action): action for action in state.legal_actions()}
            assert sorted(actions) == sorted(position.legal_moves()), position
            assert state.current_player() == position.to_act
            move = rng.choice(list(actions))
            state.apply_action(actions[move])
            position = position.play(move)
            if not state.is_terminal():
                assert not position.is_over, position
                continue
            result, returns = position.result(), tuple(state.returns())
            if result is not None:
                assert result.scores == returns, position
                ends["repeated" if returns == (0.0, 0.0) else "connected"] += 1
            else:
                assert position.legal_moves() == ["pass"], position
                ends["no move"] += 1
            break
    assert ends["connected"] > 2000 and ends["repeated"] > 0, ends


def test_breakthrough() -> None:
    """OpenSpiel's board is turned by half. The steps of a turn are the man, and where it goes where it can go to several
    cells."""
    theirs, ours = spiel.load_game("breakthrough"), ardoise.game("breakthrough", {"action": "step"})
    by_turns = ardoise.game("breakthrough").start()
    assert sorted(by_turns.legal_turns()) == sorted(by_turns.legal_moves())
    rng = random.Random(2)

    def turned(cell: str) -> str:
        return f"{cell[0]}{9 - int(cell[1])}"

    for _ in range(300):
        state, position = theirs.new_initial_state(), ours.start()
        while not state.is_terminal():
            assert state.current_player() == position.to_act
            actions: dict[str, int] = {}
            goals: dict[str, list[str]] = {}
            for action in state.legal_actions():
                text = state.action_to_string(action)
                man, goal, takes = turned(text[:2]), turned(text[2:4]), text.endswith("*")
                goals.setdefault(man, []).append(goal)
                actions[f"{man}{'x' if takes else '-'}{goal}"] = action
            assert sorted(actions) == sorted(position.legal_turns()), position
            assert sorted(goals) == sorted(position.legal_moves()), position
            for man, cells in goals.items():
                lifted = position.play(man)
                if len(cells) > 1:
                    assert sorted(cells) == sorted(lifted.legal_moves()) and lifted.to_act == position.to_act, position
                else:
                    assert lifted.is_over or lifted.to_act != position.to_act
            turn = rng.choice(list(actions))
            state.apply_action(actions[turn])
            position = position.play(turn)
        result = position.result()
        assert result is not None and result.scores == tuple(state.returns())


def beside(theirs: Any, ours: ardoise.Game, turn_of: Callable[[Any, str], str], games: int) -> None:
    """Random games of both: the same legal turns, sides and results. `turn_of` says what a turn is called here."""
    rng = random.Random(3)
    for _ in range(games):
        state, position = theirs.new_initial_state(), ours.start()
        while not state.is_terminal():
            assert state.current_player() == position.to_act, position
            turns = {turn_of(state, state.action_to_string(action)): action for action in state.legal_actions()}
            assert sorted(turns) == sorted(position.legal_turns()), position
            turn = rng.choice(list(turns))
            state.apply_action(turns[turn])
            position = position.play(turn)
        result = position.result()
        assert result is not None and result.scores == tuple(state.returns()), position


def test_connect_four() -> None:
    """OpenSpiel names a column, here it is the cell where the stone comes to lie."""

    def landed(state: Any, action: str) -> str:
        column = int(action[1:])
        rows = str(state).split()
        return f"{'abcdefg'[column]}{1 + sum(row[column] != '.' for row in rows)}"

    beside(spiel.load_game("connect_four"), ardoise.game("connect-four"), landed, 300)


@pytest.mark.parametrize("size", [5, 7])
def test_hex(size: int) -> None:
    """Cells have the same names: the first player joins the edges with the letters."""
    beside(spiel.load_game(f"hex(board_size={size})"), ardoise.game(f"hex-{size}"), lambda _, action: action, 200)


def test_reversi() -> None:
    """`a1` is where it is in Othello, and who cannot move passes."""
    beside(spiel.load_game("othello"), ardoise.game("reversi"), lambda _, action: action, 200)
