import { peerWork } from '../../bench/stage2-peer.ts';
import { stage2Spec } from '../../bench/stage2-spec.ts';

const spec = stage2Spec(['stage2.negatives=pool', 'stage2.ruleCount=1000']);

describe('stage2Spec', () => {
  it('has questions of 96 to 128 tokens with two or three steps', () => {
    // Rows 0, 3, …, 30 (11 of 32) have two steps, the others three: (22 + 63) / 32 = 2.66.
    expect(spec.examples.reduce((sum, { gold }) => sum + gold.length, 0)).toBe(85);
    for (const { ids } of spec.examples) expect(ids.length >= 96 && ids.length <= 128).toBe(true);
  });

  it('puts a <search> where a step begins, and lets the tokens from it on see its rules', () => {
    for (const { ids, stepOf, queries } of spec.examples) {
      queries.forEach((query, step) => {
        const position = query.kind === 'token' ? query.position : -1;
        expect(ids[position]).toBe(spec.lm.vocabSize);
        expect([stepOf[position - 1], stepOf[position]]).toEqual([step - 1, step]);
      });
    }
  });

  it('is the same every time', () => {
    expect(stage2Spec(['stage2.negatives=pool', 'stage2.ruleCount=1000'])).toEqual(spec);
  });
});

describe('peerWork', () => {
  it('gives the other side the same tokens, labels and steps', () => {
    const work = JSON.parse(JSON.stringify(peerWork(spec, 2)));
    const { topK, temperature, priorWeight } = spec.experiment.dynarule;
    expect(work).toMatchObject({ topK, temperature, priorWeight, poolSize: 1000, ownPool: true, threads: 2 });
    expect(work.batch.ids).toHaveLength(work.batch.rows * work.batch.length);
    expect(work.batch.ids.slice(0, 5)).toEqual(spec.examples[0]?.ids.slice(0, 5));
    expect(work.batch.labels).toHaveLength(work.batch.positions.length);
    expect(work.steps).toHaveLength(85);
    expect(work.steps[0]).toEqual({ row: 0, step: 0, position: 41, gold: spec.examples[0]?.gold[0]?.[0] });
  });
});
