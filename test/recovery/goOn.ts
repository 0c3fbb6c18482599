import { expect } from 'vitest';
import type { Isolation } from '../../src/model/workflow/workflow.ts';
import { PLAIN_RESUME, type StartOptions } from '../../src/session/api/run.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { DEMO } from '../support/session.ts';
import { start } from './crashes.ts';
import { resultOf, withApi, type Machine } from './crashTestbed.ts';

/** Goes on as a person would: resumes, or starts again where nothing had happened. A second resume changes nothing. */
export const goOn = (machine: Machine, isolation: Isolation): Promise<void> =>
  withApi(machine, (api) => goOnWith(api, start(isolation).options));

/** The same, and what there is then. */
export async function goneOn(machine: Machine, isolation: Isolation): Promise<unknown> {
  await goOn(machine, isolation);
  return resultOf(machine);
}

/** Goes on with an api that is there. */
export async function goOnWith(api: CairnApi, options: StartOptions): Promise<void> {
  const signal = new AbortController().signal;
  const again = (await api.list()).length === 0;
  const outcome = again ? await api.start(options, signal) : await api.resume(DEMO, PLAIN_RESUME, signal);
  expect(outcome).toMatchObject({ reason: 'completed' });
  expect(await api.resume(DEMO, PLAIN_RESUME, signal)).toMatchObject({
    reason: 'completed',
    commit: outcome.commit,
  });
}
