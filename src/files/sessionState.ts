import { dirname, join, resolve } from 'node:path';
import { access, mkdir, rm, writeFile } from '../host/disk.ts';
import { atomicWrite } from '../host/atomicWrite.ts';
import { encodeJournalLine } from '../model/attempt/encodeJournalLine.ts';
import { attemptIn } from '../model/attempt/planMending.ts';
import type { GitSeen, SessionAbout, SessionRequest, SessionState } from '../session/ports.ts';
import { wholeLines, type AppendLog } from './appendLog.ts';
import { onDisk } from './asCairnError.ts';
import { namesIn, readText } from './jsonFolder.ts';
import { openBaseline } from './baselines.ts';
import { openBeforehand } from './beforehand.ts';
import { openNotes } from './notes.ts';
import { openPermissions } from './permissions.ts';
import { openRejected } from './rejected.ts';
import { adoptIndex, newestIndex } from './privateIndexes.ts';
import { noteAbout } from './noteAbout.ts';
import { keepToOwner, OWNER_FILE, OWNER_FOLDER } from './onlyOwner.ts';
import { parseAbout, renderAbout } from './parseAbout.ts';
import { parseGitSeen, renderGitSeen } from './parseGitSeen.ts';
import { tailFile } from './tailFile.ts';
import { openWords } from './words.ts';
import { openTrust, TRUST_FOLDER } from './trust.ts';

const NOTHING_FOUND = { lines: [], damaged: false, unknown: [] } as const;
const REQUESTS: readonly SessionRequest[] = ['cancel', 'stop', 'pause'];

/** One session's folder below the state folder; makes nothing before the first write. */
export function openSessionState(
  folder: string,
  logOf: (path: string) => AppendLog,
  gitDir = join(folder, '..', '..'),
): SessionState {
  const at = (name: string): string => join(folder, name);
  return {
    folder,
    index: at('index'),
    newestIndex: () => onDisk(folder, () => newestIndex(folder)),
    adoptIndex: (epoch) =>
      onDisk(folder, async () => {
        await keepToOwner(folder);
        return adoptIndex(folder, epoch);
      }),
    slots: () =>
      onDisk(folder, async () =>
        (await namesIn(join(folder, 'slots')))
          .map(Number)
          .filter((slot) => slot >= 2)
          .sort((a, b) => a - b),
      ),
    ...aboutIn(folder, gitDir, logOf),
    ...removableIn(folder),
    ...recordsIn(folder, logOf),
    async outputFolder(phase, attempt) {
      const path = join(folder, 'output', `${phase}-${attempt}`);
      await onDisk(path, () => mkdir(path, { recursive: true, mode: OWNER_FOLDER }));
      return path;
    },
    async outputFile(phase, attempt, name, text) {
      const path = join(await this.outputFolder(phase, attempt), name);
      await onDisk(path, async () => {
        // Never through a link that an agent has laid there.
        await rm(path, { force: true });
        await writeFile(path, text, { flag: 'wx', mode: OWNER_FILE });
      });
      return path;
    },
    outputs: () =>
      onDisk(folder, async () =>
        (await namesIn(join(folder, 'output'))).flatMap((name) => attemptIn(name) ?? []),
      ),
    tail: (file, lines) => onDisk(file, () => tailFile(resolve(folder, file), lines)),
    ...requestsIn(folder),
    seeGit: (seen) => onDisk(folder, () => writeGitSeen(at('git-seen.json'), seen)),
    seenGit: () => onDisk(folder, async () => parseGitSeen(await textOf(at('git-seen.json')))),
    ...landingIn(folder),
    permissions: openPermissions(join(folder, 'permissions')),
    rejected: openRejected(join(folder, 'rejected')),
    beforehand: openBeforehand(at('beforehand.json')),
    notes: openNotes(join(folder, 'notes')),
    words: openWords(join(folder, 'words')),
    trust: openTrust(at(TRUST_FOLDER)),
    clearOwnLocks: () =>
      onDisk(folder, async () => {
        for (const name of await namesIn(folder))
          if (name.endsWith('.lock')) await rm(at(name), { force: true });
      }),
  };
}

