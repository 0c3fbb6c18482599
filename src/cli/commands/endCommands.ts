import type { LandOnBranch } from '../../session/api/restore.ts';
import type { ActResult } from '../../session/results.ts';
import { answerOfAct, type NextStep } from '../output/nextSteps.ts';
import type { Answer, Command, Context } from './command.ts';
import { SESSION_WORD, isSet, sessionOf, textOf, wrong, saysYes } from './typed.ts';
import { EXIT } from '../output/exitCodes.ts';
import { sessionIsDone } from '../output/statusWords.ts';
import { stepsFor } from '../output/stepsFor.ts';
import { called, withNames } from '../output/withNames.ts';
import { counted } from '../../base/listed.ts';
import { surestName } from '../../model/names/shortName.ts';
import { shellWords } from '../../base/shellWords.ts';
import { plainLine } from '../terminal/plainText.ts';

/** Acts that cannot be undone never guess the session. */
const THIS_SESSION: Command['words'] = [{ name: '<session>', is: 'its name or id' }];

export const stopCommand: Command = {
  name: 'stop',
  group: 'Start and go on',
  words: [SESSION_WORD],
  options: [],
  does: 'end the run of a session; `cairn resume` goes on later',
  examples: [['cairn stop', 'end the agent that works; what it did stays']],
  async run(context, typed) {
    const api = await context.api();
    const session = await sessionOf(api, 'stop', typed.words[0]);
    const before = await api.status(session);
    const result = await api.stop(session);
    const named = await withNames(context);
    const name = typed.words[0] === undefined ? called(named, session) : null;
    if (before.drivenBy === null)
      return answerOfAct(
        context,
        result,
        `${name ?? 'It'} was not running.`,
        stepsFor(before, named.command),
      );
    const steps = stepsFor(await api.status(session), named.command);
    const stopped = `Stopped${name === null ? '' : ` ${name}`}. What is done stays done.`;
    return answerOfAct(context, result, stopped, steps);
  },
};

const cancel: Command = {
  name: 'cancel',
  group: 'Finish',
  words: THIS_SESSION,
  options: [],
  does: 'close a session for good; nothing of it is removed',
  examples: [['cairn cancel login', 'close it; `cairn restore` can open it again']],
  async run(context, typed) {
    const api = await context.api();
    const session = await sessionOf(api, 'cancel', typed.words[0]);
    const named = await withNames(context);
    const refused = await unlessYes(
      context,
      `Cancel ${called(named, session)}? What it did stays in its branch.`,
    );
    if (refused !== null) return refused;
    const result = await api.cancel(session);
    return answerOfAct(context, result, `Cancelled ${called(named, session)}.`, [
      ...stepsFor(await api.status(session), named.command),
      [named.command('delete', session), 'remove its branch and working tree'],
    ]);
  },
};

const remove: Command = {
  name: 'delete',
  group: 'Finish',
  words: THIS_SESSION,
  options: [
    {
      flags: '--purge',
      does: 'remove that archive and all work that was kept aside, too: this cannot be undone',
    },
  ],
  does: "remove a session's branch and working tree, and keep its last commit and uncommitted work in an archive",
  examples: [
    ['cairn delete login', 'tidy up; the work can still be brought back'],
    ['cairn delete login --purge', 'remove everything of it'],
  ],
  async run(context, typed) {
    const api = await context.api();
    const session = await sessionOf(api, 'delete', typed.words[0]);
    const purge = isSet(typed, 'purge');
    const what = purge
      ? 'everything of it, for good'
      : 'its branch and working tree (its last commit is archived)';
    const refused = await unlessYes(context, `Delete ${called(await withNames(context), session)}: ${what}?`);
    if (refused !== null) return refused;
    const { branch } = await api.status(session).catch(() => ({ branch: null })); // a deleted one has none
    const result = await api.delete(session, { purge });
    if (purge) return answerOfAct(context, result, 'Deleted, nothing that Cairn made is left.');
    const archive = `refs/cairn/${session}/archive`;
    return answerOfAct(context, result, 'Deleted.', [
      ...bringBack({ branch, archive }),
      [context.command('delete', surestName(session), '--purge'), 'give up what was kept, too'],
    ]);
  },
};

