"""Reference rankings for tests/retrieval/bm25.test.ts.

    pip install bm25s
    python tests/oracle/bm25.py

writes bm25.json beside this script: word lists, 12 queries, and for each the 100 best of 10,000
rules by bm25s (its default, the form of Lucene; k1 1.5, b 0.75) with their scores. The rules
follow from the word lists by the generator `rules` below; the test draws the same ones.
Ties are ordered by id.
"""
import json, pathlib, re
import bm25s

LISTS = {
    "adjective": "tiny strong blue red old young loud quiet heavy light smooth rough warm cold sharp".split(),
    "noun": "cat dog horn feather stripe wing claw tail beak hoof mane tusk shell fin paw".split(),
    "verb": "gain lose drop get".split(),
}
COUNT = 10_000


class Draws:
    """s ← 1664525·s + 1013904223 mod 2^32; an item is chosen by the high 16 bits."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (1664525 * self.state + 1013904223) % 2**32
        return (self.state >> 16) % n

    def word(self, kind):
        return LISTS[kind][self.below(len(LISTS[kind]))]


def rule(draws):
    a, b, c = draws.word("adjective"), draws.word("noun"), draws.word("adjective")
    d, verb, n = draws.word("noun"), draws.word("verb"), draws.below(9) + 1
    form = draws.below(4)
    if form == 0:
        return f"If A is a {a} {b}, it has {n} {c} {d}s."
    if form == 1:
        return f"For each {a} {b} A {verb}s, it will {verb} {n} {c} {d}s."
    if form == 2:
        return f"{a.capitalize()}_{b}(A) ⇒ {verb.capitalize()}(A, {c.capitalize()}_{d}, {n})"
    return f"If A {verb}s B, B will {verb} {n} {d}s."


def rules(seed, count):
    draws = Draws(seed)
    return [rule(draws) for _ in range(count)]


def words(text, split):
    return re.findall(r"[^\W_]+" if split == "split" else r"\w+", text.lower())


def rankings(split):
    texts = rules(1, COUNT)
    vocabulary = {}
    tokens = [[vocabulary.setdefault(word, len(vocabulary)) for word in words(text, split)] for text in texts]
    index = bm25s.BM25(k1=1.5, b=0.75)
    index.index((tokens, vocabulary), show_progress=False)
    result = []
    for query in rules(2, 12):
        ids = [vocabulary[word] for word in words(query, split) if word in vocabulary]
        scores = index.get_scores_from_ids(ids)
        best = sorted(range(COUNT), key=lambda i: (-scores[i], i))[:100]
        result.append({"query": query, "ids": best, "scores": [round(float(scores[i]), 5) for i in best]})
    return result


if __name__ == "__main__":
    content = {"lists": LISTS, "count": COUNT, "split": rankings("split"), "whole": rankings("whole")}
    path = pathlib.Path(__file__).with_name("bm25.json")
    path.write_text(json.dumps(content, separators=(",", ":"), ensure_ascii=False) + "\n")
