"""Writes families/: random decoders of every family by transformers, and what they compute.

    pip install torch transformers accelerate gguf safetensors
    python tests/oracle/families.py

  llama3/    Llama 3.2's rope scaling (its original length shortened to 16), grouped queries, untied, bf16, one file
  smollm2/   Llama tied, three query heads on one key head, f32
  qwen2/     q/k/v bias, untied, f16, two shards and their index
  qwen3/     q/k norm, heads wider than hidden size over heads, tied, bf16, shards
  <name>/expected.safetensors
             ids [2, 24] left-padded with mask [2, 24]; hidden [2, 24, D] after the final norm; logits [2, 6, V] of the last positions;
             next [2, 8] greedy tokens with a cache, and stepLogits [8, 2, V], from which each was taken
  ropes.safetensors
             hidden [24, D] of llama3's first row under other rope scalings, by name; ropes.json says which
  llama3.gguf, qwen2.gguf, qwen3.gguf
             laid out as llama.cpp's converter does (Llama's q and k interleaved, rope scaling as divisors), matrices in
             Q8_0, Q4_0, Q4_1, F16, BF16; their expected hidden states are those of the dequantised weights, in ggufs.safetensors
  types.gguf one tensor of every type that is read, and their values by the gguf package in types.safetensors
"""
import json
import shutil
import sys
from pathlib import Path

import gguf
import numpy as np
import torch
from safetensors.torch import save_file
from transformers import (
    AutoModelForCausalLM, LlamaConfig, LlamaForCausalLM, Qwen2Config, Qwen2ForCausalLM, Qwen3Config, Qwen3ForCausalLM,
)

sys.path.insert(0, str(Path(__file__).parent))
from gguf_layout import finish, gguf_name, interleave, k_blocks, llama_heads, restore, tensor_names, write_sizes, write_tokenizer  # noqa: E402

HERE = Path(__file__).parent / "families"
TOKENIZER = Path(__file__).parent / "tiny-lms" / "llama" / "tokenizer.json"
SEED, LENGTH, PADDING, NEW = 6, 24, 7, 8
COMMON = dict(
    vocab_size=272, hidden_size=32, num_hidden_layers=2, intermediate_size=64, max_position_embeddings=256,
    bos_token_id=0, eos_token_id=1, pad_token_id=1, initializer_range=0.25,
)
LLAMA3 = dict(
    rope_type="llama3", rope_theta=500.0, factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0, original_max_position_embeddings=16
)
ROPES = {
    "linear": dict(rope_type="linear", rope_theta=500.0, factor=4.0),
    "dynamic": dict(rope_type="dynamic", rope_theta=500.0, factor=4.0),
    "yarn": dict(rope_type="yarn", rope_theta=500.0, factor=4.0, original_max_position_embeddings=16),
    "yarn-explicit": dict(
        rope_type="yarn", rope_theta=500.0, factor=4.0, original_max_position_embeddings=16,
        beta_fast=8.0, beta_slow=2.0, mscale=0.7, mscale_all_dim=0.3, truncate=False,
    ),
}


def families() -> dict:
    torch.manual_seed(SEED)
    heads = dict(num_attention_heads=4, num_key_value_heads=2)
    return {
        "llama3": (LlamaForCausalLM(LlamaConfig(**COMMON, **heads, rope_parameters=LLAMA3, tie_word_embeddings=False)), torch.bfloat16, "5GB"),
        "smollm2": (
            LlamaForCausalLM(LlamaConfig(
                **(COMMON | dict(hidden_size=24, intermediate_size=40)), num_attention_heads=3, num_key_value_heads=1,
                rope_parameters=dict(rope_type="default", rope_theta=100_000.0), tie_word_embeddings=True,
            )), torch.float32, "5GB",
        ),
        "qwen2": (Qwen2ForCausalLM(Qwen2Config(**COMMON, **heads, rope_parameters=dict(rope_type="default", rope_theta=1e6), tie_word_embeddings=False)), torch.float16, "40KB"),
        "qwen3": (Qwen3ForCausalLM(Qwen3Config(**COMMON, **heads, head_dim=12, rope_parameters=dict(rope_type="default", rope_theta=1e6), tie_word_embeddings=True)), torch.bfloat16, "40KB"),
    }


def main() -> None:
    torch.set_num_threads(1)
    shutil.rmtree(HERE, ignore_errors=True)
    HERE.mkdir()
    ggufs = {}
    for name, (model, dtype, shard) in families().items():
        folder = HERE / name
        unsettle(model)
        model.to(dtype).save_pretrained(folder, max_shard_size=shard)
        (folder / "generation_config.json").unlink(missing_ok=True)
        shutil.copy(TOKENIZER, folder / "tokenizer.json")
        # Read anew: turning the model to 16 bits rounded its rotary frequencies too.
        model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager").eval()
        save_file(expected(model), folder / "expected.safetensors")
        if name != "smollm2":
            ggufs[name] = write_gguf(name, model)
    save_file(ggufs, HERE / "ggufs.safetensors")
    write_ropes()
    write_types()


def unsettle(model) -> None:
    """Norms and biases start at 1 and 0; other values show whether they are read."""
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 1:
                parameter.add_(0.3 * torch.randn(parameter.shape))


def batch() -> tuple[torch.Tensor, torch.Tensor]:
    random = torch.Generator().manual_seed(9)
    ids = torch.randint(2, COMMON["vocab_size"], (2, LENGTH), generator=random)
    mask = torch.ones_like(ids)
    mask[1, :PADDING] = 0
    ids[1, :PADDING] = 1
    return ids, mask


