import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { findProject } from '../../../src/model/project/findProject.ts';
import { UNKNOWN_PROJECT } from '../../../src/model/project/project.ts';
import { inWords, projectFacts, projectIn, PROJECTS } from '../../support/projectFacts.ts';

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const found = (files: Readonly<Record<string, string | null>>) => inWords(findProject(projectFacts(files)));
const none = { setup: [], checks: [], doubts: [] };

/** Each as its files are there: what is set up and checked, and where that is said. */
const ECOSYSTEMS: Readonly<Record<string, readonly (readonly [run: string, file: string, line: number])[]>> =
  {
    cargo: [['cargo test --locked', 'Cargo.toml', 1]],
    cmake: [
      ['cmake -B build && cmake --build build', 'CMakeLists.txt', 1],
      ['ctest --test-dir build --output-on-failure --no-tests=error', 'CMakeLists.txt', 4],
    ],
    composer: [
      ['composer install --no-interaction', 'composer.json', 1],
      ['vendor/bin/phpstan analyse', 'phpstan.neon', 1],
      ['composer run-script lint', 'composer.json', 9],
      ['vendor/bin/phpunit', 'phpunit.xml.dist', 1],
    ],
    dotnet: [
      ['dotnet restore', '*.csproj', 1],
      ['dotnet test', '*.csproj', 1],
    ],
    go: [
      ['go vet ./...', 'go.mod', 1],
      ['go test ./...', 'go.mod', 1],
    ],
    gradle: [['gradle --no-daemon check', 'build.gradle.kts', 1]],
    just: [
      ['just lint', 'justfile', 7],
      ['just test', 'justfile', 4],
    ],
    make: [
      ['make lint', 'Makefile', 8],
      ['make test', 'Makefile', 5],
    ],
    maven: [['mvn -B test', 'pom.xml', 1]],
    node: [
      ['npm ci', 'package-lock.json', 1],
      ['npm run build', 'package.json', 9],
      ['npm run lint', 'package.json', 8],
      ['npm test', 'package.json', 7],
    ],
    python: [
      ['python3 -m venv .venv', 'pyproject.toml', 1],
      ['.venv/bin/python -m pip install -e ".[test]" ruff pytest', 'pyproject.toml', 1],
      ['.venv/bin/python -m ruff check', 'pyproject.toml', 8],
      ['.venv/bin/python -m pytest', 'pyproject.toml', 11],
    ],
    rake: [
      ['bundle install', 'Gemfile.lock', 1],
      ['bundle exec rake test', 'Rakefile', 3],
    ],
  };

describe('how a project is set up and checked is found in its own files', () => {
  test('each ecosystem has a folder, and each folder is looked at', () => {
    expect(readdirSync(PROJECTS).toSorted()).toEqual(Object.keys(ECOSYSTEMS).toSorted());
  });

  test.each(Object.entries(ECOSYSTEMS))('%s', (name, commands) => {
    const { setup, checks, doubts } = projectIn(join(PROJECTS, name));
    expect([...setup, ...checks].map(({ run, file, line }) => [run, file, line])).toEqual(commands);
    expect(checks.some(({ kind }) => kind === 'test')).toBe(true);
    expect(doubts).toEqual([]);
  });
});

const tested = (over: object = {}): string => json({ scripts: { test: 'node --test' }, ...over });
const needing = tested({ dependencies: { a: '1' } });
const MODULES = { '.gitignore': 'node_modules/' };

