"""How models of the oracles become GGUF files, as llama.cpp's converter lays them out."""
import json
from pathlib import Path

import gguf
import numpy as np

ARCHITECTURES = {"llama": gguf.MODEL_ARCH.LLAMA, "qwen2": gguf.MODEL_ARCH.QWEN2, "qwen3": gguf.MODEL_ARCH.QWEN3}


def write_sizes(writer: gguf.GGUFWriter, config) -> None:
    writer.add_block_count(config.num_hidden_layers)
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_rope_freq_base(config.rope_parameters["rope_theta"])


def write_tokenizer(writer: gguf.GGUFWriter, tokenizer: Path, vocab_size: int) -> None:
    """The byte-level BPE of a tokenizer.json whose first two tokens are special, padded to the model's vocabulary."""
    bpe = json.loads(tokenizer.read_text())["model"]
    tokens = sorted(bpe["vocab"], key=bpe["vocab"].get)
    padding = [f"[PAD{i}]" for i in range(len(tokens), vocab_size)]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("smollm")
    writer.add_token_list(tokens + padding)
    writer.add_token_types([3, 3] + [1] * (len(tokens) - 2) + [5] * len(padding))
    writer.add_token_merges([" ".join(merge) for merge in bpe["merges"]])
    writer.add_bos_token_id(0)
    writer.add_eos_token_id(1)


def tensor_names(architecture: str, config) -> gguf.TensorNameMap:
    return gguf.get_tensor_name_map(ARCHITECTURES[architecture], config.num_hidden_layers)


def gguf_name(names: gguf.TensorNameMap, key: str) -> str:
    return names.get_name(key, try_suffixes=(".weight", ".bias"))


def llama_heads(architecture: str, key: str, config) -> int | None:
    """Heads whose rows a Llama file interleaves; None for every other tensor."""
    if architecture != "llama":
        return None
    return config.num_attention_heads if "q_proj" in key else config.num_key_value_heads if "k_proj" in key else None


def interleave(rows: np.ndarray, heads: int) -> np.ndarray:
    """llama.cpp's `permute`: the two halves of each head's rows take turns."""
    halves = rows.reshape(heads, 2, rows.shape[0] // heads // 2, *rows.shape[1:])
    return np.ascontiguousarray(halves.swapaxes(1, 2).reshape(rows.shape))


def restore(rows: np.ndarray, heads: int) -> np.ndarray:
    pairs = rows.reshape(heads, rows.shape[0] // heads // 2, 2, *rows.shape[1:])
    return np.ascontiguousarray(pairs.swapaxes(1, 2).reshape(rows.shape))


def k_blocks(random: np.random.Generator, kind: str, *shape: int) -> np.ndarray:
    """Blocks of the K formats, which the package does not write: random bytes with sensible half-precision scales. [*shape, bytes]"""
    size = {"Q4_K": 144, "Q6_K": 210}[kind]
    data = random.integers(0, 256, size=(*shape, size), dtype=np.uint8)
    scales = random.normal(size=(*shape, 2)).astype(np.float16).view(np.uint8)
    if kind == "Q4_K":
        data[..., :4] = scales
    else:
        data[..., 208:] = scales[..., :2]
    return data


def finish(writer: gguf.GGUFWriter) -> None:
    for step in (writer.write_header_to_file, writer.write_kv_data_to_file, writer.write_tensors_to_file, writer.close):
        step()
