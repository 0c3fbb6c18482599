import { lookUp } from '../../base/lookUp.ts';
import type { RunEvent } from '../../runner/runEvents.ts';
import { baselineLine } from './baselineLine.ts';
import { aheadLines } from './aheadLines.ts';
import { howLong } from './howLong.ts';
import { takenLine } from '../../sentences/takenLine.ts';
import { commandLines } from '../../sentences/trust.ts';
import { plain, plainLine } from '../terminal/plainText.ts';
import { wordsOfAct } from '../../model/agent/permissionAct.ts';
import { shortName } from '../../model/names/shortName.ts';
import { usageFacts } from '../../sentences/usageWords.ts';
import type { Style } from '../terminal/style.ts';
import { nameAndId } from './nameAndId.ts';
import { statusWord } from './statusWords.ts';
import { toldLines } from './toldLines.ts';
import { unattendedLines } from './unattendedLines.ts';

const TAIL_LINES = 30;
/** The agent name that stands for a person. */
const BY_HAND = 'manual';

interface Look {
  readonly style: Style;
  readonly width: number;
  /** True when a living line shows what is under way; without it, each beginning gets its own line. */
  readonly lively: boolean;
  /** When the attempt began, in milliseconds. */
  readonly startedAt: number | null;
  /** True once more than one phase has been at work: what is said of one names it. */
  readonly several: boolean;
  /** A check that its attempt has passed already. */
  readonly again: boolean;
  /** Output of the agent whose attempt failed: it says why when no check does. */
  readonly agentSaid: readonly string[];
  readonly failed?: HowFailed;
}

/** How an attempt stands to those before it. */
export interface HowFailed {
  /** How many in a row have failed as it has, itself included. */
  readonly alike: number;
  /** It said nothing: the lines are those of the one before. */
  readonly isEarlier: boolean;
}

const ONCE: HowFailed = { alike: 1, isEarlier: false };

type Of<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

const askedLine = (request: Of<'asks'>['request']): string => {
  const { act, description } = wordsOfAct(request, 1_000);
  const described = description === null ? '' : ` (“${description}”)`;
  return `? ${request.agent} asks for a permission (${request.kind}): ${act}${described}`;
};

const NONE = (): readonly string[] => [];

/** The lasting lines of each kind of event. The living line, if there is one, shows the rest. */
const LINES: { readonly [T in RunEvent['type']]: (event: Of<T>, look: Look) => readonly string[] } = {
  ahead: aheadLines,
  unattended: unattendedLines,
  opened: ({ session, branch, root }, { style }) => [
    `${style.dim('Session')}       ${style.bold(plainLine(nameAndId(shortName(session), session)))}`,
    `${style.dim('Branch')}        ${plainLine(branch)}`,
    `${style.dim('Working tree')}  ${plainLine(root)}`,
    '',
  ],
  told: ({ text }, { style, width }) => toldLines(text, style, width),
  trusted: ({ commands, warnings }, { style }) => [
    ...(commands.length === 0
      ? []
      : [
          `${style.asks('·')} Trusted in this clone from now on, as --trust says:`,
          ...commandLines(commands).map(plain),
        ]),
    ...warnings.map(
      (warning) => `${style.asks('·')} Trusted as well, of its history: ${plainLine(warning)}.`,
    ),
  ],
  setup: ({ command }, { lively }) => (lively ? [] : [`  setting up: ${plainLine(command)}`]),
  attempt: (event, { lively, style }) =>
    lively ? chosen(event, style) : [plainLine(`▸ ${event.number}/${event.of} ${attempt(event)}`)],
  'agent-line': NONE,
  // A terminal asks the person in front of it; other readers are told where to answer.
  asks: ({ request }, { lively }) => (lively ? [] : [plainLine(askedLine(request))]),
  asked: NONE,
  // There are thousands: the living line shows each briefly, and the line for the agent's end counts them.
  'agent-tool': NONE,
  'agent-plan': NONE,
  'agent-ended': (event, { lively, several }) => (lively ? [] : agentEnded(event, several)),
  check: NONE,
  'check-ended': (event, look) => [check(event, look)],
  baseline: NONE,
  'baseline-ended': (event, { style }) => [baselineLine(event, style)],
  taking: (event, { lively }) => (lively || event.done > 0 ? [] : [`  ${takenLine(event)}`]),
  'gate-failed': gateFailed,
  checkpoint: (event, look) => [checkpoint(event, look)],
  outcome: NONE,
  error: NONE,
};

/** The lasting lines of an event, safe to print. */
export function eventLines<T extends RunEvent['type']>(event: Of<T>, look: Look): readonly string[] {
  const lines: ((event: Of<T>, look: Look) => readonly string[]) | undefined = lookUp(LINES, event.type);
  // A newer runner may send events that this version does not know.
  return lines === undefined ? [] : lines(event, look);
}

