import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import { errorSentence } from '../../src/session/errorSentences.ts';
import { openGitRepo, type GitRepo } from '../support/gitRepo.ts';
import { chain, DEMO, logLines, stage, takeSeat, workIn, type Seat, type Stage } from '../support/session.ts';

/** A bare remote of the stage's repository, with its session branch pushed, and a clone of it: another machine. */
async function elsewhere(s: Stage, options: readonly string[] = []): Promise<Seat> {
  const folder = join(s.repo.root, '..');
  await s.repo.git('clone', '-q', '--bare', '.', join(folder, 'remote.git'));
  if (!(await s.repo.git('remote')).includes('origin'))
    await s.repo.git('remote', 'add', 'origin', join(folder, 'remote.git'));
  await s.repo.git('push', '-q', 'origin', 'cairn/demo');
  await s.repo.git('clone', '-q', ...options, `file://${join(folder, 'remote.git')}`, join(folder, 'clone'));
  return machineAt(s, join(folder, 'clone'));
}

async function machineAt(s: Stage, root: string): Promise<Seat> {
  const repo = openGitRepo(root);
  for (const [key, value] of [
    ['user.name', 'Bo'],
    ['user.email', 'bo@example.invalid'],
    ['gc.auto', '0'],
  ] as const)
    await repo.git('config', key, value);
  return takeSeat(repo, { agents: s.agent.settings });
}

const push = (repo: GitRepo): Promise<string> => repo.git('push', '-q', 'origin', 'cairn/demo');
/** As a person without Cairn would: the branch follows its remote-tracking one. */
const pull = (repo: GitRepo): Promise<string> => repo.git('fetch', '-q', 'origin', 'cairn/demo:cairn/demo');

