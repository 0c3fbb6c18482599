import { describe, it } from 'vitest';
import { FUZZ } from './fuzz.ts';

describe('200 hostile cases each never throw, never leave the repository and are never an option', () => {
  it.each(Object.entries(FUZZ))('%s', async (_name, run) => run(200));
});
