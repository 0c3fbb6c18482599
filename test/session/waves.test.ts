import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, stage as onGit, type Flow } from '../support/session.ts';
import { onceSaid } from '../support/sideBySide.ts';

/** `left` and `right` both on `base`, `join` on both. */
const fan = (over: object = {}): Flow => ({
  schema: 2,
  parallel: 2,
  phases: [
    { id: 'base' },
    { id: 'left', needs: ['base'] },
    { id: 'right', needs: ['base'], ...over },
    { id: 'join', needs: ['left', 'right'] },
  ],
});

/** Both have begun before one of them ends. */
const meet = (own: string, other: string): string => `
echo "$CAIRN_SLOT" > "$PLAY/${own}"
while [ ! -e "$PLAY/${other}" ]; do sleep 0.02; done`;

test('[M5, L14, L16, P3] phases that need the same one work at once, each in a worktree of its own, and are published one at a time', async () => {
  const s = await onGit(fan());
  await s.agent.part(
    'left',
    `usual\n${meet('left', 'right')}\necho left > left.txt\npwd > "$CAIRN_PHASE_DIR/where.txt"`,
  );
  await s.agent.part('right', `usual\n${meet('right', 'left')}\necho right > right.txt`);
  await s.agent.part('join', 'usual\ngit rev-parse HEAD > "$PLAY/joined-on"');
  expect((await s.start()).reason).toBe('completed');
  const slots = await Promise.all(['left', 'right'].map((id) => s.agent.read(id)));
  expect(slots.toSorted()).toEqual(['1\n', '2\n']);
  const log = await s.log();
  expect(log.map((line) => line.replace(/^\d+ /, '')).toSorted()).toEqual(
    [
      'opened - running',
      'phase base/1 running',
      'phase left/1 running',
      'phase right/1 running',
      'phase join/1 done',
    ].toSorted(),
  );
  const { git } = s.repo;
  expect(await git('show', 'cairn/demo:left.txt')).toBe('left');
  expect(await git('show', 'cairn/demo:right.txt')).toBe('right');
  expect(await git('for-each-ref', '--format=%(refname)', 'refs/cairn')).toBe('');
  expect(await s.violations()).toEqual([]);
  // The first of the two holds nothing of the other, which was at work then; the join begins on both.
  const joinedOn = (await s.agent.read('joined-on')).trim();
  const first = (await git('ls-tree', '-r', '--name-only', `${joinedOn}~1`)).split('\n');
  const both = ['02-left', '03-right'].map((name) => `.cairn/sessions/${DEMO}/${name}/result.md`);
  expect(both.filter((path) => first.includes(path))).toHaveLength(1);
  expect(['left.txt', 'right.txt'].filter((path) => first.includes(path))).toHaveLength(1);
  const atWork = first.includes('left.txt') ? 'right' : 'left';
  expect(await git('show', `${joinedOn}~1:.cairn/sessions/${DEMO}/STATUS.md`)).toContain(
    `| ${atWork} | pending |`,
  );
  expect((await git('ls-tree', '-r', '--name-only', joinedOn)).split('\n')).toEqual(
    expect.arrayContaining(both),
  );
  expect((await s.api.status(DEMO)).phases.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'base done',
    'left done',
    'right done',
    'join done',
  ]);
});

/** `right` begins beside `left`, and ends only once that is published. */
const AFTER_LEFT = `
${onceSaid('left is done')}`;
const TOGETHER = meet('left', 'right');

test('a workflow with waves cannot be started in place, which is said with its line and what would be right', async () => {
  const s = await stage(fan());
  const error: unknown = await s.start({ inPlace: true }).catch((refused: unknown) => refused);
  expect(JSON.stringify(error)).toMatch(
    /flow\.yaml:\d+:\d+ lets 2 phases work at once, .*leave .*parallel.* out there, or start in a worktree/,
  );
});

test('work that merges as text and breaks the checks together is not published until it holds on the joint tree', async () => {
  const check = { run: 'sh -c "! grep -q old app.txt || grep -q old lib.txt"' };
  const s = await stage(fan({ checks: [check], retries: 1 }), {
    files: { 'lib.txt': 'old\n', 'app.txt': 'none\n' },
  });
  await s.agent.part('left', `usual\n${TOGETHER}\necho new > lib.txt`);
  await s.agent.part('right-1', `usual\n${meet('right', 'left')}\n${AFTER_LEFT}\necho old > app.txt`);
  await s.agent.part('right-2', `usual\ncp lib.txt app.txt`);
  expect((await s.start()).reason).toBe('completed');
  const { git } = s.repo;
  for (const { commit } of await s.api.log(DEMO)) {
    const [app, lib] = [await git('show', `${commit}:app.txt`), await git('show', `${commit}:lib.txt`)];
    expect(app === 'old' && lib === 'new').toBe(false);
  }
  expect(await git('show', 'cairn/demo:app.txt')).toBe('new');
  expect(await s.agent.prompt('right', 2)).toContain('the check');
  expect(await s.violations()).toEqual([]);
});

