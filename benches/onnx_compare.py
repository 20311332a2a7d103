"""Checks exported ONNX models against the compact evaluator and compares their speeds on one thread.

    cargo build --release --no-default-features --features cli
    pip install -r benches/requirements.txt
    python benches/onnx_compare.py checkpoints/dualite.ard checkpoints/loa.ard

For each evaluator `ardoise export` writes the model and positions of random games with the evaluator's answers in 32
bits. The f32 model must give the same under onnxruntime, all at once and one at a time, up to 1e-4 of the largest value of
each output (of 1, where all are smaller); otherwise the exit code is 1. Then onnxruntime's own tools make 8-bit models of it: `int8 dynamic` and
`int8 static`, which is calibrated on every other position. What they lose is told for the positions between those.

Each rate is the best of many short runs, by turns, so that other work on the machine hardly shows. Those of the
evaluator, in 8 and in 32 bits, are of `ardoise bench` on a net of the same size, and hold all that search asks for: the
encoding of positions, the forward pass, the priors of the legal moves. Those of onnxruntime hold the call from Python
and the forward pass from arrays that are ready.
"""

import argparse
import json
import logging
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import onnxruntime as ort
from onnxruntime.quantization import CalibrationDataReader, QuantType, quantize_dynamic, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

TOLERANCE = 1e-4
OWN = {precision: f"ardoise bench, {precision}" for precision in ["int8", "f32"]}
BATCHES = [1, 32]
ROUNDS = 20
RUNS = 3  # in a round, as `ardoise bench` has it


def open_model(path):
    """A session on one thread of the processor."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def arrays(described, samples):
    """The samples' entries for these inputs or outputs, as `[n, ...]`."""
    entries = {d.name: np.array([sample[d.name] for sample in samples], dtype=np.float32) for d in described}
    return {d.name: entries[d.name].reshape([-1] + d.shape[1:]) for d in described}


def rows(inputs, first, count):
    """`count` of the positions from `first` on, from the beginning again behind the last."""
    return {name: array.take(range(first, first + count), axis=0, mode="wrap") for name, array in inputs.items()}


def every_other(arrays, first):
    """Half of the positions, or of what stands beside them."""
    return {name: array[first::2] for name, array in arrays.items()}


def answers(session, inputs):
    """The outputs by name."""
    return dict(zip([output.name for output in session.get_outputs()], session.run(None, inputs)))


def differences(given, expected):
    """The largest difference of each output."""
    return {name: float(np.abs(given[name] - expected[name]).max()) for name in expected}


def told(differences):
    return ", ".join(f"{name} {difference:.1e}" for name, difference in differences.items())


def best_move(sample, logits):
    """The legal move with the largest logit."""
    return max(sample["legal"], key=lambda move: logits[move])


class Positions(CalibrationDataReader):
    """Positions for calibration, one at a time."""

    def __init__(self, inputs):
        self.rest = iter([rows(inputs, index, 1) for index in range(len(inputs["planes"]))])

    def get_next(self):
        return next(self.rest, None)


def quantised(model, inputs):
    """Paths of the 8-bit models that onnxruntime makes of a model, by name; `inputs` are for calibration."""
    prepared = model.with_suffix(".prepared.onnx")
    quant_pre_process(str(model), str(prepared), skip_symbolic_shape=True)
    paths = {name: model.with_suffix(f".{name}.onnx") for name in ["dynamic", "static"]}
    # Its convolutions with dynamic ranges take unsigned weights only.
    quantize_dynamic(str(prepared), str(paths["dynamic"]), weight_type=QuantType.QUInt8)
    quantize_static(
        str(prepared),
        str(paths["static"]),
        Positions(inputs),
        per_channel=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
    )
    return {f"int8 {name}": path for name, path in paths.items()}


def rate(session, inputs, batch, seconds):
    """Positions a second, the best of a round."""
    outputs = [output.name for output in session.get_outputs()]
    batches = [rows(inputs, first, batch) for first in range(0, len(inputs["planes"]), batch)]
    best = 0.0
    for _ in range(RUNS):
        begin, done = time.perf_counter(), 0
        while time.perf_counter() - begin < seconds:
            session.run(outputs, batches[done % len(batches)])
            done += 1
        best = max(best, done * batch / (time.perf_counter() - begin))
    return best


