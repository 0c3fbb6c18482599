import { shellWords } from '../../base/shellWords.ts';
import { answerOfAct } from './answerOfAct.ts';
import type { Command } from './command.ts';
import type { NextStep } from '../output/nextSteps.ts';
import { plainLine } from '../terminal/plainText.ts';
import { SESSION_WORD } from '../output/sessionWord.ts';
import { isSet, sessionOf, textOf, wrong } from './typed.ts';

export const landCommand: Command = {
  name: 'land',
  group: 'Go back and finish',
  words: [SESSION_WORD],
  options: [
    {
      flags: '--branch <name>',
      does: 'as one commit on a new branch, with your identity, hooks and signing',
    },
    { flags: '--apply', does: 'uncommitted, into the current working tree' },
  ],
  does: 'take over what a session made, without the files of Cairn',
  examples: [
    [
      'cairn land 20261120-add-login-7f3k --branch add-login',
      'one commit on a new branch from where the session began',
    ],
    ['cairn land 20261120-add-login-7f3k --apply', 'as uncommitted changes here'],
  ],
  async run(context, typed) {
    const branch = textOf(typed, 'branch');
    const apply = isSet(typed, 'apply');
    if (apply === (branch !== null)) throw wrong('land', 'say how: --branch NAME or --apply, one of the two');
    const api = await context.api();
    const session = await sessionOf(api, typed.words[0]);
    const result = await api.land(session, branch === null ? { apply: true } : { branch });
    const files = `${result.changed.length} ${result.changed.length === 1 ? 'file' : 'files'}`;
    const done =
      branch === null
        ? `Applied ${files}; nothing is committed.`
        : `${files} on the new branch ${plainLine(result.branch ?? branch)}.`;
    const steps: readonly NextStep[] = [
      branch === null
        ? ['git status', 'look at them; new files are untracked']
        : [shellWords(['git', 'show', '--stat', result.branch ?? branch]), 'look at it'],
      result.state === 'done'
        ? [context.command('delete', session), 'tidy the session up, once you have what you want']
        : [context.command('resume', session), 'go on with the session'],
    ];
    const lines = result.changed.map((path) => `  ${plainLine(path)}`);
    const early =
      result.state === 'done'
        ? []
        : [`The session is not done: this is what it has at checkpoint ${result.seq}.`];
    return answerOfAct(context, result, [done, ...early, ...lines].join('\n'), steps);
  },
};
