import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openHfWeights } from '../../../src/lm/files/hf-folder.ts';
import { openSharded } from '../../../src/lm/files/sharded.ts';
import { UserError } from '../../../src/errors.ts';
import { temporaryFolder, TINY } from './support.ts';

const folder = join(temporaryFolder(), 'qwen2');
const index = join(folder, 'model.safetensors.index.json');

beforeEach(() => { cpSync(join(TINY, 'qwen2'), folder, { recursive: true }); });

function rewriteIndex(change: (map: Record<string, string>) => void): void {
  const json = JSON.parse(readFileSync(index, 'utf8')) as { weight_map: Record<string, string> };
  change(json.weight_map);
  writeFileSync(index, JSON.stringify(json));
}

describe('a model in several files', () => {
  it('finds each tensor in its shard', () => {
    const source = openHfWeights(folder);
    // 2 layers of 12 tensors, embedding, final norm, head
    expect(source.names()).toHaveLength(27);
    expect(source.shape('model.layers.1.mlp.down_proj.weight')).toEqual([16, 32]);
    expect(source.read('lm_head.weight')).toHaveLength(280 * 16);
    source.close();
  });

  it('names a missing shard, a tensor in the wrong shard, and a shard outside the folder', () => {
    rewriteIndex((map) => { map['lm_head.weight'] = 'model-00009-of-00002.safetensors'; });
    expect(() => openSharded(index)).toThrow('model-00009-of-00002.safetensors');
    rewriteIndex((map) => { map['lm_head.weight'] = map['model.layers.1.mlp.down_proj.weight'] ?? ''; map['other'] = map['lm_head.weight']; });
    expect(() => openSharded(index)).toThrow(UserError);
    rewriteIndex((map) => { map['lm_head.weight'] = '../types.safetensors'; });
    expect(() => openSharded(index)).toThrow('outside the folder');
  });

  it('says what a folder without weights lacks', () => {
    rmSync(index);
    expect(() => openHfWeights(folder)).toThrow('model.safetensors or model.safetensors.index.json');
  });
});
