"""Texts for the oracles of tokenizers and encoders: seeded rules, and strings on which tokenizers differ."""
import random

ADJECTIVES = "tiny large blue strong old quiet bright hollow wooden heavy gentle striped".split()
NOUNS = "cat wolf owl horse fox rabbit tiger goose mouse beaver otter hawk".split()
PARTS = "horn feather tail wing claw ear tooth spot stripe whisker scale hoof".split()
PLACES = "bridge forest harbour valley cave meadow tower market".split()
STATES = "dizzy calm hungry proud frozen sleepy brave weary".split()
VERBS = "chase follow visit greet avoid help push carry".split()
ADVERBS = "deeply slightly quite rather".split()


def rules(count: int) -> list[str]:
    draw = random.Random(7)
    return [rule(draw) for _ in range(count)]


def rule(draw: random.Random) -> str:
    noun, adjective, part = draw.choice(NOUNS), draw.choice(ADJECTIVES), f"{draw.choice(ADJECTIVES)} {draw.choice(PARTS)}"
    logic = part.capitalize().replace(" ", "_")
    number, verb, state = draw.randint(2, 9), draw.choice(VERBS), f"{draw.choice(ADVERBS)} {draw.choice(STATES)}"
    place = draw.choice(PLACES)
    return draw.choice([
        f"If A is a {adjective} {noun}, it has {number} {part}s.",
        f"{adjective.capitalize()}_{noun}(A) ⇒ Has({logic}, {number})",
        f"If A {verb}s B, B will lose {number} {part}s.",
        f"{verb.capitalize()}(A, B) ⇒ Lose(B, {logic}, {number})",
        f"If A enters {place}, it will become {state}.",
        f"Enter(A, {place.capitalize()}) ⇒ Become(A, {state.capitalize().replace(' ', '_')})",
        f"For each {part} A gains, it will lose {number} {draw.choice(PARTS)}s.",
        f"If A {verb}s B, A will become {state}.",
    ])


RULES = rules(240)

HARD = [
    "", " ", "  ", "\t", "\n", "\r\n", " \n ", "a", " a", "a ", "  a  b  ", "tab\there", "line\nbreak\r\nmore\n\n\nend",
    "It's, don't, we'LL, they'Re, I'D, you'vE, 'tis 's 'S", "1 12 123 1234 12345 123456789 1,234,567.89 3.14e-10 ½ ² ³ Ⅷ ① ٣ ৩",
    "naïve café déjà vu Ångström façade", "e\u0301 a\u0308 n\u0303 o\u0302\u0301", "ﬁ ﬂ ﬃ ﬄ ß ẞ ĳ ǆ", "ＦＵＬＬ　ｗｉｄｔｈ １２３ ｱｲｳ ﾊﾞ",
    "中文 字符 测试，这是。", "日本語のテスト、カタカナとひらがな。", "한국어 시험 문장", "ไทยไม่มีช่องว่าง", "العربية نص مُشَكَّل", "עברית שָׁלוֹם", "हिन्दी परीक्षा क्षत्रिय",
    "Русский ЁЖ ёж", "Ελληνικά ΣΊΣΥΦΟΣ σίσυφος", "İstanbul ıssız IİıI", "Ünïcödé ÀÉÎÕÜ", "🙂 👍🏽 👩‍👩‍👧‍👦 🏳️‍🌈 🇫🇷 ❤️ 🫠",
    "∀x∃y (x ⇒ y) ∧ ¬(y ⊢ x) ≤ ≥ ≠ ± × ÷ √ ∞ ∑ ∫", "“curly” ‘quotes’ … – — ‐ ‑ ‒ ″ ′ « »", "€ £ ¥ ₹ ¢ $5.00 100% #tag @user & co.",
    "\u00a0non\u00a0breaking\u2003em\u2009thin\u202fnarrow\u3000wide", "zero\u200bwidth\u200djoin\ufeffbom\u2060word\u00adsoft", "\u2028line\u2029paragraph\u0085next",
    "control\u0001\u0002\u0007\u001b\u007fchars\u0080\u009f", "replacement\ufffdcharacter", "private\ue000use", "∑𝒳𝔘𝕏 𝟘𝟙 𐍈 𓀀 𝄞",
    "snake_case kebab-case camelCase PascalCase SCREAMING_CASE dot.case path/to/file C:\\dir\\x", "https://example.org/a?b=c&d=%20#e user+tag@example.org",
    "def f(x):\n    return x ** 2  # comment\n\tif True:\n\t\tpass", "<p class=\"x\">a &amp; b</p><!-- c -->", "{\"key\": [1, 2.5, null, true]}", "a\\nb \\t \\u00e9 \\\\", "`code` **bold** _it_ ~~no~~ | a | b |",
    "<s> </s> <unk> <pad> <mask>", "[CLS] [SEP] [MASK] [UNK] [PAD]", "<|endoftext|><|im_start|>user\nhi<|im_end|>", "x<|im_end|>y <|im_start|> z", "▁▁ Ġ Ċ ##ing ▁a", "�",
    "antidisestablishmentarianism pneumonoultramicroscopicsilicovolcanoconiosis", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "x" * 130, "ab " * 60,
    "!!!???...,,,;;;:::---___===+++***", "?!?!?! (((([[[[{{{{}}}}]]]]))))", "a.b,c;d:e!f?g'h\"i(j)k[l]m{n}o", "… ...", "  leading", "trailing   ", "mid   dle",
    "new\n\n\n\nlines", "\n\na", "a\n\n", " \t \n \r ", "a\u0300", "\u0300a", "a\u0300\u0301\u0302\u0303", "ÅÅ", "Ⅻ ℃ ℉ № ℡ ™ © ®", "㎏ ㍿ ㈱ ㊗", "ﷺ", "½ cup ¼ tsp", "10⁻³ m²", "H₂O CO₂",
    "〜 ~ ～ ∼", "ｶﾞｷﾞ が", "각 각", "กำ ำ", "क़ क़", "ớ ớ", "K K", "Ω Ω", "‼ ⁇", "①②③", "ⓐⓑ", "⒈", "㋿", "ꟸ", "ᴬᴮ",
    "If A is a tiny cat, it has 4 strong horns.", "Tiny_cat(A) ⇒ Has(Strong_horn, 4)", "[Step] a tiny cat: strong horns 4 <search> \\boxed{4, bridge}",
]

CORPUS = RULES + [text for text in HARD if text.strip()] + ["A wolf greets an owl, and the owl becomes calm.", "Which animals have four wings?"] * 4
