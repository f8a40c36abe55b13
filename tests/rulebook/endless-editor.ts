/** Edits a store without end and says on standard output which version was acknowledged; a test kills it. */
import { createHashedEncoder } from '../../src/encoder/hashed.ts';
import { openRuleStore } from '../../src/rulebook/store.ts';

const store = await openRuleStore(process.argv[2]!, createHashedEncoder({ dimensions: 16 }), () => undefined);
for (let version = store.snapshot().version + 1; ; version += 1) {
  // Both rules change in one edit: after it they have the same number.
  await store.edit({ change: ['1', '2'].map((id) => ({ id, premise: `premise ${id}`, conclusion: `version ${version} ${'x'.repeat(2_000)}` })) });
  process.stdout.write(`${version}\n`);
}
