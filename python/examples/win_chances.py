# %% [markdown]
# # The win chances of a game
#
# Plots how the chances of a game went: as the net sees them at a glance, and after a search. It reads a record (JSON
# lines, SGF or text), or lets the released evaluator play itself where none is given:
#
#     python win_chances.py game.sgf --out chances.png

# %%
import argparse
from pathlib import Path

import ardoise
import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402

parser = argparse.ArgumentParser(description="Plots the win chances of a game.")
parser.add_argument("record", nargs="?", type=Path, help="its record; by default a new game of Lines of Action")
parser.add_argument("--simulations", type=int, default=100, help="of each search")
parser.add_argument("--moves", type=int, default=400, help="look at no more than so many")
parser.add_argument("--out", type=Path, default=Path("win_chances.png"), help="the picture to write")
arguments = parser.parse_args()

# %% [markdown]
# The game: from its record, or played. A search's `policy` says how good the moves are; drawing from it gives each seed
# a game of its own.

# %%
positions: list[ardoise.Position]
if arguments.record is not None:
    positions = ardoise.read_records(arguments.record)[0].positions()
else:
    positions = [ardoise.game("loa").start()]
    random = np.random.default_rng(1)
    while not positions[-1].is_over and len(positions) <= arguments.moves:
        found = ardoise.search(positions[-1], arguments.simulations)
        move = random.choice(positions[-1].legal_moves(), p=found.policy / found.policy.sum(dtype=np.float64))
        positions.append(positions[-1].play(str(move)))
last = positions[-1]
positions = [position for position in positions if not position.is_over][: arguments.moves]
game = last.game
print(f"{game.title}: {last.ply} moves, {last.result() or 'not over'}")

# %% [markdown]
# Values are for the side to act. `seen` turns them into chances of side 0, so that they make one curve.

# %%
evaluator = ardoise.Evaluator.released(game.name)


def seen(chances: np.ndarray, to_act: int) -> np.ndarray:
    """Win, draw and loss for the side to act, as chances of side 0."""
    return chances if to_act == 0 else chances[::-1]


sides = [position.to_act for position in positions]
at_a_glance = np.array([seen(value, side) for value, side in zip(evaluator.evaluate(positions).value, sides, strict=True)])
searches = [ardoise.search(position, arguments.simulations, evaluator=evaluator) for position in positions]
searched = np.array(
    [seen(np.array([found.win, found.draw, found.loss]), side) for found, side in zip(searches, sides, strict=True)]
)

# %%
figure, axes = plt.subplots(figsize=(9, 4), layout="constrained")
moves = np.arange(len(positions))
axes.stackplot(
    moves,
    *(100 * searched.T),
    labels=["side 0 wins", "draw", "side 1 wins"],
    colors=["#303030", "#9a9a9a", "#eeeeee"],
)
axes.plot(moves, 100 * at_a_glance[:, 0], color="#d62728", linewidth=1, label="side 0 wins, without search")
axes.set(xlabel="moves", ylabel="%", ylim=(0, 100), xlim=(0, max(1, len(positions) - 1)))
axes.set_title(f"{game.title}: {last.result() or 'not over'}")
axes.legend(loc="upper left", fontsize="small")
figure.savefig(arguments.out, dpi=120)
print(f"{arguments.out}: {len(positions)} positions")

# %% [markdown]
# Where a move cost the side that made it most: the largest fall of its win chances.

# %%
falls = [
    (searched[ply + 1, 0] - searched[ply, 0]) * (1 if side == 0 else -1) for ply, side in enumerate(sides[:-1])
]
if falls:
    worst = int(np.argmin(falls))
    print(f"the costliest move: {last.moves[worst]}, move {worst + 1}, {100 * falls[worst]:+.0f} % for side {sides[worst]}")
