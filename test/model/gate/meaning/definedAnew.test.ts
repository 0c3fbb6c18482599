import { describe, expect, test } from 'vitest';
import { definedAnew, isRead, type TwoTexts } from '../../../../src/model/gate/meaning/definedAnew.ts';

const pkg = (scripts: object, more: object = {}): string => JSON.stringify({ scripts, ...more });
/** What a session changed: a path alone, or one whose text counts, before and now. */
type Files = Readonly<Record<string, readonly [was: string | null, is: string | null] | null>>;
const found = (run: string | readonly string[], files: Files, unchanged: Files = {}): readonly string[] => {
  const texts = new Map<string, TwoTexts>();
  for (const [path, both] of Object.entries({ ...files, ...unchanged }))
    if (both !== null) texts.set(path, { was: both[0], is: both[1] });
  return definedAnew(run, { paths: Object.keys(files), texts });
};
const scripts = (was: object, is: object, more: object = {}): Files => ({
  'package.json': [pkg(was), pkg(is, more)],
});

describe('a check of package.json', () => {
  test.each<readonly [string, string, Files]>([
    ['its script', 'npm test', scripts({ test: 'node --test' }, { test: 'true' })],
    ['its script, by a short word', 'npm t', scripts({ test: 'node --test' }, { test: 'true' })],
    [
      'its script, with options before it',
      'CI=1 npm --silent run lint',
      scripts({ lint: 'eslint' }, { lint: 'true' }),
    ],
    ['what comes before it', 'npm test', scripts({ test: 'a' }, { test: 'a', pretest: 'rm -r test' })],
    ['what comes behind it', 'yarn test', scripts({ test: 'a' }, { test: 'a', posttest: 'b' })],
    [
      'a script that it calls',
      'pnpm test',
      scripts({ test: 'npm run unit', unit: 'a' }, { test: 'npm run unit', unit: 'true' }),
    ],
    ['one that was not there', 'bun run check', scripts({}, { check: 'true' })],
    ['one that is gone', 'npm test', scripts({ test: 'a' }, {})],
    [
      'a package below',
      'npm --prefix web test',
      { 'web/package.json': [pkg({ test: 'a' }), pkg({ test: 'true' })] },
    ],
    [
      'a folder that it goes to',
      'cd web && npm test',
      { 'web/package.json': [pkg({ test: 'a' }), pkg({ test: 'true' })] },
    ],
    ['its script, in a shell', `sh -c 'npm test'`, scripts({ test: 'a' }, { test: 'true' })],
    [
      'its script, behind another command',
      'npm run build && npm test',
      scripts({ test: 'a' }, { test: 'true' }),
    ],
    ['what is no JSON any more', 'npm test', { 'package.json': [pkg({ test: 'a' }), 'test: true'] }],
    ['what nobody can read', 'npm test', { 'package.json': [pkg({ test: 'a' }), null] }],
    [
      'scripts of another kind',
      'npm test',
      { 'package.json': [pkg({ test: 'a' }), '{"scripts": ["true"]}'] },
    ],
    [
      'configuration of the program in it',
      'npm test',
      scripts({ test: 'jest' }, { test: 'jest' }, { jest: { testMatch: [] } }),
    ],
  ])('is changed by %s', (_, run, files) => {
    expect(found(run, files)).toEqual(Object.keys(files));
  });

  test.each<readonly [string, string, Files]>([
    ['another script', 'npm test', scripts({ test: 'a' }, { test: 'a', start: 'b' })],
    ['a dependency', 'npm test', scripts({ test: 'a' }, { test: 'a' }, { dependencies: { left: '1.0.0' } })],
    [
      'a package that it does not run in',
      'npm test',
      { 'web/package.json': [pkg({ test: 'a' }), pkg({ test: 'b' })] },
    ],
    ['a test', 'npm test', { 'test/a.test.js': null, 'src/a.js': null }],
    ['a test that it names', 'node --test test/a.test.js', { 'test/a.test.js': null }],
    ['keys that every object has', 'npm run constructor', scripts({}, {}, { constructor: 1 })],
  ])('is not changed by %s', (_, run, files) => {
    expect(found(run, files)).toEqual([]);
  });

  test('is changed by what its script says of a program, also where package.json is as it was', () => {
    const same = pkg({ test: 'vitest run' });
    expect(found('npm test', { 'vitest.config.ts': null }, { 'package.json': [same, same] })).toEqual([
      'vitest.config.ts',
    ]);
    const sh = pkg({ test: 'bash ./scripts/test.sh' });
    expect(found('npm test', { 'scripts/test.sh': null }, { 'package.json': [sh, sh] })).toEqual([
      'scripts/test.sh',
    ]);
  });
});