@torch.no_grad()
def hidden_states(model, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    positions = (mask.cumsum(-1) - 1).clamp(min=0)
    return model.model(input_ids=ids, attention_mask=mask, position_ids=positions).last_hidden_state


@torch.no_grad()
def expected(model) -> dict:
    ids, mask = batch()
    hidden = hidden_states(model, ids, mask)
    made = model.generate(
        input_ids=ids, attention_mask=mask, max_new_tokens=NEW, min_new_tokens=NEW, do_sample=False, eos_token_id=None,
        output_logits=True, return_dict_in_generate=True,
    )
    steps = torch.stack(made.logits)
    margin = steps.topk(2, dim=-1).values
    assert (margin[..., 0] - margin[..., 1]).min() > 1e-2, "choose another seed: float order could decide a token"
    return {
        "ids": ids.int(), "mask": mask.int(), "hidden": hidden, "logits": model.lm_head(hidden[:, -6:]).contiguous(),
        "next": made.sequences[:, LENGTH:].int().contiguous(), "stepLogits": steps.contiguous(),
    }


def write_ropes() -> None:
    ids, mask = batch()
    states = {}
    for name, rope in ROPES.items():
        config = LlamaConfig.from_pretrained(HERE / "llama3")
        config.rope_parameters = dict(rope)
        model = LlamaForCausalLM.from_pretrained(HERE / "llama3", config=config, dtype=torch.float32, attn_implementation="eager").eval()
        states[name] = hidden_states(model, ids[:1], mask[:1])[0].contiguous()
    save_file(states, HERE / "ropes.safetensors")
    (HERE / "ropes.json").write_text(json.dumps(ROPES, indent=1) + "\n")


MATRIX_TYPES = ["Q8_0", "Q4_0", "Q4_1", "F16", "BF16"]


def write_gguf(name: str, model) -> torch.Tensor:
    """Quantises the model's matrices in turn, writes them, and returns the hidden states of what was written."""
    config = model.config
    arch = {"llama3": "llama"}.get(name, name)
    writer = gguf.GGUFWriter(HERE / f"{name}.gguf", arch)
    write_settings(writer, config)
    if arch == "llama":
        divisors = np.array(llama3_divisors(config.rope_parameters, config.hidden_size // config.num_attention_heads), dtype=np.float32)
        writer.add_tensor("rope_freqs.weight", divisors)
    names = tensor_names(arch, config)
    state = model.state_dict()
    for index, (key, value) in enumerate(state.items()):
        if key == "lm_head.weight" and config.tie_word_embeddings:
            continue
        array = value.numpy()
        heads = llama_heads(arch, key, config)
        if heads is not None:
            array = interleave(array, heads)
        kind = gguf.GGMLQuantizationType["F32" if array.ndim == 1 or array.shape[-1] % 32 else MATRIX_TYPES[index % len(MATRIX_TYPES)]]
        data = array if kind == gguf.GGMLQuantizationType.F32 else gguf.quants.quantize(array, kind)
        writer.add_tensor(gguf_name(names, key), data, raw_dtype=kind)
        values = array if kind == gguf.GGMLQuantizationType.F32 else gguf.quants.dequantize(data, kind)
        state[key].copy_(torch.from_numpy(restore(values, heads) if heads is not None else np.ascontiguousarray(values)))
    finish(writer)
    return hidden_states(model, *batch())


def write_settings(writer, config) -> None:
    write_sizes(writer, config)
    head_dim = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    writer.add_key_length(head_dim)
    writer.add_value_length(head_dim)
    write_tokenizer(writer, TOKENIZER, config.vocab_size)
    writer.add_chat_template("{% for m in messages %}<bos>{{ m['role'] }}: {{ m['content'] }}<eos>{% endfor %}{% if add_generation_prompt %}<bos>assistant: {% endif %}")


def llama3_divisors(rope: dict, dim: int) -> list[float]:
    """What llama.cpp's converter writes as rope_freqs.weight."""
    low = rope["original_max_position_embeddings"] / rope["low_freq_factor"]
    high = rope["original_max_position_embeddings"] / rope["high_freq_factor"]
    factors = []
    for frequency in (1.0 / rope["rope_theta"] ** (np.arange(0, dim, 2) / dim)).tolist():
        length = 2 * np.pi / frequency
        if length < high:
            factors.append(1.0)
        elif length > low:
            factors.append(rope["factor"])
        else:
            smooth = (rope["original_max_position_embeddings"] / length - rope["low_freq_factor"]) / (rope["high_freq_factor"] - rope["low_freq_factor"])
            factors.append(1 / ((1 - smooth) / rope["factor"] + smooth))
    return factors


def write_types() -> None:
    """Random blocks; in the K formats, which the package does not write, random bytes with sensible half-precision scales."""
    random = np.random.default_rng(1)
    writer = gguf.GGUFWriter(HERE / "types.gguf", "llama")
    values = {}
    for kind in ["F32", "F16", "BF16", "Q8_0", "Q4_0", "Q4_1", "Q4_K", "Q6_K"]:
        quant = gguf.GGMLQuantizationType[kind]
        if kind.endswith("_K"):
            data = k_blocks(random, kind, 3, 2).reshape(3, -1)
        else:
            data = gguf.quants.quantize(random.normal(size=(3, 64)).astype(np.float32), quant)
        writer.add_tensor(kind, data, raw_dtype=quant)
        values[kind] = torch.from_numpy(gguf.quants.dequantize(data, quant).astype(np.float32))
    finish(writer)
    save_file(values, HERE / "types.safetensors")


if __name__ == "__main__":
    main()
