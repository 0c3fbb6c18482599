import { expect, test } from 'vitest';
import { inOrder } from '../../src/base/inOrder.ts';

const late = async (ms: number, value: string): Promise<string> =>
  new Promise((resolve) => setTimeout(() => resolve(value), ms));
const failing = (ms: number, why: string): Promise<never> =>
  late(ms, why).then((message) => Promise.reject(new Error(message)));

test('answers in the order of the list, whichever is done first', async () => {
  expect(await inOrder([late(5, 'one'), late(0, 'two')])).toEqual(['one', 'two']);
});

test('of several that fail, the first of the list is told, however late it is', async () => {
  await expect(inOrder([late(0, 'one'), failing(5, 'two'), failing(0, 'three')])).rejects.toThrow('two');
});
