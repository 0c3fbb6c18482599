import { noteAbout } from '../../src/files/noteAbout.ts';
import { stateOfSlot } from '../../src/files/stateOfSlot.ts';
import { attemptIn } from '../../src/model/attempt/planMending.ts';
import type { GivenWord } from '../../src/model/agent/givenWord.ts';
import type { CommitId, PhaseId, SessionId, TreeName } from '../../src/model/names/ids.ts';
import { slotIn } from '../../src/model/names/treeName.ts';
import type { BaselineRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import type { JournalLine } from '../../src/model/attempt/journal.ts';
import type { PermissionReply, PermissionRequest } from '../../src/model/agent/permissionRequest.ts';
import type { SteerNote } from '../../src/model/agent/steerNote.ts';
import type { NotedLanding } from '../../src/session/ports/state.ts';
import type {
  BaselineNote,
  Beforehand,
  BeforehandBox,
  GitSeen,
  LastWord,
  NoteBox,
  PermissionBox,
  RejectedBox,
  SaidOfAct,
  SessionAbout,
  SessionRequest,
  SessionState,
  StateStore,
  TrustBox,
  Trusted,
  WordBox,
  WordReply,
} from '../../src/session/ports.ts';

/** What a {@link memoryState} knows of a session; a test may look, and break it. */
export interface MemorySession {
  about: SessionAbout | null;
  journal: JournalLine[];
  /** How many lines of the journal were flushed: what a power cut would leave. */
  flushed: number;
  /** True: a line in the middle cannot be read. */
  damaged: boolean;
  /** Name of the private index of the newest owner. */
  index: string;
  readonly published: Set<string>;
  readonly requests: Map<SessionRequest, number>;
  readonly asked: Map<string, { request: PermissionRequest; reply: PermissionReply | null; shown: boolean }>;
  readonly rejected: Map<PhaseId, RejectedNow>;
  beforehand: readonly Beforehand[];
  baseline: BaselineNote | null;
  readonly notes: SteerNote[];
  readonly words: Map<PhaseId, GivenWord>;
  readonly replies: Map<string, WordReply>;
  /** Output files by absolute path, for `tail`. */
  readonly outputs: Map<string, string>;
  /** Names of the folders of output. */
  readonly folders: Set<string>;
  git: GitSeen | null;
  landed: NotedLanding | null;
  /** Null: nobody noted anything. */
  trusted: Trusted[] | null;
}

interface RejectedNow {
  question: string;
  acts: readonly string[];
  readonly said: Map<string, SaidOfAct>;
}

const ORDER: readonly SessionRequest[] = ['cancel', 'stop', 'pause'];

/** The state store in memory. `sessionsNow` shows it all. */
export function memoryState(
  folder = '/repo/.git/cairn',
): StateStore & { readonly sessionsNow: Map<SessionId, MemorySession> } {
  const sessionsNow = new Map<SessionId, MemorySession>();
  const slotsNow = new Map<TreeName, MemorySession>();
  let lastWord: LastWord | null = null;
  const baselines = new Map<string, readonly BaselineRecord[]>();
  const stateOf = (session: SessionId): SessionState => ({
    ...sessionState(`${folder}/${session}`, session, sessionsNow),
    slots: async () =>
      [...slotsNow.keys()]
        .map(slotIn)
        .filter((of) => of.session === session)
        .map(({ slot }) => slot)
        .sort((a, b) => a - b),
    async remove(options) {
      await sessionState(`${folder}/${session}`, session, sessionsNow).remove(options);
      for (const name of slotsNow.keys()) if (slotIn(name).session === session) slotsNow.delete(name);
    },
  });
  return {
    folder,
    sessionsNow,
    sessions: async () =>
      [...sessionsNow]
        .filter(([, { about }]) => about !== null)
        .map(([name]) => name)
        .sort(),
    trusting: async () =>
      [...sessionsNow]
        .filter(([, { trusted }]) => trusted !== null)
        .map(([name]) => name)
        .sort(),
    lastWord: async () => lastWord,
    noteWord: async (word) => void (lastWord = word),
    baselines: {
      known: async (key) => baselines.get(key) ?? [],
      keep: async (key, checks) => void baselines.set(key, checks),
    },
    of(name) {
      const { session, slot } = slotIn(name);
      const state = stateOf(session);
      if (slot === 1) return state;
      const own = sessionState(`${folder}/${session}/slots/${slot}`, name, slotsNow);
      return stateOfSlot(state, own);
    },
  };
}

function sessionState<N extends TreeName>(
  folder: string,
  session: N,
  all: Map<N, MemorySession>,
): SessionState {
  const here = (): MemorySession => {
    const found = all.get(session) ?? {
      about: null,
      journal: [],
      flushed: 0,
      damaged: false,
      index: 'index',
      published: new Set<string>(),
      requests: new Map<SessionRequest, number>(),
      asked: new Map(),
      rejected: new Map(),
      beforehand: [],
      baseline: null,
      notes: [],
      words: new Map(),
      replies: new Map(),
      outputs: new Map<string, string>(),
      folders: new Set<string>(),
      git: null,
      landed: null,
      trusted: null,
    };
    all.set(session, found);
    return found;
  };
  return {
    folder,
    newestIndex: async () => `${folder}/${all.get(session)?.index ?? 'index'}`,
    async adoptIndex(epoch) {
      here().index = `index-${epoch}`;
      return `${folder}/${here().index}`;
    },
    index: `${folder}/index`,
    slots: async () => [],
    exists: async () => (all.get(session)?.about ?? null) !== null,
    create: async (about) => void (here().about = { ...about }),
    about: async () => all.get(session)?.about ?? null,
    async note(change, stands) {
      const { about } = here();
      if (about !== null) here().about = noteAbout(about, change, stands);
    },
    async remove(options) {
      const trusted = all.get(session)?.trusted ?? null;
      all.delete(session);
      if (options?.keepTrust === true && trusted !== null) here().trusted = trusted;
    },
    async journal(line, options) {
      const state = here();
      state.journal.push(structuredClone(line));
      if (options?.flush === true) state.flushed = state.journal.length;
    },
    readJournal: async () => ({
      lines: structuredClone(all.get(session)?.journal ?? []),
      damaged: all.get(session)?.damaged ?? false,
      unknown: [],
    }),
    async resetJournal(lines) {
      Object.assign(here(), { journal: structuredClone([...lines]), flushed: lines.length, damaged: false });
    },
    recordPublished: async (commit: CommitId) => void here().published.add(commit),
    published: async () => new Set(all.get(session)?.published),
    async outputFolder(phase, attempt) {
      here().folders.add(`${phase}-${attempt}`);
      return `${folder}/output/${phase}-${attempt}`;
    },
    async outputFile(phase, attempt, name, text) {
      const path = `${await this.outputFolder(phase, attempt)}/${name}`;
      here().outputs.set(path, text);
      return path;
    },
    outputs: async () => [...(all.get(session)?.folders ?? [])].flatMap((name) => attemptIn(name) ?? []),
    async tail(file, lines) {
      const text = here().outputs.get(file) ?? '';
      const all = text === '' ? [] : text.replace(/\n$/, '').split('\n');
      return { lines: all.slice(-lines), bytes: Buffer.byteLength(text), cut: all.length > lines };
    },
    request: async (kind, epoch) => void here().requests.set(kind, epoch),
    requests: async (epoch) => ORDER.filter((kind) => all.get(session)?.requests.get(kind) === epoch),
    seeGit: async (seen) => void (here().git = seen),
    seenGit: async () => all.get(session)?.git ?? null,
    landed: async () => all.get(session)?.landed ?? null,
    async noteLanded(landing) {
      const known = all.get(session);
      if (known !== undefined && known.about !== null) known.landed = { ...landing };
    },
    permissions: permissionsIn(here),
    rejected: rejectedIn(here),
    beforehand: beforehandIn(here),
    baseline: {
      read: async () => here().baseline,
      write: async (note) => void (here().baseline = { ...note }),
    },
    notes: notesIn(here),
    words: wordsIn(here),
    trust: trustIn(() => all.get(session)?.trusted ?? null, here),
    clearOwnLocks: async () => undefined,
  };
}

function permissionsIn(here: () => MemorySession): PermissionBox {
  const open = (id: string) => {
    const found = here().asked.get(id);
    return found === undefined || found.reply !== null ? null : found;
  };
  return {
    ask: async (request) => void here().asked.set(request.id, { request, reply: null, shown: false }),
    open: async (epoch) =>
      [...here().asked.values()]
        .filter(({ request, reply }) => request.epoch === epoch && reply === null)
        .map(({ request }) => request)
        .sort((a, b) => a.at.localeCompare(b.at)),
    async answer(id, reply) {
      const found = open(id);
      if (found !== null) found.reply = reply;
      return found !== null;
    },
    answerTo: async (id) => here().asked.get(id)?.reply ?? null,
    async claim(id) {
      const found = open(id);
      if (found === null || found.shown) return false;
      found.shown = true;
      return true;
    },
    close: async (id) => void here().asked.delete(id),
  };
}

function rejectedIn(here: () => MemorySession): RejectedBox {
  return {
    async ask(phase, question, acts) {
      const said = here().rejected.get(phase)?.said ?? new Map<string, SaidOfAct>();
      here().rejected.set(phase, { question, acts: [...acts], said });
    },
    async answer(phase, question, { word, by, at }) {
      const asked = here().rejected.get(phase);
      if (asked?.question !== question || asked.acts.length === 0) return false;
      for (const act of asked.acts) asked.said.set(act, { word, by, at });
      return true;
    },
    said: async (phase, act) => here().rejected.get(phase)?.said.get(act) ?? null,
  };
}

function beforehandIn(here: () => MemorySession): BeforehandBox {
  return {
    all: async () => here().beforehand,
    async add(word) {
      const others = here().beforehand.filter(({ phase }) => phase !== word.phase);
      here().beforehand = [...others, word];
    },
  };
}

function notesIn(here: () => MemorySession): NoteBox {
  return {
    add: async (note) => void here().notes.push(note),
    list: async () => here().notes.toSorted((a, b) => a.at.localeCompare(b.at)),
    async remove(id) {
      const { notes } = here();
      const at = notes.findIndex((note) => note.id === id);
      if (at !== -1) notes.splice(at, 1);
    },
  };
}

function wordsIn(here: () => MemorySession): WordBox {
  return {
    async give(word) {
      const { words } = here();
      if (words.has(word.phase)) return false;
      words.set(word.phase, word);
      return true;
    },
    list: async () => [...here().words.values()].toSorted((a, b) => a.at.localeCompare(b.at)),
    async close(word, reply) {
      if (reply !== null) here().replies.set(word.id, reply);
      here().words.delete(word.phase);
    },
    async replyTo({ id }) {
      const reply = here().replies.get(id) ?? null;
      here().replies.delete(id);
      return reply;
    },
  };
}

function trustIn(now: () => readonly Trusted[] | null, here: () => MemorySession): TrustBox {
  return {
    all: async () => now(),
    async add(trusted) {
      const before = here().trusted ?? [];
      here().trusted = before.some(({ hash }) => hash === trusted.hash) ? before : [...before, trusted];
    },
    clear: async () => void (here().trusted = []),
  };
}
