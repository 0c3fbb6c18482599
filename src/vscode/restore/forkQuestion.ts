import { namedDone } from '../../sentences/namedDone.ts';
import { staysDone } from '../../sentences/noticeSentence.ts';
import type { ForkPreview, StatusView } from '../../session/results.ts';
import { shortName } from '../../model/names/shortName.ts';
import { phaseName } from '../state/phaseName.ts';

/** The last question before a fork: what begins, what stays, and what does not count in the fork. */
export function forkQuestion(
  status: Pick<StatusView, 'title' | 'phases'>,
  from: string,
  { session, done, again, next, notUndone }: ForkPreview,
): { readonly message: string; readonly detail: string; readonly verb: string } {
  const named = (phase: string): string => {
    const view = status.phases.find((one) => one.id === phase);
    return view === undefined ? phase : phaseName(view);
  };
  const kept =
    done.length === 0
      ? 'No phase is done in it'
      : `Done in it: ${done.map((one) => namedDone(named(one.phase), one.checked)).join(', ')}`;
  const then = next.length === 0 ? '' : ` It goes on with: ${next.map(named).join(', ')}.`;
  const detail = [
    `A new session, ${shortName(session)}, begins on a branch of its own. ${kept}.${then}`,
    ...(again.length === 0
      ? []
      : [`What came after that does not count there, decisions included: ${again.map(named).join(', ')}.`]),
    ...(notUndone.length === 0 ? [] : [staysDone(notUndone)]),
    `“${status.title}” stays as it is, also while it runs.`,
  ];
  return {
    message: `Fork “${status.title}” from ${from}?`,
    detail: detail.join('\n\n'),
    verb: 'Fork Session',
  };
}
