"""Writes smollm2.json: what transformers computes with SmolLM2-135M-Instruct (GGUF, Q4_1).

    pip install torch transformers accelerate gguf
    python tests/oracle/smollm2.py ~/.cache/dynarule/models/smollm2-135m-instruct/model.gguf

For each prompt: its token ids, 64 greedy tokens, their text, and for every position of
prompt + continuation the most likely next token with its logit. The model's own
tokenizer splits digits one by one before the byte-level pattern; transformers does not
read that from a GGUF file, so it is set here.
"""
import json
import sys
from pathlib import Path

import torch
from tokenizers import pre_tokenizers
from transformers import AutoModelForCausalLM, AutoTokenizer

NEW_TOKENS = 64
PROMPTS = [
    "The capital of France is",
    "<|im_start|>user\nWhat is 7 plus 5?<|im_end|>\n<|im_start|>assistant\n",
    "If A is a tiny cat, it has 4 strong horns. If A chases B, B will lose 2 strong horns.\n\nQuestion:",
    "def fibonacci(n):\n    ",
    "<|im_start|>user\nName three colours.<|im_end|>\n<|im_start|>assistant\n",
    "Once upon a time there was a lighthouse keeper who",
    "The three primary causes of soil erosion are",
    "To bake bread, first",
    "Water boils at 100 degrees Celsius because",
    "If A enters the bridge, it will become dizzy. If A becomes dizzy, it will lose 3 blue feathers.\n\nQuestion: A enters the bridge.",
    "Tiny_cat(A) ⇒ Has(Strong_horn, 4)\nChase(A, B) ⇒ Lose(B, Strong_horn, 2)\n",
    "import numpy as np\n\ndef mean(values):\n",
    "SELECT name, price FROM products WHERE",
    "Dear neighbour,\n\nThank you for",
    "The difference between a list and a tuple is",
    "<|im_start|>user\nExplain photosynthesis in one sentence.<|im_end|>\n<|im_start|>assistant\n",
    "<|im_start|>user\nWrite a haiku about rain.<|im_end|>\n<|im_start|>assistant\n",
    "<|im_start|>user\nWhich is larger, 17 or 71?<|im_end|>\n<|im_start|>assistant\n",
    "<|im_start|>system\nAnswer briefly.<|im_end|>\n<|im_start|>user\nWhat do bees make?<|im_end|>\n<|im_start|>assistant\n",
    "1, 1, 2, 3, 5, 8, 13,",
]
STRINGS = PROMPTS + [
    "Tiny_cat(A) ⇒ Has(Strong_horn, 4)",
    "It's 1234.5 kg, they've  said\t\tso…\n\n  and we'll see: naïve façade 東京 🙂",
    " leading and trailing ",
    "x=3*(y+21)//7 <|im_end|><|endoftext|> [Step] <search> \\boxed{4, bridge}",
]


def main(path: Path) -> None:
    torch.set_num_threads(1)
    tokenizer = AutoTokenizer.from_pretrained(path.parent, gguf_file=path.name)
    tokenizer.backend_tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    model = AutoModelForCausalLM.from_pretrained(path.parent, gguf_file=path.name, dtype=torch.float32)
    strings = [{"text": text, "ids": tokenizer.encode(text, add_special_tokens=False)} for text in STRINGS]
    prompts = [run(tokenizer, model, text) for text in PROMPTS]
    target = Path(__file__).with_suffix(".json")
    lines = ",\n".join(json.dumps(row) for row in strings), ",\n".join(json.dumps(row) for row in prompts)
    target.write_text('{"strings": [\n%s\n],\n"prompts": [\n%s\n]}\n' % lines)


@torch.no_grad()
def run(tokenizer, model, text: str) -> dict:
    ids = tokenizer.encode(text, add_special_tokens=False)
    full = model.generate(torch.tensor([ids]), max_new_tokens=NEW_TOKENS, do_sample=False, repetition_penalty=1.0)[0].tolist()
    logits = model(torch.tensor([full])).logits[0]
    top = logits.topk(2, dim=-1)
    return {
        "text": text,
        "ids": ids,
        "greedy": full[len(ids):],
        "greedyText": tokenizer.decode(full[len(ids):], skip_special_tokens=False),
        "top1": top.indices[:, 0].tolist(),
        "logit": [round(value, 3) for value in top.values[:, 0].tolist()],
        "margin": [round(value, 3) for value in (top.values[:, 0] - top.values[:, 1]).tolist()],
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]))
