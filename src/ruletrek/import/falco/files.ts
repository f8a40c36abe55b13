/** Falco's rule files (falcosecurity/rules, Apache-2.0): lists, macros and rules with their conditions and lines. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { UserError } from '../../../errors.ts';

export const FALCO_FOLDER = '../shared/ruletrek/cyber-falco';
const FILES = ['falco_rules.yaml', 'falco-incubating_rules.yaml', 'falco-sandbox_rules.yaml'] as const;

export interface Condition {
  readonly kind: 'macro' | 'rule';
  readonly name: string;
  readonly text: string;
  /** Line of its entry, from 1. */
  readonly line: number;
}

/** One file; names are looked up in the file itself. */
export interface FalcoFile {
  readonly path: string;
  readonly conditions: readonly Condition[];
  readonly lists: ReadonlyMap<string, readonly string[]>;
  /** Rule → priority, as the file writes it. */
  readonly priorities: ReadonlyMap<string, string>;
}

const Item = z.union([z.string(), z.number()]).transform(String);
const Entry = z.looseObject({
  list: z.string().optional(), macro: z.string().optional(), rule: z.string().optional(), items: z.array(Item).optional(), condition: Item.optional(), priority: z.string().optional(),
});

/** The three files, or null where the folder is not there. */
export function readFalcoFiles(folder = FALCO_FOLDER): FalcoFile[] | null {
  return existsSync(folder) ? FILES.map((path) => parseFalcoFile(path, readFileSync(join(folder, path), 'utf8'))) : null;
}

/** @throws UserError for a text that is no list of entries */
export function parseFalcoFile(path: string, text: string): FalcoFile {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  const parsed = z.array(Entry).safeParse(document.toJS());
  if (!parsed.success) throw UserError.of({ expected: 'a list of entries with list, macro or rule', got: z.prettifyError(parsed.error), where: { file: path }, fix: 'give it a rule file of Falco' });
  const nodes = (document.contents as unknown as { items: readonly { range: readonly number[] }[] }).items;
  const entries = parsed.data.map((entry, i) => ({ ...entry, line: counter.linePos(nodes[i]!.range[0]!).line }));
  return {
    path,
    conditions: entries.flatMap(({ macro, rule, condition, line }): Condition[] => {
      const name = macro ?? rule;
      return condition === undefined || name === undefined ? [] : [{ kind: macro === undefined ? 'rule' : 'macro', name, text: condition, line }];
    }),
    lists: new Map(entries.flatMap(({ list, items }) => (list === undefined ? [] : [[list, items ?? []] as const]))),
    priorities: new Map(entries.flatMap(({ rule, priority }) => (rule === undefined || priority === undefined ? [] : [[rule, priority] as const]))),
  };
}