describe('package.json', () => {
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
  ] as const)('the tests by %s', (_name, text, beside, run) => {
    const files = { 'package.json': text, ...Object.fromEntries(beside.map((name) => [name, ''])) };
    expect(found(files)).toEqual({ ...none, checks: [`test: ${run}`] });
  });

  test.each([
    ['what npm init writes', 'echo "Error: no test specified" && exit 1'],
    ['its like', 'echo "no test specified"; exit 0'],
    ['an empty one', '  '],
    ['one that succeeds whatever happens', 'exit 0'],
    ['true', 'true'],
    ['words alone', 'echo to do && true'],
  ])('is no test: %s', (_name, test) => {
    expect(found({ 'package.json': json({ scripts: { test } }) })).toEqual({
      ...none,
      doubts: ['says-nothing npm test'],
    });
  });

  test.each([
    ['other scripts', json({ scripts: { start: 'node .', pretest: 'x' } })],
    ['of another type', json({ scripts: { test: ['node'] } })],
    ['scripts that are none', json({ scripts: 'test' })],
    ['no scripts', '{}'],
  ])('names no tests: %s', (_name, text) => expect(found({ 'package.json': text })).toEqual(none));

  test.each([
    ['locked by npm', 'package-lock.json', needing, 'npm ci'],
    ['locked by pnpm', 'pnpm-lock.yaml', needing, 'pnpm install --frozen-lockfile'],
    ['locked by Yarn 1', 'yarn.lock', needing, 'yarn install --frozen-lockfile'],
    [
      'locked by Yarn 4',
      'yarn.lock',
      tested({ dependencies: { a: '1' }, packageManager: 'yarn@4.1.0' }),
      'yarn install --immutable',
    ],
    ['locked by bun', 'bun.lock', tested({ devDependencies: { a: '1' } }), 'bun install --frozen-lockfile'],
    ['for its workspaces', 'package-lock.json', tested({ workspaces: ['packages/*'] }), 'npm ci'],
    ['not locked: no lock file is written, either', 'README.md', needing, 'npm install --no-package-lock'],
  ])('what it needs is installed, %s', (_name, beside, text, run) => {
    expect(found({ ...MODULES, 'package.json': text, [beside]: '' }).setup).toEqual([run]);
  });

  test('nothing is installed where nothing is needed', () => {
    expect(found({ 'package.json': tested({ dependencies: {} }), 'package-lock.json': '' }).setup).toEqual(
      [],
    );
  });

  test('nothing is installed that git would take for work, and that is said', () => {
    expect(found({ 'package.json': needing, 'package-lock.json': '' })).toEqual({
      setup: [],
      checks: ['test: npm test'],
      doubts: ['not-ignored npm ci node_modules/'],
    });
    const berry = tested({ dependencies: { a: '1' }, packageManager: 'yarn@4.1.0' });
    expect(found({ ...MODULES, 'package.json': berry }).doubts).toEqual([
      'not-ignored yarn install yarn.lock',
    ]);
    expect(found({ 'package.json': berry, 'yarn.lock': '', '.pnp.cjs': '' }).setup).toEqual([
      'yarn install --immutable',
    ]);
  });

  test('types, lint and build are scripts of names that say so; a build only where what it fills is ignored', () => {
    const scripts = { build: 'tsc', typecheck: 'tsc --noEmit', lint: 'eslint .', deploy: 'x' };
    const files = { 'package.json': json({ scripts }), 'pnpm-lock.yaml': '' };
    const checks = ['types: pnpm run typecheck', 'lint: pnpm run lint'];
    expect(found(files)).toEqual({ ...none, checks, doubts: ['not-ignored pnpm run build dist/'] });
    expect(found({ ...files, '.gitignore': 'out/' }).checks).toEqual(['build: pnpm run build', ...checks]);
  });

  test.each([
    ['watches', 'test', 'jest --watch', 'watches npm test'],
    ['watches', 'test', 'nodemon --exec mocha', 'watches npm test'],
    ['changes what it checks', 'lint', 'eslint . --fix', 'changes-files npm run lint'],
    ['changes what it checks', 'check', 'biome check --write .', 'changes-files npm run check'],
  ])('a script that %s is left out, and that is said', (_why, name, text, doubt) => {
    expect(found({ 'package.json': json({ scripts: { [name]: text } }) })).toEqual({
      ...none,
      doubts: [doubt],
    });
  });

  test.each([
    ['jest --watchAll=false', 'test: npm test'],
    ['ng test --watch false', 'test: npm test'],
    ['vitest', 'test: npm test'],
  ])('%s ends by itself', (test, run) =>
    expect(found({ 'package.json': json({ scripts: { test } }) }).checks).toEqual([run]),
  );

  test('where a script is left out, one of another name that does not is taken', () => {
    const scripts = { test: 'vitest --watch', 'test:ci': 'vitest run', lint: 'x --fix', 'lint:check': 'x' };
    expect(found({ 'package.json': json({ scripts }) })).toEqual({
      ...none,
      checks: ['lint: npm run lint:check', 'test: npm run test:ci'],
    });
  });
});

