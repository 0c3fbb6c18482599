import { expect, test, vi } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';

test('an error that another bundle made, with a class of its own, is told apart by its code all the same', async () => {
  vi.resetModules();
  const { CairnError: Other } = await import('../../src/base/cairnError.ts');
  const error: unknown = new Other('git/locked', { file: 'index.lock' } as never);
  expect(Other).not.toBe(CairnError);
  expect(error).toBeInstanceOf(CairnError);
  expect([CairnError.is(error, 'git/locked'), CairnError.is(error, 'lease/held')]).toEqual([true, false]);
  expect(new Error('git/locked')).not.toBeInstanceOf(CairnError);
});
