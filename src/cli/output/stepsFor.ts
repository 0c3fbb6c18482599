import { nextActs, type Act, type ActName } from '../../model/plan/nextActs.ts';
import type { StatusView } from '../../session/results.ts';
import type { Context } from '../commands/command.ts';
import type { NextStep } from './nextSteps.ts';

/** What a person can do next with a session in this state, as commands to type. */
export const stepsFor = (status: StatusView, command: Context['command']): readonly NextStep[] =>
  nextActs(status).map((act) => stepOf(act, { session: status.session, command }));

type Facts<A extends ActName> = Extract<Act, { act: A }>;

interface Typing {
  readonly session: string;
  readonly command: Context['command'];
}

function stepOf<A extends ActName>(act: Facts<A>, typing: Typing): NextStep {
  const step: (act: Facts<A>, typing: Typing) => NextStep = STEPS[act.act];
  return step(act, typing);
}

/** The words of a terminal for each act. */
const STEPS: { readonly [A in ActName]: (act: Facts<A>, typing: Typing) => NextStep } = {
  settle: ({ key }, { session, command }) => [
    `${command('effect', 'settle', session, '--key', key)} --as done -m "…"`,
    'look whether it happened, and say so (or --as not-done)',
  ],
  'see-trust': (_, { session, command }) => [
    command('trust', session),
    'see what it would run here, and trust that',
  ],
  'trust-tip': (_, { session, command }) => [
    command('resume', session, '--trust'),
    'go on from this tip, which was not published from here',
  ],
  stop: ({ resumable }, { session, command }) => [
    command('stop', session),
    resumable ? 'stop it; it stays resumable' : 'stop it; who began it can resume it',
  ],
  'see-log': (act, { session, command }) => [
    command('log', session),
    act.for === 'history' ? 'see what happened' : 'see its checkpoints',
  ],
  look: (_, { session, command }) => [command('status', session), 'look again'],
  'restore-good': ({ seq }, { session, command }) =>
    seq === null
      ? [`${command('restore', session)} <seq>`, 'go back to a good one']
      : [command('restore', session, String(seq)), 'go back to the last good checkpoint'],
  land: (_, { session, command }) => [
    command('land', session, '--branch', branchName(session)),
    'put the result on a branch of your own',
  ],
  'go-on': (_, { session, command }) => [command('resume', session), 'go on'],
  'then-go-on': (_, { session, command }) => [command('resume', session), 'then go on'],
  'retry-setup': (_, { session, command }) => [
    command('resume', session),
    'try the setup again, then the phase',
  ],
  retry: (_, { session, command }) => [
    command('resume', session, '-m', '"…"'),
    'a new attempt with a note to the agent; of one that had completed, the gate is tried first',
  ],
  'try-gate': (_, { session, command }) => [
    command('resume', session),
    'when the files are there: try the gate and go on',
  ],
  'hand-over': (_, { session, command }) => [
    command('answer', session, '-m', '"…"'),
    'or hand it over with a word, once an agent is found (none was)',
  ],
  answer: ({ option }, { session, command }) =>
    option === null
      ? [command('answer', session, '-m', '"…"'), 'answer it']
      : [command('answer', session, '-m', option), 'answer so'],
  permit: ({ word }, { session, command }) => [command('answer', session, '-m', word), PERMITS[word]],
  approve: ({ what }, { session, command }) => [
    command('approve', session),
    what === 'packet' ? 'take the packet as it lies there' : 'say yes',
  ],
  reject: ({ what }, { session, command }) => [
    command('reject', session, '-m', '"…"'),
    what === 'packet' ? 'send the phase back, and say why' : 'send it back, and say why',
  ],
  close: ({ phase }, { session, command }) => [
    command('approve', session, phase),
    'or close it as it is, without a new attempt, where its gate holds',
  ],
  diff: ({ phase, waits }, { session, command }) => [
    command('diff', session, phase),
    waits ? 'see what it did' : 'see what it changed',
  ],
  'see-output': ({ phase }, { session, command }) => [
    command('log', session, '--output', phase),
    'see its output',
  ],
  'go-back': (act) => [act.command, 'go back to where the session was'],
  'go-on-here': (_, { session, command }) => [command('resume', session, '--here'), 'or go on here'],
  reopen: ({ phase }, { session, command }) => [
    command('restore', session, phase ?? 'opened'),
    phase === null ? 'reopen it at its beginning' : 'reopen it where that phase was done',
  ],
  fork: ({ phase }, { session, command }) => [
    command('fork', session, phase ?? 'opened'),
    'begin another session there',
  ],
};

const PERMITS = {
  allow: 'let it do that',
  always: 'that and the like of it, until the attempt ends',
  deny: 'not that',
} as const;

/** What a person would call the branch of a result: the session's id without what only makes it unique. */
export function branchName(session: string): string {
  return /^\d{8}-(.+)-[a-z0-9]{4}$/.exec(session)?.[1] ?? session;
}
