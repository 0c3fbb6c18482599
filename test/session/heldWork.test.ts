import { rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { allViolations, fork, goOn, OTHER } from '../support/forks.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, flowText, stage as onGit, type Flow, type Stage } from '../support/session.ts';

const APPROVED: Flow = { phases: [{ id: 'plan', approval: 'required' }, { id: 'build' }] };
const FAILS: Flow = { phases: [{ id: 'plan' }, { id: 'build', checks: [{ run: 'test -f mended' }] }] };
const RESULT = '.cairn/sessions/demo/01-plan/result.md';

class Died extends Error {}

const heldOf = async (s: Stage, phase = 0) => (await s.api.status(DEMO)).phases[phase]?.held;

describe('work that is not done', () => {
  test('is in a commit of its own, the second parent of its checkpoint, and in the tree of none', async () => {
    const s = await onGit(APPROVED);
    await s.agent.part('plan', 'usual; echo work > work.txt');
    await s.start();
    const { git } = s.repo;
    expect(await git('diff', '--name-only', 'cairn/demo^1', 'cairn/demo')).toBe(
      ['01-plan/phase.json', 'STATUS.md'].map((name) => `.cairn/sessions/demo/${name}`).join('\n'),
    );
    const held = await heldOf(s);
    expect(await git('rev-parse', 'cairn/demo^2')).toBe(held?.commit);
    expect(await git('rev-parse', 'cairn/demo^2^')).toBe(held?.base);
    expect(held?.base).toBe(await git('rev-parse', 'cairn/demo^1'));
    expect(await git('show', 'cairn/demo^2:work.txt')).toBe('work');
    expect(
      await git('log', '-1', '--format=%(trailers:key=Cairn-Held,valueonly,separator=)', 'cairn/demo'),
    ).toBe(held?.commit);
    expect(await (await s.worktree()).git('status', '--porcelain')).toBe(
      `?? ${RESULT}\n?? src/\n?? work.txt`,
    );
    expect(await s.violations()).toEqual([]);
  });

  test('comes in with the one commit that closes its phase, and only that names its files', async () => {
    const s = await onGit(APPROVED);
    await s.agent.part('plan', 'usual; echo work > work.txt');
    await s.start();
    await s.api.reject(DEMO, null, 'again');
    await s.resume();
    await s.api.approve(DEMO, null, null);
    const { git } = s.repo;
    expect(await git('log', '--format=%H', 'cairn/demo', '--', 'work.txt')).toBe(
      await git('rev-parse', 'cairn/demo'),
    );
    expect(await git('show', '--first-parent', '--format=', '--name-only', 'cairn/demo')).toContain(RESULT);
    expect(await git('rev-list', '--parents', '-1', 'cairn/demo')).toMatch(/^\S+ \S+$/);
    expect(await heldOf(s)).toBeUndefined();
    expect(await s.violations()).toEqual([]);
  });

  test('of a gate that does not hold is held, too; once it is mended, the phase closes on it', async () => {
    const s = await stage(FAILS);
    expect((await s.start()).reason).toBe('blocked');
    const held = await heldOf(s, 1);
    expect(held).toBeDefined();
    expect(await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo')).not.toContain(
      '02-build/result.md',
    );
    await (await s.worktree()).write('mended', 'yes\n');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 phase plan/1 running',
      '3 blocked build/1 blocked',
      '4 phase build/1 done',
    ]);
    expect(await s.repo.git('show', 'cairn/demo:mended')).toBe('yes');
    expect(await s.violations()).toEqual([]);
  });

  test('that a person changes belongs to the phase: no edit, told to the next attempt and in its packet', async () => {
    const s = await stage(APPROVED);
    await s.start();
    const tree = await s.worktree();
    await tree.write('mine.txt', 'mine\n');
    await s.api.reject(DEMO, null, 'see what I wrote');
    await tree.write('more.txt', 'more\n');
    expect((await s.resume()).reason).toBe('waiting');
    const prompt = await s.agent.prompt('plan', 2);
    expect(prompt).toContain('mine.txt');
    expect(prompt).toContain('more.txt');
    await tree.write('late.txt', 'late\n');
    await s.api.approve(DEMO, null, null);
    expect((await s.log()).map((line) => line.split(' ')[1])).toEqual([
      'opened',
      'waiting',
      'rejection',
      'waiting',
      'approval',
    ]);
    const packet = await s.api.packet(DEMO, 'plan');
    for (const file of ['mine.txt', 'more.txt', 'late.txt']) expect(packet).toContain(file);
    expect(await s.violations()).toEqual([]);
  });

  test('is reviewed from where its attempt began', async () => {
    const s = await stage(APPROVED);
    await s.agent.part('plan', 'usual; echo work > work.txt');
    await s.start();
    const diff = await s.api.diff(DEMO, 'plan');
    expect(diff.changed.map(({ path }) => path)).toEqual([RESULT, 'src/plan.txt', 'work.txt']);
  });

  test('is set aside by a restore, and lies there again once that is undone', async () => {
    const s = await stage({ phases: [{ id: 'base' }, ...(APPROVED.phases ?? [])] });
    await s.agent.part('plan', 'usual; echo work > work.txt');
    await s.start();
    const held = await heldOf(s, 1);
    const result = await s.api.restore(DEMO, { to: 'base' }, { dryRun: false });
    expect(result.rescue).toBe('refs/cairn/demo/rescue/1');
    const tree = await s.worktree();
    expect(await tree.look('work.txt')).toBeNull();
    expect(await heldOf(s, 1)).toBeUndefined();
    await s.api.restore(DEMO, { undo: true }, { dryRun: false });
    expect(await tree.read('work.txt')).toBe('work\n');
    expect(await heldOf(s, 1)).toEqual(held);
    expect(await s.resume()).toMatchObject({ reason: 'waiting', changed: [] });
    await s.api.approve(DEMO, null, null);
    expect(await s.repo.git('show', 'cairn/demo:work.txt')).toBe('work');
    expect(await s.violations()).toEqual([]);
  });

  test('becomes a rescue when the session is cancelled, and no part of its last checkpoint', async () => {
    const s = await stage(APPROVED);
    await s.start();
    await s.api.cancel(DEMO);
    expect(await s.repo.git('show', `refs/cairn/demo/rescue/1:${RESULT}`)).toContain('plan');
    expect(await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo')).not.toContain(RESULT);
    expect(await s.violations()).toEqual([]);
  });

  test('of a later round goes along with a fork as the work of that round', async () => {
    const until = { file: 'one/verdict.json', at: '/ok', is: true };
    const s = await stage({
      schema: 2,
      phases: [
        {
          id: 'one',
          artifacts: ['verdict.json'],
          approval: 'required',
          loop: { to: 'one', until, max: 3 },
        },
      ],
    });
    await s.agent.part(
      'one',
      `if [ "$CAIRN_ROUND" = 2 ]; then ok=true; else ok=false; fi
printf '{"ok": %s}' $ok > "$CAIRN_PHASE_DIR/verdict.json"; echo "$CAIRN_ROUND" > src.txt`,
    );
    expect((await s.start()).reason).toBe('waiting');
    await fork(s, String((await s.api.status(DEMO)).seq));
    await s.api.approve(OTHER, null, null);
    expect((await goOn(s, OTHER)).reason).toBe('completed');
    expect(await s.repo.git('show', 'cairn/other:src.txt')).toBe('2');
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2']);
    expect(await allViolations(s)).toEqual([]);
  });

  test('goes along with a fork, in the folder of the fork', async () => {
    const s = await stage(APPROVED);
    await s.agent.part('plan', 'usual; echo work > work.txt');
    await s.start();
    await fork(s, '2');
    expect(await goOn(s, OTHER)).toMatchObject({ reason: 'waiting', phase: 'plan' });
    expect(await s.agent.runs()).toEqual(['plan 1']);
    await s.api.approve(OTHER, null, null);
    expect(await s.repo.git('show', 'cairn/other:work.txt')).toBe('work');
    expect(await s.repo.git('show', 'cairn/other:.cairn/sessions/other/01-plan/result.md')).toContain('plan');
    expect(await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/other')).not.toContain('/demo/');
    expect(await allViolations(s)).toEqual([]);
  });

  test('is laid over a worktree that is made anew, also when making it is cut off', async () => {
    for (const point of [
      'tree/marked',
      'overwrite/begun',
      'overwrite/files-written',
      'replace/noted',
    ] as const) {
      const s = await onGit(APPROVED);
      await s.agent.part('plan', 'usual; echo work > work.txt; rm README.md');
      await s.start();
      await rm(await s.api.path(DEMO), { recursive: true });
      const mortal = await s.seat({
        reached(now) {
          if (now === point) throw new Died();
        },
      });
      await mortal.resume().catch(() => null);
      expect(await s.resume()).toMatchObject({ reason: 'waiting', changed: [] });
      await s.api.approve(DEMO, null, null);
      const files = await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo');
      expect(files.split('\n')).toEqual(expect.arrayContaining(['work.txt', RESULT]));
      expect(files).not.toContain('README.md');
      expect(await s.violations()).toEqual([]);
    }
  });

  test('of a phase that leaves the plan is set aside, and becomes nobody’s edit', async () => {
    const s = await stage(FAILS);
    await s.agent.part('build', 'usual; echo work > work.txt');
    await s.start();
    const tree = await s.worktree();
    await tree.write(
      '.cairn/sessions/demo/workflow.yaml',
      flowText({ phases: [{ id: 'plan' }, { id: 'other' }] }),
    );
    expect(await s.resume({ acceptPlan: true })).toMatchObject({ reason: 'completed' });
    expect(await s.repo.git('show', 'refs/cairn/demo/rescue/1:work.txt')).toBe('work');
    expect(await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo')).not.toContain('work.txt');
    expect(await s.violations()).toEqual([]);
  });

  test('lands only once it is done, and that is said', async () => {
    const s = await stage(APPROVED, { files: { 'a.txt': 'a\n' } });
    await s.agent.part('plan', 'usual; echo work > work.txt');
    await s.start();
    await expect(s.api.land(DEMO, { branch: 'landed' })).rejects.toMatchObject({ code: 'repo/land-refused' });
    await s.api.approve(DEMO, null, null);
    expect((await s.api.land(DEMO, { branch: 'landed' })).changed).toEqual(['src/plan.txt', 'work.txt']);
  });
});

/** A session whose branch says `private`, a commit of this repository that is on no other branch, in a place of its held work. */
async function namesPrivate(place: 'commit' | 'base'): Promise<Stage> {
  const s = await onGit(APPROVED);
  await s.start();
  const { git, gitWithInput } = s.repo;
  await git('checkout', '-q', '-b', 'private');
  await s.repo.write('private.txt', 'nobody else’s\n');
  await git('add', 'private.txt');
  await git('commit', '-q', '-m', 'private');
  const secret = await git('rev-parse', 'private');
  const tree = await s.worktree();
  const path = '.cairn/sessions/demo/01-plan/phase.json';
  const named = (await git('show', `cairn/demo:${path}`)).replace(
    new RegExp(`"${place}": "\\w+"`),
    `"${place}": "${secret}"`,
  );
  await tree.write(path, `${named}\n`);
  await tree.git('add', '-f', path);
  const message = await git('log', '-1', '--format=%B', 'cairn/demo');
  const forged = await gitWithInput(
    place === 'base' ? message : message.replace(/^Cairn-Held: \w+$/m, `Cairn-Held: ${secret}`),
    'commit-tree',
    await tree.git('write-tree'),
    '-p',
    'cairn/demo^1',
    '-p',
    'cairn/demo^2',
  );
  await git('update-ref', 'refs/heads/cairn/demo', forged);
  await rm(await s.api.path(DEMO), { recursive: true });
  return s;
}

test.each([
  ['commit', 'is not its second parent'],
  ['base', 'does not stand on'],
] as const)(
  'a branch from elsewhere that names a commit of this repository as its work (%s) gets none of it',
  async (place, told) => {
    const s = await namesPrivate(place);
    const refused = { code: 'repo/held-missing' };
    await s
      .resume({ here: true, trust: true })
      .catch((error: unknown) => expect(error).toMatchObject(refused));
    for (const root of (await s.repo.git('worktree', 'list', '--porcelain')).match(
      /(?<=^worktree ).*demo.*$/gm,
    ) ?? [])
      expect(await s.repo.git('-C', root, 'ls-files', '-co')).not.toContain('private.txt');
    await expect(s.api.approve(DEMO, null, null)).rejects.toMatchObject(refused);
    await expect(fork(s, '2')).rejects.toMatchObject(refused);
    expect(await s.repo.git('branch', '--contains', 'private', '--format=%(refname:short)')).toBe('private');
    expect(JSON.stringify(await s.violations())).toContain(told);
  },
);
