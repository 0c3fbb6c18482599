import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Timestamp } from '../model/names/ids.ts';
import type { Trusted, TrustBox } from '../session/ports.ts';
import { onDisk } from './asCairnError.ts';
import { atomicWrite, codeOf, flushFolder } from '../host/atomicWrite.ts';
import { byTime, namesIn, readText } from './jsonFolder.ts';

/** Below the state folder of a session. */
export const TRUST_FOLDER = 'trusted';

const HOW: readonly Trusted['how'][] = ['opened', 'forked', 'changed', 'said'];

/**
 * A file for each hash, so that two who trust at once lose nothing of each other, for the person alone to read and write.
 * The folder itself says that this clone has begun to note it.
 */
export function openTrust(folder: string): TrustBox {
  const fileOf = (hash: string): string => join(folder, `${hexOf(hash)}.json`);
  const make = (): Promise<unknown> => mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    all: () => onDisk(folder, () => readAll(folder)),
    add: ({ hash, at, how }) =>
      onDisk(folder, async () => {
        await make();
        if ((await readOne(fileOf(hash), hash)) !== null) return;
        await atomicWrite(fileOf(hash), `${JSON.stringify({ schema: 1, hash, at, how })}\n`, { mode: 0o600 });
      }),
    clear: () =>
      onDisk(folder, async () => {
        await make();
        for (const name of await namesIn(folder)) await rm(join(folder, name), { force: true });
        await flushFolder(folder);
      }),
  };
}

const hexOf = (hash: string): string => /^sha256:([0-9a-f]{64})$/.exec(hash)?.[1] ?? 'none';

async function readAll(folder: string): Promise<readonly Trusted[] | null> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (names === null) return null;
  const found: Trusted[] = [];
  for (const name of names) {
    const hash = `sha256:${name.replace(/\.json$/, '')}`;
    const one = hexOf(hash) === 'none' ? null : await readOne(join(folder, name), hash);
    if (one !== null) found.push(one);
  }
  return found.sort(byTime);
}

/** Null where it is not there, or is not what its name says: then it is asked again. */
async function readOne(file: string, hash: string): Promise<Trusted | null> {
  const value = parsed((await readText(file)) ?? '');
  if (typeof value !== 'object' || value === null) return null;
  const { hash: said, at, how } = value as Readonly<Record<string, unknown>>;
  const known = HOW.find((word) => word === how);
  if (said !== hash || typeof at !== 'string' || known === undefined) return null;
  return { hash, at: at as Timestamp, how: known };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Cut short, or written by somebody else.
    return null;
  }
}
