import { describe, expect, test } from 'vitest';
import { DEMO, stage, type Stage } from '../support/session.ts';
import { leftAndRight } from '../support/sideBySide.ts';
import { THOROUGH, byDepth, isFirst } from '../support/thorough.ts';

/** Several are at work, and one of them uses git, or the worktree of another, as it should not. */

const FAN = leftAndRight();
type Side = 'left' | 'right';
const OTHER = { left: 'right', right: 'left' } as const;
const slotOf = (side: Side): string => `../${DEMO}${side === 'left' ? '' : '+2'}`;
const COMMIT = 'git add -A . && git -c user.name=A -c user.email=a@b.invalid commit -qm mine';

const once = (mark: string): string => `until [ -e "$PLAY/${mark}" ]; do sleep 0.02; done`;
const published = (id: string): string => `
until git --git-dir "$PLAY/../repo/.git" log --format=%s cairn/demo | grep -q '${id} is done'; do sleep 0.05; done`;

/** One of two does that beside the other, before or after the other is published. */
async function misused(
  side: Side,
  script: string,
  when: 'before' | 'after' | 'never',
  files: Readonly<Record<string, string>> = {},
): Promise<Stage> {
  const s = await stage(FAN, { files });
  const other = OTHER[side];
  await s.agent.part(
    `${side}-1`,
    `usual\n: > "$PLAY/${side}"\n${once(other)}\necho ${side} > ${side}.txt\n${script}\n: > "$PLAY/did"\n${when === 'before' ? published(other) : ''}`,
  );
  await s.agent.part(
    `${other}-1`,
    `usual\n: > "$PLAY/${other}"\n${once('did')}\necho ${other} > ${other}.txt\n${when === 'after' ? published(side) : ''}`,
  );
  return s;
}

/** Both are published with their own work, each in a commit of its own. */
async function expectBoth(s: Stage): Promise<void> {
  const { git } = s.repo;
  for (const id of ['left', 'right', 'join'])
    expect(await git('show', `cairn/demo:src/${id}.txt`)).toBe(`work of ${id}`);
  for (const id of ['left', 'right']) {
    expect(await git('show', `cairn/demo:${id}.txt`)).toBe(id);
    expect(await git('log', '--first-parent', '--format=%s', 'cairn/demo', '--', `${id}.txt`)).toBe(
      `cairn: ${id} is done, nothing checked`,
    );
  }
  expect(await git('for-each-ref', 'refs/cairn/demo/queued')).toBe('');
  expect(await s.violations()).toEqual([]);
}

/** What it does, and what is there afterwards besides the work of both. */
const MISUSES: readonly (readonly [
  does: string,
  script: (other: string) => string,
  and?: (s: Stage) => Promise<void>,
])[] = [
  [
    'checks out the branch of the session: no checkpoint passes for its commit',
    () => 'git checkout -q cairn/demo',
    async (s) => {
      expect(await mergesOf(s)).toEqual([]);
      expect(s.told().join('\n')).toContain('The worktree was on the branch cairn/demo.');
    },
  ],
  [
    'commits on a branch of its own: the branch stays, and its commits are below its checkpoint alone',
    () => `git switch -qc mine; ${COMMIT}`,
    async (s) => {
      const [merge = '', ...others] = await mergesOf(s);
      expect(others).toEqual([]);
      expect(await s.repo.git('rev-parse', `${merge}^2`)).toBe(await s.repo.git('rev-parse', 'mine'));
    },
  ],
  ['removes its .git', () => 'rm .git'],
  ['makes a repository of its worktree', () => `rm .git; git init -q; ${COMMIT}`],
  ['commits in the worktree of the other', (other) => `cd ${other}; ${COMMIT}`],
  ['removes .git of the other', (other) => `rm ${other}/.git`],
  [
    'checks out the branch of the session in the worktree of the other',
    (other) => `cd ${other}; git checkout -q cairn/demo`,
  ],
];

const mergesOf = async ({ repo }: Stage): Promise<readonly string[]> =>
  (await repo.git('rev-list', '--merges', 'cairn/demo', '--not', 'main'))
    .split('\n')
    .filter((id) => id !== '');

/** Who does it, and when the other is published. */
const CASES = MISUSES.flatMap(([does, script, and]) =>
  (['left', 'right'] as const).flatMap((side) =>
    (['before', 'after'] as const).map((when) => ({
      side,
      when,
      does,
      script: script(slotOf(OTHER[side])),
      and,
    })),
  ),
);

describe('where one of two that are at work', () => {
  // Every ninth: of each who and when one.
  for (const { rows, options } of byDepth(CASES, (_case, at) => at % 9 === 0))
    test.each(rows)(
      '($side, with the other published $when it) $does, both are published',
      options,
      async ({ side, when, script, and }) => {
        const s = await misused(side, script, when);
        expect(await s.start()).toMatchObject({ reason: 'completed' });
        await expectBoth(s);
        await and?.(s);
      },
    );
});

for (const { rows, options } of byDepth(['left', 'right'] as const, isFirst))
  describe.each(rows)('an agent of two at work, %s,', options, (side) => {
    test('that commits on the branch of the session: nothing is published over it, and the work of both is kept', async () => {
      const s = await misused(side, `git checkout -q cairn/demo; ${COMMIT}`, 'never');
      await expect(s.start()).rejects.toMatchObject({ code: 'lease/overtaken' });
      expect(await s.repo.git('log', '-1', '--format=%s', 'cairn/demo')).toBe('mine');
      await expect(s.resume()).rejects.toMatchObject({ code: 'data/untrusted-tip' });
      // What a person trusts has the work of the phase in its tree: its next attempt promises something new.
      await s.agent.part(side, 'usual; echo again >> "$CAIRN_PHASE_DIR/result.md"');
      const ended = await s.resume({ trust: true });
      if (ended.reason === 'blocked') await s.resume();
      const { git } = s.repo;
      for (const id of ['left', 'right', 'join'])
        expect(await git('show', `cairn/demo:src/${id}.txt`)).toBe(`work of ${id}`);
      expect((await s.api.status(DEMO)).state).toBe('done');
      expect(await git('for-each-ref', 'refs/cairn/demo/queued')).toBe('');
    });

    test(
      'that removes the worktree in which the other works: that one alone has to begin anew',
      THOROUGH,
      async () => {
        const s = await misused(side, `git worktree remove --force ${slotOf(OTHER[side])}`, 'never');
        await s.agent.part(OTHER[side], `usual; echo ${OTHER[side]} > ${OTHER[side]}.txt`);
        await expect(s.start()).rejects.toMatchObject({
          code: 'repo/tree-changed',
          details: { what: 'gone' },
        });
        expect(await s.repo.git('show', `cairn/demo:${side}.txt`)).toBe(side);
        expect(await s.violations()).toEqual([]);
        expect(await s.resume()).toMatchObject({ reason: 'completed' });
        expect((await s.agent.runs()).filter((run) => run.startsWith(side))).toHaveLength(1);
        await expectBoth(s);
      },
    );
  });
