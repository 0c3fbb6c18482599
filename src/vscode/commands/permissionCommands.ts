import type { PermissionAnswer } from '../../model/agent/permissionWords.ts';
import type { PermissionRequest } from '../../model/agent/permissionRequest.ts';
import { wordsOfAct } from '../../model/agent/permissionAct.ts';
import type { SessionKey } from '../state/windowState.ts';
import { onRow, type Desk, type Handler, type Handlers } from './desk.ts';
import { showInfo } from '../window/messages.ts';
import { askText, pickOne, type PickItem } from '../window/quickInput.ts';
import { oneLine } from '../../model/text/oneLine.ts';

/** Commands on a permission's row: a person's answer to an agent at work. */
export function permissionCommands(desk: Desk) {
  const answering = (answer: PermissionAnswer): Handler =>
    onRow('permission', (row) => answerPermission(desk, row, row.id, answer));
  return {
    'cairn.allow': answering('allow'),
    'cairn.allowAlways': answering('allow-always'),
    'cairn.deny': answering('deny'),
  } satisfies Partial<Handlers>;
}

/** Asks for the answer when no row or notification has given it. */
export async function chooseAnswer(desk: Desk, key: SessionKey, request: PermissionRequest): Promise<void> {
  const { act, description } = wordsOfAct(request, 200);
  const picked = await pickOne(CHOICES, {
    title: `${request.agent} Asks for a Permission`,
    placeHolder: `${request.kind}: ${act}${description === null ? '' : ` (“${description}”)`}`,
    ignoreFocusOut: true,
  });
  if (picked !== undefined) await answerPermission(desk, key, request.id, picked.answer);
}

async function answerPermission(
  { store }: Desk,
  { repository, session }: SessionKey,
  id: string,
  answer: PermissionAnswer,
): Promise<void> {
  const first = await store.repository(repository).api.permit(session, id, answer);
  await store.refresh();
  if (!first)
    void showInfo('Nobody waits for this any more: it was answered elsewhere, or the attempt is over.');
}

const CHOICES: readonly (PickItem & { readonly answer: PermissionAnswer })[] = [
  { icon: 'check', label: 'Allow', answer: 'allow' },
  {
    icon: 'check-all',
    label: 'Allow for the Rest of This Attempt',
    description: 'acts of the same kind in the same kind of place',
    answer: 'allow-always',
  },
  { icon: 'close', label: 'Deny', description: 'the agent goes on without', answer: 'deny' },
];

/** Commands on the row of an effect in doubt: a person says whether it happened. */
export function doubtCommands(desk: Desk) {
  const settling = (happened: boolean): Handler =>
    onRow('doubt', async ({ repository, session, key }) => {
      const comment = await askText({
        title: happened ? 'It Happened' : 'It Did Not Happen',
        prompt: `How do you know? It is recorded with your name, for “${oneLine(key)}”.`,
        placeHolder: 'For example: the pull request is number 12',
        ignoreFocusOut: true,
      });
      if (comment === undefined) return;
      await desk.store.repository(repository).api.settleEffect(session, { key, happened, comment });
      await desk.store.refresh();
      void showInfo(
        happened
          ? `Recorded: ${oneLine(key)} happened, and is not done again.`
          : `Recorded: ${oneLine(key)} did not happen, and may be done.`,
      );
    });
  return {
    'cairn.effectHappened': settling(true),
    'cairn.effectDidNotHappen': settling(false),
  } satisfies Partial<Handlers>;
}
