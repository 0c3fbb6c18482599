import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import type { SessionId } from '../../src/model/names/ids.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { openGitRepo } from '../support/gitRepo.ts';
import { allViolations, fork, goOn, OTHER } from '../support/forks.ts';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, stage as onGit, takeSeat, type Seat, type Stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The sentence that a person reads. */
async function refusal(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CairnError)) throw new Error(`not refused: ${String(error)}`);
  return errorSentence(error.code, error.details).message;
}

describe('a fork is refused, and nothing is written,', () => {
  test('where there is no such checkpoint, or the id is taken, or an agent asks', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    await s.start({ id: 'gone' });
    await s.api.delete('gone' as SessionId, { purge: false });
    await s.repo.write('.cairn/sessions/lying/x', 'x\n');
    const before = await s.repo.git('for-each-ref');
    expect(await refusal(fork(s, 'nowhere'))).toContain('nowhere');
    expect(await refusal(fork(s, '7'))).toBe('There is no checkpoint "7".');
    expect(await refusal(fork(s, 'two'))).toBe('Cannot fork demo: two has no checkpoint yet that closed it');
    expect(await refusal(fork(s, 'one', 'demo'))).toBe(
      'The session id "demo" is taken (refs/heads/cairn/demo).',
    );
    expect(await refusal(fork(s, 'one', 'gone'))).toContain('A session "gone" was deleted');
    expect(await refusal(fork(s, 'one', 'lying'))).toContain('lying in the working tree');
    expect(await refusal(fork(s, 'one', 'No!'))).toContain('cannot be a session id');
    expect(await refusal(fork(s, 'one', 'other', 'nobody' as SessionId))).toContain('nobody');
    expect(await refusal(fork(s, 'one', 'other', 'gone' as SessionId))).toContain('deleted');
    const inside = await s.seat({ env: { ...s.repo.env, CAIRN_PHASE: 'two' } });
    expect(await refusal(fork(inside, 'one'))).toContain('is refused inside a phase');
    expect(await s.repo.git('for-each-ref')).toBe(before);
  });

  test('where the history raises questions, as a resume is', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start();
    const [tree, parent] = ['cairn/demo^{tree}', 'cairn/demo~2'];
    const message = await s.repo.git('log', '-1', '--format=%B', 'cairn/demo');
    const made = await s.repo.gitWithInput(message, 'commit-tree', tree, '-p', parent);
    await s.repo.git('update-ref', 'refs/heads/cairn/demo', made);
    await expect(fork(s, '1')).rejects.toMatchObject({ code: 'data/untrusted-tip' });
    expect((await s.api.list()).map(({ session }) => session)).toEqual([DEMO]);
  });
});

test('a fork knows what was published from here: somebody else’s checkpoint on top is a question', async () => {
  const s = await stage(chain('one', 'two'));
  await s.start();
  await fork(s, 'one');
  const message = (await s.repo.git('log', '-1', '--format=%B', 'cairn/other'))
    .replace('Cairn-Seq: 1', 'Cairn-Seq: 2')
    .replace('Cairn-Kind: fork', 'Cairn-Kind: edit');
  const made = await s.repo.gitWithInput(message, 'commit-tree', 'cairn/other^{tree}', '-p', 'cairn/other');
  await s.repo.git('update-ref', 'refs/heads/cairn/other', made);
  await expect(goOn(s, OTHER)).rejects.toMatchObject({ code: 'data/untrusted-tip' });
});

describe('in a fork, a restore', () => {
  test('goes to checkpoints of its own, the first among them, and to none of the other session', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start();
    await fork(s, 'one');
    await goOn(s, OTHER);
    const to = (target: string) => s.api.restore(OTHER, { to: target }, { dryRun: false });
    expect(await refusal(to('one'))).toBe(
      'Cannot restore other: one was closed in demo, before other was forked from it',
    );
    expect(await refusal(to('4'))).toBe('There is no checkpoint "4".');
    expect(await refusal(goOn(s, OTHER, { again: 'one' }))).toContain('it began in demo');
    expect(await to('opened')).toMatchObject({ restoredTo: { seq: 1 }, seq: 4 });
    expect((await s.api.status(OTHER)).phases.map(({ status }) => status)).toEqual([
      'done',
      'pending',
      'pending',
    ]);
    expect(await goOn(s, OTHER)).toMatchObject({ reason: 'completed', seq: 6 });
    expect(await s.agent.runs()).toContain('two 2');
    expect((await s.api.diff(OTHER, 'two')).changed.map(({ path }) => path)).toContain('src/two.txt');
    await s.api.restore(OTHER, { to: '2' }, { dryRun: false });
    await s.api.restore(OTHER, { undo: true }, { dryRun: false });
    expect((await s.api.status(OTHER)).state).toBe('done');
    expect((await s.api.status(OTHER)).phases[0]?.commit).toBe((await s.api.status(DEMO)).phases[0]?.commit);
    expect(await allViolations(s)).toEqual([]);
  });
});

