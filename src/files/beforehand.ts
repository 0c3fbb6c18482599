import { dirname } from 'node:path';
import { mkdir } from '../host/disk.ts';
import { isObject, parseJson } from '../base/json.ts';
import { atomicWrite } from '../host/atomicWrite.ts';
import type { Beforehand, BeforehandBox } from '../session/ports.ts';
import { onDisk } from './asCairnError.ts';
import { readText } from './jsonFolder.ts';
import { OWNER_FILE, OWNER_FOLDER } from './onlyOwner.ts';

export function openBeforehand(file: string): BeforehandBox {
  const all = async (): Promise<readonly Beforehand[]> => parse((await readText(file)) ?? '');
  const write = async (approved: readonly Beforehand[]): Promise<void> => {
    await mkdir(dirname(file), { recursive: true, mode: OWNER_FOLDER });
    await atomicWrite(file, `${JSON.stringify({ schema: 1, approved })}\n`, { mode: OWNER_FILE });
  };
  return {
    all: () => onDisk(file, all),
    add: ({ phase, by, at, on }) =>
      onDisk(file, async () => {
        const others = (await all()).filter((word) => word.phase !== phase);
        await write([...others, { phase, by, at, on }]);
      }),
  };
}

/** What does not have our shape approves nothing. */
function parse(text: string): readonly Beforehand[] {
  const value = parseJson(text);
  const approved = isObject(value) ? value['approved'] : null;
  return Array.isArray(approved) && approved.every(isWord) ? approved : [];
}

const isWord = (value: unknown): value is Beforehand =>
  isObject(value) && ['phase', 'by', 'at', 'on'].every((key) => typeof value[key] === 'string');