/** `about.json`, whose root is relative to the git directory. */
function aboutIn(
  folder: string,
  gitDir: string,
  logOf: (path: string) => AppendLog,
): Pick<SessionState, 'exists' | 'create' | 'about' | 'note'> {
  const file = join(folder, 'about.json');
  const about = async (): Promise<SessionAbout | null> => parseAbout(await textOf(file), gitDir);
  const writeAbout = (value: SessionAbout): Promise<void> =>
    atomicWrite(file, renderAbout(value, gitDir), { mode: OWNER_FILE });
  return {
    exists: () =>
      access(file).then(
        () => true,
        () => false,
      ),
    create: (value) =>
      onDisk(folder, async () => {
        await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
        await writeAbout(value);
      }),
    about: () => onDisk(folder, about),
    note: (change, stands) =>
      onDisk(folder, () =>
        logOf(file).queue(async () => {
          const before = await about();
          if (before !== null) await writeAbout(noteAbout(before, change, stands));
        }),
      ),
  };
}

function removableIn(folder: string): Pick<SessionState, 'remove' | 'baseline'> {
  const baseline = openBaseline(join(folder, 'baseline.json'));
  return {
    baseline,
    remove: ({ keepTrust } = { keepTrust: false }) =>
      onDisk(folder, async () => {
        await clear(folder, keepTrust);
        baseline.forget();
      }),
  };
}

function recordsIn(
  folder: string,
  logOf: (path: string) => AppendLog,
): Pick<SessionState, 'journal' | 'readJournal' | 'resetJournal' | 'recordPublished' | 'published'> {
  const journal = join(folder, 'journal.jsonl');
  const published = join(folder, 'published');
  return {
    journal: (line, options = {}) =>
      onDisk(journal, () => logOf(journal).append(encodeJournalLine(line), options.flush === true)),
    readJournal: () =>
      onDisk(journal, () =>
        logOf(journal).queue(async () => {
          const lines = wholeLines(await textOf(journal));
          if (lines.length === 0) return NOTHING_FOUND;
          return (await import('./recordReaders.ts')).readJournal(journal, lines);
        }),
      ),
    resetJournal: (lines) =>
      onDisk(journal, () =>
        logOf(journal).queue(() =>
          atomicWrite(journal, lines.map(encodeJournalLine).join(''), { mode: OWNER_FILE }),
        ),
      ),
    recordPublished: (commit) => onDisk(published, () => logOf(published).append(`${commit}\n`, true)),
    published: () =>
      onDisk(
        published,
        async () =>
          new Set(wholeLines(await textOf(published)).filter((line) => /^[0-9a-f]{40,64}$/.test(line))),
      ),
  };
}

/** One file per kind, which holds the epoch that was asked last. */
function requestsIn(folder: string): Pick<SessionState, 'request' | 'requests'> {
  const file = (kind: SessionRequest): string => join(folder, `request.${kind}`);
  return {
    // Nobody would read a request for a session that this machine has never seen: a missing folder is an error.
    request: (kind, epoch) =>
      onDisk(file(kind), () => atomicWrite(file(kind), `${epoch}\n`, { flush: false, mode: OWNER_FILE })),
    requests: (epoch) =>
      onDisk(folder, async () => {
        const asked = await Promise.all(REQUESTS.map((kind) => textOf(file(kind))));
        return REQUESTS.filter((_, at) => asked[at]?.trim() === String(epoch));
      }),
  };
}

/** What was landed last: lost, it is only asked which session is meant. */
function landingIn(folder: string): Pick<SessionState, 'landed' | 'noteLanded'> {
  const file = join(folder, 'landed');
  return {
    landed: () =>
      onDisk(file, async () => {
        const [seq = '', on = ''] = (await textOf(file)).split('\n');
        return /^[1-9]\d{0,8}$/.test(seq) ? { seq: Number(seq), on: on === '' ? null : on } : null;
      }),
    noteLanded: ({ seq, on }) =>
      onDisk(file, async () => {
        if ((await readText(join(folder, 'about.json'))) === null) return;
        await atomicWrite(file, [seq, ...(on === null ? [] : [on]), ''].join('\n'), {
          flush: false,
          mode: OWNER_FILE,
        });
      }),
  };
}

/** Not flushed: it is for whoever finds the process dead, not the whole machine. */
async function writeGitSeen(path: string, seen: GitSeen | null): Promise<void> {
  if (seen === null) return rm(path, { force: true });
  await mkdir(dirname(path), { recursive: true, mode: OWNER_FOLDER });
  await atomicWrite(path, renderGitSeen(seen), { flush: false, mode: OWNER_FILE });
}

/** Removes all but the lease: the caller holds it, and epochs must only grow. */
async function clear(folder: string, keepTrust: boolean): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!name.startsWith('lease.') && !(keepTrust && name === TRUST_FOLDER))
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Empty if there is no such file. */
const textOf = async (path: string): Promise<string> => (await readText(path)) ?? '';
