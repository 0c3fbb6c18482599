import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { DEMO, logLines, type Flow } from '../support/session.ts';
import { crashes, start } from './crashes.ts';
import { withApi } from './crashTestbed.ts';
import type { Death } from './deaths.ts';

const { fresh, copyOf, die } = crashes();

/** A program that is missing on the machine, beside the worktree. */
const flow: Flow = {
  schema: 3,
  phases: [
    { id: 'one', checks: [{ run: 'test -f ../../tool || exit 127; test -f src/one.txt', name: 'suite' }] },
  ],
};
const resume = { verb: 'resume', options: PLAIN_RESUME } as const;

test('an engine that is killed behind the question, behind its answer and while checks are run again asks and works once', async () => {
  const machine = { ...(await copyOf(await fresh('worktree', flow))), baselineMs: 60_000, canAsk: true };
  const PUBLISHED: Death = ['checkpoint/ref-moved', 1];
  await die(machine, start('worktree'), PUBLISHED);
  await withApi(machine, async (api) => {
    expect(await api.status(DEMO)).toMatchObject({ state: 'waiting', question: { about: 'check' } });
  });
  await die(machine, { verb: 'answer', text: 'try again' }, PUBLISHED);
  await writeFile(join(machine.folder, 'tool'), '');
  for (const point of ['baseline/begun', 'baseline/check-noted', 'baseline/ended'])
    await die(machine, resume, [point, 1]);
  await withApi(machine, async (api) => {
    const outcome = await api.resume(DEMO, PLAIN_RESUME, new AbortController().signal);
    expect(outcome).toMatchObject({ reason: 'completed', checked: 'passed' });
    expect(await logLines(api)).toEqual([
      '1 opened - running',
      '2 waiting one/0 waiting',
      '3 answer one/0 running',
      '4 phase one/1 done',
    ]);
    expect((await api.verify(DEMO)).flatMap(({ violations }) => violations)).toEqual([]);
  });
  expect(await machine.agent.runs()).toEqual(['one 1']);
  const { baseline, checks } = JSON.parse(
    await machine.repo.git('show', 'cairn/demo:.cairn/sessions/demo/01-one/phase.json'),
  ) as PhaseRecord;
  expect(baseline).toMatchObject([{ outcome: 'failed' }]);
  expect(checks).toMatchObject([{ outcome: 'passed', before: 'failed' }]);
});