describe('another clone', () => {
  test('[A3, E12] goes on from the branch alone, and ends where one machine would have', async () => {
    const s = await stage({ phases: [{ id: 'one' }, { id: 'two', approval: 'required' }, { id: 'three' }] });
    await s.start({ until: 'one' });
    const other = await elsewhere(s);
    expect((await other.api.list()).map(({ session, remote }) => [session, remote])).toEqual([[DEMO, true]]);
    expect((await other.resume()).reason).toBe('waiting');
    await other.api.approve(DEMO, null, null);
    expect((await other.resume()).reason).toBe('completed');
    expect(await logLines(other.api)).toEqual([
      '1 opened - running',
      '2 phase one/1 running',
      '3 waiting two/1 waiting',
      '4 approval two/1 running',
      '5 phase three/1 done',
    ]);
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'three 1']);
    expect(await other.violations()).toEqual([]);
  });

  test('[S29] without the agent says which it lacks and changes nothing; what this machine has set is in no commit', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const { repo } = await elsewhere(s);
    const other = await takeSeat(repo, { agents: {} });
    await expect(other.resume()).rejects.toMatchObject({
      code: 'machine/agent-not-found',
      details: { agent: 'player' },
    });
    expect(await logLines(other.api)).toEqual(await s.log());
    // The settings of the agent name the folder that all of this lies in.
    const folder = join(s.repo.root, '..');
    expect(JSON.stringify(s.agent.settings)).toContain(folder);
    expect(await repo.git('log', '-p', '--format=%B', 'main..origin/cairn/demo')).not.toContain(folder);
  });

  test('[P1, P18] needs no more than the newest commit', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start({ until: 'two' });
    const other = await elsewhere(s, ['--depth=1', '--no-single-branch']);
    expect((await other.api.status(DEMO)).seq).toBe(3);
    expect((await other.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'three 1']);
    expect(await s.agent.prompt('three')).toContain('Result of two.');
  });

  test('needs no more to approve what waits, or to judge a gate', async () => {
    const s = await stage({
      phases: [
        { id: 'one', approval: 'required' },
        { id: 'two', artifacts: ['result.md', '/README.md'] },
      ],
    });
    await s.start();
    const other = await elsewhere(s, ['--depth=1', '--no-single-branch']);
    await other.api.approve(DEMO, null, null);
    // The second phase promises a new README.md and leaves it as it was.
    expect((await other.resume()).reason).toBe('blocked');
    await push(other.repo);
    const folder = join(s.repo.root, '../third');
    await s.repo.git(
      'clone',
      '-q',
      '--depth=1',
      `file://${join(s.repo.root, '../remote.git')}`,
      folder,
      '-b',
      'cairn/demo',
    );
    const third = await machineAt(s, folder);
    await third.repo.git('checkout', '-q', '--detach');
    expect(await third.resume()).toMatchObject({ reason: 'blocked', state: 'blocked' });
    const [, two] = (await third.api.status(DEMO)).phases;
    expect(two?.reasons.join()).toBe('README.md was there before the phase and has not changed');
    await (await third.worktree()).write('README.md', 'new\n');
    expect((await third.resume()).reason).toBe('completed');
    expect(await third.violations()).toEqual([]);
  });

  test('counts attempts on from the tip, and judges a blocked gate before any agent', async () => {
    const s = await stage({ phases: [{ id: 'one', checks: [{ run: 'test -f mended' }] }] });
    await s.start();
    await s.resume();
    const other = await elsewhere(s);
    await s.agent.part('one', 'touch mended; usual');
    expect((await other.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2', 'one 3']);
  });

  test('what it did comes back: the files here follow, and nothing is reversed', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start({ until: 'one' });
    const other = await elsewhere(s);
    await other.resume({ until: 'two' });
    await push(other.repo);
    await pull(s.repo);
    await expect(s.resume()).rejects.toMatchObject({ code: 'data/untrusted-tip' });
    // Whoever only looks is told what helps.
    expect((await s.api.status(DEMO)).untrusted).toBe(true);
    expect(await s.violations()).toContainEqual({
      rule: 'R13',
      where: await s.api.path(DEMO),
      what: expect.stringMatching(/a resume brings it there: cairn resume demo --trust$/) as string,
    });
    expect(await s.resume({ trust: true })).toMatchObject({ reason: 'completed', seq: 4 });
    expect(await s.api.status(DEMO)).not.toHaveProperty('untrusted');
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 phase one/1 running',
      '3 phase two/1 running',
      '4 phase three/1 done',
    ]);
    expect(Object.keys(await workIn(s.repo, 'cairn/demo'))).toContain('src/two.txt');
    expect(await (await s.worktree()).git('status', '--porcelain')).toBe('');
    expect(await s.api.rescues(DEMO)).toEqual([]);
    expect(await s.violations()).toEqual([]);
  });

  test('what lay here uncommitted, and what an attempt here left, is set aside before the files follow', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start({ until: 'one' });
    const other = await elsewhere(s);
    const stop = new AbortController();
    const here = await s.seat({ onProgress: (event) => event.type === 'agent-line' && stop.abort() });
    await s.agent.part('two', 'echo half > half.txt; echo line; sleep 60');
    expect((await here.resume({}, stop.signal)).reason).toBe('interrupted');
    await (await s.worktree()).write('README.md', 'mine\n');
    await s.agent.part('two', 'usual');
    await other.resume({ until: 'two' });
    await push(other.repo);
    await pull(s.repo);
    expect(await s.resume({ trust: true })).toMatchObject({ reason: 'completed' });
    const [rescue] = await s.api.rescues(DEMO);
    expect(await s.repo.git('show', `${rescue?.ref}:half.txt`)).toBe('half');
    expect(await s.repo.git('show', `${rescue?.ref}:README.md`)).toBe('mine');
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 phase one/1 running',
      '3 phase two/1 running',
      '4 phase three/1 done',
    ]);
    expect(await s.repo.git('show', 'cairn/demo:README.md')).toBe('hello');
    expect(await s.violations()).toEqual([]);
  });

  test('an approval of what came from elsewhere approves that, not what lay here', async () => {
    const s = await stage({ phases: [{ id: 'one' }, { id: 'two', approval: 'required' }] });
    await s.start({ until: 'one' });
    const other = await elsewhere(s);
    await other.resume();
    await push(other.repo);
    await pull(s.repo);
    await s.api.approve(DEMO, null, null);
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 phase one/1 running',
      '3 waiting two/1 waiting',
      '4 approval two/1 done',
    ]);
    expect(await s.repo.git('show', 'cairn/demo:src/two.txt')).toBe('work of two');
    expect(await s.violations()).toEqual([]);
  });

  test('a workflow that was changed elsewhere is no edit of this machine', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const other = await elsewhere(s);
    await other.resume({ until: 'one' });
    const tree = await other.worktree();
    const own = '.cairn/sessions/demo/workflow.yaml';
    await tree.write(own, (await tree.read(own)).replace('"two"', '"other"'));
    await other.resume({ until: 'one', acceptPlan: true });
    await push(other.repo);
    await pull(s.repo);
    expect(await s.resume({ trust: true })).toMatchObject({ reason: 'completed' });
    expect(await s.agent.runs()).toEqual(['one 1', 'other 1']);
    expect(await s.violations()).toEqual([]);
  });
});

