/** Turns the schema's complaints into one message that names every key and its line. */
import type { z } from 'zod';
import type { FaultPlace } from '../errors.ts';
import type { Layer } from './layers.ts';

type Issue = z.core.$ZodIssue;

interface Complaint {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

/** One line for each fault: file:line, key path, and what is wrong with it. */
export function describeFaults(path: string, issues: readonly Issue[], layers: readonly Layer[]): string {
  const complaints = issues.flatMap(complaintsOf);
  const lines = complaints.map((complaint) => describe(complaint, path, layers));
  const count = lines.length === 1 ? 'one fault' : `${lines.length} faults`;
  return [`${path}: ${count} in the configuration`, ...lines.map((line) => `  ${line}`)].join('\n');
}

function complaintsOf(issue: Issue): Complaint[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key], text: 'unknown key' }));
  }
  return [{ path: issue.path, text: `${reason(issue)}${gotText(issue)}` }];
}

function reason(issue: Issue): string {
  if (issue.code !== 'invalid_type') return issue.message;
  return issue.input === undefined ? `missing, expected ${issue.expected}` : `expected ${issue.expected}`;
}

/** Refinements speak for themselves; for a single value, show what came. */
function gotText(issue: Issue): string {
  const input = issue.input;
  if (issue.code === 'custom' || input === undefined || (typeof input === 'object' && input !== null)) return '';
  return `, got ${JSON.stringify(input)}`;
}

function describe(complaint: Complaint, path: string, layers: readonly Layer[]): string {
  const place = placeOf(complaint.path, path, layers);
  const where = place.line === undefined ? (place.file ?? path) : `${place.file ?? path}:${place.line}`;
  return `${where} ${complaint.path.map(String).join('.') || '(top level)'}: ${complaint.text}`;
}

/** The last layer that sets the key wins; a key that is set nowhere is placed at its nearest parent. */
function placeOf(path: readonly PropertyKey[], file: string, layers: readonly Layer[]): FaultPlace {
  for (let length = path.length; length > 0; length -= 1) {
    const places = layers.map((layer) => layer.place(path.slice(0, length)));
    const place = places.findLast((found) => found !== null);
    if (place !== undefined && place !== null) return place;
  }
  return { file };
}
