"""Reference sentence vectors for tests/encoder/minilm*.ts.

    pip install torch transformers
    python tests/oracle/minilm.py MINILM_FOLDER

writes, beside this script,
  minilm.json        48 texts and their all-MiniLM-L6-v2 vectors (base64 of float32 [48, 384])
  minilm-tiny/       a random BERT of 2 layers over 16 dimensions with a small WordPiece tokenizer
  minilm-tiny.json   the same texts through it (float32 [48, 16])

Mean pooling over the attention mask and L2 norm, as the model's 1_Pooling and 2_Normalize
modules say; texts are cut at 256 tokens. MINILM_FOLDER holds config.json, tokenizer.json and
model.safetensors.
"""
import base64, json, pathlib, sys
import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
from transformers import BertConfig, BertModel

HERE = pathlib.Path(__file__).parent

RULES = [
    "If A is a tiny cat, it has 4 strong horns.", "Tiny_cat(A) ⇒ Has(Strong_horn, 4)",
    "If A chases B, B will enter bridge.", "Chase(A, B) ⇒ Enter(B, Bridge)",
    "If A chases B, B will lose 2 strong horns.", "Chase(A, B) ⇒ Lose(B, Strong_horn, 2)",
    "If A chases B, A will become deeply dizzy.", "Chase(A, B) ⇒ Become(A, Deeply_dizzy)",
    "If A enters bridge, it will become dizzy.", "Enter(A, Bridge) ⇒ Become(A, Dizzy)",
    "If A becomes deeply dizzy, it will gain 2 strong horns.", "Deeply_dizzy(A) ⇒ Gain(A, Strong_horn, 2)",
    "For each strong horn A gains, it will lose 2 blue feathers.",
    "Gain(A, Strong_horn, 1) ⇒ Lose(A, Blue_feather, 2)",
]
OTHERS = [
    "a", "4", "!", "Hello world", "HELLO WORLD", "naïve café déjà vu", "Zürich–Köln 1,234.56 €", "中文 字符 test",
    "It's the dog's own; don't touch.", "snake_case and kebab-case and CamelCase", "x = y + z * (a / b) % 7",
    "antidisestablishmentarianism pneumonoultramicroscopicsilicovolcanoconiosis", "tab\tnew\nline  double  space",
    "emoji 🙂 and symbols ∧ ⊢ ⇒ ¬", "a" * 120, "The quick brown fox jumps over the lazy dog.", "e-mail: someone@example.org",
    "one two three four five six seven eight nine ten", "What is the number of strong horns of B after A chases it?",
    "Water boils at 100 °C at sea level.", "In the middle of the night, the old clock struck thirteen.",
    "short", "Rules " * 300, "word " * 60, "3.14159 2.71828 1.41421", "[CLS] inside [SEP] text [MASK]",
    "“curly” ‘quotes’ … and — dashes", "ß ﬁ ligature Ⅷ ½", "mixed العربية עברית", "new york city, usa",
    "If A is a large wolf and B is small, who is bigger?", "No.", "yes", "The end",
]
TEXTS = RULES + OTHERS


def vectors(model, tokenizer):
    rows = []
    for text in TEXTS:
        ids = tokenizer.encode(text).ids
        ids = ids if len(ids) <= 256 else ids[:255] + ids[-1:]
        with torch.no_grad():
            hidden = model(input_ids=torch.tensor([ids])).last_hidden_state[0]
        rows.append(torch.nn.functional.normalize(hidden.mean(0), dim=0))
    return torch.stack(rows)


def write(name, matrix):
    data = matrix.numpy().astype("<f4").tobytes()
    content = {"texts": TEXTS, "dimensions": matrix.shape[1], "vectors": base64.b64encode(data).decode()}
    (HERE / name).write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n")


def real(folder):
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    model = BertModel.from_pretrained(folder, add_pooling_layer=False, attn_implementation="eager").eval()
    write("minilm.json", vectors(model, tokenizer))


def tiny():
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer.train_from_iterator(TEXTS, trainers.WordPieceTrainer(vocab_size=260, special_tokens=special, show_progress=False))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=tokenizer.get_vocab_size(), hidden_size=16, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=24, max_position_embeddings=256, initializer_range=0.5,
    )
    model = BertModel(config, add_pooling_layer=False).eval()
    with torch.no_grad():  # norms and biases start at 1 and 0; other values show whether they are read
        for name, parameter in model.named_parameters():
            if parameter.dim() == 1:
                parameter.add_(0.3 * torch.randn(parameter.shape))
    folder = HERE / "minilm-tiny"
    model.save_pretrained(folder)
    tokenizer.save(str(folder / "tokenizer.json"))
    write("minilm-tiny.json", vectors(model, tokenizer))


if __name__ == "__main__":
    tiny()
    real(pathlib.Path(sys.argv[1]))