describe('a branch that is not where its remote is', () => {
  /** Behind: the session went on elsewhere, and that was fetched. Diverged: it went on here, too. */
  async function apart(relation: 'behind' | 'diverged'): Promise<Stage> {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start({ until: 'one' });
    const other = await elsewhere(s);
    await other.resume({ until: 'two' });
    await push(other.repo);
    if (relation === 'diverged') await s.resume({ until: 'two' });
    await s.repo.git('fetch', '-q', 'origin');
    return s;
  }

  const refused = async (s: Stage): Promise<{ readonly message: string; readonly hint: string }> => {
    const error: unknown = await s.resume().catch((thrown: unknown) => thrown);
    if (!CairnError.is(error, 'repo/behind-remote')) throw error;
    const { message, hint } = errorSentence(error.code, error.details);
    return { message, hint: hint ?? '' };
  };

  /** The git commands of a line of a hint, run as they stand; what `cairn resume` would do is left to the test. */
  async function paste(s: Stage, hint: string, label: string): Promise<void> {
    const line = hint.split('\n').find((candidate) => candidate.includes(label)) ?? '';
    const commands = line.slice(line.indexOf(': ') + 2).split(' && ');
    const git = commands.filter((command) => command.startsWith('git '));
    expect(git.length).toBeGreaterThan(0);
    for (const command of git) await s.repo.git(...command.split(' ').slice(1));
  }

  const tips = async ({ repo }: Stage): Promise<readonly string[]> =>
    Promise.all(['cairn/demo', 'origin/cairn/demo'].map((ref) => repo.git('rev-parse', '--short=12', ref)));

  test('behind: nothing, both tips named by short ids; the commands that it names take over what is there', async () => {
    const s = await apart('behind');
    const { message, hint } = await refused(s);
    const [local, remote] = await tips(s);
    expect(message).toBe(
      `cairn/demo (${local}) is behind origin/cairn/demo (${remote}): the session went on elsewhere.`,
    );
    expect(hint).toContain('cairn resume demo --trust');
    await paste(s, hint, 'Take over');
    expect(await s.resume({ trust: true })).toMatchObject({ reason: 'completed', seq: 4 });
    expect(await (await s.worktree()).git('status', '--porcelain')).toBe('');
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'three 1']);
    expect(await s.violations()).toEqual([]);
  });

  test('behind: `--here` goes on beside it, and has diverged from then on', async () => {
    const s = await apart('behind');
    expect((await s.resume({ here: true })).reason).toBe('completed');
    await expect(s.resume()).rejects.toMatchObject({ details: { relation: 'diverged' } });
  });

  test('behind: a word that is said all the same is told to stand beside what was done elsewhere', async () => {
    const s = await apart('behind');
    await s.api.cancel(DEMO);
    const told = s.told().filter((text) => text.includes('has gone on'));
    expect(told).toEqual([
      expect.stringMatching(/^origin\/cairn\/demo has gone on .* this cancel stands beside/),
    ]);
    // From then on it has diverged, which the next resume asks about.
    await expect(s.resume()).rejects.toMatchObject({ details: { relation: 'diverged' } });
  });

  test('diverged: says so; what is there can be taken over, and what was here is kept', async () => {
    const s = await apart('diverged');
    const { message, hint } = await refused(s);
    const [local, remote] = await tips(s);
    expect(message).toBe(
      `cairn/demo (${local}) and origin/cairn/demo (${remote}) have diverged: the session went on here and elsewhere.`,
    );
    await paste(s, hint, 'Or take over');
    expect(await s.repo.git('rev-parse', '--short=12', 'demo-here')).toBe(local);
    expect(await s.resume({ trust: true })).toMatchObject({ reason: 'completed', seq: 4 });
    expect(await s.repo.git('rev-parse', '--short=12', 'cairn/demo~1')).toBe(remote);
    expect(await s.violations()).toEqual([]);
  });

  test('diverged: going on from here, the command that it names puts it in the place of what is there', async () => {
    const s = await apart('diverged');
    const { hint } = await refused(s);
    expect((await s.resume({ here: true })).reason).toBe('completed');
    await paste(s, hint, 'put it in the place');
    expect((await s.resume()).reason).toBe('completed');
  });
});

