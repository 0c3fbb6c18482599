import { composeLedger } from '../../../src/model/ledger/composeLedger.ts';
import { foldLedgers } from '../../../src/model/ledger/foldLedgers.ts';
import type { PlacedLedger } from '../../../src/model/ledger/ledger.ts';
import type { LedgerInput } from '../../../src/model/ledger/ledgerInput.ts';
import { ownItems } from '../../../src/model/ledger/ownItems.ts';
import { buildPacket } from '../../../src/model/packet/buildPacket.ts';
import type { BuiltPacket, PacketInput } from '../../../src/model/packet/packetInput.ts';
import type { CommitId, PhaseId, SessionId, Timestamp } from '../../../src/model/names/ids.ts';
import { count as countTokens } from '../../../src/bundles/tokenizer.ts';

/** What one simulated phase leaves behind. */
export interface SimulatedPhase {
  readonly budget: number;
  readonly handoff: string | null;
  readonly artifacts: readonly { readonly name: string; readonly text: string | null }[];
  readonly decisions: readonly string[];
  readonly failed: readonly string[];
}

export interface SimulatedChain {
  /** Every file that can be pointed to, by its pointer. */
  readonly store: ReadonlyMap<string, string>;
  readonly packets: readonly BuiltPacket[];
  readonly ledgers: readonly PlacedLedger[];
}

const SESSION = '20261120-add-login-7f3k' as SessionId;
const COMMIT = '85b0113aabbccddeeff00112233445566778899a' as CommitId;
const AT = '2026-11-20T10:01:22.123Z' as Timestamp;

/** A phase, and what was handed on before it. */
export interface Told extends LedgerInput, Omit<PacketInput, 'items'> {
  readonly before: readonly PlacedLedger[];
}

const PLAIN: Told = {
  session: SESSION,
  phase: 'plan' as PhaseId,
  folder: '02-plan',
  seq: 3,
  at: AT,
  commit: COMMIT,
  budget: 2000,
  before: [],
  request: 'Add login',
  handoff: null,
  finalText: null,
  artifacts: [],
  decisions: [],
  failed: [],
  notCaptured: [],
  changed: [],
  deletions: [],
  next: null,
  ahead: [],
  advisers: new Set(),
};

/** What a phase hands on: its ledger in its place, and the packet. */
export function handOn(
  over: Partial<Told> = {},
  count: (text: string) => number = countTokens,
): { readonly packet: BuiltPacket; readonly placed: PlacedLedger } {
  const told = { ...PLAIN, ...over };
  const { session } = told;
  const placed = {
    folder: told.folder ?? '00-opened',
    ledger: composeLedger(told, ownItems(told), foldLedgers(session, told.before)),
  };
  const items = foldLedgers(session, [...told.before, placed]);
  return { placed, packet: buildPacket({ ...told, items }, count) };
}

/** Runs a whole session's packets, each from the ledgers before it, and keeps every file under its pointer. */
export function simulate(
  request: string,
  phases: readonly SimulatedPhase[],
  names: {
    readonly phase?: (number: number) => string;
    readonly over?: Partial<Told>;
    readonly count?: (text: string) => number;
  } = {},
): SimulatedChain {
  const phaseName = names.phase ?? ((number) => `step-${number}`);
  const store = new Map<string, string>([['REQUEST.md@opened', request]]);
  const next = (number: number): PacketInput['next'] =>
    number > phases.length
      ? null
      : { phase: phaseName(number) as PhaseId, title: `Step ${number}`, asks: 'Do what the plan says.' };
  const opening = handOn(
    { ...names.over, phase: null, folder: null, seq: 1, request, next: next(1) },
    names.count,
  );
  const packets = [opening.packet];
  const ledgers = [opening.placed];
  phases.forEach((phase, at) => {
    const id = phaseName(at + 1);
    const folder = `${String(at + 1).padStart(2, '0')}-${id}`;
    const artifacts = phase.artifacts.map(({ name, text }) => ({
      pointer: `${folder}/${name}@${id}`,
      path: `.cairn/sessions/${SESSION}/${folder}/${name}`,
      text,
      bytes: text?.length ?? 100,
    }));
    for (const artifact of artifacts) store.set(artifact.pointer, artifact.text ?? '');
    if (phase.handoff !== null) store.set(`${folder}/HANDOFF.md@${id}`, phase.handoff);
    store.set(`${folder}/phase.json@${id}`, recordOf(phase, artifacts));
    const { packet, placed } = handOn(
      {
        ...names.over,
        ...phase,
        artifacts,
        phase: id as PhaseId,
        folder,
        seq: at + 2,
        request,
        before: ledgers,
        next: next(at + 2),
      },
      names.count,
    );
    packets.push(packet);
    ledgers.push(placed);
  });
  return { store, packets, ledgers };
}

/** phase.json names its artifacts by path; here as the pointers those paths amount to. */
function recordOf(phase: SimulatedPhase, artifacts: readonly { readonly pointer: string }[]): string {
  return [...artifacts.map(({ pointer }) => `\`${pointer}\``), ...phase.decisions, ...phase.failed].join(
    '\n',
  );
}

/** What `cairn ledger` prints of a session. */
export const told = (ledgers: readonly PlacedLedger[]): string =>
  foldLedgers(SESSION, ledgers)
    .map(({ id, text }) => `${id} ${text}`)
    .join('\n');

/**
 * Everything that a reader of a packet can read who follows every pointer in it, types the command that it names, and follows the
 * pointers in what those lead to; throws where one leads nowhere.
 */
export function readable(
  text: string,
  { store, ledgers }: Pick<SimulatedChain, 'store' | 'ledgers'>,
): string {
  const seen = new Set<string>();
  const texts = [text.includes('`cairn ledger') ? `${text}\n${told(ledgers)}` : text];
  for (let at = 0; at < texts.length; at += 1) {
    for (const [, pointer = ''] of (texts[at] ?? '').matchAll(/`([^`\s]+@[a-z][a-z0-9-]*)`/g)) {
      if (seen.has(pointer) || pointer.startsWith('workflow.yaml@')) continue;
      const found = store.get(pointer);
      if (found === undefined) throw new Error(`nothing is at ${pointer}`);
      seen.add(pointer);
      texts.push(found);
    }
  }
  return texts.join('\n');
}
