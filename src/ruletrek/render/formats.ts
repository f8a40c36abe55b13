/** File formats by the end of a file's name. */
import { UserError } from '../../errors.ts';
import { docx } from './docx.ts';
import { conf, eml, jsonl, log } from './record-formats.ts';
import { sqlite } from './sqlite.ts';
import type { FileFormat } from './table.ts';
import { csv, json, markdown, yaml } from './text-formats.ts';
import { xlsx } from './xlsx.ts';

export const FILE_FORMATS = { csv, md: markdown, json, jsonl, yaml, conf, log, eml, xlsx, docx, sqlite } as const satisfies Record<string, FileFormat>;

/** @throws UserError for a file of another kind */
export function formatOf(path: string): FileFormat {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  if (extension in FILE_FORMATS) return FILE_FORMATS[extension as keyof typeof FILE_FORMATS];
  throw UserError.of({ expected: `a file that ends in one of ${Object.keys(FILE_FORMATS).join(', ')}`, got: path, where: { file: path }, fix: 'rename the file or leave it out' });
}
