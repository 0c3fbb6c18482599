import type { AgentOutcome } from '../../../model/agent/agentOutcome.ts';
import type { RepoPath } from '../../../model/names/ids.ts';
import { artifactPath, questionPath } from '../../../model/names/places.ts';
import { readQuestion } from '../../../model/agent/readQuestion.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { Context } from '../../drive.ts';
import { decode } from '../../record/text.ts';

/** Where the agent of a phase writes a question; null if the workflow uses a file of that name. */
function placeOfQuestion({ session }: Context, phase: Phase, { number }: StatusRow): RepoPath | null {
  const path = questionPath(session, number, phase.id);
  const taken = phase.artifacts.some((rule) => artifactPath(session, number, phase.id, rule.path) === path);
  return taken ? null : path;
}

/** The prompt holds the answer to an earlier question, so its file must not ask again. */
export async function forgetQuestion(drive: Context, phase: Phase, row: StatusRow): Promise<void> {
  const path = placeOfQuestion(drive, phase, row);
  if (path !== null) await drive.world.files.remove(drive.root, path);
}

/** An agent that ended with a question has not completed: a person answers, and the next attempt is told. */
export async function agentAsks(
  drive: Context,
  phase: Phase,
  row: StatusRow,
  outcome: AgentOutcome,
): Promise<AgentOutcome> {
  const path = outcome.kind === 'completed' ? placeOfQuestion(drive, phase, row) : null;
  const bytes = path === null ? null : await drive.world.files.read(drive.root, path);
  const asked = bytes === null ? null : readQuestion(decode(bytes));
  return asked === null ? outcome : { kind: 'needs-input', ...asked };
}
