import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEMO, stage } from '../support/session.ts';
import { until } from '../support/until.ts';

test('an attempt on work that was sent back is stopped: what the next one finds there is the agent’s, and no edit of a person', async () => {
  const s = await stage({ phases: [{ id: 'one', approval: 'required' }] });
  await s.agent.part('one-1', 'usual\necho one > one.txt');
  expect((await s.start()).reason).toBe('waiting');
  await s.api.reject(DEMO, null, 'Once more.');
  await s.agent.part('one-2', 'echo more > more.txt\n: > "$PLAY/at-work"\nsleep 60');
  const stop = new AbortController();
  const run = s.resume({}, stop.signal);
  await until(() => existsSync(`${s.agent.folder}/at-work`));
  stop.abort();
  await run;
  await s.agent.part('one-3', 'usual\necho three > three.txt');
  expect((await s.resume()).reason).toBe('waiting');
  expect(await s.agent.prompt('one', 3)).not.toContain('one.txt');
  const record = await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/01-one/phase.json');
  expect(JSON.parse(record)).not.toHaveProperty('edited');
  await s.api.approve(DEMO, null, null);
  expect(await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/01-one/LEDGER.md')).not.toContain(
    'A person added',
  );
  expect(await s.repo.git('show', 'cairn/demo:one.txt')).toBe('one');
});
