import { basename } from 'node:path/posix';
import type { PhaseView } from '../../session/results.ts';
import { opensBelow } from '../review/openBelow.ts';
import { openFileDiff, openReview } from '../review/openReview.ts';
import { planReview } from '../review/reviewPlan.ts';
import { findSession } from '../state/windowState.ts';
import { phaseName } from '../state/phaseName.ts';
import type { ChangeSubject } from '../tree/row.ts';
import { choosePhase, onSession, phaseOf, statusOf, type Chosen } from './chooseSession.ts';
import { openChangeAtCheckpoint } from './documentCommands.ts';
import { showInfo } from '../window/messages.ts';
import { onRow, type Desk, type Handlers, type Target } from './desk.ts';

/** Commands that show what a phase or a session changed. */
export const reviewCommands = (desk: Desk) =>
  ({
    'cairn.reviewPhase': onSession(desk, 'review', NOTHING_TO_REVIEW, reviewPhase),
    'cairn.reviewSession': onSession(desk, 'review', NOTHING_TO_REVIEW, async (one) => {
      const diff = await one.api.diff(one.key.session, null);
      await openReview(one.repository, planReview(diff, one.node.summary.title, 'session'));
    }),
    'cairn.openChange': onRow('change', (change) => openChange(desk, change)),
    'cairn.openChangedFile': onRow('change', (change) => openChangedFile(desk, change)),
  }) satisfies Partial<Handlers>;

const NOTHING_TO_REVIEW = 'No phase has begun yet, so there is nothing to review.';

async function reviewPhase(one: Chosen, target: Target): Promise<void> {
  const status = await statusOf(one);
  // By "the phase" a person means the one that waits for them.
  const inQuestion =
    status.state === 'waiting' || status.state === 'blocked' ? (status.next[0] ?? null) : null;
  const phase = await choosePhase(status, one.node, phaseOf(target) ?? inQuestion, 'review', {
    placeHolder: 'Which phase do you want to review?',
    none: NOTHING_TO_REVIEW,
  });
  if (phase === null) return;
  const diff = await one.api.diff(one.key.session, phase.id);
  const name = `Phase ${phase.number}`;
  await openReview(one.repository, planReview(diff, `${name}: ${phaseName(phase)}`, name));
}

async function openChange(desk: Desk, change: ChangeSubject): Promise<void> {
  const { session, phase, from, to, root } = change;
  const title = phaseTitle(desk, change);
  const diff = { session, phase, from, to, root, changed: [change], notCaptured: [] };
  for (const file of planReview(diff, title, title.split(':')[0]).files) {
    const { root: of } = desk.store.repository(change.repository);
    await openFileDiff(of, file, `${basename(file.path)} (${title})`);
  }
}

async function openChangedFile(desk: Desk, change: ChangeSubject): Promise<void> {
  const { api } = desk.store.repository(change.repository);
  const here = await opensBelow({ api, key: change }, change.path, phaseAt(desk, change) ?? null);
  if (!here && change.to !== null) await openChangeAtCheckpoint(desk, change);
  else if (!here) void showInfo(`There is no file ${change.path} in the working tree of the session.`);
}

const phaseAt = (desk: Desk, change: ChangeSubject): PhaseView | undefined =>
  findSession(desk.store.state, change)?.status?.phases.find(({ id }) => id === change.phase);

function phaseTitle(desk: Desk, change: ChangeSubject): string {
  const phase = phaseAt(desk, change);
  return phase === undefined ? change.phase : `Phase ${phase.number}: ${phaseName(phase)}`;
}
