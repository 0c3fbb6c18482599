import { conflictLine } from '../../model/merge/conflictWords.ts';
import type { PhaseView } from '../../session/results.ts';
import { openConflict } from '../review/openConflict.ts';
import { questionOf } from '../state/acts.ts';
import { phaseName, phaseNames } from '../state/phaseName.ts';
import { showInfo } from '../window/messages.ts';
import { pickOne } from '../window/quickInput.ts';
import { showBusy } from '../window/showBusy.ts';
import { choosePhase, onSession, phaseOf, statusOf } from './chooseSession.ts';
import type { Desk, Handlers, Target } from './desk.ts';

/** Opens a file in which the work of a phase does not merge, with both sides and what they began with. */
export const conflictCommand = (desk: Desk) =>
  ({
    'cairn.openConflict': onSession(desk, 'answer', NOT_ASKED, async (one, target) => {
      const phase = await choosePhase(await statusOf(one), one.node, phaseOf(target), 'openConflict', {
        placeHolder: 'The conflict of which phase?',
        none: NOT_ASKED,
      });
      const conflict = phase === null ? undefined : questionOf(one.node, phase)?.conflict;
      if (phase === null || conflict === undefined) return void showInfo(NOT_ASKED);
      const path = pathOf(target) ?? (await choosePath(phase, conflict.files));
      if (path === undefined) return;
      const laid = await showBusy(() => one.api.layConflict(one.key.session, phase.id));
      const others = phaseNames(one.node, conflict.with).join(', ');
      const sides = { own: phaseName(phase), published: others === '' ? 'published' : others };
      await openConflict(one, { phase, laid }, path, sides);
    }),
  }) satisfies Partial<Handlers>;

const NOT_ASKED = 'No phase asks about a merge any more.';

const pathOf = (target: Target): string | null =>
  target?.subject.kind === 'conflict' ? target.subject.path : null;

type Files = NonNullable<NonNullable<ReturnType<typeof questionOf>>['conflict']>['files'];

async function choosePath(phase: PhaseView, files: Files): Promise<string | undefined> {
  const [only, ...more] = files;
  if (more.length === 0) return only?.paths[0];
  const items = files.map(({ kind, paths }) => ({ label: conflictLine({ kind, paths }), path: paths[0] }));
  const picked = await pickOne(items, {
    title: `Conflicts of ${phaseName(phase)}`,
    placeHolder: 'Which file?',
  });
  return picked?.path;
}
