import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO } from '../support/session.ts';
import { leftAndRight, onceSaid } from '../support/sideBySide.ts';

const ASKS = { approval: 'required' };

describe('a person', () => {
  test('edits the work of a phase that waits in its own worktree, and approves that', async () => {
    const s = await stage(leftAndRight(ASKS));
    expect(await s.start()).toMatchObject({ reason: 'waiting' });
    await (await s.worktree('right')).write('src/right.txt', 'mended\n');
    await s.api.approve(DEMO, 'right', null);
    await s.api.approve(DEMO, 'left', null);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.repo.git('show', 'cairn/demo:src/right.txt')).toBe('mended');
    expect(await s.repo.git('show', 'cairn/demo:src/left.txt')).toBe('work of left');
    expect(await s.violations()).toEqual([]);
  });

  test('approves what nobody changed, and nothing else is told or handed on, whether others passed it or not', async () => {
    for (const right of ['none', 'required']) {
      const s = await stage({
        schema: 2,
        parallel: 2,
        phases: [
          { id: 'left', needs: [], ...ASKS },
          { id: 'right', needs: right === 'none' ? [] : ['left'] },
        ],
      });
      await s.agent.part(
        'right',
        `usual
${onceSaid('left')}`,
      );
      expect(await s.start()).toMatchObject({ reason: 'waiting' });
      await s.api.approve(DEMO, 'left', null);
      expect(await s.resume()).toMatchObject({ reason: 'completed' });
      expect(s.told()).toEqual([]);
      const record = `.cairn/sessions/${DEMO}/01-left/phase.json`;
      expect(JSON.parse(await s.repo.git('show', `cairn/demo:${record}`))).not.toHaveProperty('edited');
      const work = (await s.api.ledger(DEMO)).filter(({ section }) => section === 'state');
      expect(work.map(({ text }) => text).toSorted()).toEqual([
        'Changed 1 file: `src/left.txt` (new, +1)',
        'Changed 1 file: `src/right.txt` (new, +1)',
      ]);
      expect(await s.violations()).toEqual([]);
    }
  });

  test('is told which phases wait, where two do and none is named', async () => {
    const s = await stage(leftAndRight(ASKS));
    await s.start();
    const error = {
      details: { refusal: { because: 'several-wait', waits: [{ phase: 'left' }, { phase: 'right' }] } },
    };
    await expect(s.api.approve(DEMO, null, null)).rejects.toMatchObject(error);
    await expect(s.api.reject(DEMO, null, 'no')).rejects.toMatchObject(error);
    await expect(s.api.answer(DEMO, 'no', null)).rejects.toMatchObject(error);
  });

  test('keeps notes in STATUS.md while others are published', async () => {
    const s = await stage(leftAndRight());
    await s.agent.part('left', 'usual\ntouch "$PLAY/left"\nuntil [ -e "$PLAY/noted" ]; do sleep 0.02; done');
    await s.agent.part(
      'right',
      'usual\nuntil [ -e "$PLAY/left" ] && [ -e "$PLAY/noted" ]; do sleep 0.02; done',
    );
    await s.agent.part(
      'left-1',
      `usual
printf '\\nRemember the flag.\\n' >> "$CAIRN_SESSION_DIR/STATUS.md"
touch "$PLAY/left" "$PLAY/noted"
${onceSaid('right is done')}`,
    );
    expect(await s.start()).toMatchObject({ reason: 'completed' });
    const path = `.cairn/sessions/${DEMO}/STATUS.md`;
    expect(await (await s.worktree()).read(path)).toContain('Remember the flag.');
    expect(await s.repo.git('show', `cairn/demo:${path}`)).toContain('Remember the flag.');
    expect(await s.violations()).toEqual([]);
  });

  test('writes a note while the last phase, in another worktree, is still at work', async () => {
    const s = await stage({ ...leftAndRight(), phases: leftAndRight().phases.slice(0, 2) });
    await s.agent.part(
      'right',
      `usual
${onceSaid('left is done')}
printf '\\nRemember the flag.\\n' >> "$(dirname "$PWD")/demo/.cairn/sessions/demo/STATUS.md"`,
    );
    expect(await s.start()).toMatchObject({ reason: 'completed' });
    const path = `.cairn/sessions/${DEMO}/STATUS.md`;
    expect(await s.repo.git('show', `cairn/demo:${path}`)).toContain('Remember the flag.');
    expect(await (await s.worktree()).read(path)).toContain('Remember the flag.');
    expect(await s.violations()).toEqual([]);
  });

  test('approves an artifact that the merge then changes, and is asked again', async () => {
    const s = await stage(
      {
        schema: 2,
        parallel: 2,
        phases: [
          { id: 'left', needs: [] },
          { id: 'right', needs: [], artifacts: ['/plan.md'], approval: 'required' },
        ],
      },
      { files: { 'plan.md': 'a\nb\nc\nd\ne\nf\ng\n' } },
    );
    await s.agent.part('right', `printf 'a\\nb\\nc\\nd\\ne\\nf\\nright\\n' > plan.md; touch "$PLAY/right"`);
    await s.agent.part(
      'left',
      `usual
printf 'left\\nb\\nc\\nd\\ne\\nf\\ng\\n' > plan.md
${onceSaid('right')}`,
    );
    expect(await s.start()).toMatchObject({ reason: 'waiting' });
    await s.api.approve(DEMO, 'right', null);
    expect(await s.resume()).toMatchObject({ reason: 'waiting' });
    expect(await s.violations()).toEqual([]);
    await s.api.approve(DEMO, 'right', null);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.repo.git('show', 'cairn/demo:plan.md')).toBe('left\nb\nc\nd\ne\nf\nright');
    expect(await s.violations()).toEqual([]);
  });

  test('gives a note while two attempts begin, which reaches one of them', async () => {
    const s = await stage({
      schema: 2,
      parallel: 2,
      phases: [
        { id: 'one' },
        ...leftAndRight().phases.map((phase) => ({
          ...phase,
          needs: phase.id === 'join' ? ['left', 'right'] : ['one'],
        })),
      ],
    });
    await s.start({ until: 'one' });
    await s.api.steer(DEMO, 'Keep the old flag.');
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    const told = await Promise.all(['left', 'right', 'join'].map((phase) => s.agent.prompt(phase)));
    expect(told.filter((prompt) => prompt.includes('Keep the old flag.'))).toHaveLength(1);
    expect((await s.api.status(DEMO)).notes).toEqual([]);
    expect(await s.violations()).toEqual([]);
  });

  test('removes the worktree of a phase that waits, and approves its work', async () => {
    const s = await stage(leftAndRight(ASKS));
    await s.start();
    await s.repo.git('worktree', 'remove', '--force', (await s.worktree('right')).root);
    await s.api.approve(DEMO, 'left', null);
    await s.api.approve(DEMO, 'right', null);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.repo.git('show', 'cairn/demo:src/right.txt')).toBe('work of right');
    expect(await s.violations()).toEqual([]);
  });

  test('removes the first worktree while both wait, and approves', async () => {
    const s = await stage(leftAndRight(ASKS));
    await s.start();
    await s.repo.git('worktree', 'remove', '--force', await s.api.path(DEMO));
    await s.api.approve(DEMO, 'right', null);
    await s.api.approve(DEMO, 'left', null);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    for (const id of ['left', 'right'])
      expect(await s.repo.git('show', `cairn/demo:src/${id}.txt`)).toBe(`work of ${id}`);
    expect(await s.violations()).toEqual([]);
  });

  test.each([1, 3])('changes to %s at once while two wait, and goes on', async (parallel) => {
    const s = await stage(leftAndRight(ASKS));
    await s.start();
    const tree = await s.worktree();
    const path = `.cairn/sessions/${DEMO}/workflow.yaml`;
    await tree.write(path, (await tree.read(path)).replace('"parallel": 2', `"parallel": ${parallel}`));
    expect(await s.resume({ trust: true })).toMatchObject({ reason: 'waiting' });
    await s.api.approve(DEMO, 'left', null);
    await s.resume({ trust: true });
    await s.api.approve(DEMO, 'right', null);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    for (const id of ['left', 'right'])
      expect(await s.repo.git('show', `cairn/demo:src/${id}.txt`)).toBe(`work of ${id}`);
    expect((await s.agent.runs()).toSorted()).toEqual(['join 1', 'left 1', 'right 1']);
    expect(await s.violations()).toEqual([]);
  });

  test('answers one whose slot stands many checkpoints behind: the packet that lies there is nobody’s edit', async () => {
    const s = await stage({
      schema: 2,
      parallel: 2,
      phases: [
        { id: 'asks', needs: [] },
        { id: 'a', needs: [] },
        { id: 'b', needs: ['a'] },
        { id: 'c', needs: ['b'] },
        { id: 'd', needs: ['c'] },
      ],
    });
    await s.agent.part('asks-1', 'usual\necho "Which?" > "$CAIRN_PHASE_DIR/QUESTION.md"');
    expect((await s.start()).reason).toBe('waiting');
    await s.api.answer(DEMO, 'this one');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.api.rescues(DEMO)).toEqual([]);
    expect(await s.violations()).toEqual([]);
  });
});
