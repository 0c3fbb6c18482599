import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { until } from '../support/until.ts';

test('a round that reopens a phase that waits in the first slot begins without what that phase held, and what it comes to then is not set aside', async () => {
  const found: string[] = [];
  const isWaiting = async (): Promise<boolean> =>
    (await s.api.status(DEMO)).phases.some(({ id, status }) => id === 'asks' && status === 'waiting');
  const s: Stage = await stage(
    {
      schema: 2,
      parallel: 2,
      phases: [
        { id: 'base', needs: [] },
        { id: 'asks', needs: ['base'], approval: 'required' },
        {
          id: 'judge',
          needs: ['base'],
          artifacts: ['verdict.json'],
          loop: { to: 'base', until: { file: 'judge/verdict.json', at: '/ok', is: true }, max: 2 },
        },
      ],
    },
    {
      async plays({ phase, task, produce, tree }) {
        const round = Number(task.env['CAIRN_ROUND']);
        if (phase === 'asks') {
          found.push(`round ${round} finds ${(await tree.look('half-1.txt')) ?? 'nothing'}`);
          await tree.write(`half-${round}.txt`, 'half\n');
        }
        if (phase === 'judge') {
          await until(isWaiting);
          return produce('verdict.json', JSON.stringify({ ok: round === 2 }));
        }
        return produce('result.md', `${phase} in round ${round}\n`);
      },
    },
  );
  expect((await s.start()).reason).toBe('waiting');
  expect(found).toEqual(['round 1 finds nothing', 'round 2 finds nothing']);
  await s.api.approve(DEMO, 'asks', null);
  expect((await s.resume()).reason).toBe('completed');
  const files = await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo');
  expect(files).toContain('half-2.txt');
  expect(files).not.toContain('half-1.txt');
  const rescues = await Promise.all(
    (await s.api.rescues(DEMO)).map(({ ref }) => s.repo.git('ls-tree', '-r', '--name-only', ref)),
  );
  expect(rescues.join('\n')).not.toContain('half-2.txt');
  expect(await s.violations()).toEqual([]);
});
