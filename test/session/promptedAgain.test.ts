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
  expect((await s.start()).reason).toBe('blocked');
  // Six turns of the first attempt, one of its retry.
  expect(await asked()).toEqual([5, 7, 2]);
  await s.resume();
  expect(await asked()).toEqual([5, 9, 4]);
});
