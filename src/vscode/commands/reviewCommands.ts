import * as vscode from 'vscode';
import { openFileDiff, openReview } from '../review/openReview.ts';
import { planReview } from '../review/reviewPlan.ts';
import { findSession } from '../state/windowState.ts';
import { phaseName } from '../state/words.ts';
import type { ChangeSubject } from '../tree/row.ts';
import { choosePhase, chooseSession, statusOf } from './chooseSession.ts';
import type { Desk, Handlers, Target } from './desk.ts';

type Id = 'cairn.reviewPhase' | 'cairn.reviewSession' | 'cairn.openChange' | 'cairn.openChangedFile';

/** Commands that show what a phase or a session changed. */
export function reviewCommands(desk: Desk): Handlers<Id> {
  return {
    'cairn.reviewPhase': async (target) => {
      const one = await chooseSession(desk, target, 'review', NOTHING_TO_REVIEW);
      if (one === null) return;
      const status = await statusOf(one);
      // What waits for a person is what they mean by "the phase".
      const meant =
        target !== undefined && 'phase' in target.subject
          ? target
          : waitingPhase(status.state, one, status.next);
      const phase = await choosePhase(
        status,
        one.node,
        meant,
        'review',
        'Which phase do you want to review?',
      );
      if (phase === null) return;
      await openReview(
        one.repository,
        planReview(
          await one.api.diff(one.key.session, phase.id),
          `Phase ${phase.number}: ${phaseName(phase)}`,
        ),
      );
    },

    'cairn.reviewSession': async (target) => {
      const one = await chooseSession(desk, target, 'review', NOTHING_TO_REVIEW);
      if (one !== null)
        await openReview(
          one.repository,
          planReview(await one.api.diff(one.key.session, null), one.node.summary.title),
        );
    },

    'cairn.openChange': async (target) => {
      const change = changeOf(target);
      if (change === null) return;
      const { root } = desk.store.repository(change.repository);
      const plan = planReview(
        {
          session: change.session,
          phase: change.phase,
          from: change.from,
          to: change.to,
          root: change.root,
          changed: [change],
          notCaptured: [],
        },
        phaseTitle(desk, change),
      );
      const [file] = plan.files;
      if (file !== undefined)
        await openFileDiff(
          root,
          file.path,
          file.left,
          file.right,
          `${file.path.slice(file.path.lastIndexOf('/') + 1)} (${phaseTitle(desk, change)})`,
        );
    },

    'cairn.openChangedFile': async (target) => {
      const change = changeOf(target);
      if (change === null) return;
      const root =
        change.root ??
        findSession(desk.store.state, change)?.status?.worktree ??
        desk.store.repository(change.repository).root;
      await vscode.commands.executeCommand(
        'vscode.open',
        vscode.Uri.joinPath(vscode.Uri.file(root), change.path),
      );
    },
  };
}

const NOTHING_TO_REVIEW = 'No phase has begun yet, so there is nothing to review.';

function changeOf(target: Target): ChangeSubject | null {
  return target?.subject.kind === 'change' ? target.subject : null;
}

function waitingPhase(
  state: string,
  one: { readonly key: { readonly repository: string; readonly session: ChangeSubject['session'] } },
  next: ChangeSubject['phase'] | null,
): Target {
  return (state === 'waiting' || state === 'blocked') && next !== null
    ? { subject: { kind: 'phase', ...one.key, phase: next } }
    : undefined;
}

function phaseTitle(desk: Desk, change: ChangeSubject): string {
  const phase = findSession(desk.store.state, change)?.status?.phases.find(({ id }) => id === change.phase);
  return phase === undefined ? change.phase : `Phase ${phase.number}: ${phaseName(phase)}`;
}
