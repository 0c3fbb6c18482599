import type { StatusView } from '../session/results.ts';
import type { Context } from './command.ts';
import type { NextStep } from './nextSteps.ts';

/** What a person can do next with a session in this state, as commands to type. */
export function stepsFor(status: StatusView, command: Context['command']): readonly NextStep[] {
  const { session } = status;
  const resume: NextStep = [command('resume', session), 'go on'];
  switch (status.state) {
    case 'done':
      return [
        [command('land', session, '--branch', '<name>'), 'put the result on a branch of your own'],
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
      return [[command('restore', session, '<phase>'), 'reopen it at a phase']];
    default:
      return [];
  }
}

function waiting({ session, next, question }: StatusView, command: Context['command']): readonly NextStep[] {
  const phase = next ?? '<phase>';
  switch (question?.kind) {
    case 'question':
      return [
        [command('answer', session, '-m', '"…"'), 'answer it'],
        [command('resume', session), 'then go on'],
      ];
    case 'work':
      return [[command('resume', session), 'when the files are there: try the gate and go on']];
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

function blocked({ session, next, phases }: StatusView, command: Context['command']): readonly NextStep[] {
  const phase = phases.find(({ status }) => status === 'blocked')?.id ?? next ?? '<phase>';
  return [
    [command('log', session, '--output', phase), 'see its output'],
    [command('diff', session, phase), 'see what it changed'],
    [command('resume', session, '-m', '"…"'), 'try the gate again, then the phase, with a note to the agent'],
  ];
}
