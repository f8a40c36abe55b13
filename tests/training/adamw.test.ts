import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { adamW } from '../../src/training/adamw.ts';
import { applyUpdate, disposeState, exportState, importState, type Trained } from '../../src/training/optimizer.ts';
import { disposeTensors, exportTensors, importTensors, type TensorRecord } from '../../src/tensors/named.ts';

beforeAll(async () => {
  await initBackend('cpu');
});

const optimizer = adamW({ schedule: () => 0.1, betas: [0.9, 0.99], weightDecay: 0.5, epsilon: 1e-8 });

function start(parameters: TensorRecord): Trained {
  return { parameters, state: optimizer.init(parameters) };
}

function finish(trained: Trained): void {
  disposeTensors(trained.parameters);
  disposeState(trained.state);
}

describe('adamW', () => {
  it('moves by hand-worked numbers', () => {
    // Gradient 2 at step 1: m = 0.2, v = 0.04; corrected 2 and 4; 2/√4 = 1.
    //   vector, no decay: 1 − 0.1 · 1 = 0.9
    //   matrix, decay 0.1 · 0.5 = 0.05: 1 · 0.95 − 0.1 = 0.85
    // Gradient 0 at step 2: m = 0.18, v = 0.0396; corrected 0.18/0.19 = 0.947368 and 0.0396/0.0199 = 1.989950,
    //   root 1.410656, quotient 0.671580.
    //   vector: 0.9 − 0.0671580 = 0.832842
    //   matrix: 0.85 · 0.95 − 0.0671580 = 0.740342
    let trained = start({ vector: tf.tensor([1]), matrix: tf.tensor([[1]]) });
    trained = applyUpdate(optimizer, { matrix: tf.tensor([[2]]), vector: tf.tensor([2]) }, trained);
    expect(trained.parameters['vector']!).toBeAllclose([0.9]);
    expect(trained.parameters['matrix']!).toBeAllclose([0.85]);
    trained = applyUpdate(optimizer, { matrix: tf.tensor([[0]]), vector: tf.tensor([0]) }, trained);
    expect(trained.parameters['vector']!).toBeAllclose([0.832842]);
    expect(trained.parameters['matrix']!).toBeAllclose([0.740342]);
    expect(trained.state.step).toBe(2);
    finish(trained);
  });

  it('scales the rate and the decay of the parameters that are named', () => {
    // As above with a tenth of the rate for the slow one: 1 · (1 − 0.005) − 0.01 = 0.985 beside 0.85.
    const scaled = adamW({ schedule: () => 0.1, betas: [0.9, 0.99], weightDecay: 0.5, rateScale: (name) => (name === 'slow' ? 0.1 : 1) });
    const parameters = { slow: tf.tensor([[1]]), fast: tf.tensor([[1]]) };
    const moved = applyUpdate(scaled, { slow: tf.tensor([[2]]), fast: tf.tensor([[2]]) }, { parameters, state: scaled.init(parameters) });
    expect(moved.parameters['slow']!).toBeAllclose([0.985]);
    expect(moved.parameters['fast']!).toBeAllclose([0.85]);
    finish(moved);
  });

  it('matches gradients to parameters by name, whatever their order', () => {
    let trained = start({ a: tf.tensor([0]), b: tf.tensor([0]) });
    trained = applyUpdate(optimizer, { b: tf.tensor([-1]), a: tf.tensor([1]) }, trained);
    // The first step of Adam is the learning rate against the sign of the gradient.
    expect(trained.parameters['a']!).toBeAllclose([-0.1]);
    expect(trained.parameters['b']!).toBeAllclose([0.1]);
    finish(trained);
  });

  it('leaves its arguments as they are', () => {
    const trained = start({ a: tf.tensor([3]) });
    const gradients = { a: tf.tensor([1]) };
    const next = optimizer.update(gradients, trained);
    expect(trained.parameters['a']!).toBeAllclose([3]);
    expect(trained.state.moments['mean']!['a']!).toBeAllclose([0]);
    expect(gradients.a).toBeAllclose([1]);
    finish(trained);
    finish(next);
    disposeTensors(gradients);
  });

  it.each([
    [{}, 'without gradient: a'],
    [{ a: [1], b: [1] }, 'without parameter: b'],
  ])('refuses gradients %j', (values: Record<string, number[]>, message) => {
    const trained = start({ a: tf.tensor([0]) });
    const gradients = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, tf.tensor(value)]));
    expect(() => optimizer.update(gradients, trained)).toThrow(message);
    disposeTensors(gradients);
    finish(trained);
  });

  it('takes 4 steps as it takes 2, a save, a load and 2 more, bit for bit', () => {
    const gradient = (step: number): TensorRecord => ({
      matrix: tf.tensor([[Math.sin(step), 0.3], [Math.cos(step), -1 / step]]),
      row: tf.tensor([1 / 3, step]),
    });
    const begin = (): Trained => start({ matrix: tf.tensor([[0.1, 0.2], [0.3, 0.4]]), row: tf.tensor([0.7, -0.7]) });
    const advance = (trained: Trained, steps: readonly number[]): Trained =>
      steps.reduce((rest, step) => applyUpdate(optimizer, gradient(step), rest), trained);

    const straight = advance(begin(), [1, 2, 3, 4]);
    const half = advance(begin(), [1, 2]);
    const saved = { parameters: exportTensors(half.parameters), moments: exportState(half.state), step: half.state.step };
    const parameters = importTensors(saved.parameters, half.parameters);
    const state = importState(optimizer, parameters, saved.moments, saved.step);
    finish(half);
    const continued = advance({ parameters, state }, [3, 4]);

    expect(exportTensors(continued.parameters)).toEqual(exportTensors(straight.parameters));
    expect(exportState(continued.state)).toEqual(exportState(straight.state));
    expect(continued.state.step).toBe(4);
    finish(straight);
    finish(continued);
  });

  it('refuses saved tensors of another shape, and missing ones', () => {
    const like = { a: tf.tensor([1, 2]) };
    const other = new Map([['a', { shape: [3], data: new Float32Array(3) }]]);
    expect(() => importTensors(other, like)).toThrow('expected a tensor a of shape [2]\n  got: shape [3]');
    expect(() => importTensors(new Map(), like)).toThrow('got: none of that name');
    disposeTensors(like);
  });
});
