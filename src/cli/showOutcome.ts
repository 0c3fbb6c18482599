import { assertNever } from '../base/assertNever.ts';
import type { Outcome, StatusView } from '../session/results.ts';
import type { Answer, Context } from './command.ts';
import { exitOfOutcome } from './exitCodes.ts';
import { nextSteps } from './nextSteps.ts';
import { phaseTable } from './phaseTable.ts';
import { plain, plainLine } from './plainText.ts';
import { attention } from './showStatus.ts';
import { stepsFor } from './stepsFor.ts';

/** Where a run stopped: one sentence, the phase table, what is asked, what to type next. */
export async function answerOfRun(context: Context, outcome: Outcome): Promise<Answer> {
  const exit = exitOfOutcome(outcome);
  if (context.json) return { exit, json: outcome, text: '' };
  const api = await context.api();
  return { exit, json: outcome, text: showOutcome(context, outcome, await api.status(outcome.session)) };
}

function showOutcome(context: Context, outcome: Outcome, status: StatusView): string {
  const { style, width, terminal, command } = context;
  const asked = attention(status, context);
  const message = plain(outcome.message).trimEnd();
  const blocks = [
    headline(context, outcome),
    phaseTable(status, { style, width, now: terminal.now() }).join('\n'),
    // The question is the message in better words.
    asked === '' && message !== '' ? message : asked,
    nextSteps(stepsFor(status, command), style, width),
  ];
  return `\n${blocks.filter((block) => block !== '').join('\n\n')}`;
}

function headline({ style }: Pick<Context, 'style'>, { reason, phase }: Outcome): string {
  const at = phase === null ? '' : ` ${style.bold(plainLine(phase))}`;
  switch (reason) {
    case 'completed':
      return style.good('✓ The session is done.');
    case 'paused':
      return `${style.asks('‖')} Paused${phase === null ? '' : ` before${at}`}, as asked.`;
    case 'waiting':
      return `${style.asks('?')} Waiting for you${phase === null ? '' : ` at${at}`}.`;
    case 'blocked':
      return `${style.bad('✗')} Blocked${phase === null ? '' : ` at${at}`}: its gate does not hold.`;
    case 'cancelled':
      return '– The session is cancelled.';
    case 'interrupted':
      return `${style.asks('!')} Stopped${phase === null ? '' : ` in${at}`}. Everything up to the last checkpoint is safe.`;
    case 'lease-held':
      return `${style.asks('!')} Another process drives this session.`;
    default:
      return assertNever(reason);
  }
}
