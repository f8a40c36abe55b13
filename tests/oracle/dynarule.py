"""Writes dynarule.json: a tiny random decoder with adapters, written out, and what DynaRule's equations give on it.

    pip install torch numpy
    python tests/oracle/dynarule.py

Everything is computed in 64 bit by loops over sequences and steps, straight from the equations:

  attention  rectangular attention (Eq. 1-2) of one grouped-query layer with masked rules and a prior
  stage1     language-model loss with one pool for every layer, and the gradient of every adapter tensor
  stage2     two cases: KeepDim (Eq. 3), scores (Eq. 4), language-model and contrastive loss (Eq. 5), gradients
"""
import json
import math
from pathlib import Path

import numpy as np
import torch

torch.set_default_dtype(torch.float64)
V, D, LAYERS, HEADS, KV, HD, F, P, M = 30, 16, 3, 4, 2, 4, 24, 12, 14
A = HEADS * HD
EPS, THETA = 1e-5, 10_000.0
SEARCH = V
random = np.random.default_rng(20)


def draw(*shape: int, std: float = 0.3, mean: float = 0.0) -> torch.Tensor:
    return torch.tensor(np.round(random.normal(mean, std, shape), 3))


def base() -> dict[str, torch.Tensor]:
    tensors = {"embedding": draw(V, D, std=0.8)}
    for layer in range(LAYERS):
        shapes = dict(query=(D, A), key=(D, KV * HD), value=(D, KV * HD), output=(A, D), gate=(D, F), up=(D, F), down=(F, D))
        for name, shape in shapes.items():
            tensors[f"layers.{layer}.{name}"] = draw(*shape)
        for name in ("inputNorm", "postNorm"):
            tensors[f"layers.{layer}.{name}"] = draw(D, std=0.2, mean=1.0)
    tensors["finalNorm"] = draw(D, std=0.2, mean=1.0)
    return tensors


def adapters() -> dict[str, torch.Tensor]:
    tensors = {}
    for layer in range(LAYERS):
        tensors[f"layers.{layer}.query"] = draw(D, A)
        for name in ("key", "value"):
            tensors[f"layers.{layer}.{name}"] = draw(P, A)
        for name in ("queryBias", "keyBias", "valueBias"):
            tensors[f"layers.{layer}.{name}"] = draw(A)
    tensors["search"] = draw(1, D, std=0.8)
    return tensors


def rms_norm(x, weight):
    return x / torch.sqrt((x * x).mean(-1, keepdim=True) + EPS) * weight


