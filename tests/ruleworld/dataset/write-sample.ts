/** Writes the sample as data set folders: `rules` in two files, and `questions` with two splits. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Column } from '../../../src/ruleworld/dataset/columns.ts';
import { dataFileName, writeSplitJson, writeSplitNames } from '../../../src/ruleworld/dataset/hf-folder.ts';
import { WORLD_QUESTION_COLUMNS, RULE_COLUMNS } from '../../../src/ruleworld/dataset/schema.ts';
import { writeDataFile } from '../../../src/ruleworld/dataset/write-file.ts';
import { SAMPLE_QUESTIONS, SAMPLE_RULE_ROWS } from './sample.ts';

const CONFIG = { seed: 'sample' };

/** Writes both data sets below `folder`. */
export async function writeSample(folder: string): Promise<void> {
  const rules = [SAMPLE_RULE_ROWS.slice(0, 4), SAMPLE_RULE_ROWS.slice(4)];
  await writeFolder(join(folder, 'rules'), null, RULE_COLUMNS, rules);
  for (const split of ['train', 'test']) {
    await writeFolder(join(folder, 'questions', split), split, WORLD_QUESTION_COLUMNS, [SAMPLE_QUESTIONS]);
  }
  writeSplitNames(join(folder, 'questions'), ['train', 'test']);
}

async function writeFolder<Row>(
  folder: string,
  split: string | null,
  columns: readonly Column<Row>[],
  shards: readonly (readonly Row[])[],
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const files = shards.map((_, index) => dataFileName(index, shards.length, 'arrow'));
  for (const [index, rows] of shards.entries()) {
    await writeDataFile(join(folder, files[index] as string), 'arrow', columns, rows, CONFIG);
  }
  writeSplitJson(folder, columns, { split, files, identity: `sample ${split}` });
}
