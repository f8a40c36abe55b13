/** xlsx and docx are zip files with the time of writing in them: the same content again gives other bytes unless it is normalised. */
import { unzipSync, zipSync, type Zippable } from 'fflate';
import { bytesOf, textOf } from './table.ts';

/** The first moment that a zip file can name, in local time as zip has it. */
const FIXED_TIME = new Date(1980, 0, 1);
const FIXED_ISO = '1980-01-01T00:00:00Z';

/** The same entries, sorted, with fixed times in the archive and in the document's properties. */
export function normaliseZip(bytes: Uint8Array): Uint8Array {
  const entries = Object.entries(unzipSync(bytes)).sort(([a], [b]) => (a < b ? -1 : 1));
  const normal = entries.map(([name, content]): [string, Zippable[string]] => [name, [withoutTimes(name, content), { mtime: FIXED_TIME }]]);
  return zipSync(Object.fromEntries(normal), { level: 6 });
}

function withoutTimes(name: string, content: Uint8Array): Uint8Array {
  if (!name.startsWith('docProps/')) return content;
  return bytesOf(textOf(content).replaceAll(/(<dcterms:(?:created|modified)[^>]*>)[^<]*(<)/g, `$1${FIXED_ISO}$2`));
}
