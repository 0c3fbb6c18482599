import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { holdsSessions } from '../../src/files/holdsSessions.ts';
import type { SessionId } from '../../src/model/names/ids.ts';
import { engineProcess } from '../support/engineProcess.ts';
import { goOn } from '../support/forks.ts';
import { atWorkAfter, startAndKill } from '../support/killedEngine.ts';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, flowText, START, workIn, type Stage, stage as onGit } from '../support/session.ts';
import { byDepth, isFirst } from '../support/thorough.ts';

/** As an agent: ends the engine that started it, without a word. Its parent is a supervisor, whose parent the engine is. */
const KILL_ENGINE = `kill -9 "$(cut -d ' ' -f 4 /proc/$PPID/stat)"; sleep 60`;

/** A session whose engine is killed by its agent, in the middle of what it does. */
async function killed(s: Stage): Promise<void> {
  const engine = await engineProcess(s, { verb: 'start' }, null);
  // The end of its output: it had no time for a last line.
  expect(await engine.says()).toBe('nothing');
}

const atSession = ({ repo }: Stage, name: string): Promise<string> =>
  repo.git('show', `cairn/demo:.cairn/sessions/demo/${name}`);

describe('an engine that is killed in the middle of an attempt', () => {
  test('[L1, P1, P29] in the last of ten phases loses that attempt, and nothing of the nine', async () => {
    const ids = Array.from({ length: 10 }, (_value, at) => `phase-${at + 1}`);
    const s = await onGit(chain(...ids));
    await s.agent.part('phase-10-1', atWorkAfter('echo half > half.txt'));
    await startAndKill(s);
    const found = await s.api.status(DEMO);
    expect(found.state).toBe('interrupted');
    expect(found.phases.map(({ status }) => status)).toEqual([
      ...ids.slice(1).map(() => 'done'),
      'interrupted',
    ]);
    const nine = await workIn(s.repo, 'cairn/demo');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual([...ids.map((id) => `${id} 1`), 'phase-10 2']);
    expect(await workIn(s.repo, 'cairn/demo')).toMatchObject(nine);
    expect((await s.log()).slice(1)).toEqual([
      ...ids.slice(0, 9).map((id, at) => `${at + 2} phase ${id}/1 running`),
      '11 phase phase-10/2 done',
    ]);
    expect(await s.violations()).toEqual([]);
  });

  const TOUCH_GIT =
    'git config core.hooksPath ../evil; at=$(git rev-parse --git-common-dir); mkdir -p "$at/hooks"; echo evil > "$at/hooks/post-commit"';

  for (const { rows, options } of byDepth(
    [
      ['its agent', chain('one'), `${TOUCH_GIT}; ${KILL_ENGINE}`],
      [
        'its checks',
        {
          phases: [
            { id: 'one', checks: [{ run: `[ -f died ] || { touch died; ${TOUCH_GIT}; ${KILL_ENGINE}; }` }] },
          ],
        },
        'usual',
      ],
    ],
    isFirst,
  ))
    test.each(rows)(
      'says what %s changed of what git runs, once, as if it had lived',
      options,
      async (who, flow, part) => {
        const s = await onGit(flow);
        await s.agent.part('one-1', part);
        await killed(s);
        expect((await s.resume()).reason).toBe('completed');
        await s.resume();
        expect(s.told().filter((line) => line.includes('what git runs'))).toEqual([
          `While ${who.replace('its', 'the')} worked or since that was cut off, .git/config, .git/hooks/post-commit changed. That decides what git runs here, no checkpoint holds it and no restore brings it back: look at it before you use git.`,
        ]);
      },
    );

  test.each([
    ['in a worktree, its leftovers are set aside', false, null, 'rescue'],
    ['in a worktree, its leftovers stay if the person says so', false, 'keep', 'keep'],
    ['in place, its leftovers stay', true, null, 'keep'],
  ] as const)(
    '[L9] %s; the next attempt begins from the packet before it',
    async (_, inPlace, leftovers, then) => {
      const s = await stage(chain('one', 'two'));
      await s.agent.part('two-1', atWorkAfter('echo half > half.txt'));
      await startAndKill(s, { inPlace });
      const packet = await atSession(s, '01-one/PACKET.md');
      expect((await s.resume({ leftovers })).reason).toBe('completed');
      expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'two 2']);
      const prompt = await s.agent.prompt('two', 2);
      expect(prompt).toContain(packet.slice(packet.indexOf('## Goal')));
      const rescues = await s.api.rescues(DEMO);
      const kept = (await workIn(s.repo, 'cairn/demo'))['half.txt'] !== undefined;
      expect([rescues.length, kept]).toEqual(then === 'rescue' ? [1, false] : [0, true]);
      if (then === 'rescue') expect(await s.repo.git('show', `${rescues[0]?.ref}:half.txt`)).toBe('half');
      expect(prompt).toContain(then === 'rescue' ? rescues[0]?.ref : 'half.txt');
    },
  );
});

