import type { PhaseView } from '../../session/results.ts';
import { phaseName } from '../state/phaseName.ts';
import { askText } from '../window/quickInput.ts';
import { showStatus } from '../window/showStatus.ts';
import { choosePhase, onSession, phaseOf, statusOf, type Chosen } from './chooseSession.ts';
import type { Desk, Handler, Handlers, Target } from './desk.ts';
import { goOnUnlessOver } from './run.ts';
import { saveBefore } from './saveBefore.ts';

/** A person's word: approval, rejection, a note for the next attempt. */
export const wordCommands = (desk: Desk) =>
  ({
    'cairn.approve': approving(desk, false),
    'cairn.approveAndContinue': approving(desk, true),
    'cairn.reject': onSession(desk, 'approve', NOTHING_TO_APPROVE, async (one, target) => {
      const phase = await phaseToApprove(one, target);
      if (phase === null) return;
      const comment = await askText({
        title: `Reject Phase ${phase.number}, ${phaseName(phase)}`,
        prompt: 'What should be different? It goes into the next prompt, word for word.',
        placeHolder: 'For example: Keep the public API as it is',
        ignoreFocusOut: true,
        validateInput: (text) =>
          text.trim() === '' ? 'Say what should be different: it is all that the agent gets.' : null,
      });
      if (comment === undefined) return;
      const { state } = await one.api.reject(one.key.session, phase.id, comment);
      await goOnUnlessOver(desk, one, state);
    }),
    'cairn.steer': onSession(
      desk,
      'steer',
      'No session goes on that could be told something.',
      async (one) => {
        const text = await askText({
          title: `Steer “${one.node.summary.title}”`,
          prompt: 'What should it know? Its next attempt reads this; the one at work is not disturbed.',
          placeHolder: 'For example: Leave the old flag working',
          ignoreFocusOut: true,
          validateInput: (value) => (value.trim() === '' ? 'Say something, or press Escape.' : null),
        });
        if (text === undefined) return;
        await one.api.steer(one.key.session, text);
        await desk.store.refresh();
        showStatus('check', 'Noted: the next prompt of the session holds it.', 6_000);
      },
    ),
  }) satisfies Partial<Handlers>;

const NOTHING_TO_APPROVE = 'No phase waits for approval.';

const approving = (desk: Desk, goOn: boolean): Handler =>
  onSession(desk, 'approve', NOTHING_TO_APPROVE, async (one, target) => {
    const phase = await phaseToApprove(one, target);
    if (phase === null) return;
    const saved = await saveBefore(phase.worktree ?? (await statusOf(one)).worktree, SAVE);
    if (!saved) return;
    const { state } = await one.api.approve(one.key.session, phase.id, null);
    if (goOn) await goOnUnlessOver(desk, one, state);
    else await desk.store.refresh();
  });

/** An approval takes the artifacts as they are on disk, so it would miss unsaved edits. */
const SAVE = {
  question: 'Save your changes before approving?',
  save: 'Save and Approve',
  without: 'Approve Without Them',
};

/** By its row, so that the word is about no other one that waits by now; else the one that waits, or the person's pick of several. */
const phaseToApprove = async (one: Chosen, target: Target): Promise<PhaseView | null> =>
  choosePhase(await statusOf(one), one.node, phaseOf(target), 'approve', {
    placeHolder: 'About which phase?',
    none: NOTHING_TO_APPROVE,
  });
