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
}

const SESSION = '20261120-add-login-7f3k' as SessionId;
const COMMIT = '85b0113aabbccddeeff00112233445566778899a' as CommitId;
const AT = '2026-11-20T10:01:22.123Z' as Timestamp;

export const input = (over: Partial<PacketInput> = {}): PacketInput => ({
  session: SESSION,
  phase: 'plan' as PhaseId,
  folder: '02-plan',
  seq: 3,
  at: AT,
  commit: COMMIT,
  budget: 2000,
  previous: null,
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
  packetPointer: null,
  requestPointer: 'REQUEST.md@opened',
  ...over,
});

/** Runs a whole session's packets, each from the one before it, and keeps every file under its pointer. */
export function simulate(
  request: string,
  phases: readonly SimulatedPhase[],
  names: {
    readonly phase?: (number: number) => string;
    readonly over?: Partial<PacketInput>;
    readonly count?: (text: string) => number;
  } = {},
): SimulatedChain {
  const count = names.count ?? countTokens;
  const phaseName = names.phase ?? ((number) => `step-${number}`);
  const store = new Map<string, string>([['REQUEST.md@opened', request]]);
  const next = (number: number): PacketInput['next'] =>
    number > phases.length
      ? null
      : { phase: phaseName(number) as PhaseId, title: `Step ${number}`, asks: 'Do what the plan says.' };
  const opening = buildPacket(
    input({ ...names.over, phase: null, folder: null, seq: 1, request, next: next(1) }),
    count,
  );
  const packets = [opening];
  let pointer = 'PACKET.md@opened';
  store.set(pointer, opening.text);
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
    const packet = buildPacket(
      input({
        ...names.over,
        ...phase,
        artifacts,
        phase: id as PhaseId,
        folder,
        seq: at + 2,
        request,
        previous: packets.at(-1)?.text ?? null,
        packetPointer: pointer,
        next: next(at + 2),
      }),
      count,
    );
    packets.push(packet);
    pointer = `${folder}/PACKET.md@${id}`;
    store.set(pointer, packet.text);
  });
  return { store, packets };
}

/** phase.json names its artifacts by path; here as the pointers those paths amount to. */
function recordOf(phase: SimulatedPhase, artifacts: readonly { readonly pointer: string }[]): string {
  return [...artifacts.map(({ pointer }) => `\`${pointer}\``), ...phase.decisions, ...phase.failed].join(
    '\n',
  );
}

/** Everything that a reader of `text` can read who follows every pointer in it and in what they lead to; throws where one leads nowhere. */
export function readable(
  text: string,
  store: ReadonlyMap<string, string>,
): { readonly all: string; readonly hops: number } {
  const seen = new Map<string, number>();
  const texts = [text];
  const queue: { readonly text: string; readonly hops: number }[] = [{ text, hops: 0 }];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const [, pointer = ''] of at.text.matchAll(/`([^`\s]+@[a-z][a-z0-9-]*)`/g)) {
      if (seen.has(pointer) || pointer.startsWith('workflow.yaml@')) continue;
      const found = store.get(pointer);
      if (found === undefined) throw new Error(`nothing is at ${pointer}`);
      seen.set(pointer, at.hops + 1);
      texts.push(found);
      queue.push({ text: found, hops: at.hops + 1 });
    }
  }
  return { all: texts.join('\n'), hops: Math.max(0, ...seen.values()) };
}
