/** Writes outside data as a data set folder, like RuleWorld's with the columns that every data set has. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Column } from '../ruleworld/dataset/columns.ts';
import { questionsFolder, rulesFolder } from '../ruleworld/dataset/folders.ts';
import { dataFileName, writeSplitJson, writeSplitNames } from '../ruleworld/dataset/hf-folder.ts';
import { replaceFolder } from '../ruleworld/dataset/replace-folder.ts';
import { QUESTION_COLUMNS, RULE_TEXT_COLUMNS } from '../ruleworld/dataset/schema.ts';
import { writeDataFile } from '../ruleworld/dataset/write-file.ts';
import { SPLITS } from '../ruleworld/generate/config.ts';
import type { OutsideConfig } from './config.ts';
import type { OutsideData } from './prontoqa-data.ts';

/** File at the top of the output that says where it comes from. */
const MANIFEST = 'import.json';

/** The folder appears when all of it is there. @throws UserError for an output folder with other files */
export async function writeOutsideData(data: OutsideData, config: OutsideConfig): Promise<void> {
  await replaceFolder(config.output, MANIFEST, async (folder) => {
    writeFileSync(join(folder, MANIFEST), `${JSON.stringify(config, null, 2)}\n`);
    await writeTable(join(folder, rulesFolder('original')), null, RULE_TEXT_COLUMNS, data.rules, config);
    const questions = join(folder, questionsFolder('original'));
    for (const split of SPLITS) await writeTable(join(questions, split), split, QUESTION_COLUMNS, data.questions[split], config);
    writeSplitNames(questions, SPLITS);
  });
}

async function writeTable<Row>(
  folder: string,
  split: string | null,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  config: OutsideConfig,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const file = dataFileName(0, 1, 'arrow');
  await writeDataFile(join(folder, file), 'arrow', columns, rows, config);
  writeSplitJson(folder, columns, { split, files: [file], identity: JSON.stringify([config, split]) });
}
