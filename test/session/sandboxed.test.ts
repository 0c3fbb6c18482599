import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SandboxFault } from '../../src/base/sandboxFault.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { parseAgentSettings } from '../../src/model/agent/agentSettings.ts';
import { bubblewrap } from '../support/bubblewrap.ts';
import { scriptedChat } from '../support/scriptedChat.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { eventually } from '../support/realProcesses.ts';
import { DEMO, chain, stage, type Flow, type Seat, type Stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

/** A seat of somebody whose settings name this sandbox. */
async function seatBelow(s: Stage, sandbox: readonly string[], over: object = {}): Promise<Seat> {
  const config = await temporaryFolder();
  await mkdir(join(config, 'cairn'));
  await writeFile(join(config, 'cairn', 'agents.yaml'), JSON.stringify({ sandbox }));
  return s.seat({ ...over, env: { ...s.repo.env, XDG_CONFIG_HOME: config } });
}

/** The variables of a session are set behind the sandbox: what runs with them stands behind that. */
const withoutSetting = (line: string): string =>
  line.replace(/\/bin\/sh -c for CAIRN_NAME .* exec "\$@" sh /, '');

/** A sandbox that writes down what it is given, and runs it. */
async function recorder(): Promise<{ readonly program: string; ran(): Promise<readonly string[]> }> {
  const folder = await temporaryFolder();
  const [program, log] = [join(folder, 'box'), join(folder, 'ran')];
  await writeFile(program, `#!/bin/sh\ntree=$1; shift\necho "$tree: $*" >> '${log}'\nexec "$@"\n`);
  await chmod(program, 0o755);
  return { program, ran: async () => (await readFile(log, 'utf8')).trim().split('\n').map(withoutSetting) };
}

const FLOW: Flow = {
  worktree: { setup: ['touch set-up'] },
  phases: [{ id: 'one', checks: [{ run: 'test -f src/one.txt' }], artifacts: ['result.md'] }],
};

test('set-up, agent and checks run below it, each in its working tree; what a person types does not', async () => {
  const s = await stage(FLOW);
  const { program, ran } = await recorder();
  const seat = await seatBelow(s, [program, '{worktree}']);
  expect(await seat.start()).toMatchObject({ reason: 'completed' });
  const tree = await seat.api.path(DEMO);
  expect(await ran()).toEqual([
    `${tree}: /bin/sh -c touch set-up`,
    `${tree}: ${s.agent.folder}/player`,
    `${tree}: /bin/sh -c test -f src/one.txt`,
  ]);
  const streams = { out: () => undefined, errors: () => undefined };
  const typed = { key: 'told', probe: null, cwd: s.repo.root, command: ['sh', '-c', 'echo done'] } as const;
  const done = await seat.api.effect(DEMO, typed, streams, new AbortController().signal);
  expect(done).toMatchObject({ state: 'done' });
  expect(await ran()).toHaveLength(3);
});

describe('a sandbox that cannot hold a session', () => {
  test('refuses the start before anything is made, where it is not installed', async () => {
    const s = await stage(chain('one'));
    const seat = await seatBelow(s, ['no-such-box', '--']);
    const before = await s.repo.git('for-each-ref');
    await expect(seat.start()).rejects.toMatchObject({
      code: 'machine/sandbox',
      details: { program: 'no-such-box', because: 'not-found' },
    });
    expect([await s.repo.git('for-each-ref'), await s.agent.runs()]).toEqual([before, []]);
  });

  test('ends a session under way before its next program, which goes on once it is there', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const gone = await seatBelow(s, ['no-such-box']);
    await expect(gone.resume()).rejects.toMatchObject({ code: 'machine/sandbox' });
    expect(await s.agent.runs()).toEqual(['one 1']);
    const { program } = await recorder();
    expect(await (await seatBelow(s, [program, '{state}'])).resume()).toMatchObject({ reason: 'completed' });
  });

  test('refuses a language model, which works in the window itself', async () => {
    const s = await stage({ agent: 'vscode', phases: [{ id: 'one' }] });
    const { program } = await recorder();
    const seat = await seatBelow(s, [program, '{git}'], { chatModels: scriptedChat([]) });
    await expect(seat.start()).rejects.toMatchObject({
      code: 'machine/sandbox',
      details: { program, because: { agent: 'vscode' } },
    });
  });
});