describe('Python', () => {
  const venv = { '.gitignore': '.venv/' };
  const pytest = { 'pytest.ini': '[pytest]\n' };
  it.each([
    [
      'uv',
      { 'uv.lock': '', ...pytest, 'pyproject.toml': '[project]\n' },
      'uv sync --locked',
      'uv run pytest',
    ],
    [
      'uv, with the extra that has the tests',
      {
        'uv.lock': '',
        'pyproject.toml': '[project.optional-dependencies]\ndocs = [\n]\ntests = ["pytest"]\n[tool.x]\n',
      },
      'uv sync --locked --extra tests',
      'uv run pytest',
    ],
    [
      'Poetry',
      { 'poetry.lock': '', 'pyproject.toml': '[tool.poetry.group.dev.dependencies]\npytest = "^8"\n' },
      'poetry install --no-interaction',
      'poetry run pytest',
    ],
    [
      'Pipenv',
      { 'Pipfile.lock': '{}', Pipfile: '[dev-packages]\npytest = "*"\n' },
      'pipenv sync --dev',
      'pipenv run pytest',
    ],
  ])('locked by %s', (_name, files, setup, test) =>
    expect(found(files)).toEqual({ ...none, setup: [setup], checks: [`test: ${test}`] }),
  );

  it('is tested by who makes environments of its own, where there is one: tox, nox', () => {
    const tox = { 'tox.ini': '[tox]\nenv_list = py\n', '.gitignore': '.tox/\n.nox/', ...pytest };
    expect(found(tox)).toEqual({ ...none, checks: ['test: tox'] });
    expect(found({ 'noxfile.py': '', '.gitignore': '.nox/' })).toEqual({ ...none, checks: ['test: nox'] });
    expect(found({ 'noxfile.py': '' })).toEqual({ ...none, doubts: ['not-ignored nox .nox/'] });
  });

  it('gets an environment of its own from plain requirements, only where pytest is named', () => {
    const install = '.venv/bin/python -m pip install -r requirements.txt';
    expect(found({ ...venv, 'requirements.txt': 'flask\npytest==8.0\n' })).toEqual({
      ...none,
      setup: ['python3 -m venv .venv', install],
      checks: ['test: .venv/bin/python -m pytest'],
    });
    expect(found({ ...venv, ...pytest, 'requirements.txt': 'flask\n' }).setup[1]).toBe(`${install} pytest`);
    expect(found({ 'requirements.txt': 'pytest\n' })).toEqual({
      ...none,
      doubts: ['not-ignored python3 -m venv .venv .venv/'],
    });
    for (const named of ['flask\n', '# pytest\n', 'pytest-cov\n', 'my-pytest\n'])
      expect(found({ ...venv, 'requirements.txt': named })).toEqual(none);
  });

  it('is typed by mypy where it is named and its configuration says what to look at', () => {
    const locked = { 'uv.lock': '', ...pytest };
    const types = (text: string) => found({ ...locked, 'pyproject.toml': text }).checks;
    const named = '[dependency-groups]\ndev = ["mypy>=1", "ruff"]\n';
    expect(types(`${named}[tool.mypy]\nfiles = ["src"]\n[tool.ruff]\n`)).toEqual([
      'types: uv run mypy',
      'lint: uv run ruff check',
      'test: uv run pytest',
    ]);
    expect(types(`${named}[tool.mypy]\nstrict = true\n[tool.x]\nfiles = 1\n`)).toEqual([
      'test: uv run pytest',
    ]);
    expect(types('[tool.mypy]\nfiles = ["src"]\n[tool.ruff]\n')).toEqual(['test: uv run pytest']);
  });
});

