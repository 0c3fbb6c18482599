import { lookUp } from '../base/lookUp.ts';
import type { ErrorCode, ErrorDetails } from '../base/cairnError.ts';
import { listed } from '../base/listed.ts';
import { conflictLine } from '../model/merge/conflictWords.ts';
import { nearestWord } from '../model/text/nearestWord.ts';
import { lines, short, type Words } from './errorWords.ts';

const megabytes = (bytes: number): number => Math.floor(bytes / 1_000_000);

/** Folders in which no session may run. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  home: 'your home folder',
  desktop: 'your desktop',
  'temp root': 'the folder for temporary files',
  'file system root': 'the root of the file system',
};

/** What is wrong with repository, working tree and machine. */
export const REPOSITORY_MESSAGES = {
  'repo/plan-changed': ({ session, changes }) => `The plan of ${session} changed:${lines(changes)}`,
  'repo/behind-remote': ({ branch, local, tracking, remote, relation }) =>
    relation === 'behind'
      ? `${branch} (${short(local)}) is behind ${tracking} (${short(remote)}): the session went on elsewhere.`
      : `${branch} (${short(local)}) and ${tracking} (${short(remote)}) have diverged: the session went on here and elsewhere.`,
  'repo/head-moved': ({ session, expected, found }) =>
    `Session ${session} works in your own working tree, which was on ${expected} and now is on ${found}. Nothing was recorded or changed.`,
  'repo/tree-changed': (details) =>
    `${TREE_CHANGED[details.what](details)} Nothing of it was taken, and nothing was published.`,
  'repo/forbidden-folder': ({ folder, what }) =>
    what === 'line break'
      ? `Cairn does not work in ${folder}: there is a line break in its path, or in that of its git directory.`
      : `Cairn does not work in ${folder}: that is ${lookUp(FORBIDDEN, what) ?? what}, where a session would record far too much.`,
  'repo/worktree-place': ({ path, why }) => `The session's working tree cannot be at ${path}: ${why}.`,
  'repo/branch-checked-out': ({ branch, worktree }) =>
    `${branch} is checked out in ${worktree}; only Cairn may move it.`,
  'repo/branch-refused': ({ branch, why }) => `Git does not take ${branch} as a branch: ${why}.`,
  'repo/ref-in-the-way': ({ ref, other }) =>
    `Git cannot make ${ref}: ${other} is in the way. It is none of Cairn's.`,
  'repo/nested-work': ({ session, folder, nested }) =>
    `Cannot delete ${session}: these repositories lie in its working tree ${folder}, with work that is nowhere else:${lines(nested.map(({ path, why }) => `${path} (${why})`))}`,
  'repo/held-missing': ({ session, phase, commit }) =>
    `The work of ${phase} in ${session} is not in this clone: commit ${commit} is missing.`,
  'repo/history-missing': ({ session, first }) =>
    `This clone is shallow: of ${session} it has the checkpoints from ${first} on only.`,
  'repo/base-missing': ({ session, commit }) =>
    `What ${session} began on is not in this clone, which is a shallow one: commit ${commit} is missing.`,
  'repo/land-conflict': ({ session, phase, files, conflicts }) =>
    `${phase === undefined ? `The changes of ${session}` : `What ${session} had changed by the end of ${phase}`} conflict${phase === undefined ? '' : 's'} with what is here; nothing was written:${lines(conflicts.length === 0 ? files : conflicts.map(conflictLine))}`,
  'repo/land-refused': ({ why, output }) => `Nothing was landed: ${why}${output === '' ? '' : `\n${output}`}`,
  'git/not-found': ({ tried }) => `There is no git (tried ${tried}).`,
  'git/too-old': ({ found, needed }) => `This git is ${found}; Cairn needs ${needed} or newer.`,
  'git/not-a-repository': ({ folder }) => `${folder} is not in a git repository.`,
  'git/bare': ({ folder }) => `${folder} is a bare repository; sessions need a working tree.`,
  'git/no-commit': ({ folder }) => `The repository at ${folder} has no commit yet.`,
  'git/dubious-ownership': ({ folder }) => `${folder} belongs to somebody else, so git does not work in it.`,
  'git/busy': ({ operation, folder }) => `A ${operation} is in progress in ${folder}.`,
  'git/unmerged': ({ files }) => `Files have unresolved conflicts:${lines(files)}`,
  'git/locked': ({ lock }) => `Another git holds ${lock}.`,
  'git/disk-full': ({ command }) => `The disk is full (${command}).`,
  'git/failed': ({ command, exitCode, stderr }) =>
    `${command} failed${exitCode === null ? '' : ` (exit ${exitCode})`}.${stderr === '' ? '' : `\n${stderr}`}`,
  'machine/node-too-old': ({ found, needed }) => `Cairn needs Node ${needed} or newer, this is ${found}.`,
  'machine/no-space': ({ folder, free, needed }) =>
    needed === 0
      ? `The disk of ${folder} is full.`
      : `Too little room at ${folder}: ${megabytes(free)} MB free, ${megabytes(needed)} MB needed.`,
  'machine/open-files': ({ limit }) =>
    `Too many files are open at once${limit === null ? '' : `: this process may have ${limit}`}.`,
  'machine/cannot-write': ({ path, why, foreign }) =>
    foreign === undefined
      ? `Cannot write ${path}: ${why}.`
      : `Cannot get at ${path}: ${foreign.path} belongs to ${foreign.owner}.`,
  'machine/gh': ({ issue, because, said }) => ghMessage(issue, because, said),
  'machine/nobody-works': ({ phases, because }) =>
    `Nobody is here to do ${listed(phases, 8)}${because === null ? '' : ` (${because})`}. Nothing was made.`,
  'machine/agent-not-found': ({ agent, tried, known, auto, named }) => {
    const line = auto === undefined ? '' : ` The line "auto: ${agent}" in ${auto} names it.`;
    const place = named === undefined ? '' : `${named.file}:${named.line}:${named.column}: `;
    if (known === undefined)
      return `${place}The agent "${agent}" is not on this machine; looked for ${tried.join(', ')}.${line}`;
    const near = nearestWord(agent, known);
    const meant = near === null ? '.' : `; did you mean "${near}"?`;
    return `${place}No agent "${agent}" is known${meant}${line}`;
  },
  'machine/sandbox': ({ program, file, because }) =>
    because === 'not-found'
      ? `The sandbox that ${file} sets is not on this machine: looked for ${program}${/[\\/]/.test(program) ? '' : ' on PATH'}. Nothing runs without it.`
      : because === 'platform'
        ? `${file} sets a sandbox, which Cairn cannot use on Windows. Nothing runs without it.`
        : `The agent "${because.agent}" is a language model, which works in the window of VS Code and not below the sandbox that ${file} sets.`,
  'machine/agent-in-window': ({ agent }) =>
    `The agent "${agent}" is a language model of VS Code and works only in its window.`,
  'machine/runner-died': () => 'The process that drove the session ended without a word.',
} satisfies Partial<Words<ErrorCode>>;

