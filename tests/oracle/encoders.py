"""Writes encoders/: random sentence encoders by transformers, and the vectors that sentence-transformers takes from them.

    pip install torch transformers sentence-transformers sentencepiece protobuf
    python tests/oracle/encoders.py

  xlm-roberta/      XLMRobertaModel as bge-m3 uses it: positions after the padding's, first token, length 1
  qwen3-embedding/  Qwen3Model saved without a head, in shards: last token, length 1
  expected.safetensors
                    xlm-roberta [n, 16], qwen3-embedding [n, 16], and qwen3-embedding-query [n, 16] with an instruction
  tokenizers.json   the texts, and token ids of a text-to-ids table for each kind of tokenizer (Unigram as in XLM-RoBERTa,
                    byte-level BPE as in Llama 3 and Qwen2, WordPiece as in BERT), special tokens included
  nmt-nfkc.charsmap.gz
                    SentencePiece's normalisation table, which xlm-roberta's tokenizer.json leaves out to stay small
"""
import base64
import gzip
import io
import json
import shutil
import sys
from pathlib import Path

import sentencepiece
import torch
from safetensors.torch import save_file
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer import modules
from sentencepiece import sentencepiece_model_pb2
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3Model, XLMRobertaConfig, XLMRobertaModel

sys.path.insert(0, str(Path(__file__).parent))
from texts import CORPUS, HARD, RULES  # noqa: E402

HERE = Path(__file__).parent / "encoders"
VECTOR_TEXTS = RULES[:8] + ["a", "Zürich–Köln 1,234.56 €", "two  spaces", "word " * 40]
INSTRUCTION = "Given a question, retrieve the rules that are needed to answer it"
LLAMA3 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
QWEN2 = LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}")


def main() -> None:
    torch.set_num_threads(1)
    shutil.rmtree(HERE, ignore_errors=True)
    HERE.mkdir()
    tokenizers = {"unigram": unigram(), "llama3": byte_level(LLAMA3, None), "qwen2": byte_level(QWEN2, normalizers.NFC()), "wordpiece": word_piece()}
    ids = {name: [tokenizer.encode(text).ids for text in RULES + HARD] for name, tokenizer in tokenizers.items()}
    (HERE / "tokenizers.json").write_text(json.dumps({"texts": RULES + HARD, "ids": ids}, ensure_ascii=False, separators=(",", ":")) + "\n")
    for name in ["llama3", "qwen2", "wordpiece"]:
        tokenizers[name].save(str(HERE / f"{name}.tokenizer.json"), pretty=False)
    vectors = {"xlm-roberta": xlm_roberta(tokenizers["unigram"])}
    qwen3(tokenizers["qwen2"], vectors)
    save_file(vectors, HERE / "expected.safetensors")


def unigram() -> Tokenizer:
    """As transformers converts XLM-RoBERTa's SentencePiece model: four tokens before the pieces, <mask> after them."""
    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(CORPUS), model_writer=out, vocab_size=420, model_type="unigram", character_coverage=0.9995,
        normalization_rule_name="nmt_nfkc", bos_id=-1, eos_id=-1, pad_id=-1, unk_id=0, minloglevel=2, num_threads=1,
    )
    proto = sentencepiece_model_pb2.ModelProto.FromString(out.getvalue())
    pieces = [(piece.piece, piece.score) for piece in proto.pieces[1:]]
    vocab = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), *pieces, ("<mask>", 0.0)]
    tokenizer = Tokenizer(models.Unigram(vocab, unk_id=3, byte_fallback=False))
    charsmap = proto.normalizer_spec.precompiled_charsmap
    (HERE / "nmt-nfkc.charsmap.gz").write_bytes(gzip.compress(charsmap, 9, mtime=0))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Precompiled(charsmap), normalizers.Replace(Regex(" {2,}"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()])
    tokenizer.decoder = decoders.Metaspace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    tokenizer.add_special_tokens(["<s>", "<pad>", "</s>", "<unk>"])
    return tokenizer


