"""A GGUF decoder in transformers, PyTorch f32 on the CPU: tokens decoded one at a time, or prompts read.

The work: {"model": path of a .gguf file, "prompt": ids, "mode": "decode" or "prefill", "threads": ...}. A unit is a token
after the prompt (the prompt's own reading is not timed), or a prompt read up to the logits of its last position.
"""
import time
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM

from works import read_work, serve


def load(path: Path):
    return AutoModelForCausalLM.from_pretrained(path.parent, gguf_file=path.name, dtype=torch.float32).eval()


@torch.inference_mode()
def decode(model, prompt, count):
    state = model(prompt, use_cache=True, logits_to_keep=1)
    start = time.perf_counter()
    for _ in range(count):
        token = state.logits[:, -1].argmax(-1, keepdim=True)
        state = model(token, past_key_values=state.past_key_values, use_cache=True)
    return time.perf_counter() - start


@torch.inference_mode()
def prefill(model, prompt, count):
    for _ in range(count):
        model(prompt, use_cache=True, logits_to_keep=1).logits[:, -1].argmax(-1).item()


def main():
    work = read_work()
    torch.set_num_threads(work["threads"])
    model = load(Path(work["model"]))
    prompt = torch.tensor([work["prompt"]])
    run = {"decode": decode, "prefill": prefill}[work["mode"]]
    serve(lambda count: run(model, prompt, count))


if __name__ == "__main__":
    main()
