/**
 * The small JSON files that make a folder of Arrow files a data set of Python's
 * `datasets`: `dataset_info.json` and `state.json` for each split, and
 * `dataset_dict.json` above several splits.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { featuresOf, type Column } from './columns.ts';

/** What `state.json` says of a split. */
export interface SplitFiles {
  /** Name of the split, or null for a data set without splits. */
  readonly split: string | null;
  readonly files: readonly string[];
  /** What identifies the content; the fingerprint is its hash. */
  readonly identity: string;
}

/** Name of a data file: `data-00000-of-00002.arrow`. */
export function dataFileName(index: number, count: number, extension: string): string {
  const pad = (value: number): string => String(value).padStart(5, '0');
  return `data-${pad(index)}-of-${pad(count)}.${extension}`;
}

/** Writes `dataset_info.json` and `state.json` into a folder of Arrow files. */
export function writeSplitJson<Row>(folder: string, columns: readonly Column<Row>[], files: SplitFiles): void {
  writeJson(join(folder, 'dataset_info.json'), {
    citation: '',
    description: '',
    features: featuresOf(columns),
    homepage: '',
    license: '',
  });
  writeJson(join(folder, 'state.json'), {
    _data_files: files.files.map((filename) => ({ filename })),
    _fingerprint: createHash('sha256').update(files.identity).digest('hex').slice(0, 16),
    _format_columns: null,
    _format_kwargs: {},
    _format_type: null,
    _output_all_columns: false,
    _split: files.split,
  });
}

/** Writes `dataset_dict.json`, which names the splits of a folder. */
export function writeSplitNames(folder: string, splits: readonly string[]): void {
  writeJson(join(folder, 'dataset_dict.json'), { splits });
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
