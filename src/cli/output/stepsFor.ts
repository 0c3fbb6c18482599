import type { StatusView } from '../../session/results.ts';
import type { Context } from '../commands/command.ts';
import type { NextStep } from './nextSteps.ts';

/** What a person can do next with a session in this state, as commands to type. */
export function stepsFor(status: StatusView, command: Context['command']): readonly NextStep[] {
  if (status.readOnly !== undefined) return looking(status, command);
  const steps = [...settling(status, command), ...stepsOfState(status, command)];
  // What is over or driven by somebody asks for no trust.
  if (['done', 'cancelled', 'running'].includes(status.state) || status.drivenBy !== null) return steps;
  return [...looksFirst(status, command), ...withTip(status, steps, command)];
}

/** What a resume would show and ask, for whoever wants to see it before. */
const looksFirst = ({ session, asksTrust }: StatusView, command: Context['command']): readonly NextStep[] =>
  asksTrust === true ? [[command('trust', session), 'see what it would run here, and trust that']] : [];

function withTip(
  status: StatusView,
  steps: readonly NextStep[],
  command: Context['command'],
): readonly NextStep[] {
  if (status.untrusted !== true) return steps;
  const trust: NextStep = [
    command('resume', status.session, '--trust'),
    'go on from this tip, which was not published from here',
  ];
  const [only, ...more] = steps;
  return only?.[0] === command('resume', status.session) && more.length === 0 ? [trust] : [trust, ...steps];
}

/** All else would be refused. */
const looking = (
  { session, readOnly, drivenBy }: StatusView,
  command: Context['command'],
): readonly NextStep[] => {
  if (drivenBy !== null) return [[command('stop', session), 'stop it; who began it can resume it']];
  return readOnly === 'newer-schema'
    ? [[command('log', session), 'see what happened']]
    : [
        [command('log', session), 'see its checkpoints'],
        [`${command('restore', session)} <seq>`, 'go back to a good one'],
      ];
};

/** Nobody but a person can say what became of an effect whose outcome is not recorded. */
const settling = ({ session, doubts }: StatusView, command: Context['command']): readonly NextStep[] =>
  doubts.map(({ key }) => [
    `${command('effect', 'settle', session, '--key', key)} --as done -m "…"`,
    'look whether it happened, and say so (or --as not-done)',
  ]);

function stepsOfState(status: StatusView, command: Context['command']): readonly NextStep[] {
  const { session } = status;
  const resume: NextStep = [command('resume', session), 'go on'];
  switch (status.state) {
    case 'done':
      return [
        [command('land', session, '--branch', branchName(session)), 'put the result on a branch of your own'],
        [command('log', session), 'see what happened'],
      ];
    case 'waiting':
      return waiting(status, command);
    case 'blocked':
      return blocked(status, command);
    case 'running':
      return [
        [command('status', session), 'look again'],
        [command('stop', session), 'stop it; it stays resumable'],
      ];
    case 'interrupted':
    case 'paused':
      return [resume];
    case 'cancelled':
      return [reopen(status, command), another(status, command)];
    case 'damaged':
      return status.seq === 0
        ? []
        : [[command('restore', session, String(status.seq)), 'go back to the last good checkpoint']];
    default:
      return [];
  }
}

/** What a person would call the branch of a result: the session's id without what only makes it unique. */
export function branchName(session: string): string {
  return /^\d{8}-(.+)-[a-z0-9]{4}$/.exec(session)?.[1] ?? session;
}

/** The same, and the cancelled one stays as it is. */
function another({ session, phases }: StatusView, command: Context['command']): NextStep {
  const last = phases.findLast(({ status }) => status === 'done')?.id ?? 'opened';
  return [command('fork', session, last), 'begin another session there'];
}

/** At the phase that was closed last, else at the beginning. */
function reopen({ session, phases }: StatusView, command: Context['command']): NextStep {
  const last = phases.findLast(
    ({ status, inheritedFrom }) => status === 'done' && inheritedFrom === undefined,
  )?.id;
  return last === undefined
    ? [command('restore', session, 'opened'), 'reopen it at its beginning']
    : [command('restore', session, last), 'reopen it where that phase was done'];
}

function waiting(status: StatusView, command: Context['command']): readonly NextStep[] {
  const { session, next, question } = status;
  const phase = next ?? '<phase>';
  if (question?.back !== undefined) return elsewhere(session, question, question.back, command);
  switch (question?.kind) {
    case 'question':
      return [
        ...(question.options.length === 0
          ? [[command('answer', session, '-m', '"…"'), 'answer it'] satisfies NextStep]
          : answers(session, question, command)),
        [command('resume', session), 'then go on'],
      ];
    case 'permission':
      return [
        [command('answer', session, '-m', 'allow'), 'let it do that'],
        [command('answer', session, '-m', 'always'), 'that and the like of it, until the attempt ends'],
        [command('answer', session, '-m', 'deny'), 'not that'],
      ];
    case 'work':
      return work(session, question, command);
    case 'packet':
      return [
        [command('approve', session), 'take the packet as it lies there'],
        [command('reject', session, '-m', '"…"'), 'send the phase back, and say why'],
        [command('resume', session), 'then go on'],
      ];
    case 'approval':
    case undefined:
      return [
        [command('diff', session, phase), 'see what it did'],
        [command('approve', session), 'say yes'],
        [command('reject', session, '-m', '"…"'), 'send it back, and say why'],
        [command('resume', session), 'then go on'],
      ];
  }
}

type Question = NonNullable<StatusView['question']>;

function work(session: string, { handOver }: Question, command: Context['command']): readonly NextStep[] {
  const gate: NextStep = [command('resume', session), 'when the files are there: try the gate and go on'];
  const over: NextStep = [
    command('answer', session, '-m', '"…"'),
    'or hand it over with a word, once an agent is found (none was)',
  ];
  return handOver === true ? [gate, over] : [gate];
}

const answers = (session: string, { options }: Question, command: Context['command']): readonly NextStep[] =>
  options.map((option): NextStep => [command('answer', session, '-m', option), 'answer so']);

/** With HEAD elsewhere nothing can be approved or captured: back there first, or on from here. */
function elsewhere(
  session: string,
  question: Question,
  back: string,
  command: Context['command'],
): readonly NextStep[] {
  const here: readonly NextStep[] =
    question.kind === 'question' && question.options.length > 0
      ? answers(session, question, command)
      : [[command('resume', session, '--here'), 'or go on here']];
  return [[back, 'go back to where the session was'], [command('resume', session), 'then go on'], ...here];
}

function blocked({ session, next, phases }: StatusView, command: Context['command']): readonly NextStep[] {
  const row = phases.find(({ status }) => status === 'blocked');
  const phase = row?.id ?? next ?? '<phase>';
  if (row?.blockedBy === 'setup')
    return [
      [command('log', session, '--output', phase), 'see its output'],
      [command('resume', session), 'try the setup again, then the phase'],
    ];
  return [
    [command('log', session, '--output', phase), 'see its output'],
    [command('diff', session, phase), 'see what it changed'],
    [
      command('resume', session, '-m', '"…"'),
      'a new attempt with a note to the agent; of one that had completed, the gate is tried first',
    ],
    [command('approve', session, phase), 'or close it as it is, without a new attempt, where its gate holds'],
  ];
}
