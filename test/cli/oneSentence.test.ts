import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AcpPart, AcpStep } from '../support/acpPart.ts';
import { builtCairn } from '../support/builtCairn.ts';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { runCairn } from '../runner/tinyWorkflow.ts';

const cli = builtCairn();
const PROGRAM = new URL('../support/acpAgentProgram.ts', import.meta.url).pathname;

/** A project whose tests are red as long as nobody has made the page. */
const PROJECT = {
  'package.json': '{ "type": "module", "scripts": { "test": "node test.js" } }\n',
  'test.js': "import { page } from './page.js';\nif (page !== 'login') process.exit(1);\n",
  'page.js': "export const page = 'none';\n",
};
const SESSION = '.cairn/sessions/demo';
const file = (path: string, text: string): AcpStep => ({ write: { path, text } });
const verdict = { ok: true, checked: [{ claim: 'a page', proof: 'npm test', holds: true }], missing: [] };
const MADE = { path: 'page.js', text: "export const page = 'login';\n" };
const MIGRATE: AcpStep = {
  write: MADE,
  asks: true,
  kind: 'execute',
  command: 'npm run db:migrate',
};

interface Site {
  readonly repo: GitRepo;
  /** What a command prints, and its exit code. */
  readonly cairn: (
    ...words: readonly string[]
  ) => Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

/** A repository without a word of Cairn, on a machine with one agent. */
async function site(makes: AcpStep): Promise<Site> {
  const repo = await gitRepo(PROJECT);
  const side = join(repo.root, '..');
  const [parts, config] = [join(side, 'parts'), join(side, 'config')];
  const steps: Readonly<Record<string, readonly AcpStep[]>> = {
    plan: [
      file(
        `${SESSION}/01-plan/plan.md`,
        '## Done when\n\nnpm test passes\n\n## Steps\n\npage.js\n\n## Risks\n\nnone\n',
      ),
    ],
    implement: [
      makes,
      file(`${SESSION}/02-implement/summary.md`, '## Changed\n\npage.js\n\n## Not as planned\n\nnothing\n'),
    ],
    verify: [file(`${SESSION}/03-verify/verdict.json`, `${JSON.stringify(verdict)}\n`)],
  };
  await mkdir(parts);
  await mkdir(join(config, 'cairn'), { recursive: true });
  for (const [phase, all] of Object.entries(steps))
    await writeFile(join(parts, phase), JSON.stringify({ steps: all } satisfies AcpPart));
  const start = `ACP_PART=$(cat "$PARTS/$CAIRN_PHASE") exec "${process.execPath}" "${PROGRAM}"`;
  const settings = {
    auto: 'scripted',
    agents: { scripted: { kind: 'acp', command: ['sh', '-c', start], env: { PARTS: parts } } },
  };
  await writeFile(join(config, 'cairn', 'agents.yaml'), JSON.stringify(settings));
  const at: GitRepo = { ...repo, env: { ...repo.env, XDG_CONFIG_HOME: config } };
  return { repo, cairn: (...words) => runCairn(cli(), at, side, words).ended };
}

const start = (s: Site) =>
  s.cairn('start', 'Add a login page', '--id', 'demo', '--unattended', '--approve', 'plan');

test('one sentence, and nobody there: a branch whose own tests are green, without a question', async () => {
  const s = await site(file(MADE.path, MADE.text));
  const { code, out } = await start(s);
  expect(out).toContain('Nobody is asked.');
  expect(out).toContain('with nobody looking: plan.');
  expect(out).toContain('No limit is set: it ends when its phases do.');
  expect([code, out.match(/plan is approved, as .* said beforehand/g)]).toEqual([0, [expect.any(String)]]);
  expect(await s.cairn('land', '--branch', 'login-page')).toMatchObject({ code: 0 });
  const { git } = s.repo;
  expect(await git('diff', '--name-only', 'main', 'login-page')).toBe('page.js');
  expect(await git('show', 'login-page:page.js')).toBe("export const page = 'login';");
  expect(await git('log', '-1', '--format=%B', 'login-page')).toContain('Add a login page');
  expect((await s.cairn('verify')).code).toBe(0);
});

test('or one clear question, and a yes that is said later is enough', async () => {
  const s = await site(MIGRATE);
  const asked = await start(s);
  expect(asked.code).toBe(3);
  const status = await s.cairn('status', '--json');
  const { questions, question } = JSON.parse(status.out) as {
    questions: readonly unknown[];
    question: { text: string; options: readonly string[] };
  };
  expect(questions).toHaveLength(1);
  const [first] = question.text.split('\n');
  expect(first).toMatch(
    /^scripted wanted to run `npm run db:migrate` \(.*page\.js\), and nobody was there to allow it\.$/,
  );
  expect(question.options).toEqual(['allow', 'do without it', 'stop']);
  // It is said once, where the run ends.
  expect(asked.out.split('and nobody was there to allow it').length - 1).toBe(1);
  expect(await s.cairn('land', '--branch', 'login-page')).toMatchObject({ code: 2 });
  expect((await s.cairn('answer', '-m', 'allow')).code).toBe(0);
  expect((await s.cairn('resume', '--unattended')).code).toBe(0);
  expect((await s.cairn('land', '--branch', 'login-page')).code).toBe(0);
  expect(await s.repo.git('show', 'login-page:page.js')).toBe("export const page = 'login';");
});
