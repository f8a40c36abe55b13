/**
 * How a chat model wants its turns written: the Jinja template that comes with it, in
 * tokenizer_config.json, chat_template.jinja or GGUF metadata, and the tokens that end its turn.
 */
import { Template } from '@huggingface/jinja';
import { UserError } from '../errors.ts';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatFormat {
  /** The text that the model continues with its own turn; special tokens are spelled out in it. @throws UserError where the template refuses the messages */
  prompt(messages: readonly ChatMessage[]): string;
  /** Any of these ends the model's turn. */
  readonly stopIds: readonly number[];
}

export interface ChatSource {
  /** Jinja text. */
  readonly template: string;
  readonly bosToken: string | null;
  readonly eosToken: string | null;
  readonly stopIds: readonly number[];
  /** Where it was found, for messages. */
  readonly file: string;
}

/** Llama 3.1's template writes a date; its own default keeps answers from depending on the day. */
const DATE = '26 Jul 2024';

/** @throws UserError where the template is not Jinja that can be read */
export function chatFormat(source: ChatSource): ChatFormat {
  const template = parse(source);
  const tokens = { bos_token: source.bosToken ?? '', eos_token: source.eosToken ?? '' };
  return {
    stopIds: source.stopIds,
    prompt: (messages) => {
      try {
        return template.render({ messages, add_generation_prompt: true, date_string: DATE, ...tokens });
      } catch (cause) {
        throw faulty(source.file, cause, `the messages ${JSON.stringify(messages).slice(0, 200)} in this template`);
      }
    },
  };
}

function parse({ template, file }: ChatSource): Template {
  try {
    return new Template(template);
  } catch (cause) {
    throw faulty(file, cause, 'a chat template in Jinja');
  }
}

function faulty(file: string, cause: unknown, expected: string): UserError {
  const got = cause instanceof Error ? cause.message : String(cause);
  return UserError.of({ expected, got, where: { file, key: 'chat_template' }, fix: 'take the template from the model\'s own folder, or delete it to prompt without one' }, { cause });
}
