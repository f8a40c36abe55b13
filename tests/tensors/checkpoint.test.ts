import { existsSync, mkdirSync, mkdtempSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  latestCheckpoint,
  readAdapters,
  readCheckpoint,
  requireCheckpoint,
  writeCheckpoint,
  type Checkpoint,
} from '../../src/tensors/checkpoint.ts';

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'checkpoint-'));
}

function checkpoint(step: number): Checkpoint {
  return {
    step,
    adapters: new Map([['layers.0.query', { shape: [2, 2], data: Float32Array.of(1 / 3, -0, 1e-40, step) }]]),
    optimizer: new Map([['mean.layers.0.query', { shape: [2, 2], data: Float32Array.of(4, 3, 2, 1) }]]),
    extra: { confidenceLayer: 3, losses: [1.5, 0.25] },
  };
}

describe('a checkpoint', () => {
  it('reads back bit for bit', () => {
    const path = writeCheckpoint(newFolder(), checkpoint(7), 3);
    expect(readCheckpoint(path)).toEqual(checkpoint(7));
    expect(readAdapters(path)).toEqual(checkpoint(7).adapters);
    expect(readdirSync(path).toSorted()).toEqual(['adapters.safetensors', 'optimizer.safetensors', 'state.json']);
  });

  it('keeps the newest ones, by number and not by name', () => {
    const folder = newFolder();
    for (const step of [2, 10, 9]) writeCheckpoint(folder, checkpoint(step), 2);
    expect(readdirSync(folder).toSorted()).toEqual(['step-10', 'step-9']);
    expect(latestCheckpoint(folder)).toBe(join(folder, 'step-10'));
  });

  it('ignores what a killed writer left, and the next one clears it away', () => {
    const folder = newFolder();
    writeCheckpoint(folder, checkpoint(1), 3);
    mkdirSync(join(folder, 'step-2.tmp-999'));
    writeFileSync(join(folder, 'step-2.tmp-999', 'adapters.safetensors'), 'half');
    expect(latestCheckpoint(folder)).toBe(join(folder, 'step-1'));
    writeCheckpoint(folder, checkpoint(2), 3);
    expect(readdirSync(folder).toSorted()).toEqual(['step-1', 'step-2']);
  });

  it('can be written again', () => {
    const folder = newFolder();
    writeCheckpoint(folder, checkpoint(1), 3);
    const path = writeCheckpoint(folder, { ...checkpoint(1), extra: { again: true } }, 3);
    expect(readCheckpoint(path).extra).toEqual({ again: true });
  });

  it('is not there in a new or missing folder', () => {
    const folder = newFolder();
    expect(latestCheckpoint(folder)).toBeNull();
    expect(latestCheckpoint(join(folder, 'none'))).toBeNull();
    expect(() => requireCheckpoint(join(folder, 'none'), 'run stage 1 first')).toThrow(/no such folder\n {2}fix: run stage 1 first/);
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  it.each(['adapters.safetensors', 'optimizer.safetensors', 'state.json'])('refuses a truncated %s', (name) => {
    const path = writeCheckpoint(newFolder(), checkpoint(1), 3);
    truncateSync(join(path, name), 20);
    expect(() => readCheckpoint(path)).toThrow(expect.objectContaining({ name: 'UserError', message: expect.stringContaining(name) as string }));
  });

  it('refuses the state of another schema', () => {
    const path = writeCheckpoint(newFolder(), checkpoint(1), 3);
    writeFileSync(join(path, 'state.json'), '{"schema": 2, "step": 1, "extra": {}}');
    expect(() => readCheckpoint(path)).toThrow('expected the state of a checkpoint, schema 1');
  });
});
