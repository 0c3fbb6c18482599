import { beforeAll, describe, expect } from 'vitest';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { byDepth } from '../support/thorough.ts';
import type { Flow } from '../support/session.ts';
import { crashes, start } from './crashes.ts';
import type { Machine } from './crashTestbed.ts';
import { DEATHS } from './deaths.ts';
import { goneOn } from './goOn.ts';

const { template, fresh, copyOf, live, eachDeath } = crashes();

/** The first leaves a file as long as no phase has begun; both are red. */
const flow: Flow = {
  schema: 3,
  phases: [
    {
      id: 'one',
      checks: [
        { run: 'test -d .cairn/sessions/demo/01-one || echo junk > junk.txt; exit 1', red: 'as-before' },
        { run: 'test -f fixture', red: 'as-before' },
      ],
    },
  ],
};

describe('checks that are run before anything is changed', () => {
  let expected: unknown;

  const ground = (): Promise<Machine> =>
    template('baseline', async () => ({
      ...(await copyOf(await fresh('worktree', flow))),
      baselineMs: 60_000,
    }));

  async function comesTo(machine: Machine): Promise<unknown> {
    const ended = await goneOn(machine, 'worktree');
    const { git } = machine.repo;
    const { baseline, checks } = JSON.parse(
      await git('show', 'cairn/demo:.cairn/sessions/demo/01-one/phase.json'),
    ) as PhaseRecord;
    return {
      ended,
      said: [baseline, checks].map((all) => all?.map(({ outcome }) => outcome)),
      before: checks.map(({ before }) => before),
      kept: await git('show', 'refs/cairn/demo/rescue/1:junk.txt'),
    };
  }

  beforeAll(async () => {
    const machine = await copyOf(await ground());
    const passed = await live(machine, start('worktree'));
    for (const [point] of DEATHS.baseline) expect(passed).toContain(point);
    expected = await comesTo(machine);
    expect(expected).toMatchObject({
      said: [
        ['failed', 'failed'],
        ['failed', 'failed'],
      ],
      before: ['failed', 'failed'],
      kept: 'junk',
    });
  });

  eachDeath(
    'that die at %s (%i) go on with what is missing, and leave nothing in the first phase',
    byDepth(DEATHS.baseline),
    {
      ground,
      act: start('worktree'),
      comesTo,
      expected: () => expected,
    },
  );
});
