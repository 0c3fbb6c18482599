import { describe, expect, it } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { workflow } from '../support/ground.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { snapshot } from '../support/snapshot.ts';
import { startedGround } from '../support/startedGround.ts';
import { THOROUGH, byDepth } from '../support/thorough.ts';

const never = new AbortController().signal;
const OWN = `cairn/${DEMO}`;

async function waiting(): Promise<Stage> {
  const world = await startedGround({
    flow: workflow(
      'phases:\n  - {id: one, artifacts: [out.md], approval: required}\n  - {id: two, artifacts: [out.md]}\n',
    ),
  });
  return world;
}

const ACTS: Readonly<Record<string, (api: CairnApi) => Promise<unknown>>> = {
  find: (api) => api.find(DEMO),
  status: (api) => api.status(DEMO),
  log: (api) => api.log(DEMO),
  diff: (api) => api.diff(DEMO, 'one'),
  verify: (api) => api.verify(DEMO),
  resume: (api) => api.resume(DEMO, PLAIN_RESUME, never),
  approve: (api) => api.approve(DEMO, null, null),
  restore: (api) => api.restore(DEMO, { to: '1' }, { dryRun: false }),
  fork: (api) => api.fork(DEMO, '1', { id: null }),
  land: (api) => api.land(DEMO, { branch: 'landed' }),
  cancel: (api) => api.cancel(DEMO),
  delete: (api) => api.delete(DEMO, { purge: false }),
  purge: (api) => api.delete(DEMO, { purge: true }),
};

/** All but the lease, whose epoch grows with every act. */
const held = async (world: Stage): Promise<unknown> =>
  Object.entries(await snapshot(world.repo.root)).filter(([path]) => !path.includes('/lease.'));

/** What refuses it, as a person reads it, or `answered`. */
async function sentenceOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return 'answered';
  } catch (error) {
    if (!(error instanceof CairnError)) return String(error);
    const { message, hint } = errorSentence(error.code, error.details);
    return `${message} ${hint ?? ''}`;
  }
}

async function said(api: CairnApi): Promise<Readonly<Record<string, string>>> {
  const answers: Record<string, string> = {};
  for (const [name, act] of Object.entries(ACTS)) answers[name] = await sentenceOf(act(api));
  return answers;
}

const everyAct = (sentence: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(ACTS).map((name) => [name, sentence]));

for (const { rows, options } of byDepth(['other/name', 'plain', 'cairn/other-session', 'team/cairn/x']))
  describe.each(rows)('the branch of a session that was renamed to %s', options, (to) => {
    const warning = {
      warning: 'renamed',
      session: DEMO,
      trace: expect.objectContaining({ kind: 'branch-gone', branch: OWN, renamed: to }) as unknown,
    };
    const sentence = `The branch ${OWN} of "${DEMO}" was renamed to ${to}. Give it its name back: git branch -m ${to} ${OWN}`;

    it('every act names it and how it is given its name back; nothing is changed', async () => {
      const world = await waiting();
      await world.repo.git('update-ref', `refs/cairn/${DEMO}/archive`, OWN);
      await world.repo.git('branch', '-m', OWN, to);
      const before = await held(world);
      expect(await said(world.api)).toEqual(everyAct(sentence));
      expect(await world.api.list()).toMatchObject([
        { session: DEMO, branch: OWN, state: 'damaged', problem: warning },
      ]);
      expect(await world.api.verify(null)).toMatchObject([
        { session: DEMO, violations: [{ rule: 'R16', where: `refs/heads/${OWN}`, what: warning }] },
      ]);
      expect(await held(world)).toEqual(before);
      await world.repo.git('branch', '-m', to, OWN);
      await world.api.approve(DEMO, null, null);
      expect(await world.resume()).toMatchObject({ reason: 'completed' });
      expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
    });
  });

it('a clone that has only the renamed branch says the same', THOROUGH, async () => {
  const world = await waiting();
  await world.repo.git('branch', '-m', OWN, 'plain');
  await world.repo.git('clone', '-q', '-b', 'plain', world.repo.root, `${world.repo.root}-clone`);
  const { api } = await world.seat({ folder: `${world.repo.root}-clone` });
  expect((await said(api))['status']).toContain('was renamed to plain. Give it its name back');
});

it('an older copy of a branch is no new name of it: what was published last is told', THOROUGH, async () => {
  const world = await waiting();
  await world.repo.git('branch', 'backup', `${OWN}~1`);
  const tip = await world.repo.git('rev-parse', OWN);
  await world.repo.git('branch', '-D', OWN);
  const sentence = `The branch of "${DEMO}" is gone; its last checkpoint known here is ${tip.slice(0, 12)}. Bring it back: git branch ${OWN} ${tip}`;
  expect(await said(world.api)).toEqual(everyAct(sentence));
  expect(await world.api.list()).toEqual([]);
  expect(await world.api.verify(null)).toEqual([]);
});

it('by its new name it is found as well', async () => {
  const world = await waiting();
  await world.repo.git('branch', '-m', OWN, 'cairn/other-session');
  const api = world.api;
  const sentence = `refs/heads/cairn/other-session has the checkpoints of session "${DEMO}". Was it renamed? Give it its name back: git branch -m cairn/other-session cairn/${DEMO}`;
  for (const name of ['other-session', 'cairn/other-session'])
    expect(await sentenceOf(api.find(name).then(({ session }) => api.status(session)))).toContain(sentence);
  await world.repo.git('branch', '-m', 'cairn/other-session', 'some/where');
  expect(await sentenceOf(api.find('some/where'))).toContain('was renamed to some/where. Give it its name');
});

it('a copy of a branch below the same prefix is not listed as another session', async () => {
  const world = await waiting();
  await world.repo.git('branch', 'cairn/backup', OWN);
  expect((await world.api.list()).map(({ session }) => session)).toEqual([DEMO]);
});
