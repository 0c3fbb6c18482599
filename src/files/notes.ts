import { join } from 'node:path';
import { mkdir, rm } from '../host/disk.ts';
import { atomicWrite } from '../host/atomicWrite.ts';
import type { NoteBox } from '../session/ports.ts';
import { onDisk } from './asCairnError.ts';
import { byTime, readJsonFolder } from './jsonFolder.ts';
import { OWNER_FILE, OWNER_FOLDER } from './onlyOwner.ts';

/** One file per note, flushed: a power cut loses nothing that a person said. */
export function openNotes(folder: string): NoteBox {
  const file = (id: string): string => join(folder, `${id}.json`);
  return {
    add: (note) =>
      onDisk(folder, async () => {
        await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
        await atomicWrite(file(note.id), `${JSON.stringify(note)}\n`, { mode: OWNER_FILE });
      }),
    list: () =>
      onDisk(folder, async () => {
        const found = await readJsonFolder(folder, '.json', async (text) =>
          (await import('./recordReaders.ts')).readSteerNote(text),
        );
        return found.toSorted(byTime);
      }),
    remove: (id) => onDisk(folder, () => rm(file(id), { force: true })),
  };
}
