import { describe, expect, it } from 'vitest';
import { chain, DEMO, stage } from '../support/session.ts';

describe('a phase that fails on every resume', () => {
  it('[E18] is blocked after its retries, which count from the last act of a person; attempts stay on record', async () => {
    const s = await stage({
      phases: [{ id: 'one', retries: 1, checks: [{ name: 'tests', run: 'exit 3' }] }],
    });
    expect(await s.start()).toMatchObject({ reason: 'blocked', seq: 2 });
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2']);
    expect(await s.resume()).toMatchObject({ reason: 'blocked', seq: 3 });
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2', 'one 3', 'one 4']);
    const [phase] = (await s.api.status(DEMO)).phases;
    expect(phase).toMatchObject({ status: 'blocked', attempt: 4 });
    const record = JSON.parse(
      await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/01-one/phase.json'),
    ) as { readonly attempts: readonly { readonly attempt: number }[] };
    expect(record.attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    expect(await s.violations()).toEqual([]);
  });

  it('[E18] cut off five times in a row it is blocked, and a person can go on', async () => {
    const s = await stage(chain('one'));
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      // Nothing of it is tidied up, as if the process had been killed.
      const dying = await s.seat({
        reached(point) {
          if (point === 'attempt/begun') throw new Error('died');
        },
      });
      await expect(attempt === 1 ? dying.start() : dying.resume()).rejects.toThrow('died');
    }
    expect(await s.resume()).toMatchObject({ reason: 'blocked', seq: 2 });
    expect((await s.api.status(DEMO)).phases[0]?.reasons.join()).toContain(
      '5 attempts in a row were cut off',
    );
    expect(await s.agent.runs()).toEqual([]);
    expect(await s.resume()).toMatchObject({ reason: 'completed', seq: 3 });
    expect(await s.agent.runs()).toEqual(['one 6']);
    expect(await s.violations()).toEqual([]);
  });
});
