"""all-MiniLM-L6-v2 in sentence-transformers on the CPU: sentence vectors of a list of rules.

The work: {"model": Hugging Face folder, "texts": [...], "threads": ...}. A unit is the whole list.
"""
import torch
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer import modules

from works import read_work, serve


def main():
    work = read_work()
    torch.set_num_threads(work["threads"])
    words = modules.Transformer(work["model"], max_seq_length=256)
    pooling = modules.Pooling(words.get_embedding_dimension(), pooling_mode="mean")
    model = SentenceTransformer(modules=[words, pooling, modules.Normalize()], device="cpu")

    def embed(count):
        for _ in range(count):
            model.encode(work["texts"], show_progress_bar=False)

    serve(embed)


if __name__ == "__main__":
    main()
