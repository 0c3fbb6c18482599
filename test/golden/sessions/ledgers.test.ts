import { describe, expect, it } from 'vitest';
import type { SessionId } from '../../../src/model/names/ids.ts';
import { PLAIN_RESUME } from '../../../src/session/api/run.ts';
import { takeSeat } from '../../support/session.ts';
import type { GitRepo } from '../../support/gitRepo.ts';
import { repositoryAt } from './repositoryAt.ts';
import { testerAgent } from './testerAgent.ts';

const bundle = (name: string): string => new URL(`./0.1.0/${name}.bundle`, import.meta.url).pathname;
const namesIn = async (repo: GitRepo, at: string, id: string): Promise<readonly string[]> =>
  (await repo.git('ls-tree', '-r', '--name-only', `${at}:.cairn/sessions/${id}`)).split('\n');
const never = (): AbortSignal => new AbortController().signal;

describe('a session from before there were ledgers', () => {
  it('has one to read all the same, and writes nothing for that', async () => {
    const id = 'golden-approved' as SessionId;
    const repo = await repositoryAt(bundle('approved'), id, null);
    const refs = await repo.git('for-each-ref');
    const { api } = await takeSeat(repo, { extraAgents: [testerAgent] });
    const items = await api.ledger(id);
    expect(items.map(({ id: item, section, text }) => `${item} ${section}: ${text.replace(/ by .*?: /, ' by somebody: ')}`)).toEqual([
      '01-one.1 decisions: Approved by somebody: As it should be.',
      expect.stringMatching(/^01-one\.2 artifacts: `01-one\/out\.md@one` \(/) as string,
    ]);
    expect(await repo.git('for-each-ref')).toBe(refs);
    expect(await api.packet(id, null)).toContain('phase: one');
    expect(await api.packet(id, 'opened')).toContain('phase: null');
  });

  it('gets the files with its next checkpoint, which leaves those of before as they are', async () => {
    const id = 'golden-done' as SessionId;
    const repo = await repositoryAt(bundle('done'), id, null);
    const before = await repo.git('rev-parse', `cairn/${id}~1`);
    await repo.git('update-ref', `refs/heads/cairn/${id}`, before);
    const { api } = await takeSeat(repo, { extraAgents: [testerAgent] });
    const read = await api.ledger(id);
    await api.resume(id, { ...PLAIN_RESUME, trust: true }, never());
    const folder = `.cairn/sessions/${id}`;
    const names = await namesIn(repo, `cairn/${id}`, id);
    expect(names.filter((name) => /LEDGER|PACKET/.test(name))).toEqual([
      '00-opened/LEDGER.md',
      '00-opened/PACKET.md',
      '01-one/LEDGER.md',
      '01-one/PACKET.md',
      '02-two/LEDGER.md',
      '02-two/PACKET.md',
      'PACKET.md',
    ]);
    const blob = (at: string, path: string): Promise<string> => repo.git('rev-parse', `${at}:${folder}/${path}`);
    expect(await blob(`cairn/${id}`, '00-opened/PACKET.md')).toBe(await blob(before, 'PACKET.md'));
    expect(await blob(`cairn/${id}`, 'PACKET.md')).toBe(await blob(`cairn/${id}`, '02-two/PACKET.md'));
    const now = await api.ledger(id);
    expect(now.slice(0, read.length)).toEqual(read);
    const opening = await api.show(id, 'PACKET.md@opened');
    expect(Buffer.from(opening).toString()).toContain('phase: null');
    expect((await api.verify(id))[0]?.violations).toEqual([]);
    // Back before that, and forked from there: each begins a tree that has all of it.
    await api.restore(id, { to: 'one' }, { dryRun: false });
    expect(await api.ledger(id)).toEqual(read);
    expect(await namesIn(repo, `cairn/${id}`, id)).toContain('01-one/LEDGER.md');
    expect(await blob(`cairn/${id}`, 'PACKET.md')).toBe(await blob(`cairn/${id}`, '01-one/PACKET.md'));
    const other = 'another' as SessionId;
    await api.fork(id, '2', { id: other });
    expect((await api.ledger(other)).map(({ text }) => text)).toEqual(read.map(({ text }) => text));
    for (const session of [id, other]) expect((await api.verify(session))[0]?.violations).toEqual([]);
  });
});
