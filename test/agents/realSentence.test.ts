import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gemini } from '../support/agents/gemini.ts';
import { asInstalled } from '../support/agents/asInstalled.ts';
import { opencode } from '../support/agents/opencode.ts';
import { qwen } from '../support/agents/qwen.ts';
import type { AgentPlace, RealAgent } from '../support/agents/realAgent.ts';
import { builtCairn } from '../support/builtCairn.ts';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { handsIn, phaseByPhase, runs, writes, type Step } from '../support/model/phaseByPhase.ts';
import { scriptedModel } from '../support/model/scriptedModel.ts';
import { say } from '../support/model/turn.ts';
import { newcomer, type Newcomer } from '../support/newcomer.ts';
import { THOROUGH } from '../support/thorough.ts';

const cli = builtCairn();

interface Kind {
  readonly make: (place: AgentPlace) => Promise<RealAgent>;
  /** What it asks for of the commands that the model runs; of the others it thinks that they only read, or it asks for none. */
  readonly asks: readonly string[];
  /** What of that the policy allows. */
  readonly allowed: readonly string[];
}

const TEST = 'npm test';
/** A command that nothing allows. */
const OTHER = 'node src/login.js';
const BASE = 'head -n 20 STATUS.md';
const DIFF = 'git diff';

const KINDS: readonly (readonly [string, Kind])[] = [
  ['opencode', { make: (place) => opencode(place), asks: [], allowed: [] }],
  [
    'opencode that asks',
    {
      make: (place) => opencode(place, { edit: 'ask', bash: 'ask' }),
      asks: ['ls', TEST, OTHER, BASE, DIFF, TEST],
      allowed: ['ls', TEST, BASE, DIFF, TEST],
    },
  ],
  ['Qwen Code', { make: qwen, asks: [TEST, OTHER, TEST], allowed: [TEST, TEST] }],
  // It tells a command as a title, which the policy does not judge. Its own `git diff` fails without the option that it asks about.
  ['Gemini CLI', { make: gemini, asks: [TEST, OTHER, DIFF, TEST], allowed: [] }],
];

const testOf = (page: string, title: string): string => `import { test } from 'node:test';
import { match } from 'node:assert';
import { ${page} } from '../src/${page}.js';
test('${page}', () => match(${page}(), /${title}/));
`;
const PROJECT = {
  'package.json': JSON.stringify({ name: 'site', type: 'module', scripts: { test: 'node --test' } }),
  'src/home.js': "export const home = () => '<h1>Home</h1>';\n",
  'test/home.test.js': testOf('home', 'Home'),
};

