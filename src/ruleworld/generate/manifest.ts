/** generation.json, at the top of generated data: the configuration that decides what the folder holds. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadYaml } from '../../config/load.ts';
import { contentConfig, GenerationConfig } from './config.ts';

export const MANIFEST = 'generation.json';

function manifestText(config: GenerationConfig): string {
  return `${JSON.stringify(contentConfig(config), null, 2)}\n`;
}

/** Puts the manifest into a folder that is being written. */
export function writeManifest(folder: string, config: GenerationConfig): void {
  writeFileSync(join(folder, MANIFEST), manifestText(config));
}

/** Whether the folder's manifest is the one of this configuration. */
export function hasManifestOf(folder: string, config: GenerationConfig): boolean {
  const path = join(folder, MANIFEST);
  return existsSync(path) && readFileSync(path, 'utf8') === manifestText(config);
}

/**
 * What the folder is to hold; its own place and format are not part of that and have their defaults.
 *
 * @throws UserError where the manifest is missing or not one.
 */
export function readManifest(folder: string): GenerationConfig {
  return loadYaml(join(folder, MANIFEST), GenerationConfig);
}
