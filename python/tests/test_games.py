"""Games, positions and playouts."""

import copy
import pickle
from pathlib import Path

import ardoise
import numpy as np
import pytest

from conftest import ROOT


def test_games_are_listed_and_made() -> None:
    names = ardoise.games()
    assert {"loa", "logitac", "breakthrough", "connect-four"} <= set(names)
    for name in names:
        game = ardoise.game(name)
        assert game.name == name and game.title and game.summary and game.page
        assert game == ardoise.game(name) and hash(game) == hash(ardoise.game(name))
    assert ardoise.game("loa").title == "Lines of Action"
    assert ardoise.game("loa") != ardoise.game("zen")


def test_rule_options() -> None:
    game = ardoise.game("loa", rules={"setup": "scrambled-eggs", "max_plies": 30})
    assert game.rules == {"setup": "scrambled-eggs", "max_plies": "30", "simultaneous": "draw", "repetition": "third"}
    assert set(game.options) == set(game.rules)
    assert game != ardoise.game("loa") and game.max_moves == 30
    assert str(game) == "loa setup=scrambled-eggs max_plies=30"
    with pytest.raises(ardoise.Error, match="rule option `setup` of loa is `eggs`: expected standard"):
        ardoise.game("loa", {"setup": "eggs"})
    with pytest.raises(ardoise.Error, match="unknown rule option `speed`"):
        ardoise.game("loa", {"speed": 3})
    with pytest.raises(TypeError, match="expected a word or a whole number"):
        ardoise.game("loa", {"max_plies": 1.5})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]


def test_a_game_from_a_file_of_rules(tmp_path: Path) -> None:
    text = (ROOT / "games" / "breakthrough.rbg").read_text()
    path = tmp_path / "mine.rbg"
    path.write_text(text.replace("Breakthrough", "My game"))
    game = ardoise.game(path)
    assert game.title == "My game" and game.shape == ardoise.game("breakthrough").shape
    of_text = ardoise.game("mine", text=path.read_text())
    assert of_text.start().legal_moves() == game.start().legal_moves() == ardoise.game("breakthrough").start().legal_moves()
    # One name for each game: what is pickled holds the text.
    restored = pickle.loads(pickle.dumps(of_text.start().play("a2-a3")))
    assert restored.game == of_text and restored.ply == 1
    with pytest.raises(ardoise.Error, match="no such file"):
        ardoise.game("nowhere.rbg")
    with pytest.raises(ardoise.Error, match="unknown game `chess`: expected one of"):
        ardoise.game("chess")
    with pytest.raises(ardoise.Error):
        ardoise.game("broken", text="#players = white(1)")


def test_positions_never_change() -> None:
    start = ardoise.game("loa").start()
    assert start.to_act == 0 and start.seat == start.game.seats[0] and start.ply == 0 and not start.is_over
    moved = start.play("d1-b3")
    assert start.ply == 0 and start == ardoise.game("loa").start() != moved
    assert moved.moves == ["d1-b3"] and moved.to_act == 1 and moved.first == start
    assert moved == start.play(int(start.legal_indices()[start.legal_moves().index("d1-b3")]))
    assert moved.play("a2-c2", "b1-b4").moves == ["d1-b3", "a2-c2", "b1-b4"]
    assert len({start, moved, ardoise.game("loa").start()}) == 2


def test_positions_are_text_and_back() -> None:
    for name in ardoise.games():
        game = ardoise.game(name)
        for position in game.random_positions(20, seed=3):
            assert game.position(position.text).text == position.text
            again = game.position(position.first.text, position.moves)
            assert again == position and hash(again) == hash(position)
            for other in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
                assert other == position and other.moves == position.moves and other.game == game
    start = ardoise.game("loa").start()
    assert repr(start) == f'ardoise.game("loa").position("{start.text}")'
    assert eval(repr(start), {"ardoise": ardoise}) == start
    assert str(start).count("X") >= 12 and "\n" in str(start)
    game = ardoise.game("loa", {"max_plies": 7})
    assert eval(repr(game), {"ardoise": ardoise}) == game


def test_what_is_wrong_is_said() -> None:
    start = ardoise.game("loa").start()
    with pytest.raises(ardoise.Error, match="d1-d9"):
        start.play("d1-d9")
    with pytest.raises(ardoise.Error, match="no legal move has the policy index 0"):
        start.play(0)
    with pytest.raises(ardoise.Error, match="expected"):
        start.game.position("nonsense")
    over = start.playout(seed=1)
    with pytest.raises(ardoise.Error, match="after the end of the game"):
        over.play("d1-b3")
    assert issubclass(ardoise.Error, ValueError)


