"""One stage-2 training step in PyTorch: the other side of `npm run bench`.

Reads the work as one JSON line from standard input, then trains as many steps as each
further line says (works.py). The work is
that of src/dynarule/stage2-loss.ts: a frozen decoder, rules chosen at the confidence layer
by the scores of each step's query, the chosen rules in one softmax with the context from
that layer on, language-model loss at the labelled positions, contrastive loss over the
pool, gradients clipped in two groups, AdamW.

Shapes: B rows, S tokens, D hidden size, H heads, d head size, P width of a rule embedding,
M rules, N steps of all rows, K rules a step, R = most steps of a row times K.
"""
import math

import torch
import torch.nn.functional as F

from works import read_work, serve

MASKED = -1e9


class Base:
    """Frozen random weights; matrices are [out, in]."""

    def __init__(self, lm):
        D, A, ff = lm["hiddenSize"], lm["heads"] * lm["headDim"], lm["feedForwardSize"]
        shared = lm["kvHeads"] * lm["headDim"]
        draw = lambda *shape: torch.randn(*shape) * 0.05
        self.embedding = draw(lm["vocabSize"], D)
        self.norm = torch.ones(D)
        self.layers = [
            dict(q=draw(A, D), k=draw(shared, D), v=draw(shared, D), o=draw(D, A) / math.sqrt(2 * lm["layers"]),
                 gate=draw(ff, D), up=draw(ff, D), down=draw(D, ff) / math.sqrt(2 * lm["layers"]),
                 input_norm=torch.ones(D), post_norm=torch.ones(D))
            for _ in range(lm["layers"])
        ]


def first_adapters(work, base):
    """Adapters of the layers from the confidence layer on, and the row of `<search>`."""
    lm, P = work["lm"], work["dimensions"]
    A = lm["heads"] * lm["headDim"]
    adapters = {"search": base.embedding[2:3].clone()}
    for index in range(work["confidenceLayer"], lm["layers"]):
        adapters[f"{index}.q"] = base.layers[index]["q"].clone()
        adapters[f"{index}.k"] = torch.randn(A, P) * work["keyInitStd"]
        adapters[f"{index}.v"] = torch.randn(A, P) * work["valueInitStd"]
    return {name: tensor.requires_grad_() for name, tensor in adapters.items()}


def rope_angles(lm, length):
    half = lm["headDim"] // 2
    angles = torch.outer(torch.arange(length), lm["ropeTheta"] ** (-torch.arange(half) / half))
    return torch.cat([angles, angles], 1).cos(), torch.cat([angles, angles], 1).sin()


def rope(x, cos, sin):
    first, second = x.chunk(2, -1)
    return x * cos + torch.cat([-second, first], -1) * sin


class Batch:
    """The batch's arrays as tensors; made anew every step, as our side does."""

    def __init__(self, work):
        batch, steps = work["batch"], work["steps"]
        self.B, self.S = batch["rows"], batch["length"]
        self.ids = torch.tensor(batch["ids"]).view(self.B, self.S)
        self.positions = torch.tensor(batch["positions"])
        self.labels = torch.tensor(batch["labels"])
        self.label_weights = torch.tensor(batch["labelWeights"])
        self.step_of = torch.tensor(batch["stepOf"]).view(self.B, self.S)
        self.max_steps = batch["maxSteps"]
        self.step_rows = torch.tensor([step["row"] for step in steps])
        self.step_numbers = torch.tensor([step["step"] for step in steps])
        self.step_positions = torch.tensor([step["row"] * self.S + step["position"] for step in steps])
        self.gold = torch.tensor([step["gold"] for step in steps])


