import { expect, test } from 'vitest';
import { acpSettings } from '../support/acpAgent.ts';
import { DEMO, stage } from '../support/session.ts';

test('an agent whose turns end over what is denied is prompted again five times in a phase, over its attempts and resumes, at no cost of a retry', async () => {
  const steps = [{ write: { path: 'ran.md', text: 'x' }, asks: true, kind: 'execute' as const }];
  const s = await stage(
    { agent: 'silent', phases: [{ id: 'one', retries: 1, artifacts: ['/made.md'] }] },
    { world: { canAsk: false, agents: { silent: acpSettings({ steps }) } } },
  );
  const asked = async (): Promise<readonly number[]> => {
    const text = await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`);
    const record = JSON.parse(text) as {
      promptedAgain: number;
      permissions: readonly unknown[];
      attempts: readonly unknown[];
    };
    return [record.promptedAgain, record.permissions.length, record.attempts.length];
  };
  expect((await s.start()).reason).toBe('waiting');
  // Six turns of one attempt: a retry would be denied the same.
  expect(await asked()).toEqual([5, 6, 1]);
  expect(s.told().at(-1)).toMatch(/told to go on without 5 times already, and is not told again\.$/);
  await s.api.answer(DEMO, 'Look again.');
  await s.resume();
  expect(await asked()).toEqual([5, 7, 2]);
});

test('an agent that ends its turn over what is denied for the sixth time has not completed, whatever it wrote and calls that', async () => {
  const steps = [
    { write: { path: 'made.md', text: '# Half' } },
    { write: { path: 'ran.md', text: 'x' }, asks: true, kind: 'execute' as const },
  ];
  const s = await stage(
    { agent: 'silent', phases: [{ id: 'one', artifacts: ['/made.md'] }] },
    { world: { canAsk: false, agents: { silent: acpSettings({ steps }) } } },
  );
  expect((await s.start()).reason).toBe('waiting');
  const text = await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`);
  expect(JSON.parse(text)).toMatchObject({ status: 'waiting', outcome: 'refused', promptedAgain: 5 });
});
