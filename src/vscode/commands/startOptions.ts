import type { SessionId } from '../../model/names/ids.ts';
import type { StartOptions } from '../../session/api/run.ts';
import { requestOf, type StartDraft } from '../state/start/startDraft.ts';

/** What it depends on what a start finds. */
export const lookOptions = ({
  workflow,
  inPlace,
  base,
}: Pick<StartDraft, 'workflow' | 'inPlace' | 'base'>): Omit<StartOptions, 'request'> => ({
  workflow,
  id: null,
  inPlace,
  base,
  withChanges: false,
  until: null,
});

/** A session as a person said it. */
export function startOptions(draft: StartDraft, session: SessionId): StartOptions {
  const { inputs, withChanges, checks, setup, unattended, approve } = draft;
  return {
    ...lookOptions(draft),
    request: requestOf(draft),
    inputs,
    id: session,
    withChanges,
    // The list says who works.
    byHand: true,
    commands: { ...(checks === null ? {} : { checks }), ...(setup === null ? {} : { setup }) },
    unattended,
    approve: unattended ? approve : [],
  };
}
