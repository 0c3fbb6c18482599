import { expect, test } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import type { MachineFacts } from '../../src/model/machine/machineFacts.ts';
import { WELL } from '../support/machineFacts.ts';
import { runLine, type LineOptions } from './runLine.ts';

const LACKING: MachineFacts = {
  ...WELL,
  git: { ...WELL.git, version: '2.30.1', isEnough: false },
  agents: WELL.agents.flatMap((agent) => [
    { ...agent, login: { is: 'none', by: null, command: 'claude /login' } as const },
    {
      ...agent,
      name: 'opencode',
      login: { is: 'unknown', by: null, command: 'opencode auth login' } as const,
    },
  ]),
  auto: {
    is: 'gone',
    name: 'codex',
    because: 'it was chosen and is not here',
    install: 'npm install -g codex',
    isRefused: true,
  },
  folder: { kind: 'repository', root: '/site/work', hasCommit: false },
  places: [
    { name: 'worktrees', path: '/site/work.worktrees', refused: 'EACCES', free: null },
    { name: 'temporary', path: '/tmp', refused: null, free: 300 * 1024 ** 2 },
  ],
  watching: { tookMs: null, limits: { watches: 8192, instances: 128 } },
  settings: [
    {
      file: '/home/ann/.config/cairn/agents.yaml',
      isThere: true,
      problems: [{ file: '', line: 3, column: 5, message: '\u001b[31mmust be a map' }],
      refused: null,
    },
  ],
};

async function golden(name: string, options: LineOptions): Promise<void> {
  const { code, out } = await runLine(['doctor'], options);
  const seen = `$ cairn doctor\n${out}[exit ${code}]\n`;
  await expect(seen.replaceAll('\u001b', '␛')).toMatchFileSnapshot(`../golden/cli/${name}.txt`);
}

test('what is well is a line each, and what is not says below it what to do', async () => {
  await golden('doctor', {});
  await golden('doctor-lacking', { machine: LACKING });
  await golden('doctor-lacking-50', { machine: LACKING, terminal: 50 });
  await golden('doctor-lacking-80', { machine: LACKING, terminal: 80, env: { FORCE_COLOR: '1' } });
});

test('a program gets the same lines, and 1 as exit code where no session can be run', async () => {
  const well = await runLine(['doctor', '--json']);
  expect(well.code).toBe(0);
  expect(well.json()).toMatchObject({
    canRun: true,
    checks: [
      { about: 'git', name: null, verdict: 'ok', found: '2.47.3, /usr/bin/git', todo: [] },
      { about: 'node' },
      { about: 'agent', name: 'claude' },
      { about: 'folder' },
      { about: 'place', name: 'repository' },
      { about: 'place', name: 'worktrees' },
      { about: 'place', name: 'cache' },
      { about: 'watching' },
      { about: 'settings', name: '/home/ann/.config/cairn/agents.yaml' },
    ],
  });
  const lacking = await runLine(['doctor', '--json'], { machine: LACKING });
  expect([lacking.code, (lacking.json() as { canRun: boolean }).canRun]).toEqual([1, false]);
  expect(lacking.out).not.toContain('\\u001b');
});

test('what a session would be refused with is said in the words of that refusal', async () => {
  const folder = '/site/nowhere';
  const error = new CairnError('git/not-a-repository', { folder });
  const { out } = await runLine(['doctor'], {
    machine: { ...WELL, folder: { kind: 'refused', folder, error } },
  });
  expect(out).toMatch(/✗ mend {2}repository: .*\n.*git init/);
});

test('the old word shows the agents, as the flag does, and no list of commands names it', async () => {
  const [old, now] = [await runLine(['agents']), await runLine(['doctor', '--agents'])];
  expect(old.out).toBe(now.out);
  expect((await runLine(['agents', '--json'])).json()).toEqual(
    (await runLine(['doctor', '--agents', '--json'])).json(),
  );
  expect((await runLine(['doctor', '--use', 'opencode'])).chosen).toEqual(['opencode']);
  const { out } = await runLine(['--help']);
  expect(out).toMatch(/^ {2}doctor/m);
  expect(out).not.toMatch(/^ {2}agents/m);
});
