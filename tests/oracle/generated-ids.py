"""Writes generated-ids.json: token ids of 10,000 generated rules by Python's tokenizers, as a hash for each hundred rules.

    pip install tokenizers gguf
    npx tsx tests/oracle/generated-rules.ts > rules.json
    python tests/oracle/generated-ids.py rules.json SMOLLM2.gguf MINILM_FOLDER

unigram, llama3, qwen2 and wordpiece are those of encoders.py; smollm2 is built from the vocabulary and merges in the GGUF file,
minilm is the model's own tokenizer.json. A block's hash is the first 16 digits of the SHA-256 of its ids, each list
followed by -1, as 32-bit little-endian integers; special tokens are included, but for smollm2, which has none.
"""
import base64
import gzip
import hashlib
import json
import struct
import sys
from pathlib import Path

import gguf
from tokenizers import Tokenizer, models, pre_tokenizers

HERE = Path(__file__).parent
BLOCK = 100


def main(rules: Path, smollm2: Path, minilm: Path) -> None:
    texts = json.loads(rules.read_text())
    assert len(texts) == 10_000, len(texts)
    tokenizers = {
        "unigram": unigram(),
        **{name: Tokenizer.from_file(str(HERE / "encoders" / f"{name}.tokenizer.json")) for name in ["llama3", "qwen2", "wordpiece"]},
        "smollm2": from_gguf(smollm2),
        "minilm": plain(Tokenizer.from_file(str(minilm / "tokenizer.json"))),
    }
    blocks = {name: hashes(tokenizer, texts) for name, tokenizer in tokenizers.items()}
    content = {"texts": hashlib.sha256("\n".join(texts).encode()).hexdigest(), "block": BLOCK, "hashes": blocks}
    (HERE / "generated-ids.json").write_text(json.dumps(content, indent=1) + "\n")


def hashes(tokenizer: Tokenizer, texts: list[str]) -> list[str]:
    lists = [encoding.ids for encoding in tokenizer.encode_batch(texts)]
    return [digest(lists[start:start + BLOCK]) for start in range(0, len(lists), BLOCK)]


def digest(lists: list[list[int]]) -> str:
    numbers = [number for ids in lists for number in [*ids, -1]]
    return hashlib.sha256(struct.pack(f"<{len(numbers)}i", *numbers)).hexdigest()[:16]


def unigram() -> Tokenizer:
    """With its normalisation table, which is kept beside it."""
    content = json.loads((HERE / "encoders" / "xlm-roberta" / "tokenizer.json").read_text())
    charsmap = base64.b64encode(gzip.decompress((HERE / "encoders" / "nmt-nfkc.charsmap.gz").read_bytes())).decode()
    for part in content["normalizer"]["normalizers"]:
        if "precompiled_charsmap" in part:
            part["precompiled_charsmap"] = charsmap
    return Tokenizer.from_str(json.dumps(content))


def from_gguf(path: Path) -> Tokenizer:
    reader = gguf.GGUFReader(path)
    texts = lambda key: reader.get_field(key).contents()
    vocab = {token: index for index, token in enumerate(texts("tokenizer.ggml.tokens"))}
    merges = [tuple(merge.split(" ")) for merge in texts("tokenizer.ggml.merges")]
    tokenizer = Tokenizer(models.BPE(vocab=vocab, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    return tokenizer


def plain(tokenizer: Tokenizer) -> Tokenizer:
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
