/** Reads an instance with its gold, for scoring, checking and scripted agents; and a whole benchmark. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GoldAnswer, GoldEvidence, GoldStages, GoldTrace, GraphFile, type EvidenceFact, type TraceStep } from '../formats/gold.ts';
import { Manifest } from '../formats/manifest.ts';
import { readFormat } from '../formats/read.ts';
import { TaskFile } from '../formats/task.ts';
import type { JsonValue } from '../formats/vocabulary.ts';
import { readParagraphs } from '../render/docx.ts';
import { filesBelow, LAYOUT } from './layout.ts';

export interface Instance {
  readonly folder: string;
  readonly task: TaskFile;
  readonly graph: GraphFile;
  readonly answer: Readonly<Record<string, JsonValue>>;
  readonly trace: readonly TraceStep[];
  readonly evidence: readonly EvidenceFact[];
  readonly stages: GoldStages['stages'];
  /** Path below `rules/` → text: lines, or the paragraphs of a docx document; tables in binary form are left out. */
  readonly documents: ReadonlyMap<string, string>;
}

/** @throws UserError for a missing or broken file */
export async function readInstance(folder: string): Promise<Instance> {
  const rules = join(folder, LAYOUT.rules);
  const documents = await Promise.all(filesBelow(rules).map(async (path): Promise<[string, string][]> => {
    const bytes = readFileSync(join(rules, path));
    if (path.endsWith('.docx')) return [[path, (await readParagraphs(bytes)).join('\n')]];
    return path.endsWith('.xlsx') || path.endsWith('.sqlite') ? [] : [[path, bytes.toString('utf8')]];
  }));
  return {
    folder,
    task: readFormat(join(folder, LAYOUT.task), TaskFile),
    graph: readFormat(join(folder, LAYOUT.goldGraph), GraphFile),
    answer: readFormat(join(folder, LAYOUT.goldAnswer), GoldAnswer).fields,
    trace: readFormat(join(folder, LAYOUT.goldTrace), GoldTrace).steps,
    evidence: readFormat(join(folder, LAYOUT.goldEvidence), GoldEvidence).facts,
    stages: readFormat(join(folder, LAYOUT.goldStages), GoldStages).stages,
    documents: new Map(documents.flat()),
  };
}

/** Folder of an instance of a benchmark. */
export function instanceFolder(bench: string, id: string): string {
  return join(bench, 'instances', id);
}

/** @throws UserError where the folder has no benchmark */
export function readManifest(bench: string): Manifest {
  return readFormat(join(bench, 'manifest.json'), Manifest);
}
