import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadExperiment } from '../../src/config/experiment.ts';

const plain = join(mkdtempSync(join(tmpdir(), 'endpoint-')), 'plain.yaml');
writeFileSync(plain, 'name: plain\nevaluation:\n  methods: [prompting, rag-bm25]\n');
const given = ['evaluation.endpoint.baseUrl=http://localhost:8080/v1', 'evaluation.endpoint.model=m'];

describe('evaluation.endpoint', () => {
  it('is none by default, and needs an address and a model', () => {
    expect(loadExperiment(plain).evaluation.endpoint).toBeNull();
    expect(loadExperiment(plain, given).evaluation.endpoint).toEqual({
      baseUrl: 'http://localhost:8080/v1',
      model: 'm',
      apiKeyVariable: null,
      contextLength: 8192,
      temperature: 0,
      maxConcurrent: 4,
      timeout: 120,
      retries: 5,
    });
    expect(() => loadExperiment(plain, given.slice(0, 1))).toThrow('evaluation.endpoint.model: missing');
  });

  it('takes an address with or without a last slash for the same', () => {
    const { endpoint } = loadExperiment(plain, [...given, 'evaluation.endpoint.baseUrl=https://host/v1/']).evaluation;
    expect(endpoint?.baseUrl).toBe('https://host/v1');
  });

  it.each([
    ['baseUrl=localhost:8080', 'evaluation.endpoint.baseUrl: expected an http or https address'],
    ['baseUrl=http://user:secret@host/v1', 'without user, query or fragment'],
    ['baseUrl=http://host/v1?key=1', 'without user, query or fragment'],
    ['timeout=301', 'evaluation.endpoint.timeout'],
    ['retries=-1', 'evaluation.endpoint.retries'],
    ['maxConcurrent=0', 'evaluation.endpoint.maxConcurrent'],
    ['temperature=3', 'evaluation.endpoint.temperature'],
    ['apiKey=abc', 'evaluation.endpoint.apiKey: unknown key'],
  ])('refuses %s', (setting, message) => {
    expect(() => loadExperiment(plain, [...given, `evaluation.endpoint.${setting}`])).toThrow(message);
  });

  it('refuses a key in place of the name of its variable', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'endpoint-')), 'key.yaml');
    writeFileSync(file, `extends: ${plain}\nevaluation:\n  endpoint: { baseUrl: http://h, model: m, apiKeyVariable: sk-12 }\n`);
    expect(() => loadExperiment(file)).toThrow('expected the name of an environment variable, not the key itself');
    expect(() => loadExperiment(file)).not.toThrow('sk-12');
  });

  it('refuses methods that reach inside a model', () => {
    const methods = 'evaluation.methods=[dynarule, prompting]';
    expect(() => loadExperiment(plain, [...given, methods])).toThrow('evaluation.methods: dynarule cannot answer through evaluation.endpoint');
    expect(loadExperiment(plain, [methods]).evaluation.endpoint).toBeNull();
  });
});
