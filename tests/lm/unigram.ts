/** The oracle's Unigram tokenizer (tests/oracle/encoders.py) with its normalisation table, which is kept beside it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readJson } from '../../src/lm/files/json-file.ts';
import { tokenizerFromJson, type Tokenizer } from '../../src/lm/tokenizer.ts';
import { ORACLE } from './files/support.ts';

interface UnigramJson { readonly normalizer: { readonly normalizers: object[] } }

export function unigramTokenizer(): Tokenizer {
  const folder = join(ORACLE, 'encoders');
  const json = readJson(join(folder, 'xlm-roberta', 'tokenizer.json')) as UnigramJson;
  const charsmap = gunzipSync(readFileSync(join(folder, 'nmt-nfkc.charsmap.gz'))).toString('base64');
  const normalizers = json.normalizer.normalizers.map((part) => ('precompiled_charsmap' in part ? { ...part, precompiled_charsmap: charsmap } : part));
  return tokenizerFromJson({ ...json, normalizer: { ...json.normalizer, normalizers } });
}
