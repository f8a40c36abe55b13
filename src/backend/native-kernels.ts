/**
 * Kernels of the native backend that take a shape or axes as small tensors. The library writes such a tensor anew at
 * each call, which costs more than moving the few numbers of one token; here each is written once and kept.
 */
import { tf, type NativeBackend } from './tf.ts';

/** An operation with its inputs and small arguments, in the order in which TensorFlow takes them. */
interface Call {
  readonly operation: string;
  readonly inputs: readonly tf.TensorInfo[];
  /** What the operation calls the type of its small arguments; absent where it has none. */
  readonly indexType?: string;
  readonly constants?: readonly tf.TensorInfo[];
  readonly more?: readonly Attribute[];
}

interface Attribute {
  readonly name: string;
  readonly type: number;
  readonly value: boolean | number;
}

/** Far more than a model has shapes; a program that meets ever new ones must not keep them all. */
const MOST_CONSTANTS = 4096;

/** The small tensors written so far, by their numbers. */
class Constants {
  readonly #backend: NativeBackend;
  readonly #known = new Map<string, tf.TensorInfo>();

  constructor(backend: NativeBackend) {
    this.#backend = backend;
  }

  list(values: readonly number[]): tf.TensorInfo {
    return this.#constant(values.join(), values, [values.length]);
  }

  scalar(value: number): tf.TensorInfo {
    return this.#constant(`scalar ${value}`, [value], []);
  }

  #constant(name: string, values: readonly number[], shape: number[]): tf.TensorInfo {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // Written past the engine: no tensor of a program, and so no leak in its counts.
    const constant = { dataId: this.#backend.write(Int32Array.from(values), shape, 'int32'), shape, dtype: 'int32' as const };
    this.#known.set(name, constant);
    return constant;
  }

  /** Forgets all where they are many; between two operations, since one may hold several. */
  makeRoom(): void {
    if (this.#known.size < MOST_CONSTANTS) return;
    for (const { dataId } of this.#known.values()) this.#backend.disposeData(dataId, true);
    this.#known.clear();
  }
}

/** Replaces the library's kernels; safe to call again. */
export function quickenNative(): void {
  const backend = tf.backend() as unknown as NativeBackend;
  if (quickened.has(backend)) return;
  quickened.add(backend);
  const constants = new Constants(backend);
  for (const { name, callOf } of KERNELS) {
    const { kernelFunc: original } = tf.getKernel(name, ENGINE_NAME);
    const kernelFunc: tf.KernelFunc = (passed) => {
      constants.makeRoom();
      const call = callOf(passed.inputs, passed.attrs, constants, backend.binding);
      return call === null ? original(passed) : execute(backend, call);
    };
    tf.unregisterKernel(name, ENGINE_NAME);
    tf.registerKernel({ kernelName: name, backendName: ENGINE_NAME, kernelFunc });
  }
}

const ENGINE_NAME = 'tensorflow';
const quickened = new WeakSet<NativeBackend>();

function execute(backend: NativeBackend, { operation, inputs, indexType, constants = [], more = [] }: Call): tf.TensorInfo {
  const { TF_ATTR_TYPE, TF_INT32 } = backend.binding;
  const type = { name: 'T', type: TF_ATTR_TYPE, value: backend.getDTypeInteger(inputs[0]!.dtype) };
  const index = indexType === undefined ? [] : [{ name: indexType, type: TF_ATTR_TYPE, value: TF_INT32 }];
  return backend.executeSingleOutput(operation, [type, ...index, ...more], [...inputs, ...constants]);
}

interface Kernel {
  readonly name: string;
  /** Null where the library's own kernel has to do it. */
  readonly callOf: (inputs: unknown, attrs: unknown, constants: Constants, binding: NativeBackend['binding']) => Call | null;
}

/** The library's types allow an input to be missing. */
type Present<Inputs> = { readonly [Name in keyof Inputs]: NonNullable<Inputs[Name]> };

function kernel<Inputs, Attrs>(
  name: string,
  callOf: (inputs: Present<Inputs>, attrs: Attrs, constants: Constants, binding: NativeBackend['binding']) => Call | null,
): Kernel {
  return { name, callOf: callOf as Kernel['callOf'] };
}

const KERNELS: readonly Kernel[] = [
  kernel<tf.ReshapeInputs, tf.ReshapeAttrs>('Reshape', ({ x }, { shape }, constants) => ({
    operation: 'Reshape',
    inputs: [x],
    indexType: 'Tshape',
    constants: [constants.list(shape)],
  })),
  kernel<tf.TransposeInputs, tf.TransposeAttrs>('Transpose', ({ x }, { perm }, constants) => ({
    operation: 'Transpose',
    inputs: [x],
    indexType: 'Tperm',
    constants: [constants.list(perm)],
  })),
  kernel<tf.ExpandDimsInputs, tf.ExpandDimsAttrs>('ExpandDims', ({ input }, { dim }, constants) => ({
    operation: 'ExpandDims',
    inputs: [input],
    indexType: 'Tdim',
    constants: [constants.scalar(dim)],
  })),
  kernel<tf.SliceInputs, tf.SliceAttrs>('Slice', ({ x }, { begin, size }, constants) => {
    const [from, extent] = tf.slice_util.parseSliceParams(x, begin, size) as [number[], number[]];
    return { operation: 'Slice', inputs: [x], indexType: 'Index', constants: [constants.list(from), constants.list(extent)] };
  }),
  kernel<tf.ConcatInputs, tf.ConcatAttrs>('Concat', (parts, { axis }, constants, { TF_ATTR_INT }) => ({
    operation: 'ConcatV2',
    inputs: Array.from(parts),
    indexType: 'Tidx',
    constants: [constants.scalar(axis)],
    more: [{ name: 'N', type: TF_ATTR_INT, value: parts.length }],
  })),
  kernel<tf.BatchMatMulInputs, tf.BatchMatMulAttrs>('BatchMatMul', ({ a, b }, { transposeA, transposeB }, _, { TF_ATTR_BOOL }) => {
    if (a.shape.length > 2 || b.shape.length > 2) return null;
    const more = [
      { name: 'transpose_a', type: TF_ATTR_BOOL, value: transposeA },
      { name: 'transpose_b', type: TF_ATTR_BOOL, value: transposeB },
    ];
    return { operation: 'MatMul', inputs: [a, b], more };
  }),
  reduction<tf.SumAttrs>('Sum', ({ axis }) => axis),
  reduction<tf.MeanAttrs>('Mean', ({ axis }) => axis),
  reduction<tf.MaxAttrs>('Max', ({ reductionIndices }) => reductionIndices),
];

/** Other types than floats change on the way (the mean of integers is none). */
function reduction<Attrs extends { keepDims: boolean }>(name: string, axesOf: (attrs: Attrs) => number | number[]): Kernel {
  return kernel<tf.SumInputs, Attrs>(name, ({ x }, attrs, constants, { TF_ATTR_BOOL }) => {
    if (x.dtype !== 'float32') return null;
    const axes = constants.list(tf.util.parseAxisParam(axesOf(attrs), x.shape));
    return { operation: name, inputs: [x], indexType: 'Tidx', constants: [axes], more: [{ name: 'keep_dims', type: TF_ATTR_BOOL, value: attrs.keepDims }] };
  });
}
