"""What is given on purpose to break something: it ends in an exception, soon."""

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ardoise
import numpy as np
import pytest

import calls


class Lying:
    """A sequence with another length than it says."""

    def __init__(self, says: int, *items: object) -> None:
        self.says = says
        self.items = items

    def __len__(self) -> int:
        return self.says

    def __getitem__(self, index: int) -> object:
        return self.items[index]


def reduced(value: object) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """What makes a value again, and from what, as pickle does."""
    made: Any = value.__reduce__()
    return made[0], made[1]


def lines(place: Path, records: Any) -> int:
    path = place / "records.jsonl"
    path.unlink(missing_ok=True)
    ardoise.append_records(path, records)
    return len(ardoise.read_records(path))


@pytest.mark.parametrize("says", [2**40, 2**62, 0])
def test_nobody_believes_how_long_a_sequence_says_it_is(says: int, tmp_path: Path) -> None:
    start, evaluator = calls.start(), calls.evaluator()
    three: Any = Lying(says, start, start, start)
    assert len(start.game.encode(three)[0]) == len(evaluator.encode(three)[0]) == 3
    assert len(evaluator.logits(three)) == len(evaluator.evaluate(three)) == 3
    moves: Any = Lying(says, "b1-b3")
    assert start.game.position(start.text, moves) == start.play("b1-b3")
    names: Any = Lying(says, "Ann", "Bob")
    assert start.record(names).players == ["Ann", "Bob"]
    assert lines(tmp_path, Lying(says, calls.played())) == 1
    restore, (parts,) = reduced(calls.found())
    (side, best, _, _), *others = parts
    result = restore(((side, best, Lying(says, best), Lying(says, calls.found().moves[0])), *others))
    assert result.pv == [best] and len(result.moves) == 1


OTHERS: list[Any] = [None, 5, "b1-b3", {}, {0: 1}, set[int](), range(2**40), np.zeros((3, 2)), np.full(4, np.nan), [[]], [b"x"], object()]


@pytest.mark.parametrize("given", OTHERS)
def test_what_is_no_sequence_of_positions_is_refused(given: Any) -> None:
    start, evaluator = calls.start(), calls.evaluator()
    takes: list[Callable[[Any], object]] = [
        start.game.encode,
        evaluator.encode,
        evaluator.logits,
        evaluator.evaluate,
        lambda given: ardoise.append_records("never.jsonl", given),
        lambda given: ardoise.parse_records(given) if not isinstance(given, str) else start.record([given] * 7),
        ardoise.Evaluator.from_bytes,
    ]
    for take in takes:
        with pytest.raises((TypeError, ValueError)):
            take(given)
    assert not Path("never.jsonl").exists()


def test_arrays_of_objects_are_sequences_with_any_strides() -> None:
    start = calls.start()
    positions: Any = np.array([start, start.play("b1-b3"), start, start.play("c1-c3")], dtype=object)
    there, back = start.game.encode(positions)[0], start.game.encode(positions[::-1])[0]
    assert (there[::-1] == back).all() and len(start.game.encode(positions[::-2])[0]) == 2


def test_a_game_that_is_over_at_the_start_has_no_random_positions() -> None:
    game = ardoise.game("over.rbg", text=calls.rules(calls.squares(2), "->white anywhere {b} [w] ->> {}"))
    assert game.start().is_over and game.start().playout() == game.start()
    with pytest.raises(ardoise.Error, match="over before the first move"):
        game.random_positions(3)


def test_pickles_that_somebody_changed_are_refused() -> None:
    record = calls.played()
    restore, (game, line) = reduced(record)
    for damaged in (line.replace('"b', '"z'), "{}", "", "[" * 10_000, line[:-9], line.replace("loa", "zen")):
        with pytest.raises(ardoise.Error):
            restore(game, damaged)
    restore, _ = reduced(calls.start().game.shape)
    with pytest.raises(ardoise.Error, match="too large"):
        restore((2**63, 2, 1, 1, 1, 1, False))
    content = bytearray(pickle.dumps(calls.evaluator()))
    content[len(content) // 2] ^= 1
    with pytest.raises(ardoise.Error):
        pickle.loads(bytes(content))


TEXTS = ["", "a\0b", "\ud800", "\udc80x", "x" * 1_000_000, "\x1b]0;x\x07", "\u202e", "\u0301" * 10_000, "9" * 5_000, "[" * 10_000]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_texts_that_mean_nothing_are_refused(text: str, tmp_path: Path) -> None:
    start = calls.start()
    takes: list[Callable[[str], object]] = [
        ardoise.game,
        lambda text: ardoise.game("x.rbg", text=text),
        lambda text: ardoise.game("loa", {text: 1}),
        lambda text: ardoise.game("loa", {"max_plies": text}),
        start.game.position,
        start.play,
        lambda text: start.game.position(start.text, [text]),
        lambda text: calls.played().text(text),  # type: ignore[arg-type]
        lambda text: calls.evaluator().in_precision(text),  # type: ignore[arg-type]
        lambda text: ardoise.search(start, 1, evaluator=text),  # type: ignore[arg-type]
        ardoise.Evaluator.released,
        lambda text: ardoise.Evaluator(f"{tmp_path}/{text}"),
        lambda text: ardoise.Run(f"{tmp_path}/{text}"),
        lambda text: ardoise.read_records(f"{tmp_path}/{text}"),
    ]
    for take in takes:
        with pytest.raises((ValueError, OSError, TypeError)):
            take(text)


NUMBERS: list[Any] = [-1, 2**32, 2**64, 10**40, float("nan"), float("inf"), 1.5, None, "3", np.float32(3), np.int8(-1), np.array([3]), []]


@pytest.mark.parametrize("number", NUMBERS, ids=repr)
def test_numbers_that_cannot_be_are_refused(number: Any) -> None:
    start, evaluator = calls.start(), calls.evaluator()
    takes: list[Callable[[Any], object]] = [
        start.game.random_positions,
        start.playouts,
        start.perft,
        lambda number: ardoise.search(start, number),
        lambda number: ardoise.search(start, 1, threads=number),
        lambda number: evaluator.evaluate([start], threads=number),
    ]
    if number != "3":
        takes.append(start.play)
    for take in takes:
        with pytest.raises((TypeError, ValueError, OverflowError)):
            take(number)


def test_threads_share_everything() -> None:
    """Many calls at once, with games of two sizes, give what they give alone."""
    from concurrent.futures import ThreadPoolExecutor

    evaluator, positions = calls.evaluator(), calls.positions(1000)[:100]
    alone = evaluator.evaluate(positions).score

    def work(index: int) -> bool:
        best = ardoise.search(positions[index], 20, evaluator=evaluator, threads=2).best
        again = evaluator.evaluate(positions, threads=1 + index % 3).score
        return best in positions[index].legal_moves() and bool((again == alone).all())

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(16)))
