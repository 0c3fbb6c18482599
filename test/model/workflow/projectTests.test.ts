import { expect, test } from 'vitest';
import { projectTests } from '../../../src/model/workflow/projectTests.ts';

const json = (value: unknown): string => JSON.stringify(value);
const tested = (over: object = {}): string => json({ scripts: { test: 'node --test' }, ...over });
const NPM_INIT = 'echo "Error: no test specified" && exit 1';

test.each([
  ['npm, where nothing says another', tested(), [], 'npm test'],
  ['the lock file: npm', tested(), ['package-lock.json'], 'npm test'],
  ['the lock file: yarn', tested(), ['yarn.lock'], 'yarn test'],
  ['the lock file: pnpm', tested(), ['pnpm-lock.yaml'], 'pnpm test'],
  ['the lock file: bun, whose own runner is another', tested(), ['bun.lockb'], 'bun run test'],
  [
    'the field, whatever lies there',
    tested({ packageManager: 'yarn@4.1.0' }),
    ['package-lock.json'],
    'yarn test',
  ],
  [
    'a field that names nobody we know: the lock file',
    tested({ packageManager: 'rm -rf /' }),
    ['yarn.lock'],
    'yarn test',
  ],
  ['a field that is no text', tested({ packageManager: 7 }), [], 'npm test'],
  ['a mark of its encoding before it', `\uFEFF${tested()}`, [], 'npm test'],
  ['none: what npm init writes', json({ scripts: { test: NPM_INIT } }), [], null],
  ['none: and its like', json({ scripts: { test: 'echo "no test specified"; exit 0' } }), [], null],
  ['none: an empty one', json({ scripts: { test: '  ' } }), [], null],
  ['none: other scripts', json({ scripts: { build: 'tsc' } }), [], null],
  ['none: of another type', json({ scripts: { test: ['node'] } }), [], null],
  ['none: scripts that are none', json({ scripts: 'test' }), [], null],
  ['none: no object', 'null', [], null],
  ['none: no JSON', '{', [], null],
  ['none: no file', null, ['yarn.lock'], null],
] as const)('the test command by %s', (_name, packageJson, beside, command) => {
  expect(projectTests({ packageJson, beside }).test).toBe(command);
});

test.each([
  [
    'what is locked is installed first',
    tested({ devDependencies: { vitest: '5' } }),
    ['package-lock.json'],
    'npm ci',
  ],
  [
    'by whoever locked it',
    tested({ dependencies: { a: '1' } }),
    ['pnpm-lock.yaml'],
    'pnpm install --frozen-lockfile',
  ],
  ['nothing where nothing is locked', tested({ dependencies: { a: '1' } }), [], null],
  ['nothing where nothing is needed', tested({ dependencies: {} }), ['package-lock.json'], null],
] as const)('in a new working tree: %s', (_name, packageJson, beside, command) => {
  expect(projectTests({ packageJson, beside }).setup).toBe(command);
});
