import type { RunEvent } from '../../runner/runEvents.ts';
import type { HowFailed } from './eventLines.ts';

type Failed = Extract<RunEvent, { type: 'gate-failed' }>;

/** What an attempt that failed had said last: of its checks, and of its agent where those said nothing. */
interface FailedSaid {
  readonly tail: readonly string[];
  readonly agentSaid: readonly string[];
}

/** What was said in a run so far, as far as it is not to be said again. */
interface Said {
  /** The last notice, until something else happens. */
  readonly notice: string | null;
  /** What can be typed about notices: it goes for all of them. */
  readonly hints: ReadonlySet<string>;
  /** By phase, how its attempts failed. */
  readonly failed: ReadonlyMap<string, FailedSaid & { readonly how: string; readonly times: number }>;
}

export const NOTHING_SAID: Said = { notice: null, hints: new Set(), failed: new Map() };

interface Once {
  readonly said: Said;
  /** Without what was said before; null if all of it was. */
  readonly event: RunEvent | null;
  readonly failed?: HowFailed;
  readonly agentSaid: readonly string[];
}

/** What is left to say of an event. */
export function saidOnce(said: Said, event: RunEvent, agentSaid: readonly string[]): Once {
  if (event.type === 'told') return { ...toldOnce(said, event), agentSaid };
  if (event.type === 'gate-failed') return failedOnce(said, event, agentSaid);
  if (event.type !== 'attempt' && event.type !== 'checkpoint') return { said, event, agentSaid };
  const isOver = event.type === 'checkpoint' && event.phase !== null;
  const failed = isOver ? new Map([...said.failed].filter(([phase]) => phase !== event.phase)) : said.failed;
  return { said: { ...said, notice: null, failed }, event, agentSaid };
}

/** Several phases at work tell of the same; what can be typed about it stands below the first. */
function toldOnce(said: Said, event: Extract<RunEvent, { type: 'told' }>): Pick<Once, 'said' | 'event'> {
  const [first = '', ...hints] = event.text.split('\n');
  const left = hints.filter((hint) => !said.hints.has(hint));
  return {
    said: { ...said, notice: event.text, hints: new Set([...said.hints, ...hints]) },
    event: event.text === said.notice ? null : { ...event, text: [first, ...left].join('\n') },
  };
}

/** Its last lines are said of the last attempt alone; if that left none, those of the one before are. */
function failedOnce(said: Said, event: Failed, agentSaid: readonly string[]): Once {
  const { phase, reasons, tail, retriesLeft } = event;
  const before = said.failed.get(phase);
  const how = howOf([...reasons, '', ...tail]);
  const times = before?.how === how ? before.times + 1 : 1;
  const saysNothing = [...tail, ...agentSaid].every((line) => line.trim() === '');
  const isEarlier = saysNothing && before !== undefined;
  const words = isEarlier ? before : { tail, agentSaid };
  return {
    said: { ...said, notice: null, failed: new Map([...said.failed, [phase, { ...words, how, times }]]) },
    event: { ...event, tail: retriesLeft > 0 ? [] : words.tail },
    failed: { alike: times, isEarlier },
    agentSaid: retriesLeft > 0 ? [] : words.agentSaid,
  };
}

/** A run of the same tests takes a little longer or shorter each time. */
const howOf = (lines: readonly string[]): string =>
  lines.join('\n').replaceAll(/\d+(?:[.,:]\d+)*\s?(?:ms|µs|s|sec|seconds?|m|min)\b/g, '');
