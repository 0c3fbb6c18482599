import type { ErrorCode } from '../base/cairnError.ts';
import { lookUp } from '../base/lookUp.ts';
import { shellWords } from '../base/shellWords.ts';
import type { SessionId } from '../model/names/ids.ts';
import { branchName } from '../model/names/places.ts';
import type { Words } from './errorWords.ts';

/** What to do next, if it is the same at a terminal and in a window: with files, git, or the machine. */
export const HINTS = {
  'usage/which-session': () => null,
  'usage/session-id': () => 'Ids are 3 to 63 of a-z, 0-9 and "-", and begin with a letter or digit.',
  'usage/no-issue': ({ because }) =>
    because === 'no-remote'
      ? 'Give the address of its page instead of a number.'
      : 'See whether the number is right, and whether your account may see it: gh issue list',
  'usage/settings': () => 'Nothing was run. Mend the settings and try again.',
  'workflow/invalid': () => 'Nothing was written. Mend the file and try again.',
  'workflow/config': () => 'Nothing was written. Mend the file, or name a workflow.',
  'workflow/artifact-ignored': () => 'Choose another path, or take it out of the ignore rules.',
  'data/schema-missing': () =>
    'It was not written by Cairn or was edited; an earlier checkpoint can be restored.',
  'data/no-checkpoint': ({ branch, of }) =>
    of === undefined
      ? `Somebody moved the branch. Its reflog has where it was: ${shellWords(['git', 'reflog', branch])}`
      : `Was it renamed? Give it its name back: git branch ${shellWords(['-m', branch.replace(/^refs\/heads\//, ''), branchName('cairn/', of as SessionId)])}`,
  'data/too-large': () => 'Make it smaller; the rest belongs into files of its own.',
  'repo/forbidden-folder': ({ what }) =>
    what === 'line break'
      ? 'Rename the folder, and try again.'
      : 'Make a repository in a folder below it: `git init <folder>`.',
  'repo/worktree-place': () => 'Move what is there away, then run the same command again.',
  'repo/branch-checked-out': ({ worktree }) =>
    `Free it: ${shellWords(['git', '-C', worktree, 'switch', '--detach'])}`,
  'repo/ref-in-the-way': ({ other }) => `Give it another name, and try again: ${outOfTheWay(other)}`,
  'repo/land-refused': () => null,
  'repo/history-missing': () => 'Fetch the older ones, and try again: git fetch --unshallow',
  'git/not-found': () => 'Install git 2.38 or newer and see that it is on PATH.',
  'git/too-old': () => 'Update git.',
  'git/bare': () => 'Clone it and work there.',
  'git/no-commit': () => 'Make the first one: git add -A && git commit -m "First commit"',
  'git/dubious-ownership': ({ remedy }) => `If you trust it: ${remedy}`,
  'git/busy': ({ operation }) =>
    `Finish it or give it up (\`git ${operation} ${operation === 'bisect' ? 'reset' : '--abort'}\`), then try again.`,
  'git/unmerged': () => 'Resolve them and `git add` them, then try again.',
  'git/locked': () => 'Wait until it ends. If none runs, it is left over and you may remove the file.',
  'git/failed': () => null,
  'machine/node-too-old': () => 'Install a newer Node from https://nodejs.org',
  'machine/no-space': () => 'Make room, then try again: nothing that was done is lost.',
  'machine/open-files': () =>
    'Raise the limit (`ulimit -n 4096` in the terminal that starts it), then run the same again: nothing that was done is lost.',
  'machine/cannot-write': ({ foreign }) =>
    foreign === undefined
      ? 'See who owns it and what may write there.'
      : `As after a command that was run with sudo. Make it yours again: ${shellWords(['sudo', 'chown', '-R', foreign.me, foreign.path])}`,
  'machine/gh': ({ because }) => GH_STEPS[because],
  'machine/sandbox': ({ program, file, because }) => {
    const without = `take "sandbox" out of ${file}`;
    if (typeof because === 'object') return `Choose another agent for that phase, or ${without}.`;
    if (because === 'platform') return `Take "sandbox" out of ${file}.`;
    const install = lookUp(INSTALLS, program);
    return install === undefined ? `Install it, or ${without}.` : `Install it: ${install}\nOr ${without}.`;
  },
  'machine/agent-in-window': () =>
    'Start or resume the session there, or choose another agent for that phase.',
  'internal/unfit-record': () =>
    'What was done is still in the working tree. This is a mistake of Cairn: please report it.',
} satisfies Partial<Words<ErrorCode, string | null>>;

const GH_STEPS = {
  missing: 'Install it from https://cli.github.com and log in: gh auth login',
  'logged-out': 'Log in: gh auth login',
  'no-network': 'Try again when there is a network, or give the text of the issue as the request.',
  slow: 'Try again, or give the text of the issue as the request.',
  failed: 'See what it says of itself: gh auth status',
} as const;

/** Sandboxes that are documented, by the name of their program. */
const INSTALLS: Readonly<Record<string, string>> = {
  bwrap: 'apt install bubblewrap (also dnf, pacman, zypper)',
  srt: 'npm install -g @anthropic-ai/sandbox-runtime',
};

/** Git keeps a ref as a file: it cannot take the place of a folder of other refs, or be below another ref. */
function outOfTheWay(other: string): string {
  const branch = other.startsWith('refs/heads/') ? other.slice('refs/heads/'.length) : null;
  return branch === null
    ? `${shellWords(['git', 'update-ref', 'refs/kept', other])} && ${shellWords(['git', 'update-ref', '-d', other])}`
    : shellWords(['git', 'branch', '-m', branch, `kept-${branch.replaceAll('/', '-')}`]);
}