function ghMessage(issue: string, because: ErrorDetails['machine/gh']['because'], said: string): string {
  const what = `${/^\d/.test(issue) ? 'issue ' : ''}${issue}`;
  const nothing = 'Nothing was made.';
  switch (because) {
    case 'missing':
      return `There is no gh on PATH, which is what reads ${what}. ${nothing}`;
    case 'logged-out':
      return `gh is not logged in, so it cannot read ${what}. ${nothing}`;
    case 'no-network':
      return `gh could not reach the host of ${what}${said === '' ? '' : ` (${said})`}. ${nothing}`;
    case 'slow':
      return `gh has not shown ${what} within 30 seconds. ${nothing}`;
    case 'failed':
      return `gh could not show ${what}${said === '' ? '' : `: ${said.replace(/\.$/, '')}`}. ${nothing}`;
  }
}

type TreeChanged = ErrorDetails['repo/tree-changed'];

const TREE_CHANGED: { readonly [W in TreeChanged['what']]: (details: TreeChanged) => string } = {
  gone: ({ session, path }) => `The folder in which ${session} works has vanished: ${path}.`,
  replaced: ({ session, path }) =>
    `Another folder lies where ${session} works: ${path} was removed or moved, and made anew.`,
  untied: ({ session, path }) =>
    `${path}, in which ${session} works, does not lead to its git repository any more: its .git is gone or another.`,
  head: ({ session, path, expected = '', found = '' }) =>
    `HEAD of ${path} was on ${expected} and is now on ${found}: somebody moved it while ${session} was to be saved.`,
};
