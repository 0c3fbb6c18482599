import { dirname, join } from 'node:path';
import { atomicWrite } from '../host/atomicWrite.ts';
import { mkdir, rm, stat } from '../host/disk.ts';
import type { BaselineBox, BaselineNote, BaselineStore } from '../session/ports.ts';
import { onDisk } from './asCairnError.ts';
import { namesIn, readText } from './jsonFolder.ts';
import { OWNER_FILE, OWNER_FOLDER } from './onlyOwner.ts';

/** Trees of which it is kept what checks said. */
const MOST_TREES = 32;

/** What was written here holds, whatever the file says by then: agents work while it lies there. */
export function openBaseline(file: string): BaselineBox & { readonly forget: () => void } {
  let own: BaselineNote | null = null;
  return {
    read: () =>
      onDisk(file, async () => {
        if (own !== null) return own;
        const text = await readText(file);
        return text === null ? null : (await import('./recordReaders.ts')).readBaselineNote(text);
      }),
    write: ({ tree, from, checks }) =>
      onDisk(file, async () => {
        await save(file, { tree, from, checks }, true);
        own = { tree, from, checks };
      }),
    forget: () => void (own = null),
  };
}

/** A file for each tree. */
export function baselinesIn(folder: string): BaselineStore {
  const at = (name: string): string => join(folder, name);
  return {
    known: (key) =>
      onDisk(folder, async () => {
        const text = await readText(at(`${key}.json`));
        return text === null ? [] : (await import('./recordReaders.ts')).readKnownChecks(text);
      }),
    keep: (key, checks) =>
      onDisk(folder, async () => {
        await save(at(`${key}.json`), { checks }, false);
        await forgetOldest(folder);
      }),
  };
}

async function save(file: string, value: object, flush: boolean): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: OWNER_FOLDER });
  await atomicWrite(file, `${JSON.stringify({ schema: 1, ...value })}\n`, { flush, mode: OWNER_FILE });
}

async function forgetOldest(folder: string): Promise<void> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.json'));
  if (names.length <= MOST_TREES) return;
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  );
  const oldest = files.sort((a, b) => a.at - b.at).slice(0, files.length - MOST_TREES);
  for (const { path } of oldest) await rm(path, { force: true });
}