def test_impossible_numbers_are_refused() -> None:
    start = ardoise.game("loa").start()
    for call in (start.playouts, start.game.random_positions, start.perft):
        for number in (-1, 2**70):
            with pytest.raises(OverflowError):
                call(number)


def test_legal_indices_are_in_the_order_of_the_moves() -> None:
    for name in ["loa", "dualite", "breakthrough", "l-calculus"]:
        game = ardoise.game(name)
        for position in game.random_positions(30, seed=5):
            moves, indices = position.legal_moves(), position.legal_indices()
            assert indices.shape == (len(moves),) and indices.dtype == np.int64
            assert len(set(indices.tolist())) == len(moves) and indices.max() < game.shape.policy_size
            assert position.play(int(indices[-1])) == position.play(moves[-1])


def test_results() -> None:
    game = ardoise.game("connect-four")
    position = game.start()
    for _ in range(3):
        position = position.play("a6", "b6")
    assert position.result() is None
    over = position.play("a6")
    result = over.result()
    assert result is not None and over.is_over and over.legal_moves() == [] and over.legal_indices().shape == (0,)
    assert result.winner == 0 and result.scores == (1.0, -1.0) and result.reason and result.totals is None
    assert str(result) == f"side 0 wins: {result.reason}"
    assert result == over.result() and hash(result) == hash(over.result())


def test_the_third_occurrence_draws() -> None:
    position = ardoise.game("loa").start()
    for _ in range(2):
        assert not position.is_over
        position = position.play("b1-b3", "a2-c2", "b3-b1", "c2-a2")
    # The start counts as its first occurrence; the same position without its history is not over.
    result = position.result()
    assert result is not None and result.winner is None and result.scores == (0.0, 0.0)
    assert position != position.game.position(position.text)


def test_playouts_are_seeded() -> None:
    start = ardoise.game("loa").start()
    assert start.playout(seed=7) == start.playout(seed=7)
    assert start.playout(seed=7).moves != start.playout(seed=8).moves
    scores = start.playouts(200, seed=7)
    assert scores.shape == (200,) and scores.dtype == np.int8 and set(scores.tolist()) <= {-1, 0, 1}
    assert (scores == start.playouts(200, seed=7)).all() and (scores != start.playouts(200, seed=8)).any()
    result = start.playout(seed=7).result()
    assert result is not None and result.scores[0] == scores[0]
    texts = [position.text for position in start.game.random_positions(50, seed=1)]
    assert texts == [position.text for position in start.game.random_positions(50, seed=1)]


def test_turns() -> None:
    start = ardoise.game("breakthrough").start()
    assert start.legal_turns("d2") == ["d2-c3", "d2-d3", "d2-e3"] and len(start.legal_turns()) == 22
    assert start.legal_turns(most=3) == sorted(start.legal_turns(most=3))
    assert start.play("d2-d3") == start.play("d2d3")
    by_steps = ardoise.game("breakthrough", {"action": "step"}).start()
    assert by_steps.play("d2-d3") == by_steps.play("d2", "d3") and by_steps.legal_turns() == start.legal_turns()
    with pytest.raises(ardoise.Error, match="move `d2-d5` is not legal here"):
        start.play("d2-d5")
    assert ardoise.game("amazons").start().legal_turns("d1-d7/", most=2) == ["d1-d7/d8", "d1-d7/d9"]


def test_perft() -> None:
    start = ardoise.game("loa").start()
    assert start.perft(3) == [36, 1244, 44952]
    assert start.perft(1) == [len(start.legal_moves())]


def test_encoding() -> None:
    for name in ["loa", "dualite", "breakthrough"]:
        game = ardoise.game(name)
        shape, positions = game.shape, game.random_positions(10, seed=2)
        planes, scalars = game.encode(positions)
        assert planes.shape == (10, shape.planes, shape.rows, shape.cols) and planes.dtype == np.float32
        assert scalars.shape == (10, shape.globals) and scalars.dtype == np.float32
        assert planes.min() >= 0 and planes.max() <= 1
        one, _ = game.encode(positions[3:4])
        assert (one[0] == planes[3]).all()
        assert game.encode([])[0].shape == (0, shape.planes, shape.rows, shape.cols)
    with pytest.raises(ardoise.Error, match="expected positions of"):
        ardoise.game("zen").encode([ardoise.game("loa").start()])
