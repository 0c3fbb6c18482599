import { join } from 'node:path';
import { rm } from '../host/disk.ts';
import type { PermissionBox } from '../session/ports.ts';
import { onDisk } from './asCairnError.ts';
import { byTime, readJsonFolder, readText } from './jsonFolder.ts';
import { writeOnce } from './onceFile.ts';

const readers = () => import('./recordReaders.ts');

/**
 * Requests, answers and claims of a session, each a file that is written once:
 *
 * ```
 * <id>.request.json   by the runner; removed once it no longer waits
 * <id>.shown          by the window or terminal that shows it
 * <id>.answer.json    by whoever answers first
 * ```
 */
export function openPermissions(folder: string): PermissionBox {
  const at = (id: string, ending: string): string => join(folder, `${id}${ending}`);
  const isOpen = async (id: string): Promise<boolean> =>
    (await readText(at(id, REQUEST))) !== null && (await readText(at(id, ANSWER))) === null;
  return {
    ask: (request) =>
      onDisk(folder, async () => void (await writeOnce(at(request.id, REQUEST), lineOf(request)))),
    open: (epoch) =>
      onDisk(folder, async () => {
        const asked = await readJsonFolder(folder, REQUEST, async (text) =>
          (await readers()).readPermissionRequest(text),
        );
        const ours = asked.filter((request) => request.epoch === epoch).sort(byTime);
        const answers = await Promise.all(ours.map(({ id }) => readText(at(id, ANSWER))));
        return ours.filter((_, n) => answers[n] === null);
      }),
    answer: (id, reply) =>
      onDisk(folder, async () => (await isOpen(id)) && writeOnce(at(id, ANSWER), lineOf(reply))),
    answerTo: (id) =>
      onDisk(folder, async () => {
        const text = await readText(at(id, ANSWER));
        // An empty one is still being written, on a file system without links. An unreadable one counts as an answer: nobody
        // can give another.
        if (text === null || text === '') return null;
        return (await readers()).readPermissionReply(text) ?? UNREADABLE;
      }),
    claim: (id) => onDisk(folder, async () => (await isOpen(id)) && writeOnce(at(id, SHOWN), '')),
    close: (id) =>
      onDisk(folder, async () => {
        // The request first: without it nobody writes the others.
        for (const ending of [REQUEST, ANSWER, SHOWN]) await rm(at(id, ending), { force: true });
      }),
  };
}

const UNREADABLE = { answer: 'deny', by: 'an answer that cannot be read' } as const;

const [REQUEST, ANSWER, SHOWN] = ['.request.json', '.answer.json', '.shown'] as const;

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;
