import { join } from 'node:path';
import { access, mkdir, rm } from '../host/disk.ts';
import { isObject, parseJson } from '../base/json.ts';
import { atomicWrite, flushFolder } from '../host/atomicWrite.ts';
import { ifMissing } from '../host/systemError.ts';
import type { Timestamp } from '../model/names/ids.ts';
import type { Trusted, TrustBox } from '../session/ports.ts';
import { onDisk } from './asCairnError.ts';
import { byTime, namesIn, readJsonFolder, readText } from './jsonFolder.ts';
import { OWNER_FILE, OWNER_FOLDER } from './onlyOwner.ts';

/** Below the state folder of a session. */
export const TRUST_FOLDER = 'trusted';

const HOW: readonly Trusted['how'][] = ['opened', 'forked', 'changed', 'said'];

/**
 * One file per hash, which only the person may read and write: two who trust at once lose nothing of each other. That the folder
 * exists means that this clone has begun to record trust.
 */
export function openTrust(folder: string): TrustBox {
  const make = (): Promise<unknown> => mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
  return {
    all: () =>
      onDisk(folder, async () => {
        const exists = await access(folder).then(() => true, ifMissing(false));
        return exists ? (await readJsonFolder(folder, '.json', readTrusted)).toSorted(byTime) : null;
      }),
    add: ({ hash, at, how }) =>
      onDisk(folder, async () => {
        const name = nameOf(hash);
        const file = join(folder, name);
        await make();
        if (readTrusted((await readText(file)) ?? '', name) !== null) return;
        await atomicWrite(file, `${JSON.stringify({ schema: 1, hash, at, how })}\n`, { mode: OWNER_FILE });
      }),
    clear: () =>
      onDisk(folder, async () => {
        await make();
        for (const name of await namesIn(folder)) await rm(join(folder, name), { force: true });
        await flushFolder(folder);
      }),
  };
}

const HASH = /^sha256:([0-9a-f]{64})$/;

const nameOf = (hash: string): string => `${HASH.exec(hash)?.[1] ?? 'none'}.json`;

/** Null if it is not what its name says: then the person is asked again. */
function readTrusted(text: string, name: string): Trusted | null {
  const value = parseJson(text);
  if (!isObject(value)) return null;
  const { hash, at } = value;
  const how = HOW.find((word) => word === value['how']);
  if (typeof hash !== 'string' || !HASH.test(hash) || nameOf(hash) !== name) return null;
  if (typeof at !== 'string' || how === undefined) return null;
  return { hash, at: at as Timestamp, how };
}
