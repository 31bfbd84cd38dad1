import { expect, test } from 'vitest';
import { withSharedMemory } from './shared-memory.ts';

const text = (value: string) => [value.length, ...Buffer.from(value)];
const section = (kind: number, content: number[]) => [kind, content.length, ...content];

/** A module that imports a global and a function before its memory, and exports the memory. */
function moduleWithMemory(limits: number[]): Uint8Array<ArrayBuffer> {
  const type = [1, 0x60, 0, 0];
  const imports = [
    [...text('env'), ...text('base'), 3, 0x7f, 0],
    [...text('env'), ...text('call'), 0, 0],
    [...text('env'), ...text('table'), 1, 0x70, 0, 1],
    [...text('env'), ...text('memory'), 2, ...limits],
  ];
  const exported = [1, ...text('memory'), 2, 0];
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, type),
    ...section(2, [imports.length, ...imports.flat()]),
    ...section(7, exported),
  ]);
}

test.each([
  ['without a maximum', [0, 1]],
  ['with a maximum', [1, 1, 200, 1]],
])('a module whose imported memory is declared %s runs on shared memory', async (_, limits) => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 200, shared: true });
  const table = new WebAssembly.Table({ element: 'anyfunc', initial: 1 });
  const env = { memory, base: 0, call: () => {}, table };
  const unchanged = moduleWithMemory(limits);
  await expect(WebAssembly.instantiate(unchanged, { env })).rejects.toThrow(WebAssembly.LinkError);
  const { instance } = await WebAssembly.instantiate(withSharedMemory(unchanged), { env });
  expect(instance.exports.memory).toBe(memory);
});

test('a module that imports no memory stays as it is', () => {
  const bare = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...section(1, [1, 0x60, 0, 0])]);
  expect(withSharedMemory(bare)).toBe(bare);
});