test('what is wrong with a sandbox is told with what to do about it', () => {
  const told = (program: string, because: SandboxFault['because']): string => {
    const { message, hint } = errorSentence('machine/sandbox', { program, file: '/c/agents.yaml', because });
    return `${message} ${hint}`;
  };
  expect(told('bwrap', 'not-found')).toBe(
    'The sandbox that /c/agents.yaml sets is not on this machine: looked for bwrap on PATH. Nothing runs without it. Install it: apt install bubblewrap (also dnf, pacman, zypper)\nOr take "sandbox" out of /c/agents.yaml.',
  );
  expect(told('/opt/box', 'not-found')).toContain(
    'looked for /opt/box. Nothing runs without it. Install it, or take "sandbox" out',
  );
  expect(told('bwrap', 'platform')).toMatch(
    /cannot use on Windows.* Take "sandbox" out of \/c\/agents\.yaml\.$/,
  );
  expect(told('bwrap', { agent: 'vscode' })).toMatch(
    /"vscode" is a language model, .* Choose another agent for that phase, or take "sandbox" out/,
  );
});

/** The sandbox that docs/sandbox.md shows. */
async function documented(): Promise<readonly string[]> {
  const page = await readFile('docs/sandbox.md', 'utf8');
  const [, block = ''] = /^```yaml\n(# [^\n]*\nsandbox:\n {2}- bwrap\n[^]*?)^```/m.exec(page) ?? [];
  const read = parseAgentSettings('docs/sandbox.md', block);
  return read.ok ? (read.value.sandbox ?? []) : [];
}

/** Tries to leave a file everywhere but in its tree. */
const escape = (who: string, outside: string): string =>
  `GIT=$(git rev-parse --git-common-dir); for at in '${outside}' "$CAIRN_REPO/.." "$HOME" "$GIT/hooks" "$GIT/cairn"; do { echo > "$at/${who}"; } 2> /dev/null; done; true`;

/** A seat below the sandbox of the documentation, whose agent may write down beside its parts what it was told; null where none works. */
async function seatBelowBubblewrap(s: Stage): Promise<Seat | null> {
  const found = await bubblewrap();
  if ('lacks' in found) {
    process.stdout.write(`Not tried: the sandbox of bubblewrap. ${found.lacks}\n`);
    return null;
  }
  const sandbox = await documented();
  const play = ['--bind', s.agent.folder, s.agent.folder] as const;
  return seatBelow(s, [found.program, ...sandbox.slice(1, -1), ...play, '--']);
}

describe('the sandbox of bubblewrap that the documentation shows', THOROUGH, () => {
  test('lets set-up, agent and checks do their work in the tree, and write nowhere else', async (context) => {
    const outside = await temporaryFolder();
    const s = await stage({
      worktree: { setup: [escape('setup', outside)] },
      phases: [
        {
          id: 'one',
          artifacts: ['result.md'],
          checks: [{ run: `${escape('check', outside)}; test -f src/one.txt` }],
        },
      ],
    });
    await s.agent.part(
      'one',
      `usual; git status > looked.txt; ${escape('agent', outside)}; { rm -f .git; mv .git away; echo 'gitdir: /' > .git; } 2> /dev/null; true`,
    );
    const seat = (await seatBelowBubblewrap(s)) ?? context.skip();
    expect(await seat.start()).toMatchObject({ reason: 'completed' });
    const git = join(s.repo.root, '.git');
    const places = [
      outside,
      `${s.repo.root}.worktrees`,
      s.repo.env['HOME'] ?? '',
      `${git}/hooks`,
      `${git}/cairn`,
    ];
    const escaped = places.flatMap((at) =>
      ['setup', 'agent', 'check'].map((who) => join(at, who)).filter((file) => existsSync(file)),
    );
    expect(escaped).toEqual([]);
    expect(await s.repo.git('show', `cairn/${DEMO}:looked.txt`)).toContain('src/');
    expect(await s.repo.git('show', `cairn/${DEMO}:src/one.txt`)).toBe('work of one');
    expect(await seat.violations()).toEqual([]);
  });

  test('ends with all that works below it when somebody stops the session', async (context) => {
    const s = await stage(chain('one'));
    // No other process of this machine sleeps as long.
    const naps = [`${600_000 + process.pid}`, `${700_000 + process.pid}`] as const;
    await s.agent.part('one', `trap '' TERM INT HUP; setsid sleep ${naps[0]} & exec sleep ${naps[1]}`);
    const seat = (await seatBelowBubblewrap(s)) ?? context.skip();
    const running = seat.start();
    expect(await eventually(async () => (await sleeping(naps)).length === 2)).toBe(true);
    await (await s.seat()).api.stop(DEMO);
    expect(await running).toMatchObject({ reason: 'interrupted' });
    expect(await eventually(async () => (await sleeping(naps)).length === 0)).toBe(true);
  });
});

/** Those of these naps that a process of this machine takes. */
async function sleeping(naps: readonly string[]): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return naps.filter((nap) => lines.some((line) => line === `sleep\0${nap}\0`));
}
