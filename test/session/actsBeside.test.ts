import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { EffectResult } from '../../src/session/results.ts';
import { fork, OTHER } from '../support/forks.ts';
import type { SaidOutcome } from '../../src/sentences/outcomeSentence.ts';
import { DEMO, stage, type Stage } from '../support/session.ts';
import { leftAndRight } from '../support/sideBySide.ts';

interface AtWork {
  readonly s: Stage;
  /** Lets both end, and the session with them. */
  readonly end: () => Promise<SaidOutcome>;
}

/** `left` and `right` are at work, each with something in its worktree. */
async function bothAtWork(): Promise<AtWork> {
  const s = await stage(leftAndRight());
  for (const id of ['left', 'right'])
    await s.agent.part(
      id,
      `usual\necho "$PWD $CAIRN_SLOT" > "$PLAY/${id}.root"\nuntil [ -e "$PLAY/go" ]; do sleep 0.02; done`,
    );
  const run = s.start();
  while (!['left', 'right'].every((id) => existsSync(`${s.agent.folder}/${id}.root`)))
    await new Promise((resolve) => setTimeout(resolve, 10));
  return {
    s,
    async end() {
      await s.agent.mark('go');
      return run;
    },
  };
}

test('status names each phase at work: its attempt, its slot, its worktree and since when', async () => {
  const { s, end } = await bothAtWork();
  const { working } = await (await s.seat()).api.status(DEMO);
  const told = working.map(({ phase, attempt, slot, worktree }) => ({
    phase,
    attempt,
    at: `${worktree} ${slot}`,
  }));
  const roots = await Promise.all(
    ['left', 'right'].map(async (phase) => ({
      phase,
      attempt: 1,
      at: (await readFile(`${s.agent.folder}/${phase}.root`, 'utf8')).trim(),
    })),
  );
  expect(told).toEqual(roots);
  for (const { since } of working) expect(Date.now() - Date.parse(since)).toBeLessThan(60_000);
  expect((await end()).reason).toBe('completed');
});

test('a restore is refused while two are at work, a fork is not, and neither disturbs them', async () => {
  const { s, end } = await bothAtWork();
  const { api } = await s.seat();
  await expect(api.restore(DEMO, { to: '1' }, { dryRun: false })).rejects.toMatchObject({
    code: 'lease/held',
  });
  await fork(s, '1');
  expect((await api.status(OTHER)).phases.map(({ status }) => status)).toEqual([
    'pending',
    'pending',
    'pending',
  ]);
  expect((await end()).reason).toBe('completed');
  expect((await s.agent.runs()).toSorted()).toEqual(['join 1', 'left 1', 'right 1']);
  expect(await s.violations()).toEqual([]);
});

test('[A53] what two that are at work ask for is done once, and both are given what came of it', async () => {
  const { s, end } = await bothAtWork();
  const outside = `${s.agent.folder}/outside.txt`;
  const streams = { out: () => undefined, errors: () => undefined };
  const command = ['sh', '-c', `echo done >> "$1"; sleep 0.2; echo "as $$"`, 'sh', outside] as const;
  const asked = async (): Promise<EffectResult> => {
    const options = { key: 'shared/add', probe: null, cwd: s.repo.root, command };
    return (await s.seat()).api.effect(DEMO, options, streams, new AbortController().signal);
  };
  const both = await Promise.all([asked(), asked()]);
  expect(both.map(({ state, replayed }) => `${state} ${replayed}`).toSorted()).toEqual([
    'done false',
    'done true',
  ]);
  expect(both[0].output).toEqual(both[1].output);
  expect(await readFile(outside, 'utf8')).toBe('done\n');
  expect((await end()).reason).toBe('completed');
  expect(JSON.parse(await s.repo.git('show', `cairn/demo:.cairn/sessions/demo/effects.json`))).toMatchObject({
    effects: [{ key: 'shared/add', replayed: 1 }],
  });
  expect(await s.violations()).toEqual([]);
});
