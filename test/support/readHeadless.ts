import { READERS, readStream } from '../../src/agents/headless/headlessAgent.ts';
import { printedBy } from '../../src/agents/headless/printedBy.ts';
import type { AgentOutcome } from '../../src/model/agent/agentOutcome.ts';
import type { AgentEvent, ProcessEnd } from '../../src/session/ports.ts';
import { printed } from './headlessStreams.ts';

export const NOW = Date.UTC(2026, 10, 22, 12);
const COMMANDS = {
  claude: ['claude', '-p', '--output-format', 'stream-json', '--verbose'],
  codex: ['codex', 'exec', '--json', '-'],
} as const;
export type Lines = readonly (object | string)[];

/** What is made of an agent's output and of the end of its process. */
export async function read(
  name: keyof typeof COMMANDS,
  output: Lines | Uint8Array,
  end: Partial<ProcessEnd> = {},
  longest = 1_000_000,
): Promise<{ readonly outcome: AgentOutcome; readonly events: readonly AgentEvent[] }> {
  const reading = { name, login: `${name} login`, now: () => NOW };
  const events: AgentEvent[] = [];
  const reader = READERS[printedBy(COMMANDS[name])!](reading);
  const stream = readStream(reader, { onEvent: (event) => void events.push(event) }, longest);
  const bytes = output instanceof Uint8Array ? output : new TextEncoder().encode(printed(output));
  // Chunks end anywhere, also within a letter.
  const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) =>
    bytes.slice(at * 7, at * 7 + 7),
  );
  await stream.from(
    { output: ReadableStream.from(chunks), input: new WritableStream(), finish: () => undefined },
    60_000,
  );
  const whole = { kind: 'exited', exitCode: 0, signal: null, ms: 5, tail: '', orphans: 0, ...end } as const;
  return { outcome: stream.outcome(whole, reading), events };
}
export const outcomeOf = async (...of: Parameters<typeof read>): Promise<AgentOutcome> =>
  (await read(...of)).outcome;

export const done = (finalText: string): AgentOutcome => ({ kind: 'completed', finalText });
export const away = (retryAfterMs: number | null = null): AgentOutcome => ({
  kind: 'rate-limited',
  retryAfterMs,
});
export const crashed = (reason: string, exitCode: number | null = null): AgentOutcome => ({
  kind: 'crashed',
  reason,
  exitCode,
});
export const killed = { kind: 'signalled', exitCode: null, signal: 'SIGKILL' } as const;
