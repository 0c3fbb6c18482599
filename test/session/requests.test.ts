import { describe, expect, test } from 'vitest';
import { engineProcess } from '../support/engineProcess.ts';
import { chain, DEMO, stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

describe('what is asked of whoever drives a session', () => {
  test('is heard from the moment on that it drives it: a pause while the worktree is made', async () => {
    const s = await stage(chain('one', 'two'));
    const driver = await engineProcess(s, { verb: 'start' }, 'open/tree-made');
    expect(await driver.says()).toBe('stopped');
    await s.api.pause(DEMO);
    driver.goOn();
    expect(JSON.parse(await driver.says())).toMatchObject({ reason: 'paused', seq: 2, phase: 'two' });
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1']);
  });

  test('is not asked of its successor', THOROUGH, async () => {
    const s = await stage(chain('one', 'two'));
    const driver = await engineProcess(s, { verb: 'start' }, 'attempt/begun');
    expect(await driver.says()).toBe('stopped');
    await s.api.pause(DEMO);
    await driver.kill();
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 2', 'two 1']);
  });
});