/** As an agent is told to find out what was changed: the command is in its prompt, the commit at the top of a file. */
const base = runs(({ folder }) => `head -n 20 ${folder.replace(/^.*(?=\.cairn\/)|[^/]+$/g, '')}STATUS.md`);
const diff = runs(({ prompt, last }) => {
  const [, line = 'no diff in the prompt'] = /`(git diff [^`]*)`/.exec(prompt) ?? [];
  return line.replace('<base>', /^base: *(\w+)$/m.exec(last)?.[1] ?? 'HEAD');
});

const FEATURE: Readonly<Record<string, readonly Step[]>> = {
  plan: [
    runs('ls'),
    handsIn('plan.md', '## Done when\n\n- There is a page.\n\n## Steps\n\n1. It.\n\n## Risks\n\nNone.\n'),
    handsIn('HANDOFF.md', '## Decisions\n- one page, no form\n'),
  ],
  implement: [
    writes('src/login.js', "export const login = () => '<h1>Login</h1>';\n"),
    writes('test/login.test.js', testOf('login', 'Login')),
    runs(TEST),
    runs(OTHER),
    handsIn('summary.md', '## Changed\n\n- src/login.js: the page\n\n## Not as planned\n\nnothing\n'),
  ],
  verify: [
    base,
    diff,
    runs(TEST),
    handsIn(
      'verdict.json',
      '{"ok": true, "checked": [{"claim": "a page", "proof": "npm test", "holds": true}], "missing": []}',
    ),
  ],
};

const SPOILED: typeof FEATURE = {
  ...FEATURE,
  implement: [
    writes('test/login.test.js', testOf('login', 'Login')),
    handsIn(
      'summary.md',
      '## Changed\n\n- a test of the page, and all tests pass\n\n## Not as planned\n\nnothing\n',
    ),
  ],
};

interface Desk {
  readonly repo: GitRepo;
  readonly person: Newcomer;
  /** Commands that were asked for and decided on, in order, each as `<decision> by <whom>: <command>`. */
  decided(): Promise<readonly string[]>;
}

/** Somebody with a project, and nothing but this agent. */
async function desk({ make }: Kind, steps: typeof FEATURE): Promise<Desk> {
  const model = await scriptedModel([say('done')]);
  model.play(phaseByPhase(steps));
  const repo = await gitRepo(PROJECT);
  const agent = await make({ url: model.url, home: join(repo.root, '..', 'home') });
  const person = await newcomer(repo, cli(), asInstalled(agent));
  return { repo, person, decided: () => decided(repo) };
}

interface Decided {
  readonly kind: string;
  readonly title: string;
  readonly command?: string;
  readonly decision: string;
  readonly by: string;
}

async function decided(repo: GitRepo): Promise<readonly string[]> {
  const branch = await repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/cairn');
  const files = (await repo.git('ls-tree', '-r', '--name-only', branch)).split('\n');
  const records = files.filter((file) => file.endsWith('/phase.json'));
  const texts = await Promise.all(records.map((file) => repo.git('show', `${branch}:${file}`)));
  return texts
    .flatMap((text) => (JSON.parse(text) as { readonly permissions?: readonly Decided[] }).permissions ?? [])
    .filter(({ kind }) => kind === 'execute')
    .map(({ title, command = title, decision, by }) => `${decision} by ${by}: ${shortly(command)}`);
}

const shortly = (command: string): string =>
  command
    .replace(/^(head -n 20) \S*(STATUS\.md)$/, '$1 $2')
    .replace(/^git diff --no-ext-diff [0-9a-f]{40} -- .*$/, DIFF);

const isGreen = 'git worktree add -q ../page page && cd ../page && test -f src/login.js && npm test';
const BEGINS = 'cairn start "Add a login page"';
const ALONE = `${BEGINS} --unattended --approve plan && cairn land --branch page`;

describe.each(KINDS)('%s, on PATH, and not a word in a settings file', THOROUGH, (_name, kind) => {
  // Other systems give a program no terminal by this command.
  test.skipIf(process.platform !== 'linux')(
    'a sentence and a yes at a terminal end in a branch whose tests are green',
    async () => {
      const { person, decided } = await desk(kind, FEATURE);
      const begun = await person.atTerminal(BEGINS, { to: '[y] allow', typed: 'y' });
      expect(begun, begun.out).toMatchObject({ code: 3 });
      expect(begun.out).toMatch(/ does the work \(first known agent on PATH\)\.\n[^]*Checked with npm test /);
      const on = await person.atTerminal('cairn approve plan && cairn resume', {
        to: '[y] allow',
        typed: 'y',
      });
      expect(on, on.out).toMatchObject({
        code: 0,
        out: expect.stringContaining('The session is done, checks passed.'),
      });
      expect(await decided()).toEqual(
        kind.asks.map((line) =>
          kind.allowed.includes(line)
            ? `allowed by policy: ${line}`
            : `allowed by Ada Test <ada@example.invalid>: ${line}`,
        ),
      );
      // What it asked is what would run, not what the model says about it.
      for (const line of kind.asks.filter((each) => !kind.allowed.includes(each)))
        expect(on.out).toContain(`asks for a permission (execute): ${line}`);
      expect(await person.inScript('cairn land --branch page')).toMatchObject({ code: 0 });
      expect(await person.inScript(isGreen)).toMatchObject({ code: 0 });
    },
  );

  test('a sentence, left alone, ends in a landed branch whose tests are green', async () => {
    const { person, decided } = await desk(kind, FEATURE);
    const alone = await person.inScript(ALONE);
    expect(alone, alone.out).toMatchObject({ code: 0 });
    expect(alone.out).toMatch(/plan is approved, as .* said beforehand/);
    expect(await decided()).toEqual(
      kind.asks.map((line) =>
        kind.allowed.includes(line) ? `allowed by policy: ${line}` : `denied by nobody: ${line}`,
      ),
    );
    for (const line of kind.asks.filter((each) => !kind.allowed.includes(each)))
      expect(alone.out.replaceAll(/git diff --no-ext-diff [0-9a-f]{40} -- [^`]*/g, DIFF)).toContain(
        `Denied as nobody is there to ask: \`${line}\`.`,
      );
    expect(await person.inScript(isGreen)).toMatchObject({ code: 0 });
  });

  test('that breaks the tests and says that they pass, left alone: it is blocked, says by what, and nothing lands', async () => {
    const { repo, person } = await desk(kind, SPOILED);
    const alone = await person.inScript(ALONE);
    expect(alone, alone.out).toMatchObject({ code: 4 });
    expect(alone.out).toMatch(/the check "npm test" failed[^]*Blocked at implement: it did not pass\./);
    expect(await person.inScript('cairn land --branch page')).toMatchObject({ code: 2 });
    expect(await repo.git('branch', '--list', 'page')).toBe('');
    expect((await person.inScript('cairn status')).out).toMatch(
      /✗ implement is blocked:\n {2}- the check "npm test" failed[^]*\nNext\n/,
    );
  });
});
