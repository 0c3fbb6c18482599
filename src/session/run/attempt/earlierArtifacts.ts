import { join } from 'node:path';
import { inClosingOrder } from '../../../model/checkpoint/phaseRecord.ts';
import { sessionFolder } from '../../../model/names/places.ts';
import type { PromptInput } from '../../../model/prompt/promptInput.ts';
import type { Drive } from '../../drive.ts';
import { textOrNull } from '../../record/text.ts';

/** How many files to show, newest first, and how much of each. */
const SHOWN = 8;
const LINES = 24;
const CHARACTERS = 1_500;

/**
 * In place: what done phases left in the session's folder, newest phase first, with the beginning of each file. Git ignores
 * that folder there, and some agents refuse to read ignored files. Empty in a worktree, where it is not ignored.
 */
export async function earlierArtifacts({
  world: { repository },
  isolation,
  session,
  root,
  record,
}: Pick<Drive, 'world' | 'isolation' | 'session' | 'root' | 'record'>): Promise<PromptInput['earlier']> {
  if (isolation === 'worktree') return [];
  const folder = `${sessionFolder(session)}/`;
  const found = [...record.records.values()]
    .filter(({ status }) => status === 'done')
    .toSorted((a, b) => inClosingOrder(b, a))
    .flatMap(({ phase, artifacts }) => artifacts.map((artifact) => ({ phase, ...artifact })))
    .filter(({ path }) => path.startsWith(folder));
  return Promise.all(
    found.map(async ({ phase, path, blob }, at) => {
      const bytes = at < SHOWN ? await repository.readBlob(blob) : null;
      const text = bytes === null ? null : textOrNull(bytes);
      const pointer = `${path.slice(folder.length)}@${phase}`;
      return { path: join(root, path), pointer, ...beginningOf(text) };
    }),
  );
}

function beginningOf(text: string | null): Pick<PromptInput['earlier'][number], 'beginning' | 'isWhole'> {
  if (text === null) return { beginning: null, isWhole: false };
  const whole = text.trimEnd();
  const beginning = whole.split('\n').slice(0, LINES).join('\n').slice(0, CHARACTERS).toWellFormed();
  return { beginning, isWhole: beginning === whole };
}
