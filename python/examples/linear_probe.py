# %% [markdown]
# # A linear probe on a net's inputs
#
# How much of what a net says of a position is linear in what it sees? A ridge regression from the encoded board to the
# net's score answers it: what the regression explains of positions that it has not seen is linear, the rest the net has
# found in its layers. The regression's weights show which cells are worth having.
#
#     python linear_probe.py --game loa --positions 6000

# %%
import argparse

import ardoise
import numpy as np
from numpy.typing import NDArray

parser = argparse.ArgumentParser(description="Fits a linear model of a net's inputs to its scores.")
parser.add_argument("--game", default="loa", choices=ardoise.games(), metavar="GAME")
parser.add_argument("--positions", type=int, default=6000)
parser.add_argument("--ridge", type=float, default=10.0, help="how much weights are held down")
parser.add_argument("--seed", type=int, default=1)
arguments = parser.parse_args()

evaluator = ardoise.Evaluator.released(arguments.game)
print(evaluator)

# %% [markdown]
# Positions of random games. Neighbours in a game are alike, so the last quarter, which are other games, is the test.

# %%
positions = evaluator.game.random_positions(arguments.positions, seed=arguments.seed)
planes, scalars = evaluator.encode(positions)
targets: dict[str, NDArray[np.float64]] = {
    "its score": evaluator.evaluate(positions).score.astype(np.float64),
    "its score before a softmax": np.arctanh(evaluator.evaluate(positions).score.astype(np.float64) * 0.999),
}
inputs = np.concatenate([planes.reshape(len(positions), -1), scalars, np.ones((len(positions), 1))], axis=1)
inputs = inputs.astype(np.float64)
train = len(positions) * 3 // 4


def fit(target: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights of the ridge regression on the first positions."""
    seen = inputs[:train]
    squares = seen.T @ seen + arguments.ridge * np.eye(inputs.shape[1])
    return np.linalg.solve(squares, seen.T @ target[:train])


def explained(weights: NDArray[np.float64], target: NDArray[np.float64], part: slice) -> float:
    """The share of the target's variance that the regression explains (R squared)."""
    rest = target[part] - inputs[part] @ weights
    return float(1 - rest.var() / target[part].var())


# %%
for name, target in targets.items():
    weights = fit(target)
    shares = [explained(weights, target, part) for part in (slice(train), slice(train, None))]
    print(f"{name}: {100 * shares[0]:.1f} % linear where it was fitted, {100 * shares[1]:.1f} % in other games")

# %% [markdown]
# The weights of the first two planes, on most boards the own and the opponent's pieces, as a board: what a piece there
# adds to the score of the side to act.

# %%
shape = evaluator.game.shape
weights = fit(targets["its score"])[: shape.planes * shape.rows * shape.cols]
for plane in weights.reshape(shape.planes, shape.rows, shape.cols)[:2]:
    print()
    for row in plane:
        print(" ".join(f"{100 * weight:+5.1f}" for weight in row))
