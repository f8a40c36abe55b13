"""Writes tiny-lms/: random models of a few thousand weights by transformers, and what they compute.

    pip install torch transformers accelerate gguf
    python tests/oracle/tiny-lms.py

  llama/, qwen2/     Hugging Face folders: Llama tied in one bf16 file; Qwen2 untied, with q/k/v bias, sharded
  llama.gguf, …      the same weights as llama.cpp's converter lays them out (Llama's q and k rows interleaved)
  logits.json        token ids of a text and the logits of its last position, and of every position's first entry
  blocks.json        random blocks of every quantised format and their values by the gguf package
  types.safetensors  the numbers -2, 0, 1.5, 3 (integers: -2, 0, 1, 3) in every element type, by the safetensors package
"""
import base64
import json
import shutil
import sys
from pathlib import Path

import gguf
import numpy as np
import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

sys.path.insert(0, str(Path(__file__).parent))
from gguf_layout import finish, gguf_name, interleave, k_blocks, llama_heads, tensor_names, write_sizes, write_tokenizer  # noqa: E402

HERE = Path(__file__).parent / "tiny-lms"
TEXT = "If A chases B, B will lose 2 strong horns."
SIZES = dict(
    vocab_size=280, hidden_size=16, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2,
    intermediate_size=32, max_position_embeddings=64, bos_token_id=0, eos_token_id=1, initializer_range=0.4,
)


def main() -> None:
    shutil.rmtree(HERE, ignore_errors=True)
    HERE.mkdir()
    tokenizer = train_tokenizer()
    torch.manual_seed(1)
    llama = LlamaForCausalLM(LlamaConfig(**SIZES, rope_theta=10_000.0, tie_word_embeddings=True)).bfloat16()
    qwen2 = Qwen2ForCausalLM(Qwen2Config(**SIZES, rope_theta=1_000_000.0, tie_word_embeddings=False))
    for name, parameter in qwen2.named_parameters():
        if name.endswith("bias"):
            torch.nn.init.normal_(parameter)
    logits = {}
    for name, model, shard in [("llama", llama, "5GB"), ("qwen2", qwen2, "30KB")]:
        model.save_pretrained(HERE / name, max_shard_size=shard)
        (HERE / name / "generation_config.json").unlink()
        shutil.copy(tokenizer, HERE / name / "tokenizer.json")
        # Read anew: turning the model to bfloat16 rounded its rotary frequencies too.
        model = type(model).from_pretrained(HERE / name, dtype=torch.float32)
        logits[name] = compute(model, HERE / name)
        write_gguf(name, model, HERE / name / "tokenizer.json")
    tokenizer.unlink()
    write_json("logits.json", logits)
    write_json("blocks.json", blocks())
    save_file(typed_tensors(), HERE / "types.safetensors", metadata={"written": "by the safetensors package"})


def train_tokenizer() -> Path:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=270, special_tokens=["<bos>", "<eos>"], initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    tokenizer.train_from_iterator([TEXT] * 4, trainer)
    path = HERE / "tokenizer.json"
    tokenizer.save(str(path))
    return path


@torch.no_grad()
def compute(model, folder: Path) -> dict:
    ids = PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json")).encode(TEXT)
    logits = model(torch.tensor([ids])).logits[0]
    return {"text": TEXT, "ids": ids, "last": logits[-1].tolist(), "first": logits[:, 0].tolist()}


def write_gguf(name: str, model, tokenizer_file: Path) -> None:
    config = model.config
    writer = gguf.GGUFWriter(HERE / f"{name}.gguf", name)
    write_sizes(writer, config)
    write_tokenizer(writer, tokenizer_file, config.vocab_size)
    names = tensor_names(name, config)
    for key, value in model.state_dict().items():
        if key == "lm_head.weight" and config.tie_word_embeddings:
            continue
        heads = llama_heads(name, key, config)
        array = value.numpy()
        writer.add_tensor(gguf_name(names, key), array if heads is None else interleave(array, heads))
    finish(writer)


def blocks() -> list[dict]:
    random = np.random.default_rng(1)
    rows = []
    for kind in ["F16", "BF16", "Q4_0", "Q4_1", "Q8_0", "Q4_K", "Q6_K"]:
        quant = gguf.GGMLQuantizationType[kind]
        if kind.endswith("_K"):
            data = k_blocks(random, kind, 3)
        else:
            data = gguf.quants.quantize(random.normal(size=(2, 64)).astype(np.float32), quant)
        values = gguf.quants.dequantize(data, quant).astype(np.float32)
        rows.append({"type": int(quant), "name": kind, "bytes": encode(np.ascontiguousarray(data)), "values": encode(values)})
    return rows


def typed_tensors() -> dict:
    kinds = {"F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}
    integers = {"I64": torch.int64, "I32": torch.int32, "I16": torch.int16, "I8": torch.int8}
    tensors = {name: torch.tensor([[-2, 0], [1.5, 3]], dtype=kind) for name, kind in kinds.items()}
    tensors |= {name: torch.tensor([[-2, 0], [1, 3]], dtype=kind) for name, kind in integers.items()}
    return tensors | {"U8": torch.tensor([2, 0, 255], dtype=torch.uint8), "scalar": torch.tensor(7.0), "empty": torch.zeros(0, 3)}


def encode(array: np.ndarray) -> str:
    return base64.b64encode(array.tobytes()).decode()


def write_json(name: str, value) -> None:
    (HERE / name).write_text(json.dumps(value) + "\n")


if __name__ == "__main__":
    main()
