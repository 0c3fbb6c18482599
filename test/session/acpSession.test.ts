import { expect, test } from 'vitest';
import { acpSettings } from '../support/acpAgent.ts';
import type { AcpPart } from '../support/acpPart.ts';
import { DEMO, stage, type Stage } from '../support/session.ts';
import { byDepth } from '../support/thorough.ts';

/** A session whose agent is a real program that speaks the protocol. */
const acpStage = (
  part: AcpPart,
  phases: readonly { readonly id: string }[] = [{ id: 'one' }],
): Promise<Stage> =>
  stage(
    { agent: 'speaker', phases: phases.map((phase) => ({ artifacts: ['/made.md'], ...phase })) },
    { world: { agents: { speaker: acpSettings(part) } } },
  );

test('[A36] a phase is done by an agent that speaks the protocol: mode, usage and what it asked for are in the record', async () => {
  const s = await acpStage({
    modes: ['careful'],
    steps: [
      { write: { path: 'made.md', text: '# Made\n' }, asks: true },
      { write: { path: '../outside.md', text: 'x' }, asks: true },
      { write: { path: 'run.md', text: 'x' }, asks: true, kind: 'execute' },
      { say: 'Made it.' },
    ],
    answer: { usage: { inputTokens: 10, outputTokens: 4, totalTokens: 14 } },
  });
  expect(await s.start()).toMatchObject({ reason: 'completed' });
  expect(await s.repo.git('show', 'cairn/demo:made.md')).toBe('# Made');
  const record = JSON.parse(
    await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`),
  ) as Record<string, unknown>;
  expect(record).toMatchObject({
    outcome: 'completed',
    agent: { kind: 'acp', name: 'speaker', version: '9.8.7', mode: 'careful' },
    usage: { inputTokens: 10, outputTokens: 4, totalTokens: 14, costUsd: null },
    permissions: [
      { kind: 'edit', decision: 'allowed', by: 'policy' },
      { kind: 'edit', decision: 'denied', by: 'nobody' },
      { kind: 'execute', decision: 'denied', by: 'nobody' },
    ],
  });
  const tree = await s.worktree();
  expect([await tree.look('../outside.md'), await tree.look('run.md')]).toEqual([null, null]);
  expect((await s.api.output(DEMO, 'one'))?.text).toContain('Made it.');
  const used = { inputTokens: 10, outputTokens: 4, totalTokens: 14, costUsd: null };
  expect(await s.api.status(DEMO)).toMatchObject({
    usage: used,
    phases: [{ usage: used, agent: { kind: 'acp', name: 'speaker', version: '9.8.7', mode: 'careful' } }],
  });
  expect(await s.violations()).toEqual([]);
});

const TOLD: readonly (readonly [string, Readonly<Record<string, unknown>>, string | undefined])[] = [
  ['a key of its own', { models: { currentModelId: 'sonnet', availableModels: [] } }, 'sonnet'],
  [
    'an option of its session',
    { configOptions: [{ id: 'm', category: 'model', currentValue: 'gpt', options: [] }] },
    'gpt',
  ],
  ['nowhere', { models: { currentModelId: 3 } }, undefined],
];
for (const { rows, options } of byDepth(TOLD))
  test.each(rows)(
    'the model that an agent tells in %s is in the record',
    options,
    async (_, opened, model) => {
      const s = await acpStage({ opened, steps: [{ write: { path: 'made.md', text: '# Made\n' } }] });
      expect((await s.start()).reason).toBe('completed');
      const [phase] = (await s.api.status(DEMO)).phases;
      expect(phase?.agent?.model).toBe(model);
      expect(await s.violations()).toEqual([]);
    },
  );

test('[A27] usage and decisions add up over attempts, whatever became of them', async () => {
  const s = await stage(
    { agent: 'speaker', phases: [{ id: 'one', artifacts: ['/never.md'], retries: 1 }] },
    {
      world: {
        agents: {
          speaker: acpSettings({
            steps: [{ write: { path: 'a.md', text: 'a' }, asks: true }],
            answer: { usage: { inputTokens: 10, outputTokens: 1, totalTokens: 11 } },
          }),
        },
      },
    },
  );
  expect((await s.start()).reason).toBe('blocked');
  const record = JSON.parse(
    await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`),
  ) as { readonly permissions: unknown[]; readonly usage: unknown };
  expect(record.usage).toMatchObject({ inputTokens: 20, outputTokens: 2, totalTokens: 22 });
  expect(record.permissions).toHaveLength(2);
});

