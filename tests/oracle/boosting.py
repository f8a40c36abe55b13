"""Reference trees for tests/nesys/router/boosting.test.ts.

    pip install xgboost
    python tests/oracle/boosting.py

writes boosting.json beside this script: 150 rows of 4 features and a label, and for three settings
the trees that XGBoost grows on them (exact greedy, logistic loss, first log odds 0): features,
thresholds and leaves in order of depth, and the probabilities. Features have three decimals; the
third is 0 or 1, and the fourth is noise.
"""
import json, pathlib
import numpy as np
import xgboost

SETTINGS = [
    {"depth": 1, "rounds": 1, "eta": 0.3, "lambda": 1, "leastHessian": 1},
    {"depth": 3, "rounds": 5, "eta": 0.3, "lambda": 1, "leastHessian": 1},
    {"depth": 2, "rounds": 20, "eta": 0.1, "lambda": 3, "leastHessian": 2},
]


def data():
    draws = np.random.default_rng(7)
    x = np.round(draws.normal(0, 1, (150, 4)), 3)
    x[:, 2] = draws.integers(0, 2, 150)
    odds = 2 * x[:, 0] * (2 * x[:, 2] - 1) + x[:, 1]
    return x, (draws.uniform(0, 1, 150) < 1 / (1 + np.exp(-odds))).astype(int)


def node(tree):
    if "leaf" in tree:
        return {"value": tree["leaf"]}
    children = {child["nodeid"]: child for child in tree["children"]}
    return {
        "feature": int(tree["split"][1:]),
        "threshold": tree["split_condition"],
        "below": node(children[tree["yes"]]),
        "above": node(children[tree["no"]]),
    }


def trained(x, y, setting):
    parameters = {
        "objective": "binary:logistic",
        "tree_method": "exact",
        "base_score": 0.5,
        "max_depth": setting["depth"],
        "eta": setting["eta"],
        "lambda": setting["lambda"],
        "min_child_weight": setting["leastHessian"],
        "nthread": 1,
    }
    model = xgboost.train(parameters, xgboost.DMatrix(x, label=y), setting["rounds"])
    trees = [node(json.loads(tree)) for tree in model.get_dump(dump_format="json")]
    shares = model.predict(xgboost.DMatrix(x))
    return {"settings": setting, "trees": trees, "probabilities": [round(float(share), 6) for share in shares]}


if __name__ == "__main__":
    x, y = data()
    content = {"features": x.tolist(), "labels": y.tolist(), "models": [trained(x, y, setting) for setting in SETTINGS]}
    path = pathlib.Path(__file__).with_name("boosting.json")
    path.write_text(json.dumps(content, separators=(",", ":")) + "\n")
