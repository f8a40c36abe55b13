import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../src/errors.ts';
import { initBackend } from '../../src/backend/init.ts';
import { hasChatTemplate, loadLm, openLm } from '../../src/lm/load.ts';
import { disposeWeights } from '../../src/lm/weights.ts';
import { chatPrompt } from '../../src/methods/chat-template.ts';
import { textModelOf } from '../../src/methods/text-model.ts';
import { ORACLE, temporaryFolder, TINY } from './files/support.ts';

/** As ChatML models have it, with the line breaks that transformers' `trim_blocks` swallows. */
const CHATML = `{% for message in messages %}
{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] | trim + '<|im_end|>' + '\\n' }}{% endfor %}
{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`;
const WRITTEN = '<|im_start|>user\nHi there<|im_end|>\n<|im_start|>assistant\n';

const folder = join(temporaryFolder(), 'llama');
const write = (name: string, content: object | string): void => writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
const prompt = (): string | undefined => {
  const { chat, source } = openLm(folder);
  source.close();
  return chat?.prompt([{ role: 'user', content: 'Hi there ' }]);
};

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(TINY, 'llama'), folder, { recursive: true });
});

it('a base model has none', () => {
  expect(prompt()).toBeUndefined();
  expect(hasChatTemplate(folder)).toBe(false);
});

it.each([
  ['tokenizer_config.json', { chat_template: CHATML, eos_token: '<eos>' }],
  ['tokenizer_config.json, in a list', { chat_template: [{ name: 'tool_use', template: 'no' }, { name: 'default', template: CHATML }], eos_token: { content: '<eos>' } }],
])('is read from %s', (_where, config) => {
  write('tokenizer_config.json', config);
  expect(prompt()).toBe(WRITTEN);
});

it('is read from a file of its own, and ends with any of the tokens that the files name', () => {
  write('chat_template.jinja', CHATML);
  write('tokenizer_config.json', { eos_token: '<bos>', bos_token: null });
  write('generation_config.json', { eos_token_id: [1, 7] });
  const { chat, source } = openLm(folder);
  source.close();
  // <bos> is 0; config.json says 1.
  expect(chat?.stopIds).toEqual([0, 1, 7]);
  expect(hasChatTemplate(folder)).toBe(true);
});

it('is read from GGUF metadata', () => {
  const path = join(ORACLE, 'families', 'qwen3.gguf');
  const { chat, source } = openLm(path);
  source.close();
  expect(chat?.prompt([{ role: 'user', content: 'a' }, { role: 'assistant', content: 'b' }])).toBe('<bos>user: a<eos><bos>assistant: b<eos><bos>assistant: ');
  expect(chat?.stopIds).toEqual([1]);
  expect(hasChatTemplate(path)).toBe(true);
});

it('that cannot be read or refuses the messages is a clear error', () => {
  write('tokenizer_config.json', { chat_template: '{% for m in' });
  expect(prompt).toThrow(UserError);
  expect(prompt).toThrow('tokenizer_config.json chat_template: expected a chat template in Jinja');
  write('tokenizer_config.json', { chat_template: "{{ raise_exception('a system message must come first') }}" });
  expect(prompt).toThrow('a system message must come first');
  write('tokenizer_config.json', { chat_template: 7 });
  expect(prompt).toThrow('chat_template');
});

it('decides how a local model is asked: as a chat model is, within its context', async () => {
  await initBackend();
  write('tokenizer_config.json', { chat_template: CHATML, eos_token: '<eos>' });
  const lm = await loadLm(folder);
  const model = textModelOf(lm);
  expect(model.followsInstructions).toBe(true);
  expect(model.prompt('Why?', ['a rule'])).toBe(chatPrompt('Why?', ['a rule']));
  const around = '<|im_start|>user\n<|im_end|>\n<|im_start|>assistant\n';
  expect(model.contextLength).toBe(64 - lm.tokenizer.encode(around).length);
  expect(await model.complete(['a'], 2)).toHaveLength(1);
  disposeWeights(lm.weights);
});
