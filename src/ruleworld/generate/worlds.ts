/** The two worlds of a configuration. */
import { ruleKey } from '../rule-key.ts';
import { generateWorld, type World } from '../world.ts';
import type { GenerationConfig } from './config.ts';
import type { Repository } from '../../config/sections.ts';

/** Gives the worlds of a configuration, each made when first asked for. */
export type Worlds = (repository: Repository) => World;

/** Worlds that are kept once made; the held-out one takes no rule of the original one. */
export function worldsOf(config: GenerationConfig): Worlds {
  const made = new Map<Repository, World>();
  const world = (repository: Repository): World => {
    const known = made.get(repository) ?? make(config, repository, world);
    made.set(repository, known);
    return known;
  };
  return world;
}

function make(config: GenerationConfig, repository: Repository, worlds: Worlds): World {
  const settings = config.worlds[repository];
  const seed = `${config.seed}/${repository}`;
  if (repository === 'original') return generateWorld(settings, seed);
  return generateWorld(settings, seed, new Set(worlds('original').rules.map(ruleKey)));
}
