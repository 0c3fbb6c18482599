/**
 * Everything that `npm test` promises: types, lint, format, dead code, the build, units to recovery, and the
 * tests in a real VS Code. Runs all of it whatever fails, and ends with the line that counts.
 *
 * Names limit it to some of them while working: `npm test -- check units`.
 */
import { EDITOR, inMemory, program, runParts, suite, type Part } from './runTests.ts';

const PARTS: readonly Part[] = [
  { name: 'check', run: () => program('check', ['scripts/check.ts']) },
  { name: 'build', run: () => program('build', ['scripts/build.ts']) },
  { name: 'units', run: () => inMemory((env) => suite('units', ['--tags-filter=!thorough'], env)) },
  { name: 'editor', run: () => suite('editor', [...EDITOR, '--tags-filter=!thorough']) },
];

const asked = process.argv.slice(2);
runParts(PARTS.filter(({ name }) => asked.length === 0 || asked.includes(name)));