describe('a branch that somebody rewrote', () => {
  test('squashed: what is done is read from the tip, and going on is a question', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start({ until: 'two' });
    const squash = await s.repo.git('commit-tree', 'cairn/demo^{tree}', '-p', 'main', '-m', 'all in one');
    await s.repo.git('update-ref', 'refs/heads/cairn/demo', squash);
    await expect(s.resume()).rejects.toMatchObject({ code: 'data/untrusted-tip' });
    expect((await s.api.status(DEMO)).phases.map(({ status }) => status)).toEqual([
      'done',
      'done',
      'pending',
    ]);
    expect(await s.resume({ trust: true })).toMatchObject({ reason: 'completed', seq: 4 });
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'three 1']);
    expect(await s.api.rescues(DEMO)).toEqual([]);
    expect(await s.repo.git('rev-parse', 'cairn/demo^')).toBe(squash);
  });

  test.each([
    ['the first two', 1, 3, 'seq 3 follows seq 1'],
    ['the beginning', 0, 2, 'the first checkpoint has seq 2'],
    ['the last two', 2, 4, 'seq 4 follows seq 2'],
  ])(
    '[L8] two checkpoints squashed together (%s) are named by verify and status, and a resume asks',
    async (_which, onto, last, what) => {
      const s = await stage(chain('one', 'two', 'three', 'four'));
      await s.start({ until: 'three' });
      const commits = (await s.api.log(DEMO)).map(({ commit }) => commit);
      let tip = onto === 0 ? await s.repo.git('rev-parse', 'main') : (commits[onto - 1] ?? '');
      for (const commit of commits.slice(last - 1)) {
        const message = await s.repo.git('log', '-1', '--format=%B', commit);
        tip = await s.repo.git('commit-tree', `${commit}^{tree}`, '-p', tip, '-m', message);
      }
      await s.repo.git('update-ref', 'refs/heads/cairn/demo', tip);
      const rules = (await s.violations()).filter((found) => JSON.stringify(found).includes('"R2"'));
      expect(rules).toEqual([expect.objectContaining({ rule: 'R2', what })]);
      expect((await s.api.status(DEMO)).warnings.join('\n')).toContain('seq');
      await expect(s.resume()).rejects.toMatchObject({ code: 'data/untrusted-tip' });
      expect(await s.resume({ trust: true })).toMatchObject({ reason: 'completed', seq: 5 });
    },
  );

  test('[L8] a seq that comes twice is named by verify and status; a STATUS.md of another seq is not the tip’s', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start({ until: 'two' });
    const message = await s.repo.git('log', '-1', '--format=%B', 'cairn/demo');
    const good = await s.repo.git('rev-parse', 'cairn/demo');
    const twice = await s.repo.git('commit-tree', `${good}^{tree}`, '-p', good, '-m', message);
    await s.repo.git('update-ref', 'refs/heads/cairn/demo', twice);
    expect(await s.violations()).toContainEqual(
      expect.objectContaining({ rule: 'R2', what: 'seq 3 follows seq 3' }),
    );
    expect((await s.api.status(DEMO)).warnings.join('\n')).toContain('seq');
    await expect(s.resume()).rejects.toMatchObject({ code: 'data/untrusted-tip' });
    await s.repo.git('update-ref', 'refs/heads/cairn/demo', good);
    // Told by its number: a stale one only lags behind, one that is ahead is somebody's edit. Nothing is taken from either.
    const tree = await s.worktree();
    const path = '.cairn/sessions/demo/STATUS.md';
    const now = await tree.read(path);
    const stale = `${await s.repo.git('show', `cairn/demo~1:${path}`)}\n`;
    const ahead = now.replace('seq: 3', 'seq: 7').replace('| pending |', '| done |');
    for (const [lying, rules, rescues] of [
      [stale, [], 0],
      [ahead, ['R14'], 1],
    ] as const) {
      await tree.write(path, lying);
      expect((await s.violations()).map((found) => (found as { rule: string }).rule)).toEqual(rules);
      expect(await s.api.status(DEMO)).toMatchObject({ seq: 3, next: 'three' });
      expect(await s.resume({ until: 'two' })).toMatchObject({ reason: 'paused', seq: 3 });
      expect(await tree.read(path)).toBe(now);
      expect(await s.api.rescues(DEMO)).toHaveLength(rescues);
    }
  });

  test('of a clone that is shallow, what it does not have is not missing', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start();
    const other = await elsewhere(s, ['--depth=1', '--no-single-branch']);
    expect(await other.violations()).toEqual([]);
    expect((await other.api.status(DEMO)).warnings).toEqual([]);
  });

  test('rebased: the same phases under other ids are a question once', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start({ until: 'two' });
    await s.repo.write('README.md', 'changed on main\n');
    await s.repo.commit('on main');
    const tree = join(s.repo.root, '../rebase');
    await s.repo.git('worktree', 'add', '-q', '--detach', tree, 'cairn/demo');
    await openGitRepo(tree).git('rebase', '-q', 'main');
    const rebased = await openGitRepo(tree).git('rev-parse', 'HEAD');
    await s.repo.git('worktree', 'remove', '--force', tree);
    await s.repo.git('update-ref', 'refs/heads/cairn/demo', rebased);
    await expect(s.resume({ until: 'two' })).rejects.toMatchObject({ code: 'data/untrusted-tip' });
    expect((await s.resume({ until: 'two', trust: true })).reason).toBe('paused');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.repo.git('show', 'cairn/demo:README.md')).toBe('changed on main');
    expect(await s.api.rescues(DEMO)).toEqual([]);
  });
});

test('[E19] state of this machine that is lost costs nothing that was published', async () => {
  const s = await stage(chain('one', 'two'));
  await s.start({ until: 'one' });
  await rm(join(s.repo.root, '.git/cairn'), { recursive: true });
  await expect(s.start()).rejects.toMatchObject({ code: 'usage/session-used' });
  const other = await s.seat();
  expect((await other.resume()).reason).toBe('completed');
  expect(await s.agent.runs()).toEqual(['one 1', 'two 1']);
  expect(await s.violations()).toEqual([]);
});