export const endCommands: readonly Command[] = [cancel, remove];

/** Asks if somebody is there to answer; a script is taken at its word. */
async function unlessYes(context: Context, question: string): Promise<Answer | null> {
  const isNo = !context.json && (await saysYes(context.terminal, question)) === false;
  return isNo ? { exit: EXIT.stopped, json: null, text: 'Nothing was changed.' } : null;
}

export const landCommand: Command = {
  name: 'land',
  group: 'Finish',
  words: [SESSION_WORD],
  options: [
    {
      flags: '--branch <name>',
      does: 'as one commit on a new branch, by you, with your hooks and signing; its message says what was asked for, done, decided, checked and approved',
    },
    {
      flags: '--commits <how>',
      does: 'with --branch: all of it as one commit (the default), or one for each phase that changed something',
      choices: ['one', 'phase'],
    },
    { flags: '--apply', does: 'uncommitted, into the current working tree' },
    { flags: '--red', does: 'take what is done although checks of it did not pass, as before it began' },
    { flags: '--unfinished', does: 'take what there is so far of a session that is not done' },
  ],
  does: 'bring what a session made to a branch of yours, or into your files',
  examples: [
    ['cairn land --branch add-login', 'one commit on a new branch from where the session began'],
    ['cairn land --branch add-login --commits phase', 'one commit for each phase'],
    ['cairn land login --apply', 'what the session "login" made, as uncommitted changes here'],
  ],
  async run(context, typed) {
    const branch = textOf(typed, 'branch');
    const apply = isSet(typed, 'apply');
    if (apply === (branch !== null)) throw wrong('land', 'say how: --branch NAME or --apply, one of the two');
    const commits = textOf(typed, 'commits');
    if (apply && commits !== null)
      throw wrong('land', '--commits goes with --branch: --apply commits nothing');
    const api = await context.api();
    const unfinished = isSet(typed, 'unfinished');
    const session = await sessionOf(api, unfinished ? 'land --unfinished' : 'land', typed.words[0]);
    const how = branch === null ? ({ apply: true } as const) : howOf(branch, commits);
    const result = await api.land(session, { ...how, onlyDone: !unfinished, notRed: !isSet(typed, 'red') });
    const named = await withNames(context);
    const { command } = named;
    const files = `${counted(result.changed.length, 'file')} of ${called(named, session)}`;
    const inCommits = commits === 'phase' ? ` in ${counted(result.commits.length, 'commit')}` : '';
    const done =
      branch === null
        ? `Applied ${files}; nothing is committed.`
        : `${files}${inCommits} on the new branch ${plainLine(result.branch ?? branch)}.`;
    const steps: readonly NextStep[] = [
      branch === null
        ? ['git status', 'look at them; new files are untracked']
        : [shellWords(['git', 'show', '--stat', result.branch ?? branch]), 'look at it'],
      result.state === 'done'
        ? [command('delete', session), 'tidy the session up, once you have what you want']
        : [command('resume', session), 'go on with the session'],
    ];
    const lines = result.changed.map((path) => `  ${plainLine(path)}`);
    return answerOfAct(
      context,
      result,
      [done, ...standsLines(result, context.style), ...lines].join('\n'),
      steps,
    );
  },
};

const standsLines = ({ state, checked, seq }: ActResult, style: Context['style']): readonly string[] =>
  state === 'done'
    ? [sessionIsDone(checked ?? null, style).text]
    : [`The session is not done: this is what it has at checkpoint ${seq}.`];

const howOf = (branch: string, commits: string | null): LandOnBranch =>
  commits === 'phase' ? { branch, commits } : { branch };

/** The command that brings a deleted session back; none if its branch is no longer known. */
export const bringBack = ({
  branch,
  archive,
}: {
  readonly branch: string | null;
  readonly archive: string;
}): readonly NextStep[] =>
  branch === null ? [] : [[shellWords(['git', 'branch', branch, archive]), 'bring it back']];
