import type { SessionId } from '../model/ids.ts';
import type { CairnApi, RestoreTarget } from '../session/api.ts';
import type { RestoreResult } from '../session/results.ts';
import { changeLines } from './changeLines.ts';
import type { Command, Context, Typed } from './command.ts';
import { nextSteps, type NextStep } from './nextSteps.ts';
import { plainLine } from './plainText.ts';
import { isSet, sessionAnd, sessionOf, wrong } from './typed.ts';

export const restoreCommand: Command = {
  name: 'restore',
  group: 'Go back and finish',
  words: [
    { name: '[session]', is: 'its id (default: the only unfinished one)' },
    { name: '[target]', is: 'a phase (as it was closed last) or the seq of a checkpoint' },
  ],
  options: [
    { flags: '--undo', does: 'undo the restore that was done last' },
    { flags: '--dry-run', does: 'only list the files that would change' },
  ],
  does: 'make files and session what they were at an earlier checkpoint',
  more: 'A restore is a new checkpoint on top: nothing is lost, what would be overwritten is rescued, and it can be undone.',
  examples: [
    ['cairn restore plan --dry-run', 'see what going back to the end of "plan" would change'],
    ['cairn restore 20261120-add-login-7f3k 3', 'go back to checkpoint 3'],
    ['cairn restore --undo', 'as if the last restore had not been'],
  ],
  async run(context, typed) {
    const api = await context.api();
    const { session, target } = await targetOf(api, typed);
    const dryRun = isSet(typed, 'dryRun');
    const result = await api.restore(session, target, { dryRun });
    return { exit: 0, json: result, text: restoreText(result, context, 'undo' in target, typed.words) };
  },
};

async function targetOf(
  api: CairnApi,
  typed: Typed,
): Promise<{ readonly session: SessionId; readonly target: RestoreTarget }> {
  const [first, second] = typed.words;
  if (isSet(typed, 'undo')) {
    if (second !== undefined)
      throw wrong('--undo', 'undoes the last restore; it takes no phase or checkpoint');
    return { session: await sessionOf(api, first), target: { undo: true } };
  }
  if (first === undefined)
    throw wrong('restore', 'say where to: a phase, the seq of a checkpoint, or --undo');
  // A lone number cannot be a session's id: those have three characters or more and were looked up first below.
  if (second === undefined && /^\d{1,2}$/.test(first))
    return { session: await sessionOf(api, null), target: { to: first } };
  const found = await sessionAnd(api, typed);
  if (found.second === null)
    throw wrong('restore', `say where to: a phase of ${found.session}, the seq of a checkpoint, or --undo`);
  return { session: found.session, target: { to: found.second } };
}

function restoreText(
  result: RestoreResult,
  context: Context,
  undo: boolean,
  words: readonly string[],
): string {
  const { style, width, command } = context;
  const { phase, seq } = result.restoredTo;
  const where = `checkpoint ${seq}${phase === null ? '' : ` (${plainLine(phase)})`}`;
  const lines = [
    ...changeLines(result.changed, style),
    ...result.skipped.map(
      ({ path, why }) => `  ${style.asks('skipped')} ${plainLine(path)}: ${plainLine(why)}`,
    ),
  ];
  const changed = lines.length > 0 ? `\n${lines.join('\n')}` : '\n  no file differs';
  if (result.commit === null) {
    const again = undo ? command('restore', result.session, '--undo') : command('restore', ...words);
    return `This would restore ${where}. Nothing was changed yet.${changed}\n\n${nextSteps([[again, 'do it']], style, width)}`;
  }
  const steps: NextStep[] = [[command('resume', result.session), 'go on from there']];
  if (!undo) steps.push([command('restore', result.session, '--undo'), 'undo this restore']);
  const rescue =
    result.rescue === null ? '' : `\nWhat was not committed is kept in ${plainLine(result.rescue)}.`;
  return `${style.good('✓')} Restored ${where}, as checkpoint ${result.seq}.${changed}${rescue}\n\n${nextSteps(steps, style, width)}`;
}
