import type { SessionId } from '../../src/model/names/ids.ts';
import type { CairnApi } from '../../src/session/api.ts';
import type { EffectOptions } from '../../src/session/api/effects.ts';
import type { ResumeOptions, StartOptions } from '../../src/session/api/run.ts';

/** One thing that somebody does with a session, as text can carry it to another process. */
export type Act =
  | { readonly verb: 'start'; readonly options: StartOptions }
  | { readonly verb: 'resume'; readonly options: ResumeOptions }
  | { readonly verb: 'approve' | 'reject' | 'cancel' }
  | { readonly verb: 'answer'; readonly text: string }
  | { readonly verb: 'restore'; readonly to: string }
  | { readonly verb: 'undo' }
  | { readonly verb: 'fork'; readonly to: string; readonly id: string }
  | { readonly verb: 'effect'; readonly options: EffectOptions }
  | { readonly verb: 'apply'; readonly rescue: number }
  | { readonly verb: 'land'; readonly how: { readonly branch: string } | { readonly apply: true } }
  | { readonly verb: 'delete'; readonly purge: boolean };

const never = new AbortController().signal;

/** Does it, and answers what the api answers. */
export function carryOut(api: CairnApi, session: SessionId, act: Act): Promise<unknown> {
  switch (act.verb) {
    case 'start':
      return api.start(act.options, never);
    case 'resume':
      return api.resume(session, act.options, never);
    case 'approve':
      return api.approve(session, null, null);
    case 'reject':
      return api.reject(session, null, null);
    case 'answer':
      return api.answer(session, act.text);
    case 'cancel':
      return api.cancel(session);
    case 'restore':
      return api.restore(session, { to: act.to }, { dryRun: false });
    case 'undo':
      return api.restore(session, { undo: true }, { dryRun: false });
    case 'fork':
      return api.fork(session, act.to, { id: act.id });
    case 'effect':
      return api.effect(session, act.options, { out() {}, errors() {} }, never);
    case 'apply':
      return api.rescueApply(session, act.rescue, []);
    case 'land':
      return api.land(session, act.how);
    case 'delete':
      return api.delete(session, { purge: act.purge });
  }
}