describe('a clone that has only the branch of the fork', () => {
  async function clone(s: Stage, ...options: readonly string[]): Promise<Seat> {
    const remote = join(s.repo.root, '../remote.git');
    await s.repo.git('init', '-q', '--bare', remote);
    await s.repo.git('push', '-q', remote, 'cairn/other', 'main');
    const folder = join(s.repo.root, '../clone');
    await s.repo.git('clone', '-q', ...options, `file://${remote}`, folder);
    const repo = openGitRepo(folder);
    await repo.git('config', 'user.name', 'Bo');
    await repo.git('config', 'user.email', 'bo@example.invalid');
    return takeSeat(repo, { agents: s.agent.settings });
  }

  test('knows what it was forked from, goes on and lands', THOROUGH, async () => {
    const s = await onGit(chain('one', 'two', 'three'));
    await s.start();
    await fork(s, 'two');
    const other = await clone(s);
    expect((await other.api.list()).map((each) => [each.session, each.remote, each.forkedFrom])).toEqual([
      [OTHER, true, 'demo@3'],
    ]);
    expect(
      (await other.api.status(OTHER)).phases.map(({ status, commit }) => [status, commit === null]),
    ).toEqual([
      ['done', false],
      ['done', false],
      ['pending', true],
    ]);
    expect(text(await other.api.show(OTHER, '02-two/result.md@two'))).toBe('Result of two.\n');
    expect(await goOn(other, OTHER, { trust: true })).toMatchObject({ reason: 'completed', seq: 2 });
    expect((await other.api.land(OTHER, { branch: 'landed' })).changed).toEqual([
      'src/one.txt',
      'src/three.txt',
      'src/two.txt',
    ]);
    expect(await allViolations(other)).toEqual([]);
    // The other way round: a fork is made of what only a remote has.
    const again = await clone2(s);
    expect(await fork(again, 'two', 'third', OTHER)).toMatchObject({ session: 'third', seq: 1 });
    expect(await goOn(again, 'third' as SessionId, { trust: true })).toMatchObject({ reason: 'completed' });

    async function clone2(of: Stage): Promise<Seat> {
      const folder = join(of.repo.root, '../again');
      await of.repo.git('clone', '-q', `file://${join(of.repo.root, '../remote.git')}`, folder);
      return takeSeat(openGitRepo(folder), { agents: of.agent.settings });
    }
  });

  test('needs no more of it than the newest commit', THOROUGH, async () => {
    const s = await onGit(chain('one', 'two', 'three'));
    await s.start();
    await fork(s, 'two');
    const other = await clone(s, '--depth=1', '--no-single-branch');
    expect(await other.api.status(OTHER)).toMatchObject({ forkedFrom: 'demo@3', next: ['three'] });
    expect(await goOn(other, OTHER, { trust: true })).toMatchObject({ reason: 'completed', seq: 2 });
    expect(await s.agent.prompt('three')).toContain('Result of two.');
    expect(await allViolations(other)).toEqual([]);
  });
});