test('work that does not merge has another attempt, which is told and finds the marks', async () => {
  const s = await stage(fan(), { files: { 'app.txt': 'one\n' } });
  await s.agent.part('left', `usual\n${TOGETHER}\necho left > app.txt`);
  await s.agent.part('right-1', `usual\n${meet('right', 'left')}\n${AFTER_LEFT}\necho right > app.txt`);
  await s.agent.part('right-2', `usual\ncp app.txt "$PLAY/marked"\necho both > app.txt`);
  expect((await s.start()).reason).toBe('completed');
  const { git } = s.repo;
  expect(await git('show', 'cairn/demo:app.txt')).toBe('both');
  const prompt = await s.agent.prompt('right', 2);
  expect(prompt).toContain('does not merge with left');
  expect(prompt).toContain('app.txt');
  expect(await s.violations()).toEqual([]);
});

test('marks that nobody resolved are no work that is done', async () => {
  const s = await stage(fan(), { files: { 'app.txt': 'one\n' } });
  await s.agent.part('left', `usual\n${TOGETHER}\necho left > app.txt`);
  await s.agent.part('right-1', `usual\n${meet('right', 'left')}\n${AFTER_LEFT}\necho right > app.txt`);
  await s.agent.part('right-2', `usual`);
  expect(await s.start()).toMatchObject({ reason: 'blocked', state: 'blocked' });
  expect(await s.repo.git('show', 'cairn/demo:app.txt')).toBe('left');
  await s.agent.part('right', `usual\necho both > app.txt`);
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.repo.git('show', 'cairn/demo:app.txt')).toBe('both');
  expect(await s.violations()).toEqual([]);
});

test('marks are found in a file of any size', async () => {
  const s = await onGit(fan(), { files: { 'app.txt': 'one\n' } });
  const large = 'for at in 1 2 3 4 5; do head -c 1000000 /dev/zero | tr "\\0" a; echo; done >> app.txt';
  await s.agent.part('left', `usual\n${TOGETHER}\necho left > app.txt`);
  await s.agent.part('right-1', `usual\n${meet('right', 'left')}\n${AFTER_LEFT}\necho right > app.txt`);
  await s.agent.part('right-2', `usual\n${large}`);
  expect(await s.start()).toMatchObject({ reason: 'blocked', state: 'blocked' });
  expect(await s.repo.git('show', 'cairn/demo:app.txt')).toBe('left');
});

test('where a person is to be asked about a conflict, the work is held as it was, and the answer begins an attempt that finds both', async () => {
  const s = await stage(fan({ onConflict: 'ask' }), { files: { 'app.txt': 'one\n' } });
  await s.agent.part('left', `usual\n${TOGETHER}\necho left > app.txt`);
  await s.agent.part('right-1', `usual\n${meet('right', 'left')}\n${AFTER_LEFT}\necho right > app.txt`);
  await s.agent.part('right-2', `usual\ngrep -c . app.txt > lines.txt\necho both > app.txt`);
  expect(await s.start()).toMatchObject({ reason: 'waiting', state: 'waiting' });
  const { question } = await s.api.status(DEMO);
  expect(question?.text).toMatch(/^The work of right does not merge with left: /);
  expect(await s.repo.git('show', 'cairn/demo^2:app.txt')).toBe('right');
  expect(await s.violations()).toEqual([]);
  await s.api.answer(DEMO, 'keep both');
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.agent.prompt('right', 2)).toContain('keep both');
  expect(await s.repo.git('show', 'cairn/demo:app.txt')).toBe('both');
  expect(await s.violations()).toEqual([]);
});

test('one that is blocked holds up only those that need it; a resume tries it again', async () => {
  const s = await stage({
    schema: 2,
    parallel: 3,
    phases: [
      { id: 'left', needs: [] },
      { id: 'right', needs: [] },
      { id: 'after', needs: ['right'] },
    ],
  });
  await s.agent.part('left', 'echo nothing');
  expect(await s.start()).toMatchObject({ reason: 'blocked', state: 'blocked' });
  const statuses = async () => (await s.api.status(DEMO)).phases.map(({ id, status }) => `${id} ${status}`);
  expect(await statuses()).toEqual(['left blocked', 'right done', 'after done']);
  expect(await s.violations()).toEqual([]);
  await s.agent.part('left', 'usual\necho mended > left.txt');
  expect((await s.resume()).reason).toBe('completed');
  expect(await statuses()).toEqual(['left done', 'right done', 'after done']);
  expect(await s.repo.git('show', 'cairn/demo:left.txt')).toBe('mended');
  expect(await s.violations()).toEqual([]);
});

test.each(['left', 'right'])(
  '%s that is to be approved waits, while the other goes on; a yes closes it on what was published since',
  async (asked) => {
    const s = await stage({
      schema: 2,
      parallel: 2,
      phases: ['left', 'right', 'join'].map((id) => ({
        id,
        needs: id === 'join' ? ['left', 'right'] : [],
        ...(id === asked ? { approval: 'required' } : {}),
      })),
    });
    expect(await s.start()).toMatchObject({ reason: 'waiting', state: 'waiting' });
    expect(await s.violations()).toEqual([]);
    await s.api.approve(DEMO, asked, null);
    expect(await s.violations()).toEqual([]);
    expect((await s.resume()).reason).toBe('completed');
    expect((await s.repo.git('ls-tree', '--name-only', 'cairn/demo:src')).split('\n')).toEqual([
      'join.txt',
      'left.txt',
      'right.txt',
    ]);
    expect(await s.violations()).toEqual([]);
  },
);