test('[L29] a phase that is done again makes the same files: what is written is overwritten, never added to', async () => {
  const s = await stage(chain('one', 'two'));
  await s.start();
  const own = ['01-one/PACKET.md', '02-two/PACKET.md', 'REQUEST.md', 'workflow.yaml', 'effects.json'];
  /** But for what tells one checkpoint from another. */
  const written = async (): Promise<readonly string[]> => {
    const texts = await Promise.all(own.map((name) => atSession(s, name)));
    return texts.map((text) => text.replaceAll(/^(seq|at|commit|tokens): .*$/gm, '$1'));
  };
  const first = { work: await workIn(s.repo, 'cairn/demo'), own: await written() };
  await s.api.restore(DEMO, { to: 'opened' }, { dryRun: false });
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'one 2', 'two 2']);
  expect({ work: await workIn(s.repo, 'cairn/demo'), own: await written() }).toEqual(first);
});

test('[L37, P10] before a resume goes on, what differs here from the checkpoint is found, without asking any network, and told', async () => {
  const s = await onGit(chain('one', 'two', 'three'));
  await s.start({ until: 'one' });
  // Whoever asks this remote for anything leaves a mark.
  const mark = join(s.repo.root, '../asked');
  await s.repo.git('remote', 'add', 'origin', `ext::sh -c touch% ${mark}`);
  await s.repo.git('config', 'protocol.ext.allow', 'always');
  const result = '.cairn/sessions/demo/01-one/result.md';
  await (await s.worktree()).write(result, 'Not what was accepted.\n');
  expect((await s.resume({ until: 'two' })).reason).toBe('paused');
  // Artifacts: the difference is a checkpoint of its own before the next agent begins, which is told and reads what was committed.
  const order = s.progress.flatMap((event): readonly string[] => {
    if (event.type === 'attempt') return [event.phase];
    return event.type === 'checkpoint' ? [event.kind] : [];
  });
  expect(order).toEqual(['one', 'phase', 'edit', 'two', 'phase']);
  const prompt = await s.agent.prompt('two');
  expect(prompt).toContain(result);
  expect(prompt).toMatch(/not rely on|do not rely/i);
  const packet = await s.api.packet(DEMO, 'one');
  const [pointer = ''] = /01-one\/result\.md@one/.exec(packet) ?? [];
  const closed = (await s.api.log(DEMO)).find(({ phase }) => phase === 'one')?.commit;
  expect(new TextDecoder().decode(await s.api.show(DEMO, pointer)).trim()).toBe(
    await s.repo.git('show', `${closed}:${result}`),
  );
  // Worktree: gone, made again, told.
  await s.repo.git('worktree', 'remove', '--force', await s.api.path(DEMO));
  const tip = await s.repo.git('rev-parse', 'cairn/demo');
  // Branch: what this machine knows of the remote is ahead.
  const ahead = await s.repo.git('commit-tree', `${tip}^{tree}`, '-p', tip, '-m', 'from elsewhere');
  await s.repo.git('update-ref', 'refs/remotes/origin/cairn/demo', ahead);
  await expect(s.resume()).rejects.toMatchObject({
    code: 'repo/behind-remote',
    details: { local: tip, remote: ahead },
  });
  expect(await s.agent.runs()).toEqual(['one 1', 'two 1']);
  await s.repo.git('update-ref', '-d', 'refs/remotes/origin/cairn/demo');
  expect((await s.resume()).reason).toBe('completed');
  expect(s.told().join('\n')).toContain('has been made again');
  expect(await s.repo.look('../asked')).toBeNull();
});

test('[L15] a decision is in the same commit as what it changes: an answer, a rejection, a changed workflow, retries', async () => {
  const s = await onGit({
    phases: [
      { id: 'one', approval: 'required' },
      { id: 'two', retries: 1 },
    ],
  });
  await s.start();
  await s.api.reject(DEMO, null, 'Too short');
  const rejection = await s.repo.git('show', '--format=%(trailers:key=Cairn-Kind,valueonly)', 'cairn/demo');
  expect(rejection).toMatch(/^rejection\n/);
  expect(rejection).toContain('Too short');
  expect(rejection).toMatch(/^\+\| 1 \| one \| pending \|/m);
  await s.agent.part('one-2', `usual; printf 'Which?\\n' > "$CAIRN_PHASE_DIR/QUESTION.md"`);
  await s.resume();
  await s.api.answer(DEMO, 'The red one');
  const answer = await s.repo.git('show', '--format=%(trailers:key=Cairn-Kind,valueonly)', 'cairn/demo');
  expect(answer).toMatch(/^answer\n/);
  expect(answer).toContain('The red one');
  expect(answer).toMatch(/^\+state: running$/m);
  await s.resume();
  await s.api.approve(DEMO, null, null);
  const tree = await s.worktree();
  const flow = { phases: [{ id: 'one', approval: 'required' }, { id: 'two', retries: 1 }, { id: 'last' }] };
  await tree.write('.cairn/sessions/demo/workflow.yaml', flowText(flow));
  await s.agent.part('two-1', 'true');
  await s.resume({ acceptPlan: true, until: 'two' });
  const kinds = await s.repo.git(
    'log',
    '-2',
    '--format=%H %(trailers:key=Cairn-Kind,valueonly,separator=)',
    'cairn/demo',
  );
  const [phase = '', edit = ''] = kinds.split('\n').map((line) => line.split(' ')[0] ?? '');
  const accepted = await s.repo.git('show', '--format=%(trailers:key=Cairn-Plan,valueonly)', edit);
  for (const file of ['workflow.yaml', 'STATUS.md'])
    expect(accepted).toContain(`+++ b/.cairn/sessions/demo/${file}`);
  expect(accepted).toMatch(/^(sha256:\w+)\n[^]*^\+plan: \1$/m);
  const retried = JSON.parse(await s.repo.git('show', `${phase}:.cairn/sessions/demo/02-two/phase.json`)) as {
    attempts: unknown[];
  };
  expect(retried.attempts).toMatchObject([
    { attempt: 1, outcome: 'completed', reasons: [expect.stringMatching(/result\.md/)] },
    { attempt: 2, outcome: 'completed' },
  ]);
});

