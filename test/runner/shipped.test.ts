import { readFileSync, readdirSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { bundle } from '../../scripts/bundle.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { THOROUGH } from '../support/thorough.ts';

test(
  'the VSIX takes all that the build makes, but for what only programs of other people import',
  THOROUGH,
  async () => {
    const dist = join(await temporaryFolder(), 'dist');
    const programs = await bundle(dist);
    const made = readdirSync(dist);
    expect(made).toEqual(expect.arrayContaining([...programs]));
    const taken = readFileSync('.vscodeignore', 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    const left = made.filter((name) => !taken.some((pattern) => matchesGlob(`dist/${name}`, pattern)));
    expect(left).toEqual(['index.cjs']);
  },
);
