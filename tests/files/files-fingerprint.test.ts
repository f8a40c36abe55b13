/** Fingerprints of model files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesFingerprint } from '../../src/files/files-fingerprint.ts';

describe('filesFingerprint', () => {
  it('changes with the content and the names of files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dynarule-files-'));
    const fingerprint = () => filesFingerprint(folder, 'make it');
    writeFileSync(join(folder, 'a'), 'one');
    const before = await fingerprint();
    expect(before).toMatch(/^[0-9a-f]{16}$/);
    expect(await fingerprint()).toBe(before);
    writeFileSync(join(folder, 'a'), 'two');
    const changed = await fingerprint();
    writeFileSync(join(folder, 'b'), '');
    expect(new Set([before, changed, await fingerprint()]).size).toBe(3);
    rmSync(folder, { recursive: true });
  });

  it('leaves out the file that decides nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dynarule-files-'));
    writeFileSync(join(folder, 'a'), 'one');
    const before = await filesFingerprint(folder, 'make it', ['b']);
    writeFileSync(join(folder, 'b'), 'two');
    expect(await filesFingerprint(folder, 'make it', ['b'])).toBe(before);
    expect(await filesFingerprint(folder, 'make it')).not.toBe(before);
    rmSync(folder, { recursive: true });
  });

  it('says how to make what is missing', async () => {
    await expect(filesFingerprint('/nowhere/model', 'run `make pretrain`')).rejects.toThrow('fix: run `make pretrain`');
  });
});
