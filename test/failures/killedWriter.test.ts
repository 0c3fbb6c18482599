import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownMark } from '../../src/host/processMark.ts';
import { temporaryName } from '../../src/model/names/temporaryName.ts';
import { DEMO, stage, type Flow, type Stage } from '../support/session.ts';
import { byDepth } from '../support/thorough.ts';

const FLOW: Flow = { phases: [{ id: 'one' }, { id: 'two', approval: 'required' }] };
const SESSION = '.cairn/sessions/demo';
const NOBODY = 2 ** 22 + 5;
const DEAD = temporaryName(NOBODY, ownMark(), 'abcdef012345');
const LIVING = temporaryName(process.pid, ownMark(), 'abcdef012345');
const WHERE = ['', '/00-opened', '/01-one', '/02-two', '/02-two/round-1'];

/** Everything that a person may ask of a session that waits, and that ends well. */
const ACTS: Readonly<Record<string, (s: Stage) => Promise<unknown>>> = {
  'a resume with nothing to do': (s) => s.resume(),
  approve: (s) => s.api.approve(DEMO, null, null),
  reject: (s) => s.api.reject(DEMO, null, null),
  restore: (s) => s.api.restore(DEMO, { to: 'one' }, { dryRun: false }),
  cancel: (s) => s.api.cancel(DEMO),
  delete: (s) => s.api.delete(DEMO, { purge: false }),
};

for (const { rows, options } of byDepth(Object.entries(ACTS)))
  describe.each(['in-place', 'worktree'] as const)('in a session (%s)', (isolation) => {
    test.each(rows)(
      'what a killed engine prepared beside any of its files is gone after %s, and what a living one prepares is left',
      options,
      async (_name, act) => {
        const s = await stage(FLOW);
        await s.start({ inPlace: isolation === 'in-place' });
        const root = await s.api.path(DEMO);
        for (const folder of WHERE) {
          await mkdir(join(root, SESSION + folder), { recursive: true });
          await writeFile(join(root, SESSION + folder, DEAD), '');
        }
        await writeFile(join(root, SESSION, LIVING), '');
        await act(s);
        const left = await readdir(join(root, SESSION), { recursive: true }).catch(() => [LIVING]);
        expect(left.filter((path) => path.includes('.cairn-tmp-'))).toEqual([LIVING]);
      },
    );
  });

test('so is what was prepared beside a file that a worktree gets, where the person put one there meanwhile', async () => {
  const s = await stage({ phases: [{ id: 'one' }], worktree: { copy: ['keys/.env'] } });
  await s.start();
  const folder = dirname(join(await s.api.path(DEMO), 'keys/.env'));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '.env'), 'theirs');
  await writeFile(join(folder, DEAD), '');
  await s.resume();
  expect(await readdir(folder)).toEqual(['.env']);
});
