import { errorSentence } from '../../../src/cli/output/errorSentence.ts';
import { terminalWarning } from '../../../src/cli/output/terminalNotice.ts';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { CairnError } from '../../../src/base/cairnError.ts';
import { exitOfError } from '../../../src/cli/output/exitCodes.ts';
import { stepsFor } from '../../../src/cli/output/stepsFor.ts';
import { createLeases } from '../../../src/files/leases.ts';
import { createStateStore } from '../../../src/files/stateStore.ts';
import { createClock } from '../../../src/host/clock.ts';
import type { SessionId } from '../../../src/model/names/ids.ts';
import type { CairnApi } from '../../../src/session/api.ts';
import { sentenceOf } from '../../../src/vscode/window/sentenceOf.ts';
import { PLAIN_RESUME } from '../../../src/session/api/run.ts';
import { refusal } from '../../support/refusal.ts';
import { takeSeat } from '../../support/session.ts';
import { differences, foreign, snapshot } from '../../support/snapshot.ts';
import { rewriteSession } from '../../support/rewriteSession.ts';
import { runLine } from '../../cli/runLine.ts';
import { scriptedApi } from '../../cli/scriptedApi.ts';
import { repositoryAt } from './repositoryAt.ts';
import { testerAgent } from './testerAgent.ts';

const ID = 'golden-approved' as SessionId;
const BUNDLE = new URL('./0.1.0/approved.bundle', import.meta.url).pathname;

/** Every record and every message as a newer Cairn might write them. */
const newer = (_kind: string, text: string): string =>
  text
    .replace(/^(schema: |Cairn-Schema: | *"schema": )1/m, '$14')
    .replace(/^(state: |Cairn-State: )running$/m, '$1pondering')
    .replace(/^Cairn-Kind: approval$/m, 'Cairn-Kind: blessing');

const resume = (api: CairnApi): Promise<unknown> =>
  api.resume(ID, { ...PLAIN_RESUME, trust: true }, new AbortController().signal);

const restore = (api: CairnApi): Promise<unknown> => api.restore(ID, { to: '2' }, { dryRun: false });

const WRITING: readonly ((api: CairnApi) => Promise<unknown>)[] = [
  resume,
  restore,
  (api) => api.approve(ID, null, null),
  (api) => api.reject(ID, null, 'no'),
  (api) => api.answer(ID, 'yes'),
  (api) => api.cancel(ID),
  (api) => api.fork(ID, '2', { id: null }),
  (api) => api.land(ID, { branch: 'landed' }),
  (api) => api.delete(ID, { purge: false }),
  (api) => api.settleEffect(ID, { key: 'k', happened: true, comment: 'seen' }),
];

/** What a person reads in the terminal and in the window. */
function saysUpdate(error: CairnError): void {
  expect(exitOfError(error.code)).toBe(7);
  expect(errorSentence(error.code, error.details).hint).toMatch(/\bUpdate Cairn\b/i);
  expect(sentenceOf(error).hint).toMatch(/Update the extension\./);
}

