/** The full-size experiment of phase 2, walked to the end with random models of its families. */
import { run as dryRun } from '../../pipelines/nesys-dry-run.ts';
import { initBackend } from '../../src/backend/init.ts';

const experiment = 'experiments/nesys-llama-3.2-1b.yaml';

async function walked(set: readonly string[]): Promise<string> {
  const lines: string[] = [];
  await initBackend();
  await dryRun({ experiment, set, print: (line) => lines.push(line) });
  return lines.join('\n');
}

it.each(['llama', 'qwen3'])('learns two steps of a random %s, and judges choices by its adapters', async (family) => {
  const printed = await walked([`dryRun.architecture=${family}`]);
  expect(printed).toContain(`dry run of nesys-llama-3.2-1b: a random ${family} model, two steps`);
  expect(printed).toMatch(/adapters: learnt from \d+ questions/);
  expect(printed).toContain('test.jsonl: 4 questions with log-probs of');
  expect(printed.split('\n').at(-1)).toBe('nesys-llama-3.2-1b runs to the end; nothing of it was kept');
});

it('asks for a family where the files are not there to tell it', async () => {
  await expect(walked(['dryRun.architecture=null', 'neural.model=models/nowhere'])).rejects.toThrow('models/nowhere');
});
