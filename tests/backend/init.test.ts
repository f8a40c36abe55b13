import { jest } from '@jest/globals';
import { announceBackend, initBackend, nativeObstacle, parseBackendName } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';

const native = (await nativeObstacle()) === null ? ['native'] : [];

describe('initBackend', () => {
  const before = process.env['DYNARULE_BACKEND'];
  beforeEach(() => delete process.env['DYNARULE_BACKEND']);
  afterAll(() => {
    if (before !== undefined) process.env['DYNARULE_BACKEND'] = before;
  });

  it.each([...native, 'wasm', 'cpu'])('starts %s, which multiplies matrices', async (name) => {
    const info = await initBackend(name);
    expect(info).toEqual({ name, detail: expect.stringContaining('TensorFlow.js') });
    // [1 2; 3 4] · [1; 1] = [3; 7]
    tf.tidy(() => expect(tf.matMul([[1, 2], [3, 4]], [[1], [1]])).toBeAllclose([3, 7]));
  });

  it('takes native where it is built, and wasm with a reason elsewhere', async () => {
    const info = await initBackend();
    expect([info.name, info.note === undefined]).toEqual(native.length > 0 ? ['native', true] : ['wasm', false]);
  });

  it('follows DYNARULE_BACKEND, and an argument before it', async () => {
    process.env['DYNARULE_BACKEND'] = 'cpu';
    expect((await initBackend()).name).toBe('cpu');
    expect((await initBackend('wasm')).name).toBe('wasm');
  });

  it('names the known backends when asked for another', async () => {
    await expect(initBackend('gpu')).rejects.toThrow(/expected a backend name: native, wasm, cpu\n {2}got: gpu/);
    expect(parseBackendName('cpu')).toBe('cpu');
  });
});

describe('announceBackend', () => {
  it('prints one line to standard error, once a process', () => {
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    announceBackend({ name: 'wasm', detail: 'TensorFlow.js 4', note: 'native is not usable: no binding' });
    announceBackend({ name: 'cpu', detail: 'TensorFlow.js 4' });
    expect(write.mock.calls).toEqual([['backend: wasm, TensorFlow.js 4 (native is not usable: no binding)\n']]);
    write.mockRestore();
  });
});