class Own:
    """The compact evaluator's fastest kernel of each precision, on a net of some size."""

    def __init__(self, ardoise, variant, architecture, seconds):
        sizes = ["--channels", str(architecture["channels"]), "--blocks", str(architecture["blocks"])]
        self.command = [ardoise, "bench", variant, *sizes, "--seconds", str(seconds), "--json", "--only"]
        # The portable loops take most of the time of a round, so all kernels run once only.
        self.kernels = {}
        for precision in OWN:
            rates = self.bench(f"evaluator {precision} ")
            self.kernels[precision] = max(rates, key=rates.get).rpartition(", batch ")[0]

    def bench(self, only):
        """Rates by workload."""
        printed = subprocess.run([*self.command, only], check=True, stdout=subprocess.PIPE).stdout
        return {line["workload"]: line["rate"] for line in json.loads(printed)}

    def rates(self):
        """Positions a second, the best of a round, by name and size of batch."""
        best = {}
        for precision, kernel in self.kernels.items():
            rates = self.bench(f"{kernel}, batch ")
            best |= {(OWN[precision], batch): rates[f"{kernel}, batch {batch}"] for batch in BATCHES}
        return best


def compare(ardoise, evaluator, folder, seconds):
    """Prints agreement and speeds of one evaluator; returns whether the model agrees."""
    model, samples = folder / "net.onnx", folder / "net.jsonl"
    export = [ardoise, "export", evaluator, "--format", "onnx", "--out", model, "--samples", samples]
    print(f"\n{evaluator}")
    subprocess.run(export, check=True, stdout=subprocess.DEVNULL)
    session = open_model(model)
    samples = [json.loads(line) for line in samples.open()]
    inputs, expected = arrays(session.get_inputs(), samples), arrays(session.get_outputs(), samples)

    singles = [answers(session, rows(inputs, index, 1)) for index in range(len(samples))]
    together = differences(answers(session, inputs), expected)
    alone = differences({name: np.concatenate([one[name] for one in singles]) for name in expected}, expected)
    worst = {name: float(np.maximum(together[name], alone[name])) for name in expected}
    # Moves are counted, and logits may lie near -500: 32 bits then hold fewer digits behind the point.
    scales = {name: max(1.0, float(np.abs(values).max())) for name, values in expected.items()}
    agrees = all(worst[name] <= TOLERANCE * scales[name] for name in worst)
    print(f"f32: largest difference on {len(samples)} positions: {told(worst)}: {'agrees' if agrees else 'DIFFERS'}")

    sessions = {"f32": session}
    for name, path in quantised(model, every_other(inputs, 0)).items():
        sessions[name] = open_model(path)
        given = answers(sessions[name], every_other(inputs, 1))
        lost = differences(given, every_other(expected, 1))
        pairs = zip(samples[1::2], given["policy_logits"])
        same = np.mean([best_move(one, logits) == best_move(one, one["policy_logits"]) for one, logits in pairs])
        print(f"{name}: {told(lost)}; same best move in {same:.0%}")

    properties = session.get_modelmeta().custom_metadata_map
    variant, architecture = properties["variant"], json.loads(properties["architecture"])
    own, best = Own(ardoise, variant, architecture, seconds), {}
    for _ in range(ROUNDS):
        rates = own.rates()
        for name, session in sessions.items():
            rates |= {(f"onnxruntime, {name}", batch): rate(session, inputs, batch, seconds) for batch in BATCHES}
        best = {key: max(new, best.get(key, 0.0)) for key, new in rates.items()}
    print(f"{'positions/s, one thread':<28}" + "".join(f"{f'batch {batch}':>10}{'ratio':>7}" for batch in BATCHES))
    unit = {batch: best[OWN["int8"], batch] for batch in BATCHES}
    for name in dict.fromkeys(name for name, _ in best):
        cells = [f"{best[name, batch]:>10.0f}{best[name, batch] / unit[batch]:>7.2f}" for batch in BATCHES]
        print(f"{name:<28}" + "".join(cells))
    return agrees


def main():
    root = Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("evaluators", nargs="+", metavar="EVALUATOR", help="what `ardoise export` takes")
    parser.add_argument("--ardoise", default=root / "target/release/ardoise", help="the program")
    parser.add_argument("--seconds", type=float, default=0.002, help="for each of the short runs")
    arguments = parser.parse_args()
    # The tools that quantise advise at length.
    logging.disable(logging.WARNING)
    print(f"onnxruntime {ort.__version__}; ratios: to the positions a second of the compact evaluator in int8")
    agree = True
    for evaluator in arguments.evaluators:
        with tempfile.TemporaryDirectory() as folder:
            agree &= compare(arguments.ardoise, evaluator, Path(folder), arguments.seconds)
    sys.exit(0 if agree else "a model differs from its evaluator")


if __name__ == "__main__":
    main()