test.each<readonly [string, string]>([
  ['make test', 'Makefile'],
  ['make -C sub check', 'sub/Makefile'],
  ['just test', 'justfile'],
  ['tox', 'tox.ini'],
  ['nox -s tests', 'noxfile.py'],
  ['.venv/bin/pytest', 'tests/conftest.py'],
  ['python -m pytest -q', 'pytest.ini'],
  ['uv run pytest', 'setup.cfg'],
  ['cargo test', 'build.rs'],
  ['sh ./gradlew test', 'app/build.gradle.kts'],
  ['./gradlew check', 'gradlew'],
  ['mvn -B test', 'pom.xml'],
  ['dotnet test', 'src/App.csproj'],
  ['vendor/bin/phpunit', 'phpunit.xml'],
  ['bundle exec rake test', 'Rakefile'],
  ['ctest --test-dir build', 'CMakeLists.txt'],
  ['npx jest', 'jest.config.js'],
  ['yarn vitest run', 'vite.config.ts'],
  ['npx tsc --noEmit', 'tsconfig.build.json'],
  ['npm test', '.npmrc'],
  ['./scripts/check.sh', 'scripts/check.sh'],
  ['bash scripts/check.sh --all', 'scripts/check.sh'],
  ['node scripts/check.ts', 'scripts/check.ts'],
  ['node node_modules/.bin/vitest run', 'vitest.config.mts'],
  ['python tests/run.py', 'tests/run.py'],
])('%s is changed by %s, and by nothing else', (run, file) => {
  expect(found(run, { [file]: null, 'src/code.py': null, 'README.md': null })).toEqual([file]);
  expect(found(run.split(' '), { [file]: null })).toEqual([file]);
});

describe('a file of sections', () => {
  const cargo = (more: string): string => `[package]\nname = "a"\nversion = "1.0.0"\n\n${more}`;
  test.each<readonly [string, string, string, string, boolean]>([
    [
      'Cargo.toml',
      'cargo test',
      cargo('[dependencies]\na = "1"'),
      cargo('[dependencies]\na = "2"\nb = "1"'),
      false,
    ],
    ['Cargo.toml', 'cargo test', cargo(''), cargo('').replace('1.0.0', '1.0.1'), false],
    ['Cargo.toml', 'cargo test', cargo(''), cargo('[lib]\ntest = false'), true],
    ['pyproject.toml', 'pytest', '[project]\ndependencies = []', '[project]\ndependencies = ["a"]', false],
    ['pyproject.toml', 'pytest', '', '[tool.pytest.ini_options]\naddopts = "--co"', true],
    ['pyproject.toml', 'pytest', '', '[tool.poetry.dev-dependencies]\na = "1"', false],
  ])('%s counts where it says what %s does', (path, run, was, is, counts) => {
    expect(found(run, { [path]: [was, is] })).toEqual(counts ? [path] : []);
  });
});

describe('a hostile package.json', () => {
  const calls = (n: number): string =>
    Array.from({ length: 1000 }, (_, i) => `npm run s${(n + i) % 300}`).join('; ');
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`s${n}`, calls(n)]));
  test.each<readonly [string, string]>([
    ['of scripts that call each other by the thousand', pkg({ ...many, test: calls(0) })],
    [
      'that is nested by the hundred thousand',
      `{"scripts":{"test":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
    ],
    [
      'of keys of every object',
      '{"__proto__":{"scripts":{"test":"x"}},"constructor":{},"scripts":{"__proto__":"true"}}',
    ],
    ['with control characters', JSON.stringify({ scripts: { test: '\u0000\u001b[2J\u202e"; \'"' } })],
    ['of one script of a megabyte', pkg({ test: `echo ${'a '.repeat(500_000)}` })],
    ['that is a list', '[]'],
    ['that is nothing', ''],
  ])('%s is told in time, and names that file alone', (_, is) => {
    const began = performance.now();
    const run = found('npm test', { 'package.json': [pkg({ test: 'node --test' }), is] });
    expect(run).toEqual(['package.json']);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

test('files that are compared by a part are read wherever they lie', () => {
  expect(
    ['package.json', 'web/package.json', 'Cargo.toml', 'src/a.ts', 'my-package.json'].map(isRead),
  ).toEqual([true, true, true, false, false]);
});