test('[P14] between two phases an operator looks at any checkpoint, without a checkout, and goes back to one', async () => {
  const s = await onGit(chain('one', 'two', 'three'));
  await s.start({ until: 'two' });
  const before = await s.repo.untouchables();
  const [opened, one] = (await s.api.log(DEMO)).map(({ commit }) => commit);
  const look = async (commit: typeof opened, path: string): Promise<string | null> => {
    const bytes = commit === undefined ? null : await s.api.readAt(commit, path);
    return bytes && new TextDecoder().decode(bytes);
  };
  expect(await look(one, '.cairn/sessions/demo/STATUS.md')).toContain('| 1 | one | done |');
  expect(await look(opened, '.cairn/sessions/demo/STATUS.md')).toContain('| 1 | one | pending |');
  expect(await look(one, '.cairn/sessions/demo/01-one/PACKET.md')).toContain('Result of one.');
  expect(await look(one, 'src/one.txt')).toBe('work of one\n');
  expect(await look(opened, 'src/one.txt')).toBeNull();
  expect(await s.repo.untouchables()).toEqual(before);
  expect(await (await s.worktree()).git('status', '--porcelain')).toBe('');
  await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
  expect(await workIn(s.repo, 'cairn/demo')).toEqual(await workIn(s.repo, one ?? ''));
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'two 2', 'three 1']);
});

test('[P32] a session is told nothing of the sessions before it', async () => {
  const s = await stage(chain('one', 'two'));
  await s.agent.part('default', 'usual; echo "The word is heliotrope." > "$CAIRN_PHASE_DIR/HANDOFF.md"');
  expect((await s.start({ request: 'Find the chartreuse one' })).reason).toBe('completed');
  expect(await s.agent.prompt('two')).toContain('chartreuse');
  await s.agent.part('default', 'usual');
  const next = 'another-one' as SessionId;
  await s.api.start({ ...START, id: next, until: 'one' }, new AbortController().signal);
  expect((await goOn(s, next)).reason).toBe('completed');
  const packets = await Promise.all([null, 'one', 'two'].map((phase) => s.api.packet(next, phase)));
  const prompts = await Promise.all(['one', 'two'].map((phase) => s.agent.prompt(phase)));
  expect([...packets, ...prompts].join('\n')).not.toMatch(/chartreuse|heliotrope|sessions\/demo/);
});

test('[L22] who opens a repository asks git once for all of its sessions, and starts no agent', async () => {
  const s = await onGit(chain('one', 'two'));
  expect(await holdsSessions(s.repo.root)).toBe(false);
  await s.start({ until: 'one' });
  await s.api.start({ ...START, id: 'another-one', until: 'one' }, new AbortController().signal);
  expect(await holdsSessions(s.repo.root)).toBe(true);
  const runs = await s.agent.runs();
  const log = join(s.agent.folder, 'calls');
  const program = join(s.agent.folder, 'git');
  await writeFile(program, `#!/bin/sh\necho "$*" >> '${log}'\nexec git "$@"\n`, { mode: 0o755 });
  const { api } = await s.seat({ git: program });
  await writeFile(log, '');
  expect((await api.list()).map(({ session, state }) => `${session} ${state}`).toSorted()).toEqual([
    'another-one paused',
    'demo paused',
  ]);
  const calls = (await readFile(log, 'utf8')).trim().split('\n');
  expect(calls.map((line) => line.replaceAll(/-c \S+ /g, '').split(' ')[0])).toEqual(['for-each-ref']);
  expect(await s.agent.runs()).toEqual(runs);
  expect(await readFile('bench/README.md', 'utf8')).toMatch(/^\| (list|activation) \|.* ms/m);
});
