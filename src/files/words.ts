import { join } from 'node:path';
import { isObject, parseJson } from '../base/json.ts';
import { rm } from '../host/disk.ts';
import type { WordBox, WordReply } from '../session/ports.ts';
import { onDisk } from './asCairnError.ts';
import { byTime, readJsonFolder, readText } from './jsonFolder.ts';
import { writeOnce } from './onceFile.ts';

/**
 * What people say of phases that wait while others work, each a file that is written once:
 *
 * ```
 * <phase>.word.json   by whoever says something of it first; removed once it is taken up
 * <id>.reply.json     by the runner: what became of it; removed by whoever said it
 * ```
 */
export function openWords(folder: string): WordBox {
  const wordFile = (phase: string): string => join(folder, `${phase}${WORD}`);
  const replyFile = (id: string): string => join(folder, `${id}.reply.json`);
  return {
    give: (word) => onDisk(folder, () => writeOnce(wordFile(word.phase), `${JSON.stringify(word)}\n`)),
    list: () =>
      onDisk(folder, async () => {
        const found = await readJsonFolder(folder, WORD, async (text) =>
          (await import('./recordReaders.ts')).readGivenWord(text),
        );
        return found.toSorted(byTime);
      }),
    close: ({ phase, id }, reply) =>
      onDisk(folder, async () => {
        if (reply !== null) await writeOnce(replyFile(id), `${JSON.stringify(reply)}\n`);
        await rm(wordFile(phase), { force: true });
      }),
    replyTo: ({ id }) =>
      onDisk(folder, async () => {
        const reply = readReply((await readText(replyFile(id))) ?? '');
        if (reply !== null) await rm(replyFile(id), { force: true });
        return reply;
      }),
  };
}

const WORD = '.word.json';

function readReply(text: string): WordReply | null {
  const value = parseJson(text);
  if (!isObject(value)) return null;
  const { refused = null } = value;
  return refused === null || isObject(refused) ? ({ refused } as WordReply) : null;
}
