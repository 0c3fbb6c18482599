import type { PhaseRecord } from '../checkpoint/phaseRecord.ts';
import type { SessionId, Timestamp } from '../names/ids.ts';
import { sessionFolder } from '../names/places.ts';
import type { SectionHeading } from '../packet/packetHeadings.ts';
import { packetItems } from '../packet/packetItems.ts';
import { parsePacket } from '../packet/parsePacket.ts';
import { composeLedger } from './composeLedger.ts';
import type { HandedItem } from './foldLedgers.ts';
import type { Ledger, LedgerItem } from './ledger.ts';
import { ownItems } from './ownItems.ts';
import { wordsOfRecord } from './wordsOfRecord.ts';

/** What a phase of schema 1 left, which had no ledger. */
export interface LeftBefore {
  readonly folder: string;
  readonly record: PhaseRecord;
  /** Its HANDOFF.md, if there is one. */
  readonly handoff: string | null;
  /** Its PACKET.md, which also has what nothing else of the phase says. */
  readonly packet: string | null;
}

/** The ledger of a phase that closed before there were ledgers; `before`: what the phases before it handed on. */
export function ledgerOfRecord(left: LeftBefore, before: readonly HandedItem[]): Ledger {
  const { folder, record, handoff } = left;
  const { session, phase, inherited } = record;
  const said = ownItems({
    session,
    phase,
    folder,
    handoff,
    finalText: handoff === null ? lastWords(record) : null,
    artifacts: record.artifacts.map(({ path, bytes }) => ({
      pointer: pointerIn(session, path, phase),
      path,
      text: '',
      bytes,
    })),
    ...wordsOfRecord(record),
    changed: [],
    deletions: [],
  });
  const about = {
    session: inherited?.session ?? session,
    phase,
    seq: inherited?.seq ?? record.seq,
    at: timeOf(left),
  };
  const known = said.filter((item) => !tellsMore(left.packet, item));
  return composeLedger(about, [...known, ...besides(left.packet, [...before, ...known])], before);
}

/** The ledger of a beginning without one; null if its packet cannot be read. */
export function ledgerOfOpening(packet: string): Ledger | null {
  const read = parsePacket('PACKET.md', packet);
  if (!read.ok || read.value.phase !== null) return null;
  const { session, seq, at } = read.value;
  return composeLedger({ session, phase: null, seq, at }, besides(packet, []), []);
}

/** Of a command the end of its output was told only where no artifact could be. */
const lastWords = ({ finalText, agent, artifacts }: PhaseRecord): string | null =>
  agent?.kind === 'command' && artifacts.length > 0 ? null : (finalText ?? null);

/** From the session's folder or, with a leading `/`, from the root. */
function pointerIn(session: SessionId, path: string, phase: string): string {
  const folder = `${sessionFolder(session)}/`;
  return `${path.startsWith(folder) ? path.slice(folder.length) : `/${path}`}@${phase}`;
}

function timeOf({ record, packet }: LeftBefore): Timestamp {
  const read = packet === null ? null : parsePacket('PACKET.md', packet);
  if (read?.ok === true) return read.value.at;
  return record.ended ?? record.approvals.at(-1)?.at ?? ('1970-01-01T00:00:00.000Z' as Timestamp);
}

/** Lines of packets of schema 1 that lead elsewhere. */
const ELSEWHERE = /^(?:before: |… \d+ (?:earlier|more): )`/;
/** A long item ended in a pointer to the whole of it. */
const CUT = / … `[^`]+`$/;
const POINTER = /^`[^`]+`/;

/** What a packet says that nothing else does, such as what a person wrote into it; what comes next is the engine's. */
function besides(packet: string | null, known: readonly LedgerItem[]): readonly LedgerItem[] {
  if (packet === null) return [];
  const same = new Set(
    known.flatMap(({ section, text }) => asTold(text).map((told) => keyOf(section, told))),
  );
  return packetItems(packet)
    .filter(({ section, shown, text }) => !ELSEWHERE.test(text) && (section !== 'Next' || shown !== text))
    .filter(({ section, text }) => {
      if (same.has(keyOf(section, text))) return false;
      const stem = stemOf(section, text);
      return stem === null || !known.some((other) => other.text.startsWith(stem));
    })
    .map(({ section, text }) => ({ section, text }));
}

/** True for a file of which the packet has its first paragraph, too. */
function tellsMore(packet: string | null, { section, text }: LedgerItem): boolean {
  if (packet === null || section !== 'Artifacts') return false;
  return packetItems(packet).some((item) => item.section === section && item.text.startsWith(`${text}: `));
}

/** An item as packets told it: a question without its tick, an answer as a decision. */
const asTold = (text: string): readonly string[] => [
  text,
  text.replace(/^\[ \] +/, ''),
  text.replace(/^\[[xX]\] +/, 'Answered: '),
];

/** Answers are decisions whatever section they were said in. */
const keyOf = (section: SectionHeading, text: string): string =>
  `${text.startsWith('Answered: ') ? 'Decisions' : section}\n${text}`;

/** The beginning by which an item is the same that is told in other words behind it; null where all of it counts. */
function stemOf(section: SectionHeading, text: string): string | null {
  if (section === 'Artifacts') return POINTER.exec(text)?.[0] ?? null;
  const stem = text.replace(CUT, '');
  return stem === text ? null : stem;
}