describe('other languages', () => {
  it.each([
    ['a Cargo workspace', { 'Cargo.toml': '[workspace]\n' }, ['test: cargo test --workspace']],
    [
      'lints and format of a crate that says so',
      { 'Cargo.toml': '[lints.clippy]\nall = "warn"\n', 'Cargo.lock': '', 'rustfmt.toml': '' },
      [
        'lint: cargo fmt --all --check',
        'lint: cargo clippy --all-targets --locked',
        'test: cargo test --locked',
      ],
    ],
    ['a Gradle wrapper', { 'build.gradle': '', gradlew: '' }, ['test: sh ./gradlew --no-daemon check']],
    ['a Maven wrapper', { 'pom.xml': '', mvnw: '' }, ['test: sh ./mvnw -B test']],
    [
      'a linter of Go',
      { 'go.mod': '', '.golangci.yml': '' },
      ['types: go vet ./...', 'lint: golangci-lint run', 'test: go test ./...'],
    ],
    ['a solution beside projects', { 'A.sln': '', 'b.csproj': '', 'c.csproj': '' }, ['test: dotnet test']],
    [
      'Pest',
      {
        'composer.json': json({ 'require-dev': { 'pestphp/pest': '^3' } }),
        'phpunit.xml': '',
        'composer.lock': '',
      },
      ['test: vendor/bin/pest'],
    ],
    [
      'a script of Composer',
      { 'composer.json': json({ scripts: { test: ['phpunit', 'x'] } }), 'composer.lock': '' },
      ['test: composer run-script test'],
    ],
    [
      'RSpec and RuboCop',
      { Gemfile: 'gem "rspec"\ngem \'rubocop\'\n', '.rubocop.yml': '', 'Gemfile.lock': '' },
      ['lint: bundle exec rubocop', 'test: bundle exec rspec'],
    ],
    ['a Rakefile alone', { Rakefile: 'task :spec do\nend\n' }, ['test: rake spec']],
    [
      'CMake without tests',
      { 'CMakeLists.txt': '# enable_testing()\n' },
      ['build: cmake -B build && cmake --build build'],
    ],
    [
      'CMake with CTest',
      { 'CMakeLists.txt': 'include( CTest )\n' },
      [
        'build: cmake -B build && cmake --build build',
        'test: ctest --test-dir build --output-on-failure --no-tests=error',
      ],
    ],
  ])('%s', (_name, files, checks) => {
    const ignoring = 'target/\nbuild/\n.gradle/\nbin/\nobj/\nvendor/';
    expect(found({ ...files, '.gitignore': ignoring })).toMatchObject({ checks, doubts: [] });
  });

  it.each([
    ['cargo', { 'Cargo.toml': '' }, 'not-ignored cargo test target/'],
    ['gradle', { 'build.gradle': '' }, 'not-ignored gradle --no-daemon check build/'],
    ['dotnet', { 'a.csproj': '' }, 'not-ignored dotnet test bin/'],
    ['cmake', { 'CMakeLists.txt': '' }, 'not-ignored cmake -B build && cmake --build build build/'],
    [
      'composer',
      { 'composer.json': '{}', 'composer.lock': '' },
      'not-ignored composer install --no-interaction vendor/',
    ],
    ['bundle', { Gemfile: '' }, 'not-ignored bundle install Gemfile.lock'],
    ['several solutions', { 'a.sln': '', 'b.sln': '' }, 'several *.sln'],
  ])('%s leaves out what would become part of the work, and says so', (_name, files, doubt) =>
    expect(found(files)).toEqual({ ...none, doubts: [doubt] }),
  );
});

test('a repository of two languages is checked in both', () => {
  const files = { 'package.json': tested(), 'go.mod': '', 'Cargo.toml': '', '.gitignore': 'target/' };
  expect(found(files).checks).toEqual([
    'types: go vet ./...',
    'test: npm test',
    'test: cargo test',
    'test: go test ./...',
  ]);
});

test('what was looked at is named', () => {
  const { looked } = findProject(projectFacts({ 'package.json': '{}', 'go.mod': '', 'README.md': '' }));
  expect(looked).toEqual(['package.json', 'go.mod']);
  expect(findProject(projectFacts({}))).toEqual(UNKNOWN_PROJECT);
});
