import { stripTypeScriptTypes } from 'node:module';
import { expect, it } from 'vitest';
import { files } from './imports.ts';

/** Node reads less than the compiler and the bundler do: `for (const of of …)` it refuses. The soak and benchmarks run from source. */
it('every source is read by Node as it is, without a bundler', () => {
  const refused = [...files].flatMap(([file, { text }]) => {
    try {
      stripTypeScriptTypes(text);
      return [];
    } catch (error) {
      return [`${file}: ${String(error)}`];
    }
  });
  expect(refused).toEqual([]);
});
