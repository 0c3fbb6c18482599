import { describe, expect, it } from 'vitest';
import type { SessionId } from '../../../src/model/names/ids.ts';
import { PLAIN_RESUME } from '../../../src/session/api/run.ts';
import { refusal } from '../../support/refusal.ts';
import { takeSeat } from '../../support/session.ts';
import type { GitRepo } from '../../support/gitRepo.ts';
import { rewriteSession } from '../../support/rewriteSession.ts';
import { repositoryAt } from './repositoryAt.ts';
import { testerAgent } from './testerAgent.ts';

const ID = 'golden-done' as SessionId;
const BUNDLE = new URL('./0.1.0/done.bundle', import.meta.url).pathname;

/** A session of two phases that are done, every record and every message of it in schema 1. */
async function olderSession(): Promise<{ readonly repo: GitRepo; readonly chain: readonly string[] }> {
  const repo = await repositoryAt(BUNDLE, ID, null);
  const chain = await repo.git('rev-list', '--first-parent', '--reverse', `cairn/${ID}`, '--not', 'main');
  return { repo, chain: chain.split('\n') };
}

const schemaAt = (repo: GitRepo, commit: string): Promise<string> =>
  repo.git('show', '-s', '--format=%(trailers:key=Cairn-Schema,valueonly)', commit).then((text) => text.trim());

describe('a session of an older schema', () => {
  it('[A14, L24, P34] is listed, shown, verified and gone on with; what is new has the new schema, what is there stays', async () => {
    const { repo, chain } = await olderSession();
    const { api } = await takeSeat(repo, { extraAgents: [testerAgent] });
    expect(await api.list()).toMatchObject([{ seq: 3, state: 'done' }]);
    expect((await api.log(ID)).map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'opened'],
      [2, 'phase'],
      [3, 'phase'],
    ]);
    const paused = chain[1] ?? '';
    await repo.git('update-ref', `refs/heads/cairn/${ID}`, paused);
    expect(await api.list()).toMatchObject([{ seq: 2, state: 'paused' }]);
    expect(await api.status(ID)).toMatchObject({
      seq: 2,
      title: 'Say hello.',
      next: ['two'],
      warnings: [{ warning: 'not-trusted-here' }],
    });
    expect((await api.verify(ID))[0]?.violations).toEqual([]);
    expect(await api.resume(ID, { ...PLAIN_RESUME, trust: true }, new AbortController().signal)).toMatchObject({
      reason: 'completed',
      seq: 3,
    });
    expect((await api.verify(ID))[0]?.violations).toEqual([]);
    expect(await schemaAt(repo, `cairn/${ID}`)).toBe('3');
    expect(await schemaAt(repo, paused)).toBe('1');
    expect(await repo.git('rev-parse', `cairn/${ID}~1`)).toBe(paused);
  });

  it('[A14] that no step leads from is refused with its line, never guessed', async () => {
    const { repo } = await olderSession();
    await rewriteSession(repo, ID, (_kind, text) => text.replace(/^(schema: |Cairn-Schema: | *"schema": )1/m, '$10'));
    const { api } = await takeSeat(repo);
    const { details } = await refusal(api.resume(ID, PLAIN_RESUME, new AbortController().signal), 'data/corrupt');
    expect(details.problems).toContainEqual(
      expect.objectContaining({ line: 2, message: '"schema" must be 3, not "0"' }),
    );
  });
});
