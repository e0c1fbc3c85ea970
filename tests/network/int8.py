#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""int8 versions of four networks, and what quantising them costs: int8.py FLOAT_FOLDER FOLDER [--inputs N]

FLOAT_FOLDER is what export.py writes for operator set 13; the network of the tour is taken from the examples. Each becomes four files:
a scale per channel or per tensor, QLinear operators or chains of Quantize and Dequantize. digits and lenet5 are calibrated on 50 digits
that they were trained on, and count how many of the 297 others they recognise; resnet18 and mobilenet_v2 have seeded weights, so that
only the agreement with the float network is counted, on N random inputs. FOLDER is then one for tests/run/networks.
Needs python3-onnx, python3-numpy, python3-sklearn; ETALON_BIN names the program."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy
import onnx
from sklearn.datasets import load_digits

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ETALON = os.environ.get("ETALON_BIN", "etalon")
SEEN = 1500  # digits that the networks were trained on


def digits(size):
    """Images and what they show."""
    data = load_digits()
    images = (data.images / 16).astype(numpy.float32)[:, None]
    places = numpy.arange(size) * 8 // size  # the nearest pixel, as PyTorch enlarges an image
    return images[:, :, places][:, :, :, places], data.target


def random_images(count):
    draw = numpy.random.default_rng(15)
    return (draw.random((count, 1, 3, 224, 224), numpy.float32) * 2 - 1)


def chosen_by(model, inputs, folder):
    """The place of the largest result for each input."""
    [name] = [one.name for one in onnx.load(model, load_external_data=False).graph.input]
    places = []
    for given in inputs:
        numpy.save(folder / "given.npy", given)
        subprocess.run([ETALON, "run", model, "--profile", "onnx", "--kernel", "fast", "-q", "--input", f"{name}={folder}/given.npy",
                        "--output-dir", folder / "results"], check=True, stdout=subprocess.DEVNULL)
        places.append(int(numpy.load(folder / "results" / "output_0.npy").argmax()))
    return numpy.array(places)


def versions(name, model, calibration, inputs, labels, into, scratch):
    """Writes the four files; prints a row for each."""
    files = []
    for k, given in enumerate(calibration):
        files.append(scratch / f"calibration_{k}.npy")
        numpy.save(files[-1], given)
    before = chosen_by(model, inputs, scratch)
    of = len(inputs)
    right = f"{(before == labels).sum()} of {of}" if labels is not None else ""
    print(f"| {name} | float | {right} | |")
    for per in "channel", "tensor":
        for form in "linear", "chains":
            label = f"{name}_int8_{per}_{form}"
            subprocess.run([ROOT / "tests" / "network" / "quantise.py", model, into / f"{label}.onnx", *files, "--per", per, "--form", form],
                           check=True, stdout=subprocess.DEVNULL, env=dict(os.environ, ETALON_BIN=ETALON))
            (into / label).mkdir(exist_ok=True)
            numpy.save(into / label / "input_0.npy", inputs[0])
            after = chosen_by(into / f"{label}.onnx", inputs, scratch)
            right = f"{(after == labels).sum()} of {of}" if labels is not None else ""
            print(f"| {name} | {per}, {form} | {right} | {(after == before).sum()} of {of} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("floats", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--inputs", type=int, default=20, help="random inputs of the networks that were not trained")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    scratch = pathlib.Path(tempfile.mkdtemp())
    print("| network | version | recognised | as the float network |\n|---|---|---|---|")
    for name, size, model in (("digits", 8, ROOT / "examples" / "models" / "digits.onnx"), ("lenet5", 28, options.floats / "lenet5_13.onnx")):
        images, labels = digits(size)
        versions(name, model, images[:50, None], images[SEEN:, None], labels[SEEN:], options.folder, scratch)
    images = random_images(4 + options.inputs)
    for name in "resnet18", "mobilenet_v2":
        versions(name, options.floats / f"{name}_13.onnx", images[:4], images[4:], None, options.folder, scratch)
    shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
