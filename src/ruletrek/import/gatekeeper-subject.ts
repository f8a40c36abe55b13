/** What a Gatekeeper constraint looks at: an object with the request, the parameters and what is in the cluster. */
import { parseQuantity } from '../packs/policy/quantity.ts';
import { fieldAt, type Resource } from './manifests.ts';

export interface Subject {
  readonly object: Resource;
  readonly isUpdate: boolean;
  /** The request, where there is one: who asks, and the object as it was. */
  readonly request: unknown;
  readonly parameters: unknown;
  /** Objects that the cluster has. */
  readonly inventory: readonly Resource[];
}

/** Whether the object violates the constraint. */
export type Check = (subject: Subject) => boolean;

export function listAt(value: unknown, path: string): unknown[] {
  const found = fieldAt(value, path);
  return Array.isArray(found) ? (found as unknown[]) : [];
}

export function textsAt(value: unknown, path: string): string[] {
  return listAt(value, path).map(String);
}

export function textAt(value: unknown, path: string): string {
  const found = fieldAt(value, path);
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean' ? String(found) : '';
}

/** A value of a map whose keys may have dots. */
export function entryOf(map: unknown, key: string): unknown {
  return typeof map === 'object' && map !== null ? (map as Record<string, unknown>)[key] : undefined;
}

/** Text with a * at its end stands for what begins with it. */
export function fitsPrefix(pattern: string, text: string): boolean {
  return pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : pattern === text;
}

/** Containers of all three kinds, without those whose image is exempt. */
export function containersOf({ object, parameters }: Subject): unknown[] {
  const all = ['containers', 'initContainers', 'ephemeralContainers'].flatMap((name) => listAt(object, `spec.${name}`));
  return all.filter((one) => !textsAt(parameters, 'exemptImages').some((image) => fitsPrefix(image, textAt(one, 'image'))));
}

export function someContainer(breaks: (container: unknown, subject: Subject) => boolean): Check {
  return (subject) => containersOf(subject).some((one) => breaks(one, subject));
}

export function quantityAt(value: unknown, path: string): bigint | null {
  return parseQuantity(textAt(value, path));
}

export function inRanges(number: unknown, ranges: readonly unknown[], low = 'min', high = 'max'): boolean {
  return ranges.some((range) => Number(number) >= Number(entryOf(range, low) ?? 0) && Number(number) <= Number(entryOf(range, high) ?? Infinity));
}
