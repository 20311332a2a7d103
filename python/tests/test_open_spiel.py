"""The same games step by step beside OpenSpiel: legal moves and results."""

import random
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
    """OpenSpiel's board is turned by half, and a move is one step. Here a turn is two, the man and where it goes, but where
    it can go to one cell only."""
    theirs, ours = spiel.load_game("breakthrough"), ardoise.game("breakthrough")
    rng = random.Random(2)

    def turned(cell: str) -> str:
        return f"{cell[0]}{9 - int(cell[1])}"

    for _ in range(300):
        state, position = theirs.new_initial_state(), ours.start()
        while not state.is_terminal():
            assert state.current_player() == position.to_act
            actions = {action: state.action_to_string(action) for action in state.legal_actions()}
            goals: dict[str, list[str]] = {}
            for text in actions.values():
                goals.setdefault(turned(text[:2]), []).append(turned(text[2:4]))
            assert sorted(goals) == sorted(position.legal_moves()), position
            for man, cells in goals.items():
                lifted = position.play(man)
                if len(cells) > 1:
                    assert sorted(cells) == sorted(lifted.legal_moves()) and lifted.to_act == position.to_act, position
                else:
                    assert lifted.is_over or lifted.to_act != position.to_act
            action = rng.choice(list(actions))
            state.apply_action(action)
            position = position.play(f"{turned(actions[action][:2])}-{turned(actions[action][2:4])}")
        result = position.result()
        assert result is not None and result.scores == tuple(state.returns())


def test_connect_four() -> None:
    """OpenSpiel names a column, here it is the cell at its top."""
    theirs, ours = spiel.load_game("connect_four"), ardoise.game("connect-four")
    rng = random.Random(3)
    for _ in range(1000):
        state, position = theirs.new_initial_state(), ours.start()
        while not state.is_terminal():
            moves = {f"{'abcdefg'[action]}6": action for action in state.legal_actions()}
            assert sorted(moves) == sorted(position.legal_moves()), position
            move = rng.choice(list(moves))
            state.apply_action(moves[move])
            position = position.play(move)
        result = position.result()
        assert result is not None and result.scores == tuple(state.returns()), position
