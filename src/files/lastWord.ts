import { join } from 'node:path';
import { isObject, parseJson } from '../base/json.ts';
import { atomicWrite } from '../host/atomicWrite.ts';
import { mkdir } from '../host/disk.ts';
import type { Timestamp } from '../model/names/ids.ts';
import { checkSessionId } from '../model/names/sessionId.ts';
import type { LastWord, StateStore } from '../session/ports.ts';
import { onDisk } from './asCairnError.ts';
import { readText } from './jsonFolder.ts';
import { OWNER_FILE, OWNER_FOLDER } from './onlyOwner.ts';

/** The session that was spoken to last, in a file of the folder. */
export function lastWordIn(folder: string): Pick<StateStore, 'lastWord' | 'noteWord'> {
  const file = join(folder, '.last-word.json');
  return {
    lastWord: () => onDisk(file, async () => parseWord((await readText(file)) ?? '')),
    // Not flushed: lost, it is only asked which session is meant.
    noteWord: ({ session, at }) =>
      onDisk(file, async () => {
        await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
        const text = `${JSON.stringify({ schema: 1, session, at })}\n`;
        await atomicWrite(file, text, { flush: false, mode: OWNER_FILE });
      }),
  };
}

function parseWord(text: string): LastWord | null {
  const value = parseJson(text);
  if (!isObject(value) || typeof value['session'] !== 'string' || typeof value['at'] !== 'string')
    return null;
  const session = checkSessionId(value['session']);
  return session.ok ? { session: session.value, at: value['at'] as Timestamp } : null;
}
