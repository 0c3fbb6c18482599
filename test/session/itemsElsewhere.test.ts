import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { elsewhere } from '../support/otherMachine.ts';
import { DEMO, stage as onGit, type Seat } from '../support/session.ts';
import { flow, ids, plan, TASKS, VERDICT } from './itemsFlow.ts';

test('[P27] a list is begun where it ended: items that are done stay done, in another clone too', async () => {
  const s = await onGit(flow());
  await s.agent.part('plan', plan(TASKS));
  await s.agent.part(
    'build-api',
    `usual; printf '## Decisions\\n- REST it is\\n' > "$CAIRN_PHASE_DIR/HANDOFF.md"`,
  );
  await s.agent.part('build-web-ui', 'echo "Which colour?" > "$CAIRN_PHASE_DIR/QUESTION.md"');
  await s.agent.part('verify', VERDICT);
  expect((await s.start({ until: 'plan' })).reason).toBe('paused');
  const outside = join(s.agent.folder, 'told.txt');
  const tell = ({ api, repo }: Seat) => {
    const command = ['sh', '-c', 'echo told >> "$1"', 'sh', outside] as const;
    const streams = { out: () => undefined, errors: () => undefined };
    const options = { key: 'plan/tell', probe: null, cwd: repo.root, command };
    return api.effect(DEMO, options, streams, new AbortController().signal);
  };
  expect(await tell(s)).toMatchObject({ state: 'done', replayed: false });
  expect((await s.resume()).reason).toBe('waiting');
  const other = await elsewhere(s);
  expect(await other.api.effects(DEMO)).toMatchObject([{ key: 'plan/tell', outcome: { exitCode: 0 } }]);
  expect(await ids(other)).toEqual(['plan done', 'build-api done', 'build-web-ui waiting', 'verify pending']);
  const { question, next } = await other.api.status(DEMO);
  expect([...next, question?.text]).toEqual(['build-web-ui', 'Which colour?']);
  await s.agent.part('build-web-ui', 'usual');
  await other.api.answer(DEMO, 'Blue.');
  expect((await other.resume({ trust: true })).reason).toBe('completed');
  expect(await s.agent.runs()).toEqual([
    'plan 1',
    'build-api 1',
    'build-web-ui 1',
    'build-web-ui 2',
    'verify 1',
  ]);
  expect(await s.agent.prompt('build-web-ui', 2)).toContain('REST it is');
  expect(await tell(other)).toMatchObject({ state: 'done', replayed: true });
  expect(await readFile(outside, 'utf8')).toBe('told\n');
  expect(await other.violations()).toEqual([]);
});
