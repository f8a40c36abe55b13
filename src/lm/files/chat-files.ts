/** The chat template of a model's files: tokenizer_config.json, chat_template.jinja, generation_config.json; or GGUF metadata. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import { chatFormat, type ChatFormat } from '../chat-template.ts';
import type { GgufFile } from './gguf.ts';
import { metadataText, metadataTexts, optionalNumber } from './gguf-metadata.ts';
import { readJson } from './json-file.ts';

/** Files write a token as its text or as an object around it. */
const token = z
  .union([z.string(), z.looseObject({ content: z.string() }).transform(({ content }) => content)])
  .nullish()
  .transform((text) => text ?? null);
const ids = z
  .union([z.int(), z.array(z.int())])
  .nullish()
  .transform((id) => (Array.isArray(id) ? id : id === null || id === undefined ? [] : [id]));

const tokenizerConfig = z.looseObject({
  chat_template: z.union([z.string(), z.array(z.looseObject({ name: z.string(), template: z.string() }))]).nullish(),
  bos_token: token,
  eos_token: token,
});
const withEnd = z.looseObject({ eos_token_id: ids });

/** null where the folder has no template. @throws UserError where a file is damaged */
export function folderChat(folder: string, tokenId: (token: string) => number | undefined): ChatFormat | null {
  const file = join(folder, 'tokenizer_config.json');
  const config = parsed(tokenizerConfig, existsSync(file) ? readJson(file) : {}, file);
  const ownFile = join(folder, 'chat_template.jinja');
  const template = existsSync(ownFile) ? readFileSync(ownFile, 'utf8') : namedTemplate(config.chat_template);
  if (template === null) return null;
  const ends = ['config.json', 'generation_config.json'].flatMap((name) => endIds(join(folder, name)));
  const own = config.eos_token === null ? undefined : tokenId(config.eos_token);
  const stopIds = [...new Set(own === undefined ? ends : [own, ...ends])];
  return chatFormat({ template, bosToken: config.bos_token, eosToken: config.eos_token, stopIds, file: existsSync(ownFile) ? ownFile : file });
}

function namedTemplate(template: z.infer<typeof tokenizerConfig>['chat_template']): string | null {
  if (template === null || template === undefined) return null;
  if (typeof template === 'string') return template;
  return template.find(({ name }) => name === 'default')?.template ?? null;
}

function endIds(file: string): number[] {
  return existsSync(file) ? parsed(withEnd, readJson(file), file).eos_token_id : [];
}

function parsed<T>(schema: z.ZodType<T>, json: unknown, file: string): T {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  throw UserError.of({ expected: 'the tokens and template of a chat model', got: z.prettifyError(result.error), where: { file }, fix: 'copy the whole model folder again' });
}

/** null where the file has no template. @throws UserError where entries are of the wrong kind */
export function ggufChat(file: GgufFile): ChatFormat | null {
  if (!file.metadata.has('tokenizer.chat_template')) return null;
  const tokens = metadataTexts(file, 'tokenizer.ggml.tokens');
  const id = (name: string): number | null => optionalNumber(file, `tokenizer.ggml.${name}_token_id`);
  const text = (name: string): string | null => tokens[id(name) ?? -1] ?? null;
  const stopIds = [...new Set(['eos', 'eot', 'eom'].map(id).filter((end) => end !== null))];
  const template = metadataText(file, 'tokenizer.chat_template');
  return chatFormat({ template, bosToken: text('bos'), eosToken: text('eos'), stopIds, file: file.path });
}