describe('what is carried', () => {
  test('a fork of an in-place session works in a worktree; the folder of the person stays theirs', async () => {
    const s = await onGit(chain('one', 'two'));
    await s.start({ inPlace: true });
    await fork(s, 'one');
    const theirs = await s.repo.untouchables();
    expect(await goOn(s, OTHER)).toMatchObject({ reason: 'completed' });
    expect(await s.api.status(OTHER)).toMatchObject({ isolation: 'worktree' });
    expect(await s.api.path(OTHER)).not.toBe(s.repo.root);
    const withoutOurs = ({ branches: _ours, ...rest }: Readonly<Record<string, string>>) => rest;
    expect(withoutOurs(await s.repo.untouchables())).toEqual(withoutOurs(theirs));
    expect(await allViolations(s)).toEqual([]);
  });

  test('effects are those of the newest checkpoint, whatever the fork goes back behind', async () => {
    const s = await onGit(chain('one', 'two'));
    await s.start();
    const key = 'two/mail';
    const entry = {
      key,
      input: `sha256:${'a'.repeat(64)}`,
      command: ['mail'],
      at: '2026-11-20T10:00:00.000Z',
      outcome: {
        kind: 'ran',
        at: '2026-11-20T10:00:01.000Z',
        exitCode: 0,
        output: '',
        sha256: 'b'.repeat(64),
      },
    };
    // As a later engine leaves it: on another clone, which trusts what it finds.
    const folder = join(s.repo.root, '../clone');
    await s.repo.git('clone', '-q', '.', folder);
    const repo = openGitRepo(folder);
    await repo.git('checkout', '-q', 'cairn/demo');
    await repo.write('.cairn/sessions/demo/effects.json', JSON.stringify({ schema: 2, effects: [entry] }));
    const message = await repo.git('log', '-1', '--format=%B');
    await repo.git('commit', '-qa', '--amend', '-m', message.replace('Cairn-Effects: 0', 'Cairn-Effects: 1'));
    await repo.git('checkout', '-q', '--detach');
    const other = await takeSeat(repo, { agents: s.agent.settings });
    expect(await other.api.previewFork(DEMO, 'one', { id: null })).toMatchObject({
      from: { session: DEMO, seq: 2 },
      state: 'running',
      next: ['two'],
      done: [{ phase: 'one', checked: 'nothing' }],
      again: ['two'],
      notUndone: [{ key, state: 'done' }],
    });
    await fork(other, 'one');
    expect(other.told()).toContain(
      `Done to the outside world since that checkpoint, and neither undone nor done again: ${key}.`,
    );
    expect((await other.api.status(OTHER)).effects).toEqual({ done: 1, failed: 0, inDoubt: 0 });
    expect(await goOn(other, OTHER, { trust: true })).toMatchObject({ reason: 'completed' });
    expect((await other.api.status(OTHER)).effects.done).toBe(1);
    expect(await allViolations(other)).toEqual([]);
  });

  test('what was done outside is done once: the fork is given its output, and records its own', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const outside = join(s.repo.root, '../outside.txt');
    const effect = (session: SessionId, key: string) =>
      s.api.effect(
        session,
        {
          key,
          probe: null,
          cwd: s.repo.root,
          command: ['sh', '-c', `echo done >> "$0"; echo said`, outside],
        },
        { out: () => undefined, errors: () => undefined },
        new AbortController().signal,
      );
    // No checkpoint holds it yet.
    await effect(DEMO, 'two/mail');
    await fork(s, 'opened');
    expect(await effect(OTHER, 'two/mail')).toMatchObject({ replayed: true, output: 'said\n', exitCode: 0 });
    expect(await effect(OTHER, 'two/push')).toMatchObject({ replayed: false });
    expect(await s.repo.read('../outside.txt')).toBe('done\ndone\n');
    expect((await s.api.effects(DEMO)).map(({ key }) => key)).toEqual(['two/mail']);
    expect((await s.api.effects(OTHER)).map(({ key }) => key)).toEqual(['two/mail', 'two/push']);
    expect(await goOn(s, OTHER)).toMatchObject({ reason: 'completed' });
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await allViolations(s)).toEqual([]);
  });

  test(
    'an effect that nobody has begun is done in a fork on another clone, as it would be here',
    THOROUGH,
    async () => {
      const s = await onGit(chain('one', 'two'));
      await s.start({ until: 'one' });
      const folder = join(s.repo.root, '../clone');
      await s.repo.git('clone', '-q', '-b', 'cairn/demo', '.', folder);
      const repo = openGitRepo(folder);
      await repo.git('checkout', '-q', '--detach');
      const other = await takeSeat(repo, { agents: s.agent.settings });
      await fork(other, 'one');
      const act = other.api.effect(
        OTHER,
        { key: 'two/mail', probe: null, cwd: folder, command: ['true'] },
        { out: () => undefined, errors: () => undefined },
        new AbortController().signal,
      );
      expect(await act).toMatchObject({ how: 'ran', replayed: false, exitCode: 0 });
      expect(await goOn(other, OTHER, { trust: true })).toMatchObject({ reason: 'completed' });
    },
  );

  test('outlives the session that it began on, also where everything of that is given up', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start();
    await fork(s, 'one');
    const [before, shown] = [await s.api.status(OTHER), await s.api.show(OTHER, '01-one/result.md@one')];
    await s.api.delete(DEMO, { purge: true });
    expect((await s.api.list()).map(({ session }) => session)).toEqual([OTHER]);
    expect((await s.api.status(OTHER)).phases).toEqual(before.phases);
    expect(await s.api.show(OTHER, '01-one/result.md@one')).toEqual(shown);
    expect(await goOn(s, OTHER)).toMatchObject({ reason: 'completed' });
    expect(await allViolations(s)).toEqual([]);
  });

  test('of a session on branches of another prefix has one of that prefix', async () => {
    const s = await stage({ ...chain('one', 'two'), branchPrefix: 'work/ai/' });
    await s.start();
    await fork(s, 'one');
    expect(await s.repo.git('branch', '--list', '--format=%(refname:short)', '*/other')).toBe(
      'work/ai/other',
    );
    expect(await goOn(s, OTHER)).toMatchObject({ reason: 'completed' });
    expect((await s.api.list()).map(({ session }) => session)).toContain(OTHER);
    expect(await allViolations(s)).toEqual([]);
  });

  test('verify tells of a fork that was moved onto something else', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start();
    await fork(s, 'one');
    const message = await s.repo.git('log', '-1', '--format=%B', 'cairn/other');
    const made = await s.repo.gitWithInput(message, 'commit-tree', 'cairn/other^{tree}', '-p', 'cairn/demo');
    await s.repo.git('update-ref', 'refs/heads/cairn/other', made);
    expect((await s.api.verify(OTHER)).flatMap(({ violations }) => violations)).toEqual([
      {
        rule: 'R15',
        where: `checkpoint 1 (${made.slice(0, 10)})`,
        what: 'it names demo@2 and stands on demo@3',
      },
    ]);
  });
});
