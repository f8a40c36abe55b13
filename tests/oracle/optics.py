"""Reference clusterings for tests/nesys/clustering/optics.test.ts.

    pip install scikit-learn
    python tests/oracle/optics.py

writes optics.json beside this script: sets of points, and for each what scikit-learn's OPTICS makes
of them with min_samples 3, xi 0.05 and min_cluster_size 0.1: ordering, core distances,
reachability (null where infinite), predecessors and labels. Points have four decimals.
"""
import json, pathlib
import numpy as np
from sklearn.cluster import OPTICS


def blobs(seed, dimensions, centres, each, deviation, noise):
    draws = np.random.default_rng(seed)
    middle = draws.uniform(-4, 4, (centres, dimensions))
    points = [draws.normal(m, deviation * (1 + i), (each, dimensions)) for i, m in enumerate(middle)]
    points.append(draws.uniform(-5, 5, (noise, dimensions)))
    return draws.permutation(np.concatenate(points))


def nested(seed):
    """Two tight groups within a wide one, and a second wide one."""
    draws = np.random.default_rng(seed)
    parts = [draws.normal(0, 1, (40, 5)), draws.normal(0.5, 0.05, (20, 5)), draws.normal(-0.5, 0.05, (20, 5)), draws.normal(6, 0.8, (40, 5))]
    return draws.permutation(np.concatenate(parts))


SETS = {
    "three blobs and noise": blobs(1, 2, 3, 20, 0.2, 20),
    "five blobs of growing width": blobs(2, 5, 5, 18, 0.15, 12),
    "nested": nested(3),
    "noise alone": np.random.default_rng(4).uniform(0, 1, (60, 2)),
    "few points": blobs(5, 3, 2, 6, 0.1, 2),
}


def clustering(points):
    points = np.round(points, 4)
    found = OPTICS(min_samples=3, xi=0.05, min_cluster_size=0.1).fit(points)
    finite = [None if np.isinf(r) else round(float(r), 10) for r in found.reachability_]
    return {
        "points": points.tolist(),
        "ordering": found.ordering_.tolist(),
        "core": [round(float(c), 10) for c in found.core_distances_],
        "reachability": finite,
        "predecessor": found.predecessor_.tolist(),
        "labels": found.labels_.tolist(),
    }


if __name__ == "__main__":
    content = {name: clustering(points) for name, points in SETS.items()}
    path = pathlib.Path(__file__).with_name("optics.json")
    path.write_text(json.dumps(content, separators=(",", ":")) + "\n")
