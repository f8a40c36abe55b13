import { findPython } from '../../bench/python.ts';
import { UserError } from '../../src/errors.ts';

describe('findPython', () => {
  const before = process.env['DYNARULE_PYTHON'];
  afterEach(() => {
    if (before === undefined) delete process.env['DYNARULE_PYTHON'];
    else process.env['DYNARULE_PYTHON'] = before;
  });

  it('refuses a chosen Python without PyTorch, and says what to do', () => {
    process.env['DYNARULE_PYTHON'] = '/nowhere/python';
    const find = (): string => findPython(() => undefined);
    expect(find).toThrow(UserError);
    expect(find).toThrow(/DYNARULE_PYTHON.*torch/);
  });
});
