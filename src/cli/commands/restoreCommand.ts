import { namedDone } from '../../sentences/namedDone.ts';
import { staysDone } from '../../sentences/noticeSentence.ts';
import type { Looking } from '../../session/api/look.ts';
import type { RestoreTarget } from '../../session/api/restore.ts';
import type { RestoreResult } from '../../session/results.ts';
import type { Answer, Command, Context, Typed } from './command.ts';
import { nextSteps, type NextStep, answerOfAct } from '../output/nextSteps.ts';
import { wrapText } from '../output/wrapText.ts';
import { plainLine } from '../terminal/plainText.ts';
import {
  SESSION_WORD,
  isSet,
  sessionAndCheckpoint,
  sessionOf,
  wrong,
  textOf,
  type MeantHere,
} from './typed.ts';
import { stepsFor } from '../output/stepsFor.ts';
import { calledAt } from '../output/calledAt.ts';
import { called, withNames } from '../output/withNames.ts';
import type { Style } from '../terminal/style.ts';

export const restoreCommand: Command = {
  name: 'restore',
  group: 'Go back',
  words: [
    SESSION_WORD,
    { name: '[target]', is: 'a phase, for its end, or the number of a checkpoint in `cairn log`' },
  ],
  options: [
    { flags: '--undo', does: 'undo the restore that was done last' },
    { flags: '--dry-run', does: 'only list the files that would change' },
  ],
  does: 'take files and session back to the end of an earlier phase',
  more: 'Each phase ends with a checkpoint, a commit of the session. A restore adds another one on top: nothing is lost, uncommitted work is kept aside first (`cairn rescue`), and it can be undone.',
  examples: [
    ['cairn restore plan --dry-run', 'see what going back to the end of "plan" would change'],
    ['cairn restore login 3', 'go back to checkpoint 3 of the session "login"'],
    ['cairn restore --undo', 'undo the last restore'],
  ],
  async run(context, typed) {
    const api = await context.api();
    const { session, target, isNamed } = await targetOf(api, typed);
    const dryRun = isSet(typed, 'dryRun');
    const result = await api.restore(session, target, { dryRun });
    if (context.json) return forProgram(context, result);
    const named = await withNames(context);
    const next = dryRun
      ? [doIt(named, result, 'undo' in target, typed.words)]
      : await afterwards(named, api, result, 'undo' in target);
    const where = isNamed ? '' : ` of ${called(named, session)}`;
    return { exit: 0, json: result, text: restoreText(result, { ...context, where }, next) };
  },
};

/** The value that the format promises; effects that stay are mentioned beside it. */
function forProgram({ say }: Context, { notUndone, ...json }: RestoreResult): Answer {
  const outside = sayNotUndone(notUndone);
  if (outside !== '') say(outside);
  return { exit: 0, json, text: '' };
}

async function targetOf(api: Looking, typed: Typed): Promise<MeantHere & { readonly target: RestoreTarget }> {
  const [first, second] = typed.words;
  if (isSet(typed, 'undo')) {
    if (second !== undefined)
      throw wrong('--undo', 'undoes the last restore; it takes no phase or checkpoint');
    const session = await sessionOf(api, 'restore', first);
    return { session, target: { undo: true }, isNamed: first !== undefined };
  }
  const { to, ...meant } = await sessionAndCheckpoint(api, typed, 'restore', 'where to', ', or --undo');
  return { ...meant, target: { to } };
}

function doIt(
  { command }: Context,
  result: RestoreResult,
  undo: boolean,
  words: readonly string[],
): NextStep {
  return [undo ? command('restore', result.session, '--undo') : command('restore', ...words), 'do it'];
}

/** Next steps for the session's new state: one that is done again has nothing to resume. */
async function afterwards(
  { command }: Context,
  api: Looking,
  { session, rescue }: RestoreResult,
  undo: boolean,
): Promise<readonly NextStep[]> {
  const steps = [...stepsFor(await api.status(session), command)];
  const number = rescue?.split('/').at(-1);
  if (number !== undefined)
    steps.push([command('rescue', 'diff', session, number), 'see what was not committed']);
  steps.push([command('restore', session, '--undo'), undo ? 'take the undo back' : 'undo this restore']);
  return steps;
}

