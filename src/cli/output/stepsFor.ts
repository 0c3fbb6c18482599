import { nextActs, type Act } from '../../model/plan/nextActs.ts';
import { slugOfId } from '../../model/names/shortName.ts';
import type { StatusView } from '../../session/results.ts';
import { answerWords } from '../../sentences/answerWords.ts';
import type { Context } from '../commands/command.ts';
import { asksAlone, askedOnce } from './asksAlone.ts';
import type { NextStep } from './nextSteps.ts';

/**
 * What a person can do next with a session in this state, as commands to type.
 *
 * @param goesOn whether a session goes on by itself after a word that is typed here
 */
export function stepsFor(
  status: StatusView,
  command: Context['command'],
  goesOn = false,
): readonly NextStep[] {
  const { session } = status;
  const acts = nextActs(status);
  // Behind a way back it is what tries again.
  const isWordLast = goesOn && !acts.some(({ act }) => act === 'go-back');
  const all = isWordLast ? acts.filter(({ act }) => act !== 'then-go-on') : acts;
  if (asksAlone(status))
    return all.map((act) =>
      stepOf(act, { session, about: status.question?.about, on: [session], goesOn }, command),
    );
  // What goes for the whole session comes once.
  const whole = status.state === 'waiting' ? all.filter(({ act }) => !IS_WORD.has(act)) : all;
  return [
    ...wordsOf(status, command),
    ...whole.map((act) => stepOf(act, { session, about: undefined, on: [session], goesOn }, command)),
  ];
}

/** What can be said of the phases that wait, each by its name: also while others work or may be worked on. */
function wordsOf(status: StatusView, command: Context['command']): readonly NextStep[] {
  const { session } = status;
  return askedOnce(status.questions).flatMap((question) => {
    const { phase, about } = question;
    const phases = status.phases.filter(({ id }) => id === phase);
    return (
      nextActs({ ...status, state: 'waiting', question, next: [phase], phases })
        .filter(({ act }) => IS_WORD.has(act))
        // What waits beside it is said first.
        .map((act) => stepOf(act, { session, about, on: [session, phase], goesOn: false }, command))
    );
  });
}

/** What is said of one phase. */
const IS_WORD: ReadonlySet<Act['act']> = new Set(['diff', 'approve', 'reject', 'answer', 'hand-over']);

/** `on`: the session, and the phase where several wait; `goesOn`: by itself, after a word. */
interface About {
  readonly goesOn: boolean;
  readonly session: string;
  readonly about: NonNullable<StatusView['question']>['about'];
  readonly on: readonly string[];
}

/** Without `go-back`, which is a git command. */
type Typable = Exclude<Act, { act: 'go-back' }>;
type Facts<A extends Typable['act']> = Extract<Typable, { act: A }>;

/** The words to type, which get quoted for a shell; what they do; and what follows them unquoted. */
type Typed = readonly [words: readonly string[], does: string, asItIs?: string];

function stepOf(act: Act, about: About, command: Context['command']): NextStep {
  if (act.act === 'go-back') return [act.command, 'go back to where the session was'];
  const [words, does, asItIs = ''] = typedFor(act, about);
  return [`${command(...words)}${asItIs}`, does];
}

function typedFor<A extends Typable['act']>(act: Facts<A>, about: About): Typed {
  const step: Step<A> = STEPS[act.act];
  return step(act, about.session, about);
}

type Step<A extends Typable['act']> = (act: Facts<A>, session: string, about: About) => Typed;

/** The words of a terminal for each act. */
const STEPS: { readonly [A in Typable['act']]: Step<A> } = {
  settle: ({ key }, s) => [
    ['effect', 'settle', s, '--key', key],
    'look whether it happened, and say so (or --as not-done)',
    ' --as done -m "…"',
  ],
  'see-trust': (_, s) => [['trust', s], 'see what it would run here, and trust that'],
  'trust-tip': (_, s) => [['resume', s, '--trust'], 'go on, although commits of it were made somewhere else'],
  stop: ({ resumable }, s) => [
    ['stop', s],
    resumable ? 'stop it; it stays resumable' : 'stop it; who began it can resume it',
  ],
  'see-log': (act, s) => [['log', s], act.for === 'history' ? 'see what happened' : 'see its checkpoints'],
  look: (_, s) => [['status', s], 'look again'],
  'restore-good': ({ seq }, s) =>
    seq === null
      ? [['restore', s], 'go back to a good one', ' <number>']
      : [['restore', s, String(seq)], 'go back to the last good checkpoint'],
  land: ({ isRed }, s) =>
    isRed
      ? [
          ['land', s, '--branch', slugOfId(s), '--red'],
          'put the result on a branch of your own as it is, with red checks',
        ]
      : [['land', s, '--branch', slugOfId(s)], 'put the result on a branch of your own'],
  'go-on': ({ aside }, s) => [
    ['resume', s],
    aside === true ? 'go on; what the attempt that was cut off left is kept aside first' : 'go on',
  ],
  'keep-leftovers': (_, s) => [
    ['resume', s, '--leftovers', 'keep'],
    'go on with what it left, where it lies',
  ],
  'then-go-on': (_, s) => [['resume', s], 'then go on'],
  'retry-setup': (_, s) => [['resume', s], 'try the setup again, then the phase'],
  retry: (_, s) => [
    ['resume', s, '-m', '"…"'],
    'a new attempt with a note to the agent; of one that had ended well, files and checks are looked at again first',
  ],
  'try-gate': (_, s) => [['resume', s], 'when the files are there: have them checked, and go on'],
  'hand-over': (_, _s, { on }) => [
    ['answer', ...on, '-m', '"…"'],
    'or hand it over with a word, once an agent is found (none was)',
  ],
  answer: ({ option }, _, { on, about }) => [
    ['answer', ...on, '-m', option ?? '"…"'],
    option === null ? 'answer it' : (answerWords(option, about)?.does ?? 'answer so'),
  ],
  permit: ({ word }, s) => [['answer', s, '-m', word], PERMITS[word]],
  approve: ({ what }, _, { on, goesOn }) => [
    ['approve', ...on],
    `${what === 'packet' ? 'take what the next phase is told as it lies there' : 'say yes'}${goesOn ? ', and go on' : ''}`,
  ],
  reject: ({ what }, _, { on }) => [
    ['reject', ...on, '-m', '"…"'],
    what === 'packet' ? 'send the phase back, and say why' : 'send it back, and say why',
  ],
  close: ({ phase, redBefore }, s) => [
    ['approve', s, phase],
    redBefore === true
      ? 'or accept it once its checks pass; to let be what was red before, write "red: as-before" below that check in its workflow.yaml'
      : 'or accept it as it is, without a new attempt, where its files and checks are fine',
  ],
  diff: ({ phase, waits }, s) => [['diff', s, phase], waits ? 'see what it did' : 'see what it changed'],
  'see-output': ({ phase }, s) => [['log', s, '--output', phase], 'see its output'],
  'go-on-here': (_, s) => [['resume', s, '--here'], 'or go on here'],
  reopen: ({ phase }, s) => [
    ['restore', s, phase ?? 'opened'],
    phase === null ? 'reopen it at its beginning' : 'reopen it where that phase was done',
  ],
  fork: ({ phase }, s) => [['fork', s, phase ?? 'opened'], 'begin another session there'],
};

const PERMITS = {
  allow: 'let it do that',
  always: 'that and the like of it, until the attempt ends',
  deny: 'not that',
} as const;
