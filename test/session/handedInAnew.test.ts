import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Flow } from '../support/session.ts';

/** A file of the repository that a phase promises, and that was there before. */
const FILES = { 'src/app.txt': 'as it was\n' };
const says = (file: string, value: string): string => `printf '${value}' > "$CAIRN_PHASE_DIR/${file}"`;

test('a phase whose gate did not hold, as it had changed nothing, is not done by doing nothing in the next round', async () => {
  const s = await stage(
    {
      schema: 2,
      phases: [
        {
          id: 'fix',
          artifacts: ['/src/app.txt'],
          checks: [{ run: 'true' }],
          loop: { to: 'fix', until: { file: 'fix/verdict.json', exists: false }, max: 3 },
        },
      ],
    },
    { files: FILES },
  );
  await s.agent.part('fix-1', 'true');
  await s.agent.part('fix-2', 'true');
  await s.agent.part('fix-3', 'echo mended > src/app.txt');
  expect((await s.start()).reason).toBe('completed');
  expect(await s.log()).toEqual([
    '1 opened - running',
    '2 round fix/1 running',
    '3 round fix/2 running',
    '4 phase fix/3 done',
  ]);
  expect(await s.agent.prompt('fix', 2)).toContain('it is there already and has to change');
  expect(await s.repo.git('show', 'cairn/demo:src/app.txt')).toBe('mended');
  expect(await s.violations()).toEqual([]);
});

const SKIPPED_FIRST: Flow = {
  schema: 2,
  phases: [
    { id: 'plan', artifacts: ['plan.json'] },
    { id: 'docs', artifacts: ['/src/app.txt'], when: { file: 'plan/plan.json', at: '/docs', is: true } },
    {
      id: 'verify',
      artifacts: ['verdict.json'],
      loop: { to: 'plan', until: { file: 'verify/verdict.json', at: '/ok', is: true }, max: 3 },
    },
  ],
};

test('nor is one that was skipped in the round before; one that handed it in need not do so again', async () => {
  const s = await stage(SKIPPED_FIRST, { files: FILES });
  await s.agent.part('plan-1', says('plan.json', '{"docs": false}'));
  await s.agent.part('plan', says('plan.json', '{"docs": true}'));
  await s.agent.part('docs-1', 'true');
  await s.agent.part('docs-2', 'echo docs > src/app.txt');
  await s.agent.part('docs-3', 'true');
  await s.agent.part('verify', says('verdict.json', '{"ok": false}'));
  await s.agent.part('verify-3', says('verdict.json', '{"ok": true}'));
  expect((await s.start()).reason).toBe('blocked');
  const { phases } = await s.api.status(DEMO);
  expect(phases[1]?.reasons.join()).toContain('src/app.txt');
  expect((await s.resume()).reason).toBe('completed');
  expect((await s.agent.runs()).join()).toBe(
    'plan 1,verify 1,plan 2,docs 1,docs 2,verify 2,plan 3,docs 3,verify 3',
  );
  expect(await s.repo.git('show', 'cairn/demo:src/app.txt')).toBe('docs');
  expect(await s.violations()).toEqual([]);
});
