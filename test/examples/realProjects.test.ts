import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtCairn } from '../support/builtCairn.ts';
import { gitRepo } from '../support/gitRepo.ts';
import { newcomer, type Newcomer } from '../support/newcomer.ts';
import { THOROUGH } from '../support/thorough.ts';

const cli = builtCairn();
const PROJECTS = 'test/examples/projects';

interface Row {
  /** A folder of the examples. */
  readonly project: string;
  /** Commands that answer where its tools are there. */
  readonly tools: readonly string[];
  /** What it takes from the network before it can be tested. */
  readonly from?: string;
  /** What a person of this project types to see whether it is green, in a fresh checkout. */
  readonly green: string;
  /** A file whose loss its tests see. */
  readonly breaks: string;
}

const ROWS: readonly Row[] = [
  { project: 'node', tools: ['npm --version'], green: 'npm ci && npm test', breaks: 'src/sum.js' },
  { project: 'make', tools: ['make --version'], green: 'make test', breaks: 'sum.sh' },
  {
    project: 'cmake',
    tools: ['cmake --version', 'ctest --version', 'cc --version'],
    green: 'cmake -B build && cmake --build build && ctest --test-dir build',
    breaks: 'sums.c',
  },
  { project: 'cargo', tools: ['cargo --version'], green: 'cargo test', breaks: 'src/lib.rs' },
  { project: 'go', tools: ['go version'], green: 'go test ./...', breaks: 'sum.go' },
  { project: 'just', tools: ['just --version'], green: 'just test', breaks: 'sum.sh' },
  {
    project: 'python',
    tools: ['python3 --version'],
    from: 'https://pypi.org/simple/pytest/',
    green: 'python3 -m venv .v && .v/bin/pip install -e ".[test]" && .v/bin/pytest',
    breaks: 'sums/__init__.py',
  },
  {
    project: 'maven',
    tools: ['mvn --version'],
    from: 'https://repo.maven.apache.org/maven2/',
    green: 'mvn -B test',
    breaks: 'src/main/java/Sums.java',
  },
  {
    project: 'gradle',
    tools: ['gradle --version'],
    from: 'https://repo.maven.apache.org/maven2/',
    green: 'gradle test',
    breaks: 'src/main/java/Sums.java',
  },
  {
    project: 'dotnet',
    tools: ['dotnet --version'],
    from: 'https://api.nuget.org/v3/index.json',
    green: 'dotnet test',
    breaks: 'Sums.cs',
  },
  {
    project: 'composer',
    tools: ['php --version', 'composer --version'],
    from: 'https://repo.packagist.org/packages.json',
    green: 'composer install && vendor/bin/phpunit',
    breaks: 'src/Sums.php',
  },
  {
    project: 'rake',
    tools: ['bundle --version'],
    from: 'https://rubygems.org/',
    green: 'bundle install && bundle exec rake test',
    breaks: 'lib/sums.rb',
  },
];

/** Why a project cannot be tested here; null if it can. */
async function whyNotHere({ tools, from }: Row, person: Newcomer): Promise<string | null> {
  for (const tool of tools)
    if ((await person.inScript(tool)).code !== 0) return `no ${tool.split(' ')[0]} on this machine`;
  if (from === undefined) return null;
  const reached = await fetch(from, { method: 'HEAD', signal: AbortSignal.timeout(5000) }).catch(() => null);
  return reached?.ok ? null : `${from} is not reached from here`;
}

async function filesOf(project: string): Promise<Record<string, string>> {
  const root = join(PROJECTS, project);
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  return Object.fromEntries(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(root.length + 1), await readFile(path, 'utf8')];
      }),
    ),
  );
}

describe.each(ROWS)('in a project of $project, with its real tools', THOROUGH, (row) => {
  const begin = async (skip: (why: string) => void): Promise<Newcomer> => {
    const person = await newcomer(await gitRepo(await filesOf(row.project)), cli());
    const why = await whyNotHere(row, person);
    if (why !== null) skip(why);
    return person;
  };

  const expectGreen = async (person: Newcomer): Promise<void> => {
    const green = await person.inScript(
      `git worktree add -q ../page-$$ page && cd ../page-$$ && test -f login.html && { ${row.green}; }`,
    );
    expect(green, green.out).toMatchObject({ code: 0 });
  };

  test('one sentence and one yes end in a branch whose tests are green', async ({ skip }) => {
    const person = await begin(skip);
    const begun = await person.inScript('cairn start "Add a login page"');
    expect(begun, begun.out).toMatchObject({
      code: 3,
      out: expect.stringMatching(/\n· Checked with /),
    });
    const done = await person.inScript('cairn approve plan && cairn resume');
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('The session is done') });
    expect(done.out).toMatch(/\nimplement|2 {2}implement .* \d passed/);
    expect((await person.inScript('cairn land --branch page')).code).toBe(0);
    await expectGreen(person);
  });

  test('one sentence, left alone, ends in a landed branch whose tests are green', async ({ skip }) => {
    const person = await begin(skip);
    const alone = await person.inScript(
      'cairn start "Add a login page" --unattended --approve plan && cairn land --branch page',
    );
    expect(alone, alone.out).toMatchObject({
      code: 0,
      out: expect.stringMatching(/plan is approved, as .* said beforehand/),
    });
    await expectGreen(person);
  });

  test('work that breaks its tests is never done, whatever the agent says', async ({ skip }) => {
    const person = await begin(skip);
    const broken = { BREAKS: row.breaks };
    const begun = await person.inScript('cairn start "Add a login page"', broken);
    expect(begun.code, begun.out).toBe(3);
    const { out, code } = await person.inScript('cairn approve plan && cairn resume', broken);
    expect(code, out).toBe(4);
    expect(out).toMatch(/Blocked at implement/);
    expect(await person.inScript('cairn land --branch page')).toMatchObject({ code: 2 });
  });
});
