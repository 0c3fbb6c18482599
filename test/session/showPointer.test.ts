import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO } from '../support/session.ts';

const shown = async (): Promise<(pointer: string) => Promise<string>> => {
  const s = await stage({ phases: [{ id: 'plan', artifacts: ['plan.md', '/notes.md'] }, { id: 'last' }] });
  await s.agent.part(
    'plan',
    `echo 'what is to be done' > "$CAIRN_PHASE_DIR/plan.md"
    echo 'of the project' > notes.md
    mkdir -p 01-plan && echo 'by another name' > 01-plan/other.md`,
  );
  await s.start();
  return async (pointer) =>
    Buffer.from(await s.api.show(DEMO, pointer))
      .toString()
      .trimEnd();
};

test('a file is shown by the path that packets write, by that in its phase, or by that in the project', async () => {
  const show = await shown();
  expect(await show('01-plan/plan.md@plan')).toBe('what is to be done');
  expect(await show('plan.md@plan')).toBe('what is to be done');
  expect(await show('notes.md@plan')).toBe('of the project');
  expect(await show('/notes.md@plan')).toBe('of the project');
  expect(await show('01-plan/other.md@plan')).toBe('by another name');
});

test('what packets write comes first, and a leading slash means the project alone', async () => {
  const show = await shown();
  expect(await show('PACKET.md@plan')).toContain('phase: plan');
  await expect(show('/plan.md@plan')).rejects.toMatchObject({
    details: { why: 'there is no such file in plan' },
  });
  await expect(show('missing.md@plan')).rejects.toMatchObject({
    details: { why: 'there is no such file in plan' },
  });
});

test('no path leads out of the repository', async () => {
  const show = await shown();
  for (const path of ['../../plan.md', '../plan.md', '/../x', '.git/config'])
    await expect(show(`${path}@plan`)).rejects.toMatchObject({ code: 'usage/invalid' });
});