describe('what a newer Cairn wrote', () => {
  it('[L24, S19, P34] of another schema: shown as far as it can be made out; what writes refuses, writes nothing and says to update', async () => {
    const repo = await repositoryAt(BUNDLE, ID, null);
    await rewriteSession(repo, ID, newer);
    const { api } = await takeSeat(repo, { extraAgents: [testerAgent] });
    expect(await api.list()).toMatchObject([{ session: ID, title: 'Say hello.', seq: 3, state: 'unknown' }]);
    const { warnings, ...status } = await api.status(ID);
    expect(status).toMatchObject({ seq: 3, state: 'unknown', next: ['two'], readOnly: 'newer-schema' });
    expect(status.phases.map(({ id, status }) => [id, status])).toEqual([
      ['one', 'done'],
      ['two', 'pending'],
    ]);
    expect(warnings.map(terminalWarning).join()).toMatch(
      /^read only: \S+STATUS\.md was written by a newer Cairn; to go on, update Cairn \(in VS Code: the extension\)/,
    );
    expect((await api.log(ID)).map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'opened'],
      [2, 'waiting'],
      [3, 'blessing'],
    ]);
    const before = await snapshot(repo.root);
    for (const act of WRITING) saysUpdate(await refusal(act(api), 'data/newer-schema'));
    expect(foreign(differences(before, await snapshot(repo.root)))).toEqual([]);
  });

  it.each<readonly [what: string, change: (kind: string, text: string) => string]>([
    ['in its status', (_kind, text) => text.replace(/^schema: 1/m, 'schema: 4')],
    ['in every record and message', newer],
  ])('%s is told by verify in words, to a person and to a program', async (_what, change) => {
    const repo = await repositoryAt(BUNDLE, ID, null);
    await rewriteSession(repo, ID, change);
    const { api } = await takeSeat(repo, { extraAgents: [testerAgent] });
    const verify = (...options: readonly string[]) =>
      runLine(['verify', ...options], { api: scriptedApi({ verify: (named) => api.verify(named) }) });
    const said = await verify();
    expect([said.code, said.err]).toEqual([7, '']);
    expect(said.out).toContain('it is of schema 4, of a newer Cairn\n');
    expect(said.out).not.toMatch(/[[{]"|newer-schema/);
    const { violations } = (await verify('--json')).json() as { violations: readonly { what: string }[] };
    const words = violations.map(({ what }) => what).join('\n');
    expect(words).toContain('it is of schema 4, of a newer Cairn');
    expect(words).not.toMatch(/[[{]"|newer-schema/);
  });

  it('while that drives the session: it can be stopped, as it is asked through a file without words', async () => {
    const repo = await repositoryAt(BUNDLE, ID, null);
    await rewriteSession(repo, ID, newer);
    const gitDir = join(repo.root, '.git');
    const state = createStateStore(gitDir).of(ID);
    const leases = createLeases({ stateFolder: join(gitDir, 'cairn'), gitDir, clock: createClock() });
    const lease = await leases.take(ID, { session: ID, run: null });
    if ('heldBy' in lease) throw new Error('somebody else drives it');
    const { api } = await takeSeat(repo);
    expect(await api.list()).toMatchObject([{ session: ID, state: 'unknown', driven: true }]);
    const view = await api.status(ID);
    expect(stepsFor(view, (...words) => words.join(' '))[0]?.[0]).toBe(`stop ${ID}`);
    expect(await api.pause(ID)).toMatchObject({ session: ID, seq: 3, state: 'unknown' });
    const stopped = api.stop(ID);
    await vi.waitFor(async () => expect(await state.requests(lease.epoch)).toEqual(['stop', 'pause']), 10_000);
    await lease.release();
    expect(await stopped).toEqual({
      session: ID,
      seq: 3,
      commit: await repo.git('rev-parse', `cairn/${ID}`),
      state: 'unknown',
    });
    expect(await api.list()).toMatchObject([{ state: 'unknown', driven: false }]);
  });

  it.each([
    ['a key of the workflow', 'workflow', /$/, 'serial: true\n', 'unknown key "serial"'],
    ['a state', 'status', /^state: running$/m, 'state: pondering', 'not "pondering"'],
    ['a status', 'status', /\| pending \|/, '| dreaming |', 'not "dreaming"'],
    ['a kind of checkpoint', 'trailers', /^Cairn-Kind: approval$/m, 'Cairn-Kind: blessing', '"blessing"'],
  ])(
    '[A9, L24, S23] of this schema, with %s that is not known: named, refused with the word to update, and shown all the same',
    async (_what, of, was, is, named) => {
      const repo = await repositoryAt(BUNDLE, ID, null);
      await rewriteSession(repo, ID, (kind, text) => (kind === of ? text.replace(was, is) : text));
      const { api } = await takeSeat(repo);
      const error = await refusal(resume(api), 'data/unknown-word');
      expect(error.details.problems.map(({ message }) => message).join()).toContain(named);
      expect(errorSentence(error.code, error.details).message).toContain(named);
      const before = await snapshot(repo.root);
      // Whoever had edited it by hand can go back from it.
      for (const act of WRITING)
        if (act !== restore) saysUpdate(await refusal(act(api), 'data/unknown-word'));
      expect(foreign(differences(before, await snapshot(repo.root)))).toEqual([]);
      expect(await api.list()).toMatchObject([{ session: ID, seq: 3 }]);
      expect(terminalWarning((await api.status(ID)).warnings[0] ?? '')).toContain('words that this Cairn does not know');
      expect((await api.log(ID)).map(({ kind }) => kind)).toEqual([
        'opened',
        'waiting',
        of === 'trailers' ? 'blessing' : 'approval',
      ]);
    },
  );
});
