import { join } from 'node:path';
import { mkdir } from '../host/disk.ts';
import { isObject, parseJson } from '../base/json.ts';
import { atomicWrite } from '../host/atomicWrite.ts';
import type { PhaseId } from '../model/names/ids.ts';
import type { RejectedBox, SaidOfAct } from '../session/ports.ts';
import { onDisk } from './asCairnError.ts';
import { readText } from './jsonFolder.ts';
import { OWNER_FILE, OWNER_FOLDER } from './onlyOwner.ts';

/** A file for each phase. */
export function openRejected(folder: string): RejectedBox {
  const file = (phase: PhaseId): string => join(folder, `${phase}.json`);
  const read = async (phase: PhaseId): Promise<Noted> => parse((await readText(file(phase))) ?? '');
  const write = async (phase: PhaseId, noted: Noted): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
    await atomicWrite(file(phase), `${JSON.stringify({ schema: 1, ...noted })}\n`, { mode: OWNER_FILE });
  };
  return {
    ask: (phase, question, acts) =>
      onDisk(folder, async () => write(phase, { ...(await read(phase)), asked: { question, acts } })),
    answer: (phase, question, { word, by, at }) =>
      onDisk(folder, async () => {
        const { asked, said } = await read(phase);
        if (asked?.question !== question || asked.acts.length === 0) return false;
        const others = said.filter(({ act }) => !asked.acts.includes(act));
        await write(phase, { asked, said: [...others, ...asked.acts.map((act) => ({ act, word, by, at }))] });
        return true;
      }),
    said: (phase, act) =>
      onDisk(folder, async () => {
        const found = (await read(phase)).said.find((one) => one.act === act);
        return found === undefined ? null : { word: found.word, by: found.by, at: found.at };
      }),
  };
}

interface Noted {
  readonly asked: { readonly question: string; readonly acts: readonly string[] } | null;
  readonly said: readonly (SaidOfAct & { readonly act: string })[];
}

/** What does not have our shape allows nothing, and is asked about again. */
function parse(text: string): Noted {
  const value = parseJson(text);
  if (!isObject(value)) return { asked: null, said: [] };
  const { asked, said } = value;
  return {
    asked:
      isObject(asked) && isHash(asked['question']) && isListOf(asked['acts'], isHash)
        ? { question: asked['question'], acts: asked['acts'] }
        : null,
    said: isListOf(said, isSaid) ? said : [],
  };
}

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

function isListOf<T>(value: unknown, is: (one: unknown) => one is T): value is readonly T[] {
  return Array.isArray(value) && value.every(is);
}

const isSaid = (value: unknown): value is Noted['said'][number] =>
  isObject(value) &&
  isHash(value['act']) &&
  (value['word'] === 'allow' || value['word'] === 'without') &&
  typeof value['by'] === 'string' &&
  typeof value['at'] === 'string';