test('what attempts used counts before it is published, and once only while the journal still tells of it', async () => {
  const part: AcpPart = {
    steps: [{ say: 'Nothing made.' }],
    answer: { usage: { inputTokens: 10, outputTokens: 1, totalTokens: 11 } },
  };
  const s = await stage(
    { agent: 'speaker', phases: [{ id: 'one', artifacts: ['/never.md'], retries: 1 }] },
    { world: { agents: { speaker: acpSettings(part) } } },
  );
  const seen: unknown[] = [];
  const looks: Promise<unknown>[] = [];
  const watching = await s.seat({
    onProgress: (event) => {
      if (event.type === 'gate-failed' || event.type === 'checkpoint')
        looks.push(s.api.status(DEMO).then(({ usage, seq }) => seen.push([seq, usage?.totalTokens ?? null])));
    },
  });
  await watching.start();
  await Promise.all(looks);
  expect((await s.api.status(DEMO)).usage?.totalTokens).toBe(22);
  expect(seen.filter((one) => JSON.stringify(one).startsWith('[2,'))).not.toContainEqual([2, 44]);
});

test('the output of each attempt is kept, with what its agent printed besides, and made safe to show', async () => {
  const part: AcpPart = {
    steps: [
      { say: '\u001b[31mNothing\u001b[0m made.\u0007\tNot yet.\n' },
      { grumble: 'a warning' },
      { write: { path: 'src/a.ts', text: 'x' } },
    ],
  };
  const s = await stage(
    { agent: 'speaker', phases: [{ id: 'one', artifacts: ['/never.md'], retries: 1 }] },
    { world: { agents: { speaker: acpSettings(part) } } },
  );
  await s.start();
  expect(await s.api.outputs(DEMO, 'one', 3)).toEqual([
    { attempt: 2, agent: true, errors: true },
    { attempt: 1, agent: true, errors: true },
  ]);
  // A record from elsewhere may name any number.
  expect(await s.api.outputs(DEMO, 'one', Number.MAX_SAFE_INTEGER)).toHaveLength(2);
  const first = await s.api.attemptOutput(DEMO, 'one', 1, 'agent');
  expect(first?.file).toMatch(/one-1\/agent\.log$/);
  expect(first?.text).toContain('Nothing made.\tNot yet.\n');
  expect((await s.api.attemptOutput(DEMO, 'one', 2, 'errors'))?.text).toBe('a warning\n');
  expect(await s.api.attemptOutput(DEMO, 'one', 3, 'agent')).toBeNull();
  expect(await s.api.attemptOutput(DEMO, '../../one', 1, 'agent').catch(() => null)).toBeNull();
  const root = await s.api.path(DEMO);
  expect(await s.api.workFile(DEMO, 'src/a.ts')).toBe(`${root}/src/a.ts`);
  expect(await s.api.workFile(DEMO, `${root}/src/a.ts`)).toBe(`${root}/src/a.ts`);
  for (const path of ['../outside', '/etc/passwd', '.git/config', 'src', 'src/b.ts', '', '.', 'a\0b'])
    expect(await s.api.workFile(DEMO, path)).toBeNull();
});

test('in place, what lies in git’s own folder is no file of the working tree', async () => {
  const s = await acpStage({ steps: [{ write: { path: 'made.md', text: '# Made\n' } }] });
  await s.start({ inPlace: true });
  const root = await s.api.path(DEMO);
  expect(await s.api.workFile(DEMO, 'made.md')).toBe(`${root}/made.md`);
  expect(await s.api.workFile(DEMO, '.git/config')).toBeNull();
});
