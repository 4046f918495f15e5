/**
 * TensorFlow's core with its WebAssembly backend, as face-api expects to find it. The union package would bring 100 MB more for
 * methods chained on tensors (`t.mean(…)`); adding them here takes a few lines. Only what we call ourselves has types.
 */
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';

export type Tensor = { dispose(): void };

type Core = Readonly<Record<string, unknown>> & {
  Tensor: { prototype: Record<string, unknown> };
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
  tensor3d(values: Uint8Array, shape: readonly [number, number, number], type: 'int32'): Tensor;
  reshape(tensor: unknown, shape: readonly number[]): unknown;
  cast(tensor: unknown, type: string): unknown;
};
type Shaped = { size: number; shape: readonly number[] };

const require = createRequire(import.meta.url);

/** The core, ready to compute. Must run before face-api is loaded. */
export async function startTensors(): Promise<Core> {
  const core: Core = require('@tensorflow/tfjs');
  const backend: { setWasmPaths(directory: string): void } = require('@tensorflow/tfjs-backend-wasm');
  addMethods(core);
  backend.setWasmPaths(join(dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json')), 'dist') + sep);
  if (!(await core.setBackend('wasm'))) throw new Error('the WebAssembly backend does not start');
  await core.ready();
  return core;
}

function addMethods(core: Core): void {
  const methods = core.Tensor.prototype;
  for (const [name, operation] of Object.entries(core)) {
    if (typeof operation !== 'function' || !/^[a-z]/.test(name) || name in methods) continue;
    methods[name] = function method(this: unknown, ...rest: unknown[]): unknown {
      return Reflect.apply(operation, core, [this, ...rest]);
    };
  }
  for (const rank of [2, 3, 4, 5]) {
    methods[`as${rank}D`] = function method(this: unknown, ...shape: number[]): unknown {
      return core.reshape(this, shape);
    };
  }
  const more: Record<string, (tensor: Shaped, argument: unknown) => unknown> = {
    as1D: (tensor) => core.reshape(tensor, [tensor.size]),
    asScalar: (tensor) => core.reshape(tensor, []),
    toFloat: (tensor) => core.cast(tensor, 'float32'),
    toInt: (tensor) => core.cast(tensor, 'int32'),
    asType: (tensor, type) => core.cast(tensor, String(type)),
  };
  for (const [name, operation] of Object.entries(more)) {
    methods[name] = function method(this: Shaped, argument: unknown): unknown {
      return operation(this, argument);
    };
  }
  methods['reshapeAs'] = function method(this: unknown, other: Shaped): unknown {
    return core.reshape(this, other.shape);
  };
}
