import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import { exitOfError } from '../../src/cli/output/exitCodes.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import type { GitRepo } from '../support/gitRepo.ts';
import { elsewhere, machineAt } from '../support/otherMachine.ts';
import { chain, DEMO, logLines, stage, takeSeat, workIn, type Stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

const push = (repo: GitRepo): Promise<string> => repo.git('push', '-q', 'origin', 'cairn/demo');
/** As a person without Cairn would: the branch follows its remote-tracking one. */
const pull = (repo: GitRepo): Promise<string> => repo.git('fetch', '-q', 'origin', 'cairn/demo:cairn/demo');

describe('another clone', () => {
  test('[A4, A19, E12] goes on from the branch alone, and ends where one machine would have', async () => {
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

  test('in which a branch lies below the name of the session says so, and calls nothing made or moved', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const other = await elsewhere(s);
    await other.repo.git('branch', 'cairn/demo/x');
    const error: unknown = await other.resume().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'repo/ref-in-the-way',
      details: { other: 'refs/heads/cairn/demo/x' },
    });
    await other.repo.git('branch', '-m', 'cairn/demo/x', 'kept');
    expect((await other.resume()).reason).toBe('completed');
  });

  test('[S29] without the agent says which it lacks and changes nothing; what this machine has set is in no commit', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const { repo } = await elsewhere(s);
    const other = await takeSeat(repo, { agents: {} });
    await expect(other.resume()).rejects.toMatchObject({
      code: 'machine/agent-not-found',
      details: { agent: 'player', named: { file: '.cairn/sessions/demo/workflow.yaml' } },
    });
    expect(await logLines(other.api)).toEqual(await s.log());
    // The settings of the agent name the folder that all of this lies in.
    const folder = join(s.repo.root, '..');
    expect(JSON.stringify(s.agent.settings)).toContain(folder);
    expect(await repo.git('log', '-p', '--format=%B', 'main..origin/cairn/demo')).not.toContain(folder);
  });

  test('[P1, P18, A16] needs no more than the newest commit', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start({ until: 'two' });
    const other = await elsewhere(s, ['--depth=1', '--no-single-branch']);
    expect((await other.api.status(DEMO)).seq).toBe(3);
    expect((await other.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'three 1']);
    const prompt = await s.agent.prompt('three');
    for (const part of ['Make it so', 'Result of two.', '02-two/result.md@two'])
      expect(prompt).toContain(part);
  });

  test('needs what the session began on to land it: a shallow one is no damage, and is told what to fetch', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start();
    const other = await elsewhere(s, ['--depth=1', '--branch', 'cairn/demo']);
    const refused: unknown = await other.api
      .land(DEMO, { branch: 'landed' })
      .catch((error: unknown) => error);
    expect(
      CairnError.is(refused, 'repo/base-missing') && {
        ...errorSentence(refused.code, refused.details),
        exit: exitOfError(refused.code),
      },
    ).toMatchObject({
      message: expect.stringContaining('is not in this clone'),
      hint: 'Fetch it, and try again: git fetch --unshallow',
      exit: 8,
    });
    await other.repo.git('fetch', '-q', '--unshallow', 'origin');
    expect(await other.api.land(DEMO, { branch: 'landed' })).toMatchObject({ branch: 'landed' });
  });

  test('needs the work that is held, too, to approve what waits or to judge a gate', async () => {
    const s = await stage({
      phases: [
        { id: 'one', approval: 'required' },
        { id: 'two', artifacts: ['result.md', '/README.md'] },
      ],
    });
    await s.start();
    const other = await elsewhere(s, ['--depth=1', '--no-single-branch']);
    const refused = await other.api.approve(DEMO, null, null).catch((error: unknown) => error);
    expect(
      CairnError.is(refused, 'repo/held-missing') && errorSentence(refused.code, refused.details),
    ).toMatchObject({
      hint: 'Fetch it, and try again: git fetch --unshallow',
    });
    await other.repo.git('fetch', '-q', '--unshallow');
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
    await expect(third.resume()).rejects.toMatchObject({ code: 'repo/held-missing' });
    await third.repo.git('fetch', '-q', '--deepen=1');
    expect(await third.resume()).toMatchObject({ reason: 'blocked', state: 'blocked' });
    const [, two] = (await third.api.status(DEMO)).phases;
    expect(two?.reasons.join()).toBe('README.md was there before the phase and has not changed');
    await (await third.worktree()).write('README.md', 'new\n');
    expect((await third.resume()).reason).toBe('completed');
    expect(await third.violations()).toEqual([]);
  });

  test('counts attempts on from the tip, and judges a blocked gate before any agent', THOROUGH, async () => {
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

  test(
    'what lay here uncommitted, and what an attempt here left, is set aside before the files follow',
    THOROUGH,
    async () => {
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
    },
  );

  test(
    'a question that an attempt elsewhere has ended with closes what was begun here: its answer reaches the next one',
    THOROUGH,
    async () => {
      const s = await stage({ phases: [{ id: 'one' }, { id: 'two', retries: 1 }] });
      await s.start({ until: 'one' });
      const other = await elsewhere(s);
      await s.agent.part('two-1', 'echo half > half.txt');
      let ended = 0;
      const dies = await s.seat({
        reached(point) {
          if (point === 'attempt/agent-ended' && ++ended === 2) throw new Error('died');
        },
      });
      await expect(dies.resume()).rejects.toThrow('died');
      await dies.dispose();
      await s.agent.part(
        'two-1',
        'usual; echo half > half.txt; echo "Which colour?" > "$CAIRN_PHASE_DIR/QUESTION.md"',
      );
      expect((await other.resume()).reason).toBe('waiting');
      await other.api.answer(DEMO, 'Blue.');
      await push(other.repo);
      await pull(s.repo);
      await s.agent.part('two-2', 'usual; echo whole > half.txt');
      expect((await s.resume({ trust: true })).reason).toBe('completed');
      expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'two 2', 'two 1', 'two 2']);
      expect(await s.agent.prompt('two', 2)).toContain('Blue.');
      expect(await s.repo.git('show', 'cairn/demo:half.txt')).toBe('whole');
      expect(await s.violations()).toEqual([]);
    },
  );

  test('an approval of what came from elsewhere approves that, not what lay here', THOROUGH, async () => {
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

  test('a workflow that was changed elsewhere is no edit of this machine', THOROUGH, async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ until: 'one' });
    const other = await elsewhere(s);
    await other.resume({ until: 'one' });
    const tree = await other.worktree();
    const own = '.cairn/sessions/demo/workflow.yaml';
    await tree.write(own, (await tree.read(own)).replace('"two"', '"other"'));
    await other.resume({ until: 'one', acceptPlan: true, trust: true });
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

  test(
    'behind: nothing, both tips named by short ids; the commands that it names take over what is there',
    THOROUGH,
    async () => {
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
    },
  );

  test('behind: `--here` goes on beside it, and has diverged from then on', THOROUGH, async () => {
    const s = await apart('behind');
    expect((await s.resume({ here: true })).reason).toBe('completed');
    await expect(s.resume()).rejects.toMatchObject({ details: { relation: 'diverged' } });
  });

  test(
    'behind: a word that is said all the same is told to stand beside what was done elsewhere',
    THOROUGH,
    async () => {
      const s = await apart('behind');
      await s.api.cancel(DEMO);
      const told = s.told().filter((text) => text.includes('has gone on'));
      expect(told).toEqual([
        expect.stringMatching(/^origin\/cairn\/demo has gone on .* this cancel stands beside/),
      ]);
      // From then on it has diverged, which the next resume asks about.
      await expect(s.resume()).rejects.toMatchObject({ details: { relation: 'diverged' } });
    },
  );

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

  test(
    'diverged: going on from here, the command that it names puts it in the place of what is there',
    THOROUGH,
    async () => {
      const s = await apart('diverged');
      const { hint } = await refused(s);
      expect((await s.resume({ here: true })).reason).toBe('completed');
      await paste(s, hint, 'put it in the place');
      expect((await s.resume()).reason).toBe('completed');
    },
  );
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
