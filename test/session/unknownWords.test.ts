import { terminalWarning } from '../../src/cli/output/terminalNotice.ts';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openGitRepo } from '../support/gitRepo.ts';
import { chain, DEMO, stage, type Stage } from '../support/session.ts';

const STATUS = '.cairn/sessions/demo/STATUS.md';

type Change = (text: string) => string;
const same: Change = (text) => text;

/** The tip with another STATUS.md and another message, as a newer Cairn would have written it. */
async function rewrite(s: Stage, status: Change, message: Change = same): Promise<void> {
  const { repo } = s;
  const place = join(repo.root, '../rewrite');
  await repo.git('worktree', 'add', '-q', '--detach', place, 'cairn/demo');
  const tree = openGitRepo(place);
  await tree.write(STATUS, status(await tree.read(STATUS)));
  const said = await tree.git('log', '-1', '--format=%B');
  await tree.gitWithInput(message(said), 'commit', '-q', '--amend', '-a', '-F', '-');
  await repo.git('update-ref', 'refs/heads/cairn/demo', await tree.git('rev-parse', 'HEAD'));
  await repo.git('worktree', 'remove', '--force', place);
}

describe('a word that no list knows', () => {
  test('[A9] as the state of the session: shown as unknown, named in a warning, refused by what writes', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const path = await s.api.path(DEMO);
    await (await s.worktree()).write('mine.txt', 'mine\n');
    await rewrite(
      s,
      (text) => text.replace('state: running', 'state: dreaming'),
      (text) => text.replace('Cairn-State: running', 'Cairn-State: dreaming'),
    );
    const status = await s.api.status(DEMO);
    expect(status).toMatchObject({ state: 'unknown', worktree: path, seq: 2, next: ['two'] });
    expect(status.warnings.map(terminalWarning).join('\n')).toContain(
      'the state "dreaming" of the session is not known',
    );
    expect(status.phases.map((phase) => phase.status)).toEqual(['done', 'pending']);
    expect(await s.api.list()).toMatchObject([{ session: DEMO, state: 'unknown', seq: 2 }]);
    expect((await s.api.log(DEMO)).map(({ state }) => state)).toEqual(['running', 'unknown']);
    for (const act of [() => s.resume(), () => s.api.approve(DEMO, null, null), () => s.api.cancel(DEMO)])
      await expect(act()).rejects.toMatchObject({ code: 'data/unknown-word' });
    expect(await (await s.worktree()).read('mine.txt')).toBe('mine\n');
  });

  test('[A9] as the status of a phase: that row is unknown, and nobody is said to drive the session', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const path = await s.api.path(DEMO);
    await rewrite(s, (text) => text.replace('| two | pending |', '| two | resting |'));
    const status = await s.api.status(DEMO);
    expect(status).toMatchObject({ state: 'paused', worktree: path, drivenBy: null });
    expect(status.phases.map((phase) => phase.status)).toEqual(['done', 'unknown']);
    expect(status.warnings.map(terminalWarning).join('\n')).toContain(
      'the status "resting" of two is not known',
    );
    await expect(s.resume()).rejects.toMatchObject({ code: 'data/unknown-word' });
  });
});

describe('a journal that a newer Cairn went on with', () => {
  const JOURNAL = '.git/cairn/demo/journal.jsonl';

  /** A session whose engine died as the agent of its first phase had ended, and what was written after that. */
  async function diedAt(line: object): Promise<Stage> {
    const s = await stage(chain('one', 'two'));
    const dying = await s.seat({
      reached(point) {
        if (point === 'attempt/agent-ended') throw new Error('died');
      },
    });
    await expect(dying.start()).rejects.toThrow('died');
    await s.repo.write(JOURNAL, `${await s.repo.read(JOURNAL)}${JSON.stringify(line)}\n`);
    return s;
  }

  test('in words that only it knows: shown, refused by what writes, and left behind by a restore', async () => {
    const s = await diedAt({ type: 'attempt-paused', at: '2026-11-20T10:00:00.000Z', why: 'x' });
    const before = await s.repo.read(JOURNAL);
    const status = await s.api.status(DEMO);
    expect(status).toMatchObject({ state: 'interrupted', readOnly: 'unreadable', seq: 1 });
    expect(terminalWarning(status.warnings[0] ?? '')).toMatch(
      /^read only: .*journal\.jsonl has words .* \(line 4: "type" is "attempt-paused"\)/,
    );
    for (const act of [
      () => s.resume(),
      () => s.api.cancel(DEMO),
      () => s.api.delete(DEMO, { purge: false }),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'data/unknown-word' });
    expect(await s.repo.read(JOURNAL)).toBe(before);
    expect(await s.log()).toEqual(['1 opened - running']);
    await s.api.restore(DEMO, { to: 'opened' }, { dryRun: false });
    expect((await s.api.status(DEMO)).readOnly).toBeUndefined();
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2', 'two 1']);
    expect(await s.violations()).toEqual([]);
  });

  test('in lines that it only says more in: gone on with as if they were ours', async () => {
    const s = await diedAt({
      type: 'gate-evaluated',
      at: '2026-11-20T10:00:00.000Z',
      holds: true,
      reasons: [],
      score: 7,
    });
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1']);
  });
});

describe('the time of a session', () => {
  test('is one and the same in list, log and STATUS.md, to the millisecond', async () => {
    const s = await stage(chain('one'));
    await s.start();
    const text = await s.repo.git('show', `cairn/demo:${STATUS}`);
    const updated = /^updated: (.*)$/m.exec(text)?.[1];
    expect(updated).toMatch(/\.\d{3}Z$/);
    expect((await s.api.list())[0]?.updated).toBe(updated);
    expect((await s.api.log(DEMO)).at(-1)?.at).toBe(updated);
    expect(await s.violations()).toEqual([]);
  });

  test('is what the file says of a tip without trailers, and the date of the commit where nothing says more', async () => {
    const s = await stage(chain('one'));
    await s.start();
    const updated = /^updated: (.*)$/m.exec(await s.repo.git('show', `cairn/demo:${STATUS}`))?.[1];
    await rewrite(s, same, (text) => text.replace(/^Cairn-Updated: .*\n/m, ''));
    expect((await s.api.list())[0]?.updated).toMatch(/\.000Z$/);
    expect((await s.api.list())[0]).toMatchObject({ state: 'done' });
    await rewrite(s, same, () => 'all in one\n');
    expect((await s.api.list())[0]?.updated).toBe(updated);
  });
});
