import { basename, isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import type { UnseenCommands } from '../../base/untrustedCommands.ts';
import type { TrustView } from '../../session/trustResults.ts';
import type { RepositorySessions } from '../cairns.ts';
import { openAtCommit, opens } from '../review/openReview.ts';
import { trustQuestion, unseenQuestion } from '../state/trustQuestion.ts';
import { showWarning } from '../window/messages.ts';

const TRUST = 'Trust and Go On';
const LOOK = 'Look at the Workflow File';

/** Shows what a session would run; true when the person trusts that. False after opening the file: they ask again later. */
export async function askTrust(repository: RepositorySessions, view: TrustView): Promise<boolean> {
  const { message, detail } = trustQuestion(view);
  // Enter takes the first button.
  const answer = await showWarning(message, { modal: true, detail }, LOOK, TRUST);
  if (answer === LOOK) await openWorkflow(repository, view);
  return answer === TRUST;
}

const RUN = 'Run Them';

/** Shows what a start would run although nobody named it. `look`: the person reads the file first, and starts again later. */
export async function askUnseen(
  repository: RepositorySessions,
  unseen: UnseenCommands,
): Promise<'yes' | 'no' | 'look'> {
  const { message, detail } = unseenQuestion(unseen);
  const answer = await showWarning(message, { modal: true, detail }, LOOK, RUN);
  if (answer === LOOK) await openWorkflow(repository, { file: unseen.file, commit: null });
  if (answer === RUN) return 'yes';
  return answer === LOOK ? 'look' : 'no';
}

/** The same before an act that is not a run; asks nothing if the commands are trusted already. */
export async function trustsIt(
  repository: RepositorySessions,
  session: TrustView['session'],
): Promise<boolean> {
  const { api } = repository;
  const found = await api.find(session);
  const { trusted, ...view } = await api.commands(found.session);
  if (trusted) return true;
  if (!(await askTrust(repository, view))) return false;
  await api.trust(found.session, view.hash);
  return true;
}

/** The file as the checkpoint has it: the working tree's may differ. */
async function openWorkflow(
  { root }: RepositorySessions,
  { file, commit }: Pick<TrustView, 'file' | 'commit'>,
): Promise<void> {
  if (commit !== null) return openAtCommit(root, commit, file, basename(file));
  const uri = vscode.Uri.file(isAbsolute(file) ? file : join(root, file));
  await opens(uri);
}
