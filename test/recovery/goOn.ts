import { expect } from 'vitest';
import type { Isolation } from '../../src/model/workflow/workflow.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { DEMO } from '../support/session.ts';
import { start } from './crashes.ts';
import { withApi, type Machine } from './crashTestbed.ts';

/** Goes on as a person would: resumes, or starts again where nothing had happened. A second resume changes nothing. */
export async function goOn(machine: Machine, isolation: Isolation): Promise<void> {
  await withApi(machine, async (api) => {
    const signal = new AbortController().signal;
    const again = (await api.list()).length === 0;
    const outcome = again
      ? await api.start(start(isolation).options, signal)
      : await api.resume(DEMO, PLAIN_RESUME, signal);
    expect(outcome).toMatchObject({ reason: 'completed' });
    expect(await api.resume(DEMO, PLAIN_RESUME, signal)).toMatchObject({
      reason: 'completed',
      commit: outcome.commit,
    });
  });
}
