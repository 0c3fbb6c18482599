import { assertNever } from '../base/assertNever.ts';
import type { RunEvent } from '../runner/runEvents.ts';
import { howLong } from './howLong.ts';
import { plainLine } from './plainText.ts';
import type { Style } from './style.ts';

const TAIL_LINES = 30;

interface Look {
  readonly style: Style;
  /** A living line tells what is under way; without one each beginning is a line of its own. */
  readonly lively: boolean;
  /** When the attempt began, in milliseconds. */
  readonly startedAt: number | null;
}

/** The lines that stay of an event, safe to print; none for what only the living line tells. */
export function eventLines(event: RunEvent, look: Look): readonly string[] {
  const { style, lively } = look;
  switch (event.type) {
    case 'opened':
      return [
        `${style.dim('Session')}       ${style.bold(event.session)}`,
        `${style.dim('Branch')}        ${plainLine(event.branch)}`,
        `${style.dim('Working tree')}  ${plainLine(event.root)}`,
        '',
      ];
    case 'told':
      return [`${style.asks('·')} ${plainLine(event.text)}`];
    case 'setup':
      return lively ? [] : [`  setting up: ${plainLine(event.command)}`];
    case 'attempt':
      return lively ? [] : [attempt(event)];
    case 'agent-line':
      return [];
    case 'agent-ended':
      return lively ? [] : [`  the agent has ended: ${plainLine(event.outcome)} after ${howLong(event.ms)}`];
    case 'check':
      return [];
    case 'check-ended':
      return [check(event, style)];
    case 'gate-failed':
      return gateFailed(event, style);
    case 'checkpoint':
      return [checkpoint(event, look)];
    case 'outcome':
    case 'error':
      return [];
    default:
      return assertNever(event);
  }
}

type Of<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

function attempt({ number, of, phase, attempt, agent, because }: Of<'attempt'>): string {
  const why = because === null ? '' : ` (${because})`;
  return plainLine(`▸ ${number}/${of} ${phase}: attempt ${attempt} by ${agent}${why}`);
}

function check({ name, outcome, ms }: Of<'check-ended'>, style: Style): string {
  const passed = outcome === 'passed';
  const word = passed ? style.good('✓') : style.bad('✗');
  return `  ${word} ${plainLine(name)} ${style.dim(`${plainLine(outcome)} in ${howLong(ms)}`)}`;
}

function gateFailed(
  { phase, reasons, tail, retriesLeft }: Of<'gate-failed'>,
  style: Style,
): readonly string[] {
  const again = retriesLeft > 0 ? ` One more attempt follows (${retriesLeft} left).` : '';
  return [
    `${style.bad('✗')} ${style.bold(phase)}: the gate does not hold.${again}`,
    ...reasons.map((reason) => `  - ${plainLine(reason)}`),
    ...(tail.length > 0 ? [style.dim('  Last lines of the output:')] : []),
    ...tail.slice(-TAIL_LINES).map((line) => `  ${style.dim('│')} ${plainLine(line)}`),
  ];
}

function checkpoint(event: Of<'checkpoint'>, { style, startedAt }: Look): string {
  const closes = event.kind === 'phase' || event.kind === 'approval';
  const mark = closes ? style.good('✓') : event.kind === 'blocked' ? style.bad('✗') : style.asks('·');
  const subject = plainLine(event.subject).replace(/^cairn: /, '');
  const took =
    event.kind === 'phase' && startedAt !== null ? ` · ${howLong(Date.parse(event.at) - startedAt)}` : '';
  return `${mark} ${subject} ${style.dim(`checkpoint ${event.seq} · ${event.commit.slice(0, 10)}${took}`)}`;
}