def rotate(x):
    """x [S, heads, HD]: pairs (i, i + HD/2) turn by position * theta^(-2i/HD)."""
    positions = torch.arange(x.shape[0])[:, None, None]
    angle = positions * THETA ** (-2 * torch.arange(HD // 2) / HD)
    first, second = x[..., : HD // 2], x[..., HD // 2 :]
    return torch.cat([first * angle.cos() - second * angle.sin(), second * angle.cos() + first * angle.sin()], -1)


def attention(weights, layer, x, memory):
    """One sequence x [S, D]; memory = (query [S, A], keys [R, A], values [R, A], bias [S, R]) or None."""
    part = lambda name: weights[f"layers.{layer}.{name}"]
    length = x.shape[0]
    query = rotate((x @ part("query")).view(length, HEADS, HD))
    keys = rotate((x @ part("key")).view(length, KV, HD))
    values = (x @ part("value")).view(length, KV, HD)
    future = torch.ones(length, length).triu(1).bool()
    outputs, rule_weights = [], []
    for head in range(HEADS):
        group = head // (HEADS // KV)
        logits = (query[:, head] @ keys[:, group].T / math.sqrt(HD)).masked_fill(future, -math.inf)
        stacked = values[:, group]
        rules = 0
        if memory is not None:
            own = slice(head * HD, (head + 1) * HD)
            rule_logits = memory[0][:, own] @ memory[1][:, own].T / math.sqrt(HD) + memory[3]
            rules = rule_logits.shape[1]
            logits = torch.cat([rule_logits, logits], 1)
            stacked = torch.cat([memory[2][:, own], stacked], 0)
        share = torch.softmax(logits, 1)
        outputs.append(share @ stacked)
        rule_weights.append(share[:, :rules])
    return torch.cat(outputs, 1) @ part("output"), torch.stack(rule_weights)


def hidden_states(weights, embeddings, memory_of):
    x = embeddings
    for layer in range(LAYERS):
        part = lambda name: weights[f"layers.{layer}.{name}"]
        normed = rms_norm(x, part("inputNorm"))
        x = x + attention(weights, layer, normed, memory_of(layer, normed))[0]
        normed = rms_norm(x, part("postNorm"))
        x = x + (torch.nn.functional.silu(normed @ part("gate")) * (normed @ part("up"))) @ part("down")
    return rms_norm(x, weights["finalNorm"])


def affine(tuned, layer, name, x):
    """Rule embeddings, of length 1, are scaled by sqrt(A)."""
    if name != "query":
        x = x * math.sqrt(A)
    return x @ tuned[f"layers.{layer}.{name}"] + tuned[f"layers.{layer}.{name}Bias"]


def rule_keys(tuned, layer, rules, norm):
    keys = affine(tuned, layer, "key", rules)
    return keys if norm == "none" else torch.nn.functional.layer_norm(keys, (A,), eps=1e-5)


def nats(logits, example):
    """Sum of weight * -log p(next token), and the sum of the weights."""
    log_p = torch.log_softmax(logits, 1)
    pairs = list(zip(example["ids"], example["weights"]))[1:]
    return -sum(weight * log_p[at, token] for at, (token, weight) in enumerate(pairs)), sum(w for _, w in pairs)


def stage1(weights, tuned, rules, case):
    total, mass = 0, 0
    for example, visible in zip(case["examples"], case["visible"]):
        bias = torch.full((M,), -math.inf)
        bias[visible] = 0
        ids = torch.tensor(example["ids"])

        def memory_of(layer, x):
            keys = rule_keys(tuned, layer, rules, case["keyNorm"])
            return affine(tuned, layer, "query", x), keys, affine(tuned, layer, "value", rules), bias.expand(len(ids), M)

        loss, mass_here = nats(hidden_states(weights, weights["embedding"][ids], memory_of) @ weights["embedding"].T, example)
        total, mass = total + loss, mass + mass_here
    return total / mass, {}


def keep_dim(scores, gold, k, closed):
    others = sorted((row for row in range(M) if row not in gold and row not in closed), key=lambda row: -scores[row].item())
    kept = len(gold)
    margin = scores[others[k - kept - 1]] - scores[others[k - kept]]
    assert margin > 1e-3, f"too close to call in 32 bit: {margin}"
    return list(gold) + others[: k - kept]


def stage2(weights, tuned, rules, case):
    table = torch.cat([weights["embedding"], tuned["search"]])
    lm, mass, contrastive, chosen_rows, hits = 0, 0, [], [], []
    for example in case["examples"]:
        length = len(example["ids"])
        golds = [[case["ruleIds"].index(rule) for rule in step] for step in example["gold"]]
        chosen = {}

        def scores_of(layer, queries):
            states = []
            for query in example["queries"]:
                rows = [query["position"]] if query["kind"] == "token" else range(query["from"], query["to"])
                states.append(queries[list(rows)].mean(0))
            return torch.stack(states) @ rule_keys(tuned, layer, rules, case["keyNorm"]).T / math.sqrt(A)

        def choose(layer, scores):
            steps = []
            for step, gold in enumerate(golds):
                rows = keep_dim(scores[step], gold, case["topK"], case["closed"])
                kept = scores[step][rows]
                steps.append((rows, case["priorWeight"] * (kept - kept.max())))
            if layer == case["confidenceLayer"]:
                chosen_rows.append([sorted(rows) for rows, _ in steps])
                for step, gold in enumerate(golds):
                    hits.append(int(scores[step].argmax()) in gold)
                    for row in gold:
                        left = [r for r in range(M) if r == row or r not in gold]
                        log_p = torch.log_softmax(scores[step][left] / case["temperature"], 0)
                        contrastive.append(-log_p[left.index(row)])
            return steps

        def memory_of(layer, x):
            if case["selection"] == "confidence" and layer < case["confidenceLayer"]:
                return None
            query = affine(tuned, layer, "query", x)
            if case["selection"] == "per-layer" or layer == case["confidenceLayer"]:
                chosen["steps"] = choose(layer, scores_of(layer, query))
            slots = [row for rows, _ in chosen["steps"] for row in rows]
            bias = torch.stack(
                [
                    torch.cat([prior if step == seen else torch.full_like(prior, -math.inf) for step, (_, prior) in enumerate(chosen["steps"])])
                    for seen in example["stepOf"]
                ]
            )
            keys = rule_keys(tuned, layer, rules[slots], case["keyNorm"])
            return query, keys, affine(tuned, layer, "value", rules[slots]), bias

        states = hidden_states(weights, table[torch.tensor(example["ids"])], memory_of)
        loss, mass_here = nats(states @ table.T, example)
        lm, mass = lm + loss, mass + mass_here
        assert len(example["stepOf"]) == length
    lm, retrieval = lm / mass, torch.stack(contrastive).mean()
    extra = {"lm": lm.item(), "contrastive": retrieval.item(), "recallAt1": sum(hits) / len(hits), "chosen": chosen_rows}
    return lm + case["contrastiveWeight"] * retrieval, extra


def example(length, prompt, searches, gold, first):
    """`searches`: positions of <search>; the first one is the prompt's last token where first is 'search'."""
    ids = [int(token) for token in random.integers(0, V, length)]
    for position in searches:
        ids[position] = SEARCH
    starts = searches if first == "search" else [0, *searches]
    step_of = [sum(position >= start for start in starts) - 1 for position in range(length)]
    queries = [{"kind": "token", "position": position} for position in searches]
    if first == "mean":
        queries.insert(0, {"kind": "mean", "from": 0, "to": prompt})
    weights = [0 if position < prompt else 1 for position in range(length)]
    weights[-1] = 0.5
    return {"ids": ids, "weights": weights, "queries": queries, "stepOf": step_of, "gold": gold}


def outcome(loss_of, weights, tuned, rules, case):
    used = [name for name in tuned if name in case["parameters"]]
    leaves = {name: tensor.clone().requires_grad_() for name, tensor in tuned.items()}
    loss, extra = loss_of(weights, leaves, rules, case)
    gradients = torch.autograd.grad(loss, [leaves[name] for name in used])
    return {"loss": loss.item(), **extra, "gradients": {name: plain(g) for name, g in zip(used, gradients)}}


def plain(tensor):
    return [float(f"{value:.8g}") for value in tensor.detach().flatten().tolist()]


def main() -> None:
    weights, tuned, rules = base(), adapters(), draw(M, P, std=0.3)
    layers_from = lambda first: [name for name in tuned if name != "search" and int(name.split(".")[1]) >= first]
    x, memory_query, keys, values = draw(2, 5, D), draw(2, 5, A), draw(2, 3, A), draw(2, 3, A)
    bias = draw(2, 5, 3)
    bias[0, 1, 2] = bias[1, :, 0] = -1e9
    attended = [attention(weights, 1, x[row], (memory_query[row], keys[row], values[row], bias[row])) for row in range(2)]
    ids = [int(rule) for rule in random.permutation(100)[:M]]
    gold_a, gold_b = [[ids[5]], [ids[2], ids[7]], [ids[1], ids[3], ids[9]]], [[ids[4]]]
    plain_examples = [example(9, 4, [], [[]], "search"), example(6, 3, [], [[]], "search")]
    first = {
        "name": "confidence", "selection": "confidence", "confidenceLayer": 1, "keyNorm": "none", "priorWeight": 1.0,
        "topK": 4, "temperature": 0.2, "contrastiveWeight": 0.7, "ruleIds": ids, "closed": [],
        "examples": [example(12, 4, [3, 6, 9], gold_a, "search"), example(7, 4, [3], gold_b, "search")],
        "parameters": [*layers_from(1), "search"],
    }
    second = {
        **first, "name": "per-layer", "selection": "per-layer", "keyNorm": "layer", "priorWeight": 0.5, "closed": [0, 6, 11],
        "examples": [example(11, 4, [6, 9], gold_a, "mean"), example(7, 3, [], gold_b, "mean")],
        "parameters": [*layers_from(0), "search"],
    }
    stage1_case = {"keyNorm": "layer", "visible": [[1, 4, 6], list(range(M))], "examples": plain_examples, "parameters": layers_from(0)}
    flat = lambda tensors: {name: tensor.flatten().tolist() for name, tensor in tensors.items()}
    oracle = {
        "config": {
            "architecture": "llama", "vocabSize": V, "hiddenSize": D, "layers": LAYERS, "heads": HEADS, "kvHeads": KV, "headDim": HD,
            "feedForwardSize": F, "ropeTheta": THETA, "rmsNormEps": EPS, "tiedEmbeddings": True, "qkvBias": False,
            "maxPositions": 64, "bosTokenId": None, "eosTokenId": 0,
        },
        "shapes": {name: list(t.shape) for name, t in [*weights.items()]},
        "base": flat(weights),
        "adapterShapes": {name: list(t.shape) for name, t in tuned.items()},
        "adapters": flat(tuned),
        "rules": {"shape": [M, P], "values": rules.flatten().tolist()},
        "attention": {
            "layer": 1, "batch": 2, "length": 5, "rules": 3,
            **{name: t.flatten().tolist() for name, t in dict(x=x, query=memory_query, keys=keys, values=values, bias=bias).items()},
            "output": plain(torch.stack([out for out, _ in attended])),
            "memoryWeights": plain(torch.stack([share for _, share in attended])),
        },
        "stage1": {**stage1_case, "expected": outcome(stage1, weights, tuned, rules, stage1_case)},
        "stage2": [{**case, "expected": outcome(stage2, weights, tuned, rules, case)} for case in (first, second)],
    }
    path = Path(__file__).with_suffix(".json")
    path.write_text(json.dumps(oracle, separators=(",", ":")).replace('],"', '],\n"') + "\n")


if __name__ == "__main__":
    main()
