import { terminalNotice } from '../../src/cli/output/terminalNotice.ts';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import type { PhaseId } from '../../src/model/names/ids.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { DEMO, stage, type Seat, type Stage } from '../support/session.ts';
import { stillRunning } from '../support/stillRunning.ts';
import { BAD_AGENTS, type BadAgent } from './badAgents.ts';
import { byDepth } from '../support/thorough.ts';

const FIRST = 'one' as PhaseId;

/** One kind of agent for what both do alike, one that cannot be started, one flood, one in git. */
const isFew = ({ what }: BadAgent): boolean =>
  !/\(acp|, a path|, a name|ignores cancel|not executable|interpreter|banners|of its own|history|in place|whole folder/.test(
    what,
  ) || /another protocol|\.git/.test(what);

for (const { rows, options } of byDepth(BAD_AGENTS, isFew))
  test.each(rows)(
    'an agent that $what: told, nothing lost, and the session goes on',
    options,
    async (bad) => {
      const s = await staged(bad);
      const users = await usersThings(s, bad);
      const worse = await s.seat({ agents: { player: await bad.agent(s.agent.folder) } });

      const { end, read } = await run(worse, bad);
      expect(end).toBe(bad.ends);
      if (bad.says !== null) expect(read.join('\n')).toMatch(bad.says);
      else expect(read.filter((line) => !/^log: |^Not committed, so not/.test(line))).toEqual([]);
      expect(await stillRunning(s.repo.root)).toEqual([]);
      expect(await usersThings(s, bad)).toEqual(users);

      await bad.mend?.(s);
      const on = bad.ends === 'refused' ? await afterRefusal(s, worse) : await s.resume();
      expect([on.reason, on.state]).toEqual(['completed', 'done']);
      expect(await s.violations()).toEqual([]);
      if (bad.idle !== true) expect(await keptSomewhere(s, 'half.txt')).toBe('half');
      expect(await usersThings(s, bad)).toEqual(users);
    },
  );

/** A repository in which a person is in the middle of things, and a well-behaved agent for later. */
async function staged(bad: BadAgent): Promise<Stage> {
  const s = await stage({
    ...(bad.isolation === undefined ? {} : { isolation: bad.isolation }),
    phases: [
      { id: FIRST, artifacts: ['/made.md'] },
      { id: 'two', artifacts: ['/end.md'] },
    ],
  });
  await s.agent.part('one', 'echo made by another > made.md');
  await s.agent.part('two', 'echo end > end.md');
  await s.repo.write('README.md', 'stashed\n');
  await s.repo.git('stash', 'push', '-q');
  await s.repo.write('README.md', 'staged\n');
  await s.repo.git('add', 'README.md');
  await s.repo.write('README.md', 'written\n');
  await s.repo.write('mine.txt', 'mine\n');
  return s;
}

async function usersThings(
  { repo }: Stage,
  { itself }: BadAgent,
): Promise<Readonly<Record<string, string | null>>> {
  const { branches = '', config, stash, ...moved } = await repo.untouchables();
  return {
    config: config ?? null,
    stash: stash ?? null,
    written: await repo.look('README.md'),
    untracked: await repo.look('mine.txt'),
    ...(itself === true
      ? {}
      : {
          ...moved,
          main: branches
            .split('\n')
            .filter((line) => / main|stash/.test(line.replace('refs/heads/', ' ')))
            .join('\n'),
        }),
  };
}

/** Runs the first phase, and answers how that ended and all that a person could read of it. */
async function run(
  seat: Seat,
  bad: BadAgent,
): Promise<{ readonly end: string; readonly read: readonly string[] }> {
  const stop = new AbortController();
  const told = (): readonly string[] =>
    seat.progress.flatMap((event) => {
      if (event.type === 'agent-line' && event.text === 'at work' && bad.stop === true) stop.abort();
      if (event.type === 'gate-failed') return event.reasons;
      return event.type === 'told' ? [terminalNotice(event.notice)] : [];
    });
  const watching = setInterval(told, 10);
  try {
    const { reason, message } = await seat.start({ until: FIRST }, stop.signal);
    return {
      end: reason,
      read: [...told(), ...(reason === 'paused' ? [] : [message]), ...(await logOf(seat))],
    };
  } catch (error) {
    if (!CairnError.is(error, 'machine/agent-not-found')) throw error;
    return { end: 'refused', read: [errorSentence(error.code, error.details).message] };
  } finally {
    clearInterval(watching);
  }
}

/** What the attempt's log shows of its end, and the one line of the whole file that says what is missing from it. */
async function logOf(seat: Seat): Promise<readonly string[]> {
  const output = await seat.api.output(DEMO, FIRST);
  if (output === null) return [];
  const whole = await readFile(output.file, 'utf8').catch(() => '');
  return [
    ...output.text
      .slice(-2000)
      .split('\n')
      .map((line) => `log: ${line}`),
    ...(/^\[cairn: .*\]$/m.exec(whole) ?? []).map((line) => `log: ${line}`),
  ];
}

/** Nothing was begun; and an agent that is gone later on does not harm the session that it is missed by. */
async function afterRefusal(s: Stage, worse: Seat): ReturnType<Seat['resume']> {
  expect(await s.api.list()).toEqual([]);
  expect(await s.start({ until: FIRST })).toMatchObject({ reason: 'paused' });
  const before = await s.log();
  await expect(worse.resume()).rejects.toMatchObject({ code: 'machine/agent-not-found' });
  expect(await s.log()).toEqual(before);
  return s.resume();
}

/** A file of the session's branch, or else of one of its rescues. */
async function keptSomewhere(s: Stage, path: string): Promise<string | null> {
  const refs = ['cairn/demo', ...(await s.api.rescues(DEMO)).map(({ ref }) => ref)];
  for (const ref of refs) {
    const text = await s.repo.git('show', `${ref}:${path}`).catch(() => null);
    if (text !== null) return text;
  }
  return null;
}
