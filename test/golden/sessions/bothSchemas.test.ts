import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SessionId } from '../../../src/model/names/ids.ts';
import { PLAIN_RESUME } from '../../../src/session/api/run.ts';
import { DEMO, flowText, START } from '../../support/session.ts';
import { chainOf, openWith, SESSIONS } from './goldens.ts';
import { repositoryAt } from './repositoryAt.ts';

const never = (): AbortSignal => new AbortController().signal;
const OLD = 'golden-approved' as SessionId;
const FLOW = {
  schema: 2,
  agent: 'tester',
  parallel: 2,
  phases: ['left', 'right', 'last'].map((id) => ({
    id,
    artifacts: ['out.md'],
    needs: id === 'last' ? ['left', 'right'] : [],
  })),
};

it('[A14] a session of a release and one of today go on beside each other in one repository', async () => {
  const repo = await repositoryAt(join(SESSIONS, '0.1.0', 'approved.bundle'), OLD, null);
  const schemas = async (id: string): Promise<readonly string[]> => {
    const said = '--format=%(trailers:key=Cairn-Schema,valueonly,separator=)';
    const chain = await chainOf(repo, id);
    return Promise.all(chain.map((commit) => repo.git('show', '-s', said, commit)));
  };
  await repo.write('.cairn/workflows/today.yaml', flowText(FLOW));
  await repo.commit('a workflow of today');
  const before = await repo.git('rev-parse', `cairn/${OLD}`);
  const api = await openWith(repo);
  expect(await api.start({ ...START, workflow: 'today', id: DEMO, until: 'right' }, never())).toMatchObject({
    reason: 'paused',
  });
  // Looking at both, and working on one, leaves the other as the release wrote it.
  expect((await api.list()).map(({ session, state }) => `${session} ${state}`).toSorted()).toEqual([
    'demo paused',
    `${OLD} paused`,
  ]);
  expect((await api.status(OLD)).phases.map(({ status }) => status)).toEqual(['done', 'pending']);
  expect(await repo.git('rev-parse', `cairn/${OLD}`)).toBe(before);
  expect(new Set(await schemas(OLD))).toEqual(new Set(['1']));
  const resumed = [
    await api.resume(OLD, { ...PLAIN_RESUME, trust: true }, never()),
    await api.resume(DEMO, PLAIN_RESUME, never()),
  ];
  expect(resumed.map(({ reason }) => reason)).toEqual(['completed', 'completed']);
  expect(new Set(await schemas(DEMO))).toEqual(new Set(['3']));
  expect((await schemas(OLD)).join(' ')).toBe('1 1 1 3');
  expect((await api.verify(null)).map(({ session, violations }) => [session, violations]).toSorted()).toEqual([
    [DEMO, []],
    [OLD, []],
  ]);
});