class Step:
    """One forward pass; `loss` is its result."""

    def __init__(self, work, base, adapters, rules):
        self.work, self.base, self.adapters = work, base, adapters
        self.batch = Batch(work)
        self.K = work["topK"]
        self.embedding_scale = math.sqrt(work["lm"]["heads"] * work["lm"]["headDim"])
        self.pool, self.open = self.draw_pool(rules)
        self.loss = self.run()

    def draw_pool(self, rules):
        """The batch's own pool, or all rules with candidates from some of them; as our side does."""
        M = rules.shape[0]
        if self.work["ownPool"]:
            return rules[torch.arange(M)], None
        closed = torch.ones(M, dtype=torch.bool)
        closed[torch.randperm(M)[: self.work["candidates"]]] = False
        return rules, closed

    def embed(self):
        search_id = self.work["lm"]["vocabSize"]
        is_search = (self.batch.ids == search_id).unsqueeze(-1)
        known = self.base.embedding[self.batch.ids.masked_fill(is_search.squeeze(-1), 0)]
        return torch.where(is_search, self.adapters["search"], known)

    def run(self):
        lm, batch, base = self.work["lm"], self.batch, self.base
        D, eps = lm["hiddenSize"], lm["rmsNormEps"]
        self.cos, self.sin = rope_angles(lm, batch.S)
        self.causal = torch.full((batch.S, batch.S), MASKED).triu(1)
        hidden = self.embed()
        contrastive = None
        for index, layer in enumerate(base.layers):
            x = F.rms_norm(hidden, (D,), layer["input_norm"], eps)
            rule_query = None
            if index >= self.work["confidenceLayer"]:
                rule_query = x @ self.adapters[f"{index}.q"].T
            if index == self.work["confidenceLayer"]:
                contrastive = self.choose(rule_query, index)
            hidden = hidden + self.attend(layer, index, x, rule_query)
            x = F.rms_norm(hidden, (D,), layer["post_norm"], eps)
            hidden = hidden + (F.silu(x @ layer["gate"].T) * (x @ layer["up"].T)) @ layer["down"].T
        hidden = F.rms_norm(hidden, (D,), base.norm, eps).view(-1, D)[batch.positions]
        logits = torch.cat([hidden @ base.embedding.T, hidden @ self.adapters["search"].T], 1)
        nats = F.cross_entropy(logits, batch.labels, reduction="none")
        return (nats * batch.label_weights).sum() + self.work["contrastiveWeight"] * contrastive

    def choose(self, rule_query, index):
        """Scores every rule for every step, keeps K with the gold one, and fills the slots."""
        batch, K = self.batch, self.K
        queries = rule_query.reshape(-1, rule_query.shape[-1])[batch.step_positions]
        scaled = queries / math.sqrt(queries.shape[1])
        scores = (scaled @ self.adapters[f"{index}.k"] * self.embedding_scale) @ self.pool.T
        contrastive = F.cross_entropy(scores / self.work["temperature"], batch.gold)
        self.recall = (scores.detach().argmax(1) == batch.gold).float().mean().item()
        candidates = scores.detach().clone()
        if self.open is not None:
            candidates.masked_fill_(self.open, MASKED)
        candidates[torch.arange(len(batch.gold)), batch.gold] = math.inf
        chosen = candidates.topk(K, 1).indices
        self.fill_slots(scores, chosen)
        return contrastive

    def fill_slots(self, scores, chosen):
        batch, K = self.batch, self.K
        rows = torch.zeros(batch.B, batch.max_steps, K, dtype=torch.long)
        rows[batch.step_rows, batch.step_numbers] = chosen
        self.slots = self.pool[rows.view(batch.B, -1)]
        kept = torch.gather(scores, 1, chosen)
        own = self.work["priorWeight"] * (kept - kept.max(1, keepdim=True).values)
        prior = torch.zeros(batch.B, batch.max_steps, K).index_put((batch.step_rows, batch.step_numbers), own)
        seen = F.one_hot(batch.step_of + 1, batch.max_steps + 1)[:, :, 1:].bool()
        mask = torch.zeros(batch.B, batch.S, batch.max_steps).masked_fill(~seen, MASKED)
        self.bias = (mask.repeat_interleave(K, 2) + prior.view(batch.B, 1, -1)).unsqueeze(1)

    def heads(self, x):
        return x.view(x.shape[0], x.shape[1], -1, self.work["lm"]["headDim"]).transpose(1, 2)

    def attend(self, layer, index, x, rule_query):
        q = rope(self.heads(x @ layer["q"].T), self.cos, self.sin)
        k = rope(self.heads(x @ layer["k"].T), self.cos, self.sin)
        v = self.heads(x @ layer["v"].T)
        if rule_query is None:
            mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=k.shape[1] != q.shape[1])
        else:
            mixed = self.mix_with_rules(index, q, k, v, rule_query)
        return mixed.transpose(1, 2).reshape(x.shape[0], x.shape[1], -1) @ layer["o"].T

    def mix_with_rules(self, index, q, k, v, rule_query):
        scale = 1 / math.sqrt(q.shape[-1])
        k, v = (x.repeat_interleave(q.shape[1] // x.shape[1], 1) for x in (k, v))
        keys = self.heads(self.slots @ self.adapters[f"{index}.k"].T * self.embedding_scale)
        values = self.heads(self.slots @ self.adapters[f"{index}.v"].T * self.embedding_scale)
        rules = self.heads(rule_query) @ keys.transpose(2, 3) * scale + self.bias
        context = q @ k.transpose(2, 3) * scale + self.causal
        weights = torch.softmax(torch.cat([rules, context], -1), -1)
        return weights @ torch.cat([values, v], 2)


class Trainer:
    def __init__(self, work):
        self.work = work
        self.base = Base(work["lm"])
        self.adapters = first_adapters(work, self.base)
        self.rules = torch.randn(work["poolSize"], work["dimensions"]) / math.sqrt(work["dimensions"])
        self.optimizer = torch.optim.AdamW(
            self.adapters.values(), lr=work["learningRate"], betas=work["betas"], weight_decay=work["weightDecay"], fused=True)
        first = work["confidenceLayer"]
        choosing = {"search", f"{first}.q", f"{first}.k"}
        self.groups = [
            ([tensor for name, tensor in self.adapters.items() if name not in choosing], work["clipLm"]),
            ([self.adapters[name] for name in choosing], work["clipRetrieval"]),
        ]

    def steps(self, count):
        for _ in range(count):
            self.step()

    def step(self):
        self.optimizer.zero_grad(set_to_none=True)
        loss = Step(self.work, self.base, self.adapters, self.rules).loss
        loss.backward()
        for tensors, limit in self.groups:
            torch.nn.utils.clip_grad_norm_(tensors, limit if limit > 0 else math.inf)
        self.optimizer.step()
        loss.item()


def main():
    work = read_work()
    torch.manual_seed(0)
    torch.set_num_threads(work["threads"])
    trainer = Trainer(work)
    serve(trainer.steps)


if __name__ == "__main__":
    main()
