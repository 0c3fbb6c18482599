import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readSteerNote } from '../model/steerNote.ts';
import type { NoteBox } from '../session/ports.ts';
import { onDisk } from './asCairnError.ts';
import { atomicWrite } from './atomicWrite.ts';
import { readJsonFolder } from './jsonFolder.ts';

/** A file for each note, flushed: what a person said is not lost to a power cut. */
export function openNotes(folder: string): NoteBox {
  const file = (id: string): string => join(folder, `${id}.json`);
  return {
    add: (note) =>
      onDisk(folder, async () => {
        await mkdir(folder, { recursive: true });
        await atomicWrite(file(note.id), `${JSON.stringify(note)}\n`);
      }),
    list: () =>
      onDisk(folder, async () => {
        const notes = await readJsonFolder(folder, '.json', readSteerNote);
        return notes.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
      }),
    remove: (id) => onDisk(folder, () => rm(file(id), { force: true })),
  };
}
