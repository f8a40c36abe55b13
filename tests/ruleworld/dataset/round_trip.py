"""Opens fixtures/written with the real `datasets` library and saves what it saw.

    pip install datasets
    python tests/ruleworld/dataset/round_trip.py

Makes fixtures/resaved (the library's own files of the same data) and
fixtures/rows.json (the rows as Python sees them).
"""
import json
import pathlib
import shutil

import datasets

here = pathlib.Path(__file__).parent / "fixtures"
rules = datasets.load_from_disk(str(here / "written" / "rules"))
questions = datasets.load_from_disk(str(here / "written" / "questions"))

shutil.rmtree(here / "resaved", ignore_errors=True)
rules.save_to_disk(str(here / "resaved" / "rules"))
questions.save_to_disk(str(here / "resaved" / "questions"))

rows = {
    "datasets": datasets.__version__,
    "rules": list(rules),
    "questions": {split: list(table) for split, table in questions.items()},
}
(here / "rows.json").write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", encoding="utf8")
print(f"datasets {datasets.__version__}: {len(rules)} rules, {questions}")
