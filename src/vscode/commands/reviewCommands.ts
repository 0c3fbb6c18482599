import * as vscode from 'vscode';
import { openFileDiff, openReview } from '../review/openReview.ts';
import { planReview } from '../review/reviewPlan.ts';
import { findSession } from '../state/windowState.ts';
import { phaseName } from '../state/words.ts';
import type { StatusView } from '../../session/results.ts';
import type { ChangeSubject } from '../tree/row.ts';
import { choosePhase, chooseSession, statusOf, type Chosen } from './chooseSession.ts';
import type { Desk, Handler, Handlers, Target } from './desk.ts';

type Id = 'cairn.reviewPhase' | 'cairn.reviewSession' | 'cairn.openChange' | 'cairn.openChangedFile';

/** Commands that show what a phase or a session changed. */
export function reviewCommands(desk: Desk): Handlers<Id> {
  const onChange =
    (act: (desk: Desk, change: ChangeSubject) => Promise<void>): Handler =>
    async (target) => {
      if (target?.subject.kind === 'change') await act(desk, target.subject);
    };
  return {
    'cairn.reviewPhase': (target) => reviewPhase(desk, target),
    'cairn.reviewSession': (target) => reviewSession(desk, target),
    'cairn.openChange': onChange(openChange),
    'cairn.openChangedFile': onChange(openChangedFile),
  };
}

const NOTHING_TO_REVIEW = 'No phase has begun yet, so there is nothing to review.';

async function reviewPhase(desk: Desk, target: Target): Promise<void> {
  const one = await chooseSession(desk, target, 'review', NOTHING_TO_REVIEW);
  if (one === null) return;
  const status = await statusOf(one);
  const meant = target !== undefined && 'phase' in target.subject ? target : phaseInQuestion(one, status);
  const phase = await choosePhase(status, one.node, meant, 'review', {
    placeHolder: 'Which phase do you want to review?',
    none: NOTHING_TO_REVIEW,
  });
  if (phase === null) return;
  const diff = await one.api.diff(one.key.session, phase.id);
  await openReview(
    one.repository,
    planReview(diff, `Phase ${phase.number}: ${phaseName(phase)}`, `Phase ${phase.number}`),
  );
}

async function reviewSession(desk: Desk, target: Target): Promise<void> {
  const one = await chooseSession(desk, target, 'review', NOTHING_TO_REVIEW);
  if (one === null) return;
  const diff = await one.api.diff(one.key.session, null);
  await openReview(one.repository, planReview(diff, one.node.summary.title, 'session'));
}

/** What waits for a person is what they mean by "the phase". */
function phaseInQuestion(one: Chosen, { state, next }: StatusView): Target {
  if (next === null || (state !== 'waiting' && state !== 'blocked')) return undefined;
  return { subject: { kind: 'phase', ...one.key, phase: next } };
}

async function openChange(desk: Desk, change: ChangeSubject): Promise<void> {
  const { session, phase, from, to, root } = change;
  const title = phaseTitle(desk, change);
  const diff = { session, phase, from, to, root, changed: [change], notCaptured: [] };
  for (const { path, left, right } of planReview(diff, title, title.split(':')[0]).files) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    await openFileDiff(
      desk.store.repository(change.repository).root,
      path,
      left,
      right,
      `${name} (${title})`,
    );
  }
}

async function openChangedFile(desk: Desk, change: ChangeSubject): Promise<void> {
  const worktree = findSession(desk.store.state, change)?.status?.worktree;
  const root = change.root ?? worktree ?? desk.store.repository(change.repository).root;
  await vscode.commands.executeCommand(
    'vscode.open',
    vscode.Uri.joinPath(vscode.Uri.file(root), change.path),
  );
}

function phaseTitle(desk: Desk, change: ChangeSubject): string {
  const phase = findSession(desk.store.state, change)?.status?.phases.find(({ id }) => id === change.phase);
  return phase === undefined ? change.phase : `Phase ${phase.number}: ${phaseName(phase)}`;
}
