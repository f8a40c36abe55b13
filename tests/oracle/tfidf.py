"""Reference term weights for tests/nesys/clustering/features.test.ts.

    pip install scikit-learn
    python tests/oracle/tfidf.py

writes tfidf.json beside this script: texts, scikit-learn's TfidfVectorizer of them (terms, dense
weights), and the singular values and the distances between rows after TruncatedSVD to 3, which do
not depend on signs.
"""
import json, pathlib
import numpy as np
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics import pairwise_distances

TEXTS = [
    "You hold 2 logs and a saw. Saw the log.",
    "You hold 12 planks; the saw is worn. Saw the log!",
    "The furnace is hot. Smelt the ore.",
    "The furnace is cold, and smelting fails: ore stays ore.",
    "Wait. The furnace cools; the ore_pile stays.",
    "Hammer 3 ingots into nails. The hammer is worn.",
    "a b c",
]

if __name__ == "__main__":
    vectorizer = TfidfVectorizer()
    weights = vectorizer.fit_transform(TEXTS)
    svd = TruncatedSVD(3, algorithm="arpack")
    rows = svd.fit_transform(weights)
    content = {
        "texts": TEXTS,
        "terms": vectorizer.get_feature_names_out().tolist(),
        "weights": np.round(weights.toarray(), 10).tolist(),
        "singular": np.round(np.sort(svd.singular_values_)[::-1], 8).tolist(),
        "distances": np.round(pairwise_distances(rows), 8).tolist(),
    }
    path = pathlib.Path(__file__).with_name("tfidf.json")
    path.write_text(json.dumps(content, separators=(",", ":")) + "\n")
