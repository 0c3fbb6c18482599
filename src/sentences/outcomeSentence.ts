import { counted, listed } from '../base/listed.ts';
import { doneWords } from '../model/text/doneWords.ts';
import type { Outcome } from '../session/results.ts';
import type { Stopped } from '../session/stopped.ts';

/** An outcome with its message, as the last event of a run and `--json` have it. */
export type SaidOutcome = Omit<Outcome, 'stopped'> & { readonly message: string };

export function saidOutcome({ stopped, ...outcome }: Outcome): SaidOutcome {
  const { changed, elsewhere, ...at } = outcome;
  const say: (stopped: Stopped, outcome: Omit<Outcome, 'stopped'>) => string = SAID[stopped.because] as never;
  return {
    ...at,
    message: say(stopped, outcome),
    ...(changed === undefined ? {} : { changed }),
    ...(elsewhere === undefined ? {} : { elsewhere }),
  };
}

const REOPEN = 'Restore one of its phases to go on, or fork from one.';

const SAID: {
  readonly [B in Stopped['because']]: (
    facts: Extract<Stopped, { because: B }>,
    outcome: Omit<Outcome, 'stopped'>,
  ) => string;
} = {
  'all-done': ({ done, skipped }, { checked }) =>
    `The session is ${doneWords(checked ?? null)}: ${counted(done, 'phase')}${skipped === 0 ? '' : `, ${skipped} skipped`}.`,
  'was-done': (_, { checked }) => `This session is ${doneWords(checked ?? null)}.`,
  'was-cancelled': () => `This session was cancelled. ${REOPEN}`,
  cancelled: () => `The session is cancelled. ${REOPEN}`,
  paused: (_, { phase }) => `Paused before ${phase ?? 'the end'}, as asked.`,
  gate: (_, { phase }) => `${phase ?? 'The session'} did not pass.`,
  waits: ({ question, packetEdited }, { phase, changed = [], elsewhere }) =>
    [
      // When HEAD is the question, an edge words it as it is now.
      ...(elsewhere?.isQuestion === true
        ? []
        : [question ?? `${phase ?? 'The session'} waits for your approval.`]),
      ...(changed.length === 0
        ? []
        : [
            `Changed since: ${listed(
              changed.map(({ path }) => path),
              20,
            )}.`,
          ]),
      ...(packetEdited === true
        ? [
            'The context packet (what the next phase is told) was edited: the approval takes it as it lies there.',
          ]
        : []),
    ].join('\n'),
  'not-complete': ({ reasons }) => `Not complete yet: ${reasons.join('; ')}`,
  'asked-to-stop': ({ during }) =>
    `Stopped${during === null ? '' : ` in attempt ${during.attempt} of ${during.phase}`}. Every finished phase is safe.`,
  'driven-elsewhere': ({ by }) => `${by} runs this session.`,
  'taken-over': () => 'Another process has taken this session over; this one stopped.',
  'tree-taken': ({ by }) => `Session ${by} works in this tree by now; this one stopped.`,
};

/** For a session in place whose HEAD has moved, so that nothing can be approved or captured: what to do first. */
export const elsewhereSentence = ({ was, now, back }: NonNullable<Outcome['elsewhere']>): string =>
  `HEAD was on ${was} and is now on ${now}. Go back there first: \`${back}\`.`;