/** The files that were left as they are, and why. */
export const skippedLines = (skipped: RestoreResult['skipped'], style: Style): readonly string[] =>
  skipped.map(({ path, why }) => `  ${style.asks('skipped')} ${plainLine(path)}: ${plainLine(why)}`);

function restoreText(
  result: RestoreResult,
  { style, width, where: ofSession }: Pick<Context, 'style' | 'width'> & { readonly where: string },
  next: readonly NextStep[],
): string {
  const { phase, seq } = result.restoredTo;
  const where = `checkpoint ${seq}${phase === null ? '' : ` (${plainLine(phase)})`}${ofSession}`;
  const lines = [...changeLines(result.changed, style), ...skippedLines(result.skipped, style)];
  const changed = lines.length > 0 ? `\n${lines.join('\n')}` : '\n  no file differs';
  const said = sayNotUndone(result.notUndone);
  const outside = said === '' ? '' : `\n${said}`;
  if (result.commit === null) {
    return `This would restore ${where}. Nothing was changed yet.${changed}\n${wrapText(MOVES.would, width)}${outside}\n\n${nextSteps(next, style, width)}`;
  }
  const rescue =
    result.rescue === null
      ? ''
      : `\nWhat was not committed is kept aside as rescue ${plainLine(result.rescue.split('/').at(-1) ?? '')}.`;
  return `${style.good('✓')} Restored ${where}, as checkpoint ${result.seq}.${changed}\n${wrapText(MOVES.did, width)}${rescue}${outside}\n\n${nextSteps(next, style, width)}`;
}

/** A person may expect the conversation to move too, but only files can. */
const MOVES = {
  would:
    'Files move together with what the next phase is told (the context packet); the conversation of an agent does not: the next attempt begins from that packet.',
  did: 'Files moved together with what the next phase is told (the context packet); the conversation of an agent did not: the next attempt begins from this packet.',
};

const sayNotUndone = (effects: RestoreResult['notUndone']): string =>
  staysDone(effects.map(({ key, state }) => ({ key: plainLine(key), state })));

export const forkCommand: Command = {
  name: 'fork',
  group: 'Go back',
  words: [
    SESSION_WORD,
    { name: '[target]', is: 'a phase, for its end, or the number of a checkpoint in `cairn log`' },
  ],
  options: [{ flags: '--id <id>', does: 'the id of the new session (default: made from the request)' }],
  does: 'begin another session from the end of a phase of this one, which stays as it is',
  more: 'The new session has what was done up to that checkpoint (the commit that ends a phase), and not what was decided later; notes, request and workflow are the newest. The two go on independently.',
  examples: [
    ['cairn fork plan', 'another try from the end of "plan", beside the first one'],
    ['cairn fork login 3 --id login-two', 'from checkpoint 3 of the session "login", under this id'],
  ],
  async run(context, typed) {
    const api = await context.api();
    const { session, to } = await sessionAndCheckpoint(api, typed, 'fork', 'where from');
    const result = await api.fork(session, to, { id: textOf(typed, 'id') });
    if (context.json) return { exit: 0, json: result, text: '' };
    const named = await withNames(context);
    const status = await api.status(result.session);
    const done = status.phases
      .filter((phase) => phase.status === 'done')
      .map(({ id, checked }) => namedDone(plainLine(id), checked));
    const sentence = [
      `Forked from ${calledAt(named, status.forkedFrom ?? session)}: the new session is ${called(named, result.session)}.`,
      done.length === 0 ? '  no phase is done in it' : `  done: ${done.join(', ')}`,
    ].join('\n');
    return answerOfAct(context, result, sentence, stepsFor(status, named.command));
  },
};

/** A line for each changed file, like git's short status: `  M src/a.ts`. Deletions come first. */
function changeLines(
  changed: readonly { readonly path: string; readonly change: 'added' | 'modified' | 'deleted' }[],
  style: Style,
): readonly string[] {
  const letters = { deleted: style.bad('D'), modified: style.asks('M'), added: style.good('A') };
  const order = ['deleted', 'modified', 'added'];
  return changed
    .toSorted((a, b) => order.indexOf(a.change) - order.indexOf(b.change))
    .map(({ path, change }) => `  ${letters[change]} ${plainLine(path)}`);
}