def byte_level(pattern: str, normalizer) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE(ignore_merges=normalizer is None))
    tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Split(Regex(pattern), behavior="isolated"), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=600, special_tokens=["<|endoftext|>", "<|im_start|>", "<|im_end|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False,
    )
    tokenizer.train_from_iterator(CORPUS, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(single="$A <|endoftext|>", special_tokens=[("<|endoftext|>", 0)])
    return tokenizer


def word_piece() -> Tokenizer:
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer.train_from_iterator(CORPUS, trainers.WordPieceTrainer(vocab_size=500, special_tokens=special, show_progress=False))
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    return tokenizer


def unsettle(model) -> None:
    """Norms and biases start at 1 and 0; other values show whether they are read."""
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 1:
                parameter.add_(0.3 * torch.randn(parameter.shape))


def sentence_vectors(folder: Path, pooling: str, texts: list[str], **options) -> torch.Tensor:
    transformer = modules.Transformer(str(folder), max_seq_length=64)
    model = SentenceTransformer(modules=[transformer, modules.Pooling(transformer.get_word_embedding_dimension(), pooling_mode=pooling), modules.Normalize()], device="cpu")
    return torch.from_numpy(model.encode(texts, **options))


def xlm_roberta(tokenizer: Tokenizer) -> torch.Tensor:
    torch.manual_seed(2)
    folder = HERE / "xlm-roberta"
    model = XLMRobertaModel(XLMRobertaConfig(
        vocab_size=tokenizer.get_vocab_size(), hidden_size=16, num_hidden_layers=2, num_attention_heads=4, intermediate_size=24,
        max_position_embeddings=66, type_vocab_size=1, layer_norm_eps=1e-5, pad_token_id=1, bos_token_id=0, eos_token_id=2, initializer_range=0.5,
    ))
    unsettle(model)
    model.save_pretrained(folder)
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", pad_token="<pad>", unk_token="<unk>", cls_token="<s>", sep_token="</s>"
    ).save_pretrained(folder)
    vectors = sentence_vectors(folder, "cls", VECTOR_TEXTS)
    file = folder / "tokenizer.json"
    content = json.loads(file.read_text())
    content["normalizer"]["normalizers"][0]["precompiled_charsmap"] = ""
    file.write_text(json.dumps(content, ensure_ascii=False) + "\n")
    for extra in ["tokenizer_config.json", "special_tokens_map.json"]:
        (folder / extra).unlink(missing_ok=True)
    return vectors


def qwen3(tokenizer: Tokenizer, vectors: dict) -> None:
    torch.manual_seed(3)
    folder = HERE / "qwen3-embedding"
    model = Qwen3Model(Qwen3Config(
        vocab_size=tokenizer.get_vocab_size(), hidden_size=16, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2, head_dim=8,
        intermediate_size=24, max_position_embeddings=64, rope_parameters=dict(rope_type="default", rope_theta=1e6),
        tie_word_embeddings=False, initializer_range=0.4, pad_token_id=0, eos_token_id=0, bos_token_id=0,
    )).to(torch.bfloat16)
    unsettle(model)
    model.save_pretrained(folder, max_shard_size="20KB")
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<|endoftext|>", pad_token="<|endoftext|>", padding_side="left").save_pretrained(folder)
    kwargs = {"convert_to_numpy": True}
    vectors["qwen3-embedding"] = sentence_vectors_f32(folder, VECTOR_TEXTS, **kwargs)
    vectors["qwen3-embedding-query"] = sentence_vectors_f32(folder, VECTOR_TEXTS, prompt=f"Instruct: {INSTRUCTION}\nQuery:", **kwargs)
    for extra in ["tokenizer_config.json", "special_tokens_map.json"]:
        (folder / extra).unlink(missing_ok=True)


def sentence_vectors_f32(folder: Path, texts: list[str], **options) -> torch.Tensor:
    transformer = modules.Transformer(str(folder), max_seq_length=64, model_args={"dtype": torch.float32})
    model = SentenceTransformer(modules=[transformer, modules.Pooling(transformer.get_word_embedding_dimension(), pooling_mode="lasttoken"), modules.Normalize()], device="cpu")
    return torch.from_numpy(model.encode(texts, **options))


if __name__ == "__main__":
    main()
