import type { Question } from '../model/checkpoint/phaseRecord.ts';
import { LOOK_AGAIN, RUN_ALL, RUN_FIRST, RUN_IT, SKIP_IT } from '../model/graph/conditionAnswers.ts';
import { STOP } from '../model/checkpoint/stopAnswer.ts';
import { ALLOW, DO_WITHOUT } from '../model/agent/rejected.ts';
import { LET_BE, TRY_AGAIN } from '../model/gate/redAnswers.ts';
import { ACCEPT, ANOTHER_ROUND } from '../model/graph/loopAnswers.ts';
import { GO_ON, STOP_HERE } from '../model/graph/stopAnswers.ts';
import { shownLine } from '../model/text/oneLine.ts';
import { WITHOUT } from '../model/limits/sayLimit.ts';

/** An answer that the engine offers, as people see it. */
interface AnswerWords {
  /** On a button. */
  readonly title: string;
  readonly does: string;
}

const STOPS: AnswerWords = { title: 'Stop', does: 'cancel the session; what is done stays' };

const LETS_BE: AnswerWords = {
  title: 'Go On as It Is',
  does: 'without these checks: what is done so is shown as red, never as passed',
};

const LOOP: ReadonlyMap<string, AnswerWords> = new Map([
  [ANOTHER_ROUND, { title: 'Begin Another Round', does: 'send the work back once more' }],
  [ACCEPT, { title: 'Accept as It Is', does: 'the phase is done with what is there' }],
  [LET_BE, LETS_BE],
  [STOP, STOPS],
]);

const CHECK: ReadonlyMap<string, AnswerWords> = new Map([
  [LET_BE, LETS_BE],
  [TRY_AGAIN, { title: 'Try Again', does: 'once that is mended: its checks first, then another attempt' }],
  [STOP, STOPS],
]);

const CONDITION: ReadonlyMap<string, AnswerWords> = new Map([
  [LOOK_AGAIN, { title: 'Look Again', does: 'once the file is mended' }],
  [RUN_IT, { title: 'Run It', does: 'whatever the file says' }],
  [SKIP_IT, { title: 'Skip It', does: 'and go on with what comes after it' }],
  [RUN_ALL, { title: 'Run All', does: 'a phase for each item' }],
]);

const STOPPING: ReadonlyMap<string, AnswerWords> = new Map([
  [LOOK_AGAIN, { title: 'Look Again', does: 'once the file is mended' }],
  [STOP_HERE, { title: 'Stop Here', does: 'the phase is done, what is left is skipped' }],
  [GO_ON, { title: 'Go On', does: 'with the phases that are left' }],
]);

const PERMISSION: ReadonlyMap<string, AnswerWords> = new Map([
  [
    ALLOW,
    { title: 'Allow It', does: 'exactly this, in this phase, on this machine; the phase is tried again' },
  ],
  [DO_WITHOUT, { title: 'Do Without It', does: 'the phase is tried again, and it stays denied' }],
  [STOP, STOPS],
]);

/**
 * What an option of a question means where the engine asks, by what it asks about; null where an agent does, whose words are its
 * own, even if they are the same.
 */
export function answerWords(option: string, about: Question['about']): AnswerWords | null {
  return about === undefined ? null : WORDS[about](option);
}

const WORDS: Readonly<Record<NonNullable<Question['about']>, (option: string) => AnswerWords | null>> = {
  loop: (option) => LOOP.get(option) ?? null,
  condition: (option) => CONDITION.get(option) ?? runFirst(option),
  limit: (option) =>
    option === STOP
      ? STOPS
      : { title: titled(option), does: option === WITHOUT ? 'the limit holds no more' : 'and go on' },
  effect: (option) => ({ title: titled(option), does: 'it is recorded with your name' }),
  stop: (option) => STOPPING.get(option) ?? null,
  packet: () => null,
  conflict: () => null,
  permission: (option) => PERMISSION.get(option) ?? null,
  check: (option) => CHECK.get(option) ?? null,
};

const ENDED_BY_STOP: ReadonlySet<Question['about']> = new Set(['loop', 'limit', 'permission', 'check']);

/** True if nothing of the session goes on after this answer. */
export const endsSession = (option: string, about: Question['about']): boolean =>
  (option === STOP && ENDED_BY_STOP.has(about)) || (option === STOP_HERE && about === 'stop');

const runFirst = (option: string): AnswerWords | null =>
  option.startsWith(`${RUN_FIRST} `)
    ? {
        title: titled(`${RUN_FIRST} ${option.slice(RUN_FIRST.length + 1)}`),
        does: 'and leave the others out',
      }
    : null;

const SMALL: ReadonlySet<string> = new Set(['to', 'as', 'it', 'the']);

/** Of an option that a record says. */
const LONGEST = 200;

/** As buttons are written: `Raise to 10 USD`. */
const titled = (option: string): string =>
  shownLine(option, LONGEST)
    .split(' ')
    .map((word, at) => (at > 0 && SMALL.has(word) ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join(' ');
