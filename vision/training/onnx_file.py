"""Writes the trained network as ONNX: batch norm folded into the convolutions, the temperature into the last layer.

Written node by node, with an old opset, so that every OpenCV from 4.10 on reads it and nothing depends on what an
exporter does this year.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from vision.face_net import NONE, SIZE

_OPSET, _IR = 11, 6


class _Graph:
    """Nodes and weights in the order of the layers."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.weights: list[Any] = []
        self.last = "patches"

    def add(self, kind: str, *weights: Any, **attributes: Any) -> None:
        """One node that takes the last one's output and these weights."""
        output = f"{kind.lower()}{len(self.nodes)}"
        names = [f"{output}_{k}" for k in range(len(weights))]
        for name, values in zip(names, weights, strict=True):
            self.weights.append(numpy_helper.from_array(np.ascontiguousarray(values, np.float32), name))
        self.nodes.append(helper.make_node(kind, [self.last, *names], [output], **attributes))
        self.last = output


@dataclass(frozen=True)
class Form:
    """A network's name and what it takes and gives: N of the shape `given`, a row of `columns` scores each; `half`:
    weights are stored with half the bits."""

    name: str = "face_net"
    given: tuple[int, ...] = (1, SIZE, SIZE)
    columns: int = NONE + 1
    half: bool = False


def write(net: Any, temperature: float, path: Path, about: str, form: Form | None = None) -> None:
    """The network with its softness; `about` (a line of words) is stored with it. `form` is the d6 faces' by
    default."""
    graph = _Graph()
    layers = list(net)
    for layer, following in zip(layers, [*layers[1:], None], strict=True):
        if isinstance(layer, nn.Conv2d):
            _add_convolution(graph, layer, following)
        elif isinstance(layer, nn.ReLU):
            graph.add("Relu")
        elif isinstance(layer, nn.Flatten):
            graph.add("Flatten", axis=1)
        elif isinstance(layer, nn.Linear):
            weight, bias = (part.detach().numpy() / temperature for part in (layer.weight, layer.bias))
            graph.add("Gemm", weight, bias, transB=1)
    path.write_bytes(_model(graph, about, form or Form()).SerializeToString())


def _add_convolution(graph: _Graph, conv: Any, norm: Any) -> None:
    """A convolution and the batch norm after it as one: both are linear."""
    gain = (norm.weight / (norm.running_var + norm.eps).sqrt()).detach().numpy()
    weight = conv.weight.detach().numpy() * gain[:, None, None, None]
    bias = norm.bias.detach().numpy() - norm.running_mean.numpy() * gain
    border = [conv.padding[0]] * 4
    kernel, stride = list(conv.kernel_size), list(conv.stride)
    graph.add("Conv", weight, bias, kernel_shape=kernel, strides=stride, pads=border)


def _halve(graph: _Graph) -> None:
    """Weights of 16 bits, made 32 again by a node before they are used."""
    for weight in graph.weights:
        name = weight.name
        short = numpy_helper.to_array(weight).astype(np.float16)
        weight.CopyFrom(numpy_helper.from_array(short, name + "_half"))
        graph.nodes.insert(0, helper.make_node("Cast", [name + "_half"], [name], to=TensorProto.FLOAT))


def _model(graph: _Graph, about: str, form: Form) -> Any:
    given = helper.make_tensor_value_info("patches", TensorProto.FLOAT, ("n", *form.given))
    told = helper.make_tensor_value_info(graph.last, TensorProto.FLOAT, ("n", form.columns))
    if form.half:
        _halve(graph)
    whole = helper.make_graph(graph.nodes, form.name, [given], [told], graph.weights)
    model = helper.make_model(
        whole, producer_name="raflebord", doc_string=about, opset_imports=[helper.make_opsetid("", _OPSET)]
    )
    model.ir_version = _IR
    onnx.checker.check_model(model)
    return model
