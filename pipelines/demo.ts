/**
 * The whole line once, from an empty clone to a report: at most 20 minutes on two
 * cores. Where it was stopped, or finds a stage done, it goes on from there.
 */
import { loadYaml } from '../src/config/load.ts';
import { GenerationConfig } from '../src/ruleworld/generate/config.ts';
import { run as embed } from './embed.ts';
import { run as evalTables } from './eval-table.ts';
import { isGenerated, run as generate } from './generate.ts';
import { run as report } from './report.ts';
import { run as trainStage1 } from './train-stage1.ts';
import { run as trainStage2 } from './train-stage2.ts';

const DATA = 'experiments/ruleworld.yaml';
const SHORT_FORM = 'experiments/quick.yaml';
const FULL_LENGTH = 'experiments/tiny.yaml';
/** What of Table 2 fits into the demo's time: DynaRule's rows with all seeds. */
const TABLE2_PART = ['evaluation.methods=[dynarule]', 'evaluation.repositories=[original]'];

export interface DemoOptions {
  readonly backend?: string;
}

export async function run(options: DemoOptions): Promise<void> {
  const announce = stageAnnouncer(7, console.log);

  announce('data: two rule repositories and their questions');
  await makeData();

  announce('embeddings of all rules');
  await embed({ config: FULL_LENGTH, ...options });

  announce('stage 1 in short form: the adapters learn to read rules');
  if (!(await trainStage1({ config: SHORT_FORM, ...options }))) return stopped();

  announce('stage 2 in short form: they learn to retrieve them');
  if (!(await trainStage2({ config: SHORT_FORM, ...options }))) return stopped();

  announce('the short form, evaluated: far from what full-length training reaches');
  await evalTables({ experiment: SHORT_FORM, tables: ['2', '4'], backend: options.backend });

  announce("the paper's Table 2 with the full-length checkpoint that comes with the project");
  await evalTables({ experiment: FULL_LENGTH, set: TABLE2_PART, tables: ['2', '4'], backend: options.backend });

  announce('report');
  await report({ experiment: FULL_LENGTH, set: TABLE2_PART });
  console.log('\nfor the other methods and the held-out rules: make eval-table2 report');
}

/** Prints the stages as they begin, with the minutes and seconds since the start. */
export function stageAnnouncer(total: number, print: (line: string) => void): (title: string) => void {
  const started = performance.now();
  let stage = 0;
  return (title) => {
    stage += 1;
    const seconds = Math.floor((performance.now() - started) / 1000);
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    print(`\n== ${stage}/${total} at ${clock} min: ${title}`);
  };
}

async function makeData(): Promise<void> {
  const config = loadYaml(DATA, GenerationConfig);
  if (isGenerated(config)) console.log(`${config.output} is there and current`);
  else await generate({ config: DATA });
}

function stopped(): void {
  console.log('stopped; the same command goes on from here');
}
