import * as vscode from 'vscode';
import { openReview } from '../review/openReview.ts';
import { planReview } from '../review/reviewPlan.ts';
import { findSession } from '../state/windowState.ts';
import { count } from '../state/words.ts';
import type { RescueSubject } from '../tree/row.ts';
import type { Desk, Handlers, Target } from './desk.ts';

/** Commands on work that was set aside. */
export function rescueCommands(
  desk: Desk,
): Handlers<'cairn.reviewRescue' | 'cairn.applyRescue' | 'cairn.deleteRescue'> {
  return {
    'cairn.reviewRescue': async (target) => {
      const rescue = rescueOf(target);
      if (rescue === null) return;
      const repository = desk.store.repository(rescue.repository);
      const { from, to, changed } = await repository.api.rescueDiff(rescue.session, rescue.n);
      await openReview(
        repository,
        planReview(
          { session: rescue.session, phase: null, from, to, root: null, changed, notCaptured: [] },
          `Rescue ${rescue.n}`,
        ),
      );
    },

    'cairn.applyRescue': async (target) => {
      const rescue = rescueOf(target);
      if (rescue === null) return;
      const { api } = desk.store.repository(rescue.repository);
      const { changed } = await api.rescueDiff(rescue.session, rescue.n);
      const picked = await vscode.window.showQuickPick(
        changed.map(({ path, change }) => ({ label: path, description: change, picked: true })),
        {
          title: `Put Back Rescue ${rescue.n}`,
          placeHolder: 'Which files? They are written into the session’s working tree.',
          canPickMany: true,
        },
      );
      if (picked === undefined || picked.length === 0) return;
      const { written, skipped } = await api.rescueApply(
        rescue.session,
        rescue.n,
        picked.map(({ label }) => label),
      );
      await desk.store.refresh();
      const left = skipped.map(({ path, why }) => `${path} (${why})`).join(', ');
      void vscode.window.showInformationMessage(
        `${count(written.length, 'file')} put back.${left === '' ? '' : ` Left as they are: ${left}.`}`,
      );
    },

    'cairn.deleteRescue': async (target) => {
      const rescue = rescueOf(target);
      if (rescue === null) return;
      const view = findSession(desk.store.state, rescue)?.status?.rescues.find(
        ({ number }) => number === rescue.n,
      );
      const detail = `${view === undefined ? '' : `${view.why}, ${count(view.files, 'file')}. `}Only this rescue holds that work: after this it is gone.`;
      if (
        (await vscode.window.showWarningMessage(
          `Delete rescue ${rescue.n}?`,
          { modal: true, detail },
          'Delete Rescue',
        )) !== 'Delete Rescue'
      )
        return;
      await desk.store.repository(rescue.repository).api.rescueDelete(rescue.session, rescue.n);
      await desk.store.refresh();
      await desk.store.look(rescue);
    },
  };
}

function rescueOf(target: Target): RescueSubject | null {
  return target?.subject.kind === 'rescue' ? target.subject : null;
}