function attempt({ phase, attempt, agent, because }: Of<'attempt'>): string {
  const why = because === null ? '' : ` (${because})`;
  return agent === BY_HAND
    ? `${phase} is yours to do${why}`
    : `${phase}: attempt ${attempt} by ${agent}${why}`;
}

/** The living line only names the agent; if Cairn chose it, a lasting line says why. */
function chosen(event: Of<'attempt'>, style: Style): readonly string[] {
  return event.because === null ? [] : [`${style.asks('·')} ${plainLine(attempt(event))}`];
}

/** Prints nothing for an agent that asks something: its question comes next. */
function agentEnded(
  { phase, outcome, ms, calls = 0, usage }: Of<'agent-ended'>,
  several: boolean,
): readonly string[] {
  if (outcome === 'needs-input') return [];
  const ended = lookUp(ENDED, outcome);
  const facts = [
    `  ${several ? `${plainLine(phase)}: ` : ''}${ended ?? `the agent has ended (${plainLine(outcome)})`} after ${howLong(ms)}`,
    ...(calls === 0 ? [] : [`${calls} tool ${calls === 1 ? 'call' : 'calls'}`]),
    ...(usage === undefined ? [] : usageFacts(usage)),
  ];
  return [facts.join(' · ')];
}

const ENDED: Readonly<Record<string, string>> = {
  completed: 'the agent has finished',
  refused: 'the agent refused',
  cancelled: 'the agent was stopped',
  'timed-out': 'the agent ran out of time',
  crashed: 'the agent crashed',
  stalled: 'the agent went silent',
  limited: 'the agent was stopped by a limit',
  'rate-limited': 'the agent was told to wait',
  unauthenticated: 'the agent is not logged in',
};

/** Checks run once more where others were published since. */
const AGAIN = ' again, with what was published beside it,';

const AS_BEFORE = ' as before anything was changed,';

function check(
  { phase, name, outcome, ms, why, before }: Of<'check-ended'>,
  { style, several, again }: Look,
): string {
  const passed = outcome === 'passed';
  const word = passed ? style.good('✓') : style.bad('✗');
  const because = why === undefined ? '' : `: ${plainLine(why)}`;
  const whose = several ? `${plainLine(phase)}: ` : '';
  const asBefore = outcome === 'failed' && before === 'failed' ? `${again ? '' : ','}${AS_BEFORE}` : '';
  return `  ${word} ${whose}${plainLine(name)} ${style.dim(`${plainLine(outcome)}${again ? AGAIN : ''}${asBefore} in ${howLong(ms)}${because}`)}`;
}

/** What blocks a phase, as the end of a sentence. */
export const DID_NOT_HOLD = {
  gate: 'it did not pass',
  setup: 'the setup of the worktree failed',
} as const;

function gateFailed(
  { phase, by, reasons, tail, retriesLeft }: Of<'gate-failed'>,
  { style, agentSaid, failed = ONCE }: Look,
): readonly string[] {
  const often = failed.alike > 1 ? `, the same way ${failed.alike} times` : '';
  const when = failed.isEarlier ? ', an attempt before' : '';
  const again = retriesLeft > 0 ? ` One more attempt follows (${retriesLeft} left).` : '';
  const checks = shown(tail);
  const [whose, lines] = checks.length > 0 ? ['of the output', checks] : ['of the agent', shown(agentSaid)];
  return [
    `${style.bad('✗')} ${style.bold(phase)}: ${DID_NOT_HOLD[by]}${often}.${again}`,
    ...reasons.map((reason) => `  - ${plainLine(reason)}`),
    ...(lines.length > 0 ? [style.dim(`  Last lines ${whose}${when}:`)] : []),
    ...lines.slice(-TAIL_LINES).map((line) => `  ${style.dim('│')} ${line}`),
  ];
}

/** Drops empty lines, as a check that printed nothing leaves one. */
const shown = (lines: readonly string[]): readonly string[] =>
  lines.map(plainLine).filter((line) => line !== '');

function checkpoint(event: Of<'checkpoint'>, { style, startedAt }: Look): string {
  const closes = event.kind === 'phase' || event.kind === 'approval';
  const { mark: done, paint } = statusWord('done', event.checked ?? null, style);
  const mark = closes ? paint(done) : event.kind === 'blocked' ? style.bad('✗') : style.asks('·');
  const subject = plainLine(event.subject).replace(/^cairn: /, '');
  const took =
    event.kind === 'phase' && startedAt !== null ? ` · ${howLong(Date.parse(event.at) - startedAt)}` : '';
  return `${mark} ${subject} ${style.dim(`· checkpoint ${event.seq} · ${event.commit.slice(0, 10)}${took}`)}`;
}
