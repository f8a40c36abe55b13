"""Writes minilm-rules.json: what sentence-transformers makes of the first 1,000 generated rules with all-MiniLM-L6-v2.

    pip install torch sentence-transformers
    npx tsx tests/oracle/generated-rules.ts > rules.json
    python tests/oracle/minilm-rules.py rules.json MINILM_FOLDER

Whole vectors would take 1.5 MB, so each is kept as its products with 24 of the 384 columns of a random orthogonal matrix
(`matrix`), in 16 bits: of two vectors that differ by d, the mean square of
these products' differences is |d|² / 384.
"""
import base64
import json
import sys
from pathlib import Path

import numpy as np
import torch
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer import modules

COUNT, COLUMNS = 1000, 24
SCALE = 32767 / 0.5


def main(rules: Path, folder: Path) -> None:
    torch.set_num_threads(1)
    texts = json.loads(rules.read_text())[:COUNT]
    transformer = modules.Transformer(str(folder), max_seq_length=256)
    width = transformer.get_embedding_dimension()
    model = SentenceTransformer(modules=[transformer, modules.Pooling(width, pooling_mode="mean"), modules.Normalize()], device="cpu")
    vectors = model.encode(texts, show_progress_bar=False).astype(np.float64)
    columns = np.linalg.qr(np.random.default_rng(5).normal(size=(width, width)))[0][:, :COLUMNS]
    columns = columns.astype("<f4")
    products = np.rint(vectors @ columns.astype(np.float64) * SCALE)
    assert np.abs(products).max() < 32767
    content = {"count": COUNT, "columns": COLUMNS, "scale": SCALE, "matrix": encode(columns), "products": encode(products.astype("<i2"))}
    Path(__file__).with_suffix(".json").write_text(json.dumps(content) + "\n")


def encode(array: np.ndarray) -> str:
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
