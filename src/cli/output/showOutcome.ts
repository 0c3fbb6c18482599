import { listed } from '../../base/listed.ts';
import type { StatusView } from '../../session/results.ts';
import { elsewhereSentence, type SaidOutcome } from '../../sentences/outcomeSentence.ts';
import type { Answer, Context } from '../commands/command.ts';
import { exitOfOutcome } from './exitCodes.ts';
import type { Driven } from '../commands/driveRun.ts';
import { DID_NOT_HOLD } from './eventLines.ts';
import { nextSteps, type NextStep } from './nextSteps.ts';
import { phaseTable } from './phaseTable.ts';
import { plain, plainLine } from '../terminal/plainText.ts';
import { attention } from './showStatus.ts';
import { sessionIsDone } from './statusWords.ts';
import { stepsFor } from './stepsFor.ts';
import { atTerminal } from '../terminal/atTerminal.ts';
import { withNames, type Naming } from './withNames.ts';
import type { Style } from '../terminal/style.ts';

/** Where a run stopped: one sentence, the phase table, what is asked, what to type next. */
export async function answerOfRun(context: Context, { outcome: found, saidWhy }: Driven): Promise<Answer> {
  const outcome = terminalOutcome(found);
  const exit = exitOfOutcome(outcome);
  if (context.json) return { exit, json: outcome, text: '' };
  if (outcome.seq === 0) return { exit, json: outcome, text: notBegun(context, outcome) };
  const api = await context.api();
  const status = await api.status(outcome.session);
  const named = await withNames(context);
  return {
    exit,
    json: outcome,
    text: showOutcome(named, terminalOutcome(named.short(found)), status, saidWhy),
  };
}

/** Completes the message: for a session in place, also with how to go on where HEAD is. */
export function terminalOutcome({ elsewhere, ...outcome }: SaidOutcome): SaidOutcome {
  if (elsewhere === undefined) return outcome;
  const head = `${elsewhereSentence(elsewhere)} Or go on here: \`cairn resume ${outcome.session} --here\`.`;
  const lines = elsewhere.isQuestion ? [head, outcome.message] : [outcome.message, head];
  return { ...outcome, message: lines.filter((line) => line !== '').join('\n') };
}

function showOutcome(
  context: Context & Naming,
  outcome: SaidOutcome,
  found: StatusView,
  saidWhy: Driven['saidWhy'],
): string {
  const { style, width, terminal, command } = context;
  const status = { ...found, warnings: context.short(found.warnings) };
  const asked = attention(asAskedNow(status, outcome), context, saidWhy);
  const message = plain(outcome.message).trimEnd();
  const steps = stepsFor(status, command, atTerminal(context));
  const table = phaseTable(status, { style, width, now: terminal.now() }).join('\n');
  // The person has just read what is missing and does not need the page with their work again.
  if (status.question?.kind === 'work' && saidWhy.size > 0) {
    const again: NextStep = [command('status', status.session), 'read again what is to be done'];
    const blocks = [
      headline(context, outcome, message, status),
      table,
      nextSteps([...steps, again], style, width),
    ];
    return `\n${blocks.join('\n\n')}`;
  }
  const blocks = [
    headline(context, outcome, message, status),
    table,
    // The question words a waiting session's message better, and for most other outcomes it stands above.
    asked === '' && isSaidNowhere(outcome, saidWhy) ? message : asked,
    nextSteps(steps, style, width),
  ];
  return `\n${blocks.filter((block) => block !== '').join('\n\n')}`;
}

const isSaidNowhere = ({ reason }: SaidOutcome, saidWhy: Driven['saidWhy']): boolean =>
  reason === 'waiting' || (reason === 'blocked' && saidWhy.size === 0);

/** The session was stopped before its first checkpoint, so there is none to show. */
function notBegun(context: Context, outcome: SaidOutcome): string {
  const steps = nextSteps([[context.command('list'), 'see what there is']], context.style, context.width);
  return `\n${headline(context, outcome, plain(outcome.message))}\n\n${steps}`;
}

/** A resume that finds a session waiting knows more than its question: what changed since, what must come first. */
function asAskedNow(status: StatusView, { changed, message, phase }: SaidOutcome): StatusView {
  if (status.question === null || changed === undefined) return status;
  const questions = status.questions.map((one) => (one.phase === phase ? { ...one, text: message } : one));
  return { ...status, question: { ...status.question, text: message }, questions };
}

function headline(
  { style }: Pick<Context, 'style'>,
  { reason, phase, checked }: SaidOutcome,
  message: string,
  status?: StatusView,
): string {
  const all = reason === 'waiting' && status !== undefined ? status.questions.map((one) => one.phase) : [];
  const named = all.length > 1 ? all : [phase].filter((one) => one !== null);
  const words = listed(
    named.map((one) => style.bold(plainLine(one))),
    3,
  );
  const where = (word: string): string => (words === '' ? '' : ` ${word} ${words}`);
  const blockedBy = status?.phases.find((row) => row.id === phase)?.blockedBy ?? 'gate';
  if (reason === 'completed') {
    const { mark, text } = sessionIsDone(checked ?? null, style);
    return `${mark} ${text}`;
  }
  const { mark, text } = HEADLINES[reason](where, message, blockedBy);
  return `${style[mark.paint](mark.text)} ${text}`;
}

interface Headline {
  readonly mark: { readonly text: string; readonly paint: keyof Style };
  readonly text: string;
}

const HEADLINES: {
  readonly [R in Exclude<SaidOutcome['reason'], 'completed'>]: (
    where: (word: string) => string,
    message: string,
    by: 'gate' | 'setup',
  ) => Headline;
} = {
  paused: (where) => ({ mark: { text: '‖', paint: 'asks' }, text: `Paused${where('before')}, as asked.` }),
  waiting: (where) => ({ mark: { text: '?', paint: 'asks' }, text: `Waiting for you${where('at')}.` }),
  blocked: (where, _, by) => ({
    mark: { text: '✗', paint: 'bad' },
    text: `Blocked${where('at')}: ${DID_NOT_HOLD[by]}.`,
  }),
  cancelled: (_, message) => ({ mark: { text: '–', paint: 'dim' }, text: message }),
  interrupted: (_, message) => ({ mark: { text: '!', paint: 'asks' }, text: message }),
  'lease-held': (_, message) => ({ mark: { text: '!', paint: 'asks' }, text: message }),
};
