import { LOOK_AGAIN, RUN_ALL, RUN_FIRST, RUN_IT, SKIP_IT } from '../model/graph/conditionAnswers.ts';
import { ACCEPT, ANOTHER_ROUND, STOP } from '../model/graph/loopAnswers.ts';

/** An answer that the engine offers, as people see it. */
interface AnswerWords {
  /** On a button. */
  readonly title: string;
  readonly does: string;
}

const WORDS: ReadonlyMap<string, AnswerWords> = new Map([
  [ANOTHER_ROUND, { title: 'Begin Another Round', does: 'send the work back once more' }],
  [ACCEPT, { title: 'Accept as It Is', does: 'the phase is done with what is there' }],
  [STOP, { title: 'Stop', does: 'cancel the session; what is done stays' }],
  [LOOK_AGAIN, { title: 'Look Again', does: 'once the file is mended' }],
  [RUN_IT, { title: 'Run It', does: 'whatever the file says' }],
  [SKIP_IT, { title: 'Skip It', does: 'and go on with what comes after it' }],
  [RUN_ALL, { title: 'Run All', does: 'a phase for each item' }],
]);

/** How the questions of the engine begin: an agent may offer one of the same words, and means something else. */
const BEGIN: readonly string[] = [ANOTHER_ROUND, LOOK_AGAIN, RUN_ALL];

/** What an option of a question means where the engine asks; null where an agent does, whose words are its own. */
export function answerWords(option: string, options: readonly string[]): AnswerWords | null {
  if (!BEGIN.includes(options[0] ?? '')) return null;
  const first = option.startsWith(`${RUN_FIRST} `) ? option.slice(RUN_FIRST.length + 1) : null;
  if (first !== null) return { title: `Run the First ${first}`, does: 'and leave the others out' };
  return WORDS.get(option) ?? null;
}
