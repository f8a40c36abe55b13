/** Every YAML under experiments/ goes through its real parser, and its header says how to run it. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { ExperimentConfig } from '../../src/config/experiment.ts';
import { dumpYaml, loadYaml } from '../../src/config/load.ts';
import { PretrainConfig } from '../../src/config/pretrain.ts';
import { RunConfig } from '../../src/ruletrek/run/config.ts';
import { OutsideConfig } from '../../src/outside/config.ts';
import { NesysConfig } from '../../src/nesys/config.ts';
import { PhasesConfig } from '../../src/nesys/phases/config.ts';
import { GenerationConfig } from '../../src/ruleworld/generate/config.ts';

const FOLDER = 'experiments';
const makefile = readFileSync('Makefile', 'utf8');
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));

function schemaOf(name: string): z.ZodType<object> {
  if (name.startsWith('ruleworld')) return GenerationConfig;
  if (name === 'prontoqa-data.yaml') return OutsideConfig;
  if (name.startsWith('nesys-tables')) return NesysConfig;
  if (/^nesys-(workshop|route|phase2|smollm2|llama)/.test(name)) return PhasesConfig;
  if (name.startsWith('ruletrek')) return RunConfig;
  return name.startsWith('pretrain') ? PretrainConfig : ExperimentConfig;
}

describe('the shipped configurations', () => {
  it('are there', () => {
    expect(files).toEqual(
      expect.arrayContaining(['endpoint.yaml', 'pretrain.yaml', 'quick.yaml', 'ruleworld-small.yaml', 'ruleworld.yaml', 'smollm2.yaml', 'tiny-paper.yaml', 'tiny.yaml']),
    );
  });

  it.each(files)('%s parses, and its resolved form is the same configuration', (name) => {
    const config = loadYaml(join(FOLDER, name), schemaOf(name));
    const resolved = join(mkdtempSync(join(tmpdir(), 'shipped-')), name);
    writeFileSync(resolved, dumpYaml(config));
    expect(loadYaml(resolved, schemaOf(name))).toEqual(config);
  });

  it.each(files)('%s begins with what it is and the command that runs it', (name) => {
    const header = readFileSync(join(FOLDER, name), 'utf8').split(/^(?!#)/m, 1)[0] ?? '';
    expect(header).toMatch(/^# [A-Z]/);
    const command = /^# {3}make (.+)$/m.exec(header)?.[1]?.split(' ') ?? [];
    expect(command.at(-1)).toBe(`EXPERIMENT=experiments/${name}`);
    const targets = command.slice(0, -1);
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.filter((target) => !makefile.includes(`\n${target}: `))).toEqual([]);
  });

  it('differ in name, so that their run folders differ', () => {
    const names = files.filter((name) => schemaOf(name) === ExperimentConfig).map((name) => loadYaml(join(FOLDER, name), ExperimentConfig).name);
    expect(new Set(names).size).toBe(names.length);
  });

  it("tiny-paper keeps the paper's reading", () => {
    const { dynarule, data } = loadYaml(join(FOLDER, 'tiny-paper.yaml'), ExperimentConfig);
    expect(dynarule).toMatchObject({ topK: 100, selection: 'per-layer', priorWeight: 0, ruleOffset: 0, stepQuery: 'mean', valueInit: 'normal' });
    expect(data.worlds.refreshed).toBe(0);
  });
});
