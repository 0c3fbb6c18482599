import type { SessionId } from '../../model/names/ids.ts';
import { statusPath } from '../../model/names/places.ts';
import { notesOf } from '../../model/status/notesOf.ts';
import { textOf } from '../../model/text/losslessText.ts';
import type { Files } from '../ports.ts';

/** STATUS.md as it is in the working tree. `notes` belong to people and win over those of the tip. */
export async function readStatusFile(
  files: Files,
  root: string,
  session: SessionId,
): Promise<{ readonly text: string; readonly notes: string } | null> {
  const bytes = await files.read(root, statusPath(session));
  if (bytes === null) return null;
  // Notes may be in any encoding and are kept byte for byte.
  const text = textOf(bytes);
  return { text, notes: notesOf(text) };
}
