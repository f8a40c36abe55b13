/**
 * Writes the hashes of the rules' spans into a pack's rules.json, after its documents were changed:
 *
 *     npx tsx scripts/ruletrek-seal.ts
 */
import { writeFileSync } from 'node:fs';
import { spanOf } from '../src/ruletrek/packs/documents.ts';
import { PACKS } from '../src/ruletrek/packs/registry.ts';

async function seal(): Promise<void> {
  for (const pack of PACKS) {
    const documents = await pack.documents();
    const lines = pack.sources.map((source) => `  ${JSON.stringify({ ...source, sha256: spanOf(documents, source).sha256 })}`);
    const path = `src/ruletrek/packs/${pack.name}/rules.json`;
    writeFileSync(path, `[\n${lines.join(',\n')}\n]\n`);
    console.log(`${path}: ${lines.length} rules`);
  }
}

await seal();
