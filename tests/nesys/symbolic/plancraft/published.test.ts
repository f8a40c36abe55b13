/** The project's own rules on the published Plancraft questions. */
import { run } from '../../../../pipelines/nesys-eval.ts';
import { run as score } from '../../../../pipelines/nesys-score.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPublishedHere, PUBLISHED, publishedFile } from '../../published-folder.ts';
import { silentStream } from '../silent-stream.ts';

const folder = mkdtempSync(join(tmpdir(), 'nesys-plancraft-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function scored(split: string): Promise<string> {
  const out = join(folder, `${split}.json`);
  const questions = publishedFile(`slim_plancraft_${split}`);
  await score({ rules: 'plancraft', questions, model: 'llama', out, stream: silentStream(), print: () => undefined });
  return out;
}

if (isPublishedHere) {
  it('reach at least 90 % on test, alone and beside the neural model', async () => {
    const [dev, test] = [await scored('dev'), await scored('test')];
    const result = await run({ test, dev, scale: 'spread+1', clip: false, json: true, print: () => undefined });
    expect(result.neural).toEqual({ right: 663, total: 879 });
    expect(result.rules.right).toBeGreaterThanOrEqual(0.9 * 879);
    expect(result.nesys.right).toBeGreaterThanOrEqual(0.9 * 879);
  });
} else {
  it(`have no published questions to answer: ${PUBLISHED} is absent, which the program says`, async () => {
    await expect(scored('dev')).rejects.toThrow('expected a readable evaluation file');
  });
}
