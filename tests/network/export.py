#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Files as PyTorch's exporter writes them: export.py FOLDER [OPSET …]

A LeNet-5 that is trained here on the digits of scikit-learn; with seeded weights a bidirectional LSTM of two layers, a transformer
encoder of two layers, and torchvision's resnet18, mobilenet_v2 and squeezenet1_1. Each is exported for operator sets 9 to 17. Beside
each file lie an input and PyTorch's own outputs. Of all but the first a file is left out if its nodes are those of an earlier set,
except that of the last set.
Needs python3-torch, python3-torchvision, python3-sklearn."""
import io
import pathlib
import sys
import warnings

import numpy
import onnx
import torch
import torchvision
from sklearn.datasets import load_digits

warnings.filterwarnings("ignore")
OPSETS = range(9, 18)


def lenet5():
    torch.manual_seed(15)
    nn = torch.nn
    net = nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2),
                        nn.Flatten(), nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10))
    digits = load_digits()
    images = torch.nn.functional.interpolate(torch.tensor(digits.images, dtype=torch.float32)[:, None] / 16, size=(28, 28))
    labels = torch.tensor(digits.target)
    optimizer = torch.optim.Adam(net.parameters(), 1e-3)
    for _ in range(10):
        for batch in torch.randperm(1500).split(50):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(net(images[batch]), labels[batch]).backward()
            optimizer.step()
    net.eval()
    with torch.no_grad():
        right = (net(images[1500:]).argmax(1) == labels[1500:]).float().mean()
    print(f"lenet5: {right:.1%} of {len(labels) - 1500} digits that it has not seen")
    return net, images[1500:1501]


class Sequence(torch.nn.Module):
    """The last of what an LSTM makes of a sequence."""

    def __init__(self):
        super().__init__()
        self.lstm = torch.nn.LSTM(16, 32, num_layers=2, bidirectional=True)
        self.linear = torch.nn.Linear(64, 10)

    def forward(self, x):
        return self.linear(self.lstm(x)[0][-1])


def lstm():
    torch.manual_seed(15)
    return Sequence().eval(), torch.rand(20, 1, 16) * 2 - 1


class EncoderLayer(torch.nn.Module):
    """Attention and a perceptron, as they are published; PyTorch's own layer is one node when it does not train, which the exporter
    does not know."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.project, self.out = torch.nn.Linear(width, 3 * width), torch.nn.Linear(width, width)
        self.perceptron = torch.nn.Sequential(torch.nn.Linear(width, 2 * width), torch.nn.GELU(), torch.nn.Linear(2 * width, width))
        self.norms = torch.nn.ModuleList([torch.nn.LayerNorm(width), torch.nn.LayerNorm(width)])

    def forward(self, x):
        batch, length, width = x.shape
        query, key, value = (part.reshape(batch, length, self.heads, width // self.heads).transpose(1, 2)
                             for part in self.project(x).chunk(3, dim=2))
        attention = torch.softmax(query @ key.transpose(2, 3) / (width // self.heads) ** 0.5, dim=-1)
        x = self.norms[0](x + self.out((attention @ value).transpose(1, 2).reshape(batch, length, width)))
        return self.norms[1](x + self.perceptron(x))


def encoder():
    torch.manual_seed(15)
    return torch.nn.Sequential(EncoderLayer(64, 4), EncoderLayer(64, 4)).eval(), torch.rand(1, 24, 64) * 2 - 1


def of_torchvision(name):
    torch.manual_seed(15)
    return getattr(torchvision.models, name)(weights=None).eval(), torch.rand(1, 3, 224, 224) * 2 - 1


def exported(net, image, opset):
    file = io.BytesIO()
    torch.onnx.export(net, image, file, opset_version=opset, input_names=["input"], output_names=["output"])
    return file.getvalue()


def graph_of(file):
    return onnx.load_from_string(file).graph.SerializeToString(deterministic=True)


def export(folder, name, net, image, opsets, every=False):
    with torch.no_grad():
        result = net(image).numpy()
    seen = {}
    for opset in opsets:
        try:
            file = exported(net, image, opset)
        except Exception as problem:  # of any kind: it is the exporter's
            print(f"{name}: operator set {opset}: not exported: {str(problem).splitlines()[0]}")
            continue
        same = seen.setdefault(graph_of(file), opset)
        if same != opset and opset != opsets[-1] and not every:
            print(f"{name}: operator set {opset}: the same nodes as in set {same}")
            continue
        label = f"{name}_{opset}"
        (folder / f"{label}.onnx").write_bytes(file)
        (folder / label).mkdir(exist_ok=True)
        numpy.save(folder / label / "input_0.npy", image.numpy())
        numpy.save(folder / label / "pytorch_0.npy", result)
        print(f"{name}: operator set {opset}: {len(onnx.load_from_string(file).graph.node)} nodes, {len(file) / 1e6:.1f} MB")


def main():
    folder = pathlib.Path(sys.argv[1])
    opsets = [int(word) for word in sys.argv[2:]] or OPSETS
    folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    export(folder, "lenet5", *lenet5(), opsets, every=True)
    export(folder, "lstm", *lstm(), opsets)
    export(folder, "encoder", *encoder(), opsets)
    for name in "resnet18", "mobilenet_v2", "squeezenet1_1":
        export(folder, name, *of_torchvision(name), opsets)


main()
