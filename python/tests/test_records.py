"""Records of games, read and written."""

import json
from collections.abc import Callable
from pathlib import Path

import ardoise
import pytest

from conftest import ROOT


def test_a_record_holds_its_game() -> None:
    over = ardoise.game("loa", {"max_plies": 60}).start().playout(seed=4)
    record = over.record(["Ann", "Bob"])
    assert record.players == ["Ann", "Bob"] and record.moves == over.moves and len(record) == over.ply
    result = over.result()
    assert result is not None and record.winner == result.winner and not record.unfinished
    assert record.game == over.game and record.position() == over and record.positions()[0] == over.first
    assert json.loads(record.text()) == record.fields and record.fields["options"] == {"max_plies": 60}
    assert over.first.record().unfinished and over.first.record().winner is None
    with pytest.raises(ardoise.Error, match="`players` has 3 entries: expected 2"):
        over.record(["a", "b", "c"])


@pytest.mark.parametrize("ending", ["jsonl", "sgf", "pgn"])
def test_files_of_records(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"games.{ending}"
    start = ardoise.game("loa").start()
    records = [start.playout(seed=seed).record(["Ann", "Bob"]) for seed in range(3)]
    ardoise.append_records(path, records[:1])
    ardoise.append_records(path, records[1:])
    read = ardoise.read_records(path)
    assert [record.moves for record in read] == [record.moves for record in records]
    assert [record.players for record in read] == [["Ann", "Bob"]] * 3
    if ending == "jsonl":
        assert read == records
    assert [record.moves for record in ardoise.parse_records(path.read_text())] == [record.moves for record in records]


def test_records_in_any_encoding(tmp_path: Path) -> None:
    game = b"(;GM[9]%sPB[\x83\x5c]PW[b];B[b1-b3]C[\x83\x5c];W[a2-c2])"
    path = tmp_path / "game.sgf"
    for declared, guessed in ((b"CA[Shift_JIS]", False), (b"", True)):
        path.write_bytes(game.replace(b"%s", declared))
        reads: list[Callable[[], list[ardoise.Record]]] = [
            lambda: ardoise.read_records(path),
            lambda: ardoise.parse_records(path.read_bytes()),
        ]
        for read in reads:
            if guessed:
                with pytest.warns(UserWarning, match="read as Shift_JIS, which was guessed"):
                    records = read()
            else:
                records = read()
            assert records[0].moves == ["b1-b3", "a2-c2"] and records[0].players == ["ソ", "b"]
    # A text has no encoding any more, whatever it says.
    assert ardoise.parse_records("(;GM[9]CA[Shift_JIS]PB[ソ]PW[b];B[b1-b3])")[0].players == ["ソ", "b"]


def test_records_of_every_game_are_verified() -> None:
    files = sorted((ROOT / "tests" / "conformance").glob("*.games.jsonl"))
    assert files
    for file in files:
        text = "".join(file.read_text().splitlines(keepends=True)[:2])
        assert len(ardoise.parse_records(text)) == 2


def test_wrong_records_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere.jsonl"):
        ardoise.read_records(tmp_path / "nowhere.jsonl")
    with pytest.raises(ardoise.Error, match="the text:1.*step 1.*d1-d9"):
        ardoise.parse_records('{"game": "loa", "steps": ["d1-d9"]}')
    with pytest.raises(ardoise.Error, match="the text:1.*not a game record"):
        ardoise.parse_records("hello")
    with pytest.raises(ardoise.Error, match="the format `xml`: expected jsonl, sgf or pgn"):
        ardoise.game("loa").start().record().text("xml")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
