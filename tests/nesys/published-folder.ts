/** The paper's published numbers, which are no part of the project: tests that need them say so where they are absent. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const PUBLISHED = '../shared/nesys';
export const isPublishedHere = existsSync(PUBLISHED);
export const publishedFile = (name: string): string => join(PUBLISHED, `${name}.json.gz`);
