import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { refusal } from '../support/refusal.ts';
import { byHand, chain, type Stage } from '../support/session.ts';

const PROJECT = {
  'package.json': JSON.stringify({ scripts: { test: 'test -d .', lint: 'test -d .' } }),
};
const NOTHING = { workflow: null, id: null, inPlace: false, base: null, withChanges: false, until: null };
const look = (s: Stage, over: Partial<Parameters<Stage['api']['lookAhead']>[0]> = {}) =>
  s.api.lookAhead({ ...NOTHING, ...over });

describe('what a start would find and do is known before anybody has said what is to be done', () => {
  test('of the workflow that nobody has to name: phases, checks, approvals, and who would work', async () => {
    const s = byHand(await stage(chain('one'), { files: PROJECT }));
    expect(await look(s)).toMatchObject({
      ahead: {
        workflow: { name: 'feature', because: 'default', phases: ['plan', 'implement', 'verify'] },
        // On the real thing the player of the tests is an agent of the machine.
        workers: [{ agent: expect.stringMatching(/^(manual|player)$/) }],
        checks: { run: ['npm run lint', 'npm test'], from: 'project' },
      },
      missing: null,
      only: null,
      inputs: [],
      approvals: ['plan'],
      uncommitted: [],
    });
    expect(s.progress).toEqual([]);
    expect(await s.api.list()).toEqual([]);
  });

  test('commands that a person says instead, and that in place nothing is set up', async () => {
    const s = byHand(await stage(chain('one'), { files: PROJECT }));
    const commands = { checks: ['make test'], setup: [] };
    expect((await look(s, { commands })).ahead).toMatchObject({
      setup: { run: [], from: 'said' },
      checks: { run: ['make test'], from: 'said' },
    });
    expect((await look(s, { inPlace: true })).ahead.setup).toBeNull();
  });

  test('inputs that it will ask for are none that it refuses without', async () => {
    const s = await stage({ schema: 2, ...chain('one'), inputs: { ticket: { required: true } } });
    expect((await look(s, { workflow: 'flow' })).inputs).toMatchObject([{ name: 'ticket', required: true }]);
  });

  test('what is not committed, but in place, where it is there anyhow', async () => {
    const s = byHand(await stage(chain('one'), { files: PROJECT }));
    await s.repo.write('own.txt', 'mine\n');
    expect((await look(s)).uncommitted).toEqual(['own.txt']);
    expect((await look(s, { withChanges: true })).uncommitted).toEqual(['own.txt']);
    expect((await look(s, { inPlace: true })).uncommitted).toEqual([]);
  });

  test('an agent that is not here is named, and all else is said', async () => {
    const s = await stage({ ...chain('one'), agent: 'nobody' });
    expect(await look(s, { workflow: 'flow' })).toMatchObject({
      missing: 'nobody',
      ahead: { workers: [], workflow: { name: 'flow' } },
    });
  });

  test.each([
    ['in-place', { isolation: 'in-place' as const }],
    ['worktree', { parallel: 2 }],
  ])('a file that can only be worked on in one place says so: %s', async (only, over) => {
    const s = await stage({ schema: 2, ...chain('one'), ...over });
    expect((await look(s, { workflow: 'flow' })).only).toBe(only);
  });

  test('what cannot be followed is refused', async () => {
    const s = await stage(chain('one'));
    await refusal(look(s, { workflow: 'elsewhere' }), 'workflow/not-found');
  });
});
