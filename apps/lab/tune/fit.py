#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fit.py NET.BIN SHAPE SAMPLES...: learns the weights of a network from samples and writes them as net.bin.

SHAPE is the file with what apps/lab/tune/samples prints: inputs, stages, the scale of the evaluation. Options: --units N, --epochs N,
--result SHARE (of the label, the rest is the search's value), --batch N, --rate R, --seed N. Runs on a GPU if there is one.
The last twentieth of the samples of each file is held out; prints the mean logarithmic loss of the result there: of a coin, the plain
value, the search and the network, before and after rounding to integers."""
import argparse
import struct
import sys
import time

import numpy as np
import torch

ONE, SHARE, ROW_LIMIT = 255, 1024, 127 / 255


def load(name, inputs):
    heads = np.fromfile(name + ".heads", dtype=[("plain", "<i2"), ("value", "<i2"), ("result", "u1"), ("stage", "u1"), ("count", "u1"), ("image", "u1")])
    on = np.fromfile(name + ".on", dtype="<u2")
    counts = heads["count"].astype(np.int64)
    assert counts.sum() == len(on), f"{name}: heads and inputs differ"
    wide = np.full((len(heads), int(counts.max(initial=1))), inputs, dtype=np.int16)
    wide[np.arange(wide.shape[1])[None, :] < counts[:, None]] = on.astype(np.int16)
    return heads, wide


class Net(torch.nn.Module):
    def __init__(self, inputs, stages, units):
        super().__init__()
        self.rows = torch.nn.Parameter(torch.randn(inputs + 1, units) * 0.03)
        self.bias = torch.nn.Parameter(torch.full((units,), 0.2))
        self.out = torch.nn.Parameter(torch.randn(stages, units) * 0.02)
        self.constant = torch.nn.Parameter(torch.zeros(stages))
        self.share = torch.nn.Parameter(torch.ones(stages))
        with torch.no_grad():
            self.rows[inputs] = 0

    def forward(self, on, stage, plain):
        sums = torch.nn.functional.embedding_bag(on, self.rows, mode="sum", padding_idx=self.rows.shape[0] - 1) + self.bias
        unit = sums.clamp(0, 1) ** 2
        return (unit * self.out[stage]).sum(1) + self.constant[stage] + self.share[stage] * plain

    def limit(self):
        with torch.no_grad():
            self.rows.clamp_(-ROW_LIMIT, ROW_LIMIT)
            self.rows[-1] = 0


def rounded(net, scale):
    """The integers of net.bin, and a network that computes with them."""
    rows = torch.round(net.rows.detach() * ONE).clamp(-127, 127)[:-1]
    bias = torch.round(net.bias.detach() * ONE).clamp(-32000, 32000)
    out = net.out.detach() * scale
    factor = 127 / out.abs().max().item()
    weights = torch.round(out * factor).clamp(-127, 127)
    multiplier = round(2**32 / (ONE * ONE * factor))
    other = Net(rows.shape[0], out.shape[0], rows.shape[1]).to(rows.device)
    with torch.no_grad():
        other.rows[:-1] = rows / ONE
        other.bias[:] = bias / ONE
        other.out[:] = weights / factor / scale
        other.constant[:] = torch.round(net.constant.detach() * scale) / scale
        other.share[:] = torch.round(net.share.detach() * SHARE) / SHARE
    return (rows, bias, weights, multiplier), other


def write(name, net, integers, scale):
    rows, bias, weights, multiplier = (x.cpu().numpy() if hasattr(x, "cpu") else x for x in integers)
    data = b"abaxnet1" + struct.pack("<HHHHi", rows.shape[0], rows.shape[1], weights.shape[0], 0, multiplier)
    for share, constant in zip(net.share.tolist(), net.constant.tolist()):
        data += struct.pack("<ii", round(share * SHARE), round(constant * scale))
    # A block is 32 units: those of its first half lie in the even bytes, of its second half in the odd ones.
    rows = rows.reshape(rows.shape[0], -1, 2, 16).swapaxes(2, 3)
    data += bias.astype("<i2").tobytes() + weights.astype("<i2").tobytes() + rows.astype("i1").tobytes()
    with open(name, "wb") as f:
        f.write(data)


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("net")
    a.add_argument("shape")
    a.add_argument("samples", nargs="+")
    a.add_argument("--units", type=int, default=64)
    a.add_argument("--epochs", type=int, default=12)
    a.add_argument("--result", type=float, default=0.6)
    a.add_argument("--batch", type=int, default=16384)
    a.add_argument("--rate", type=float, default=2e-3)
    a.add_argument("--seed", type=int, default=1)
    a = a.parse_args()
    with open(a.shape, encoding="ascii") as f:
        inputs, stages, scale = (int(word) for word in f.read().split()[:3])
    torch.manual_seed(a.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    parts = [load(name, inputs) for name in a.samples]
    width = max(wide.shape[1] for _, wide in parts)
    learn, held = [], []
    for heads, wide in parts:
        wide = np.pad(wide, ((0, 0), (0, width - wide.shape[1])), constant_values=inputs)
        cut = len(heads) - len(heads) // 20
        learn.append((heads[:cut], wide[:cut]))
        held.append((heads[cut:], wide[cut:]))

    def tensors(parts):
        heads = np.concatenate([h for h, _ in parts])
        on = torch.from_numpy(np.concatenate([w for _, w in parts])).to(device)
        get = lambda field, kind: torch.from_numpy(heads[field].astype(kind)).to(device)
        return on, get("stage", np.int64), get("plain", np.float32) / scale, get("value", np.float32) / scale, get("result", np.float32) / 2

    on, stage, plain, value, result = tensors(learn)
    test = tensors(held)
    label = a.result * result + (1 - a.result) * torch.sigmoid(value)
    loss = torch.nn.functional.binary_cross_entropy_with_logits
    net = Net(inputs, stages, a.units).to(device)
    ever = torch.zeros(inputs + 1, dtype=torch.bool, device=device)
    for i in range(0, len(stage), 1 << 20):
        ever[on[i : i + (1 << 20)].flatten().long().unique()] = True
    with torch.no_grad():
        net.rows[~ever] = 0  # what never was on says nothing
    print(f"{len(stage)} samples, {len(test[1])} held out, {width} inputs on at most, device {device}", flush=True)
    plain_scale = min((loss(test[2] * k, test[4]).item(), k) for k in (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.4))
    value_scale = min((loss(test[3].clamp(-12, 12) * k, test[4]).item(), k) for k in (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.4, 1.7))
    print(f"held out: coin {loss(test[4] * 0, test[4]).item():.4f}, plain {plain_scale[0]:.4f} (times {plain_scale[1]}), search {value_scale[0]:.4f} (times {value_scale[1]})", flush=True)

    def judge(model):
        total = 0.0
        with torch.no_grad():
            for i in range(0, len(test[1]), 65536):
                part = [x[i : i + 65536] for x in test]
                total += loss(model(part[0].int(), part[1], part[2]), part[4], reduction="sum").item()
        return total / max(1, len(test[1]))

    optimizer = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=1e-5)
    steps = a.epochs * (len(stage) // a.batch + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, a.rate, total_steps=steps + 1, pct_start=0.1)
    for epoch in range(a.epochs):
        began, order, total = time.time(), torch.randperm(len(stage), device=device), torch.zeros((), device=device)
        for i in range(0, len(stage), a.batch):
            pick = order[i : i + a.batch]
            out = net(on[pick].int(), stage[pick], plain[pick])
            cost = loss(out, label[pick])
            optimizer.zero_grad(set_to_none=True)
            cost.backward()
            optimizer.step()
            schedule.step()
            net.limit()
            total += cost.detach() * len(pick)
        print(f"epoch {epoch + 1}: label {total.item() / len(stage):.4f}, held out {judge(net):.4f}, {time.time() - began:.1f} s", flush=True)
    integers, other = rounded(net, scale)
    print(f"as integers: held out {judge(other):.4f}; share of the plain value {['%.2f' % x for x in net.share.tolist()]}", flush=True)
    write(a.net, net, integers, scale)
    return 0


if __name__ == "__main__":
    sys.exit(main())
