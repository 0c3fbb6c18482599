import { shellWords } from '../../base/shellWords.ts';
import type { Given } from '../../base/refusal.ts';
import type { OwnWords } from '../../sentences/errorSentence.ts';
import { refusalHint } from '../../sentences/refusalHints.ts';
import { refusalMessage } from '../../sentences/refusalWords.ts';
import { REFUSAL_HINTS } from './refusalHints.ts';

/** A window's words for errors, naming palette commands; '' where buttons or the tree show what can be done. */
export const WINDOW_ERRORS: OwnWords = {
  messages: {
    'usage/invalid': ({ what, why }) => {
      if (typeof what === 'string') return what === '' ? why : `${what}: ${why}`;
      return `${GIVEN[what.given]}${what.value === undefined ? '' : ` “${what.value}”`}: ${why}`;
    },
    'usage/inside-phase': ({ act, phase }) =>
      `“${act}” is a person's word and is refused inside a phase (this is ${phase}).`,
    'usage/not-possible': (refused) => refusalMessage(refused, 'resume in your working tree'),
  },
  hints: {
    'usage/invalid': () => null,
    'usage/inside-phase': () =>
      'Leave a note in the phase folder instead; a person decides when the session waits.',
    'usage/not-possible': ({ refusal, ...asked }) => refusalHint(refusal, asked, REFUSAL_HINTS),
    'usage/inputs': () => '“Cairn: Start Session…” asks for them.',
    'usage/unknown-session': ({ trace }) =>
      trace?.kind === 'deleted' && trace.branch !== null
        ? `Bring it back: git branch ${shellWords([trace.branch, trace.archive])}`
        : trace?.kind === 'branch-gone'
          ? `${trace.renamed === undefined ? 'Bring it back' : 'Give it its name back'}: git branch ${shellWords(trace.renamed === undefined ? [trace.branch, trace.commit] : ['-m', trace.renamed, trace.branch])}`
          : trace?.kind === 'opening'
            ? 'Nothing is lost but that start. Start it again.'
            : 'One that lies on a remote only must be fetched first: `git fetch`.',
    'usage/unknown-phase': ({ known, items = [] }) =>
      known.length === 0 || items.length > 0 ? null : `There are: ${known.join(', ')}.`,
    'usage/no-session': () => 'Start one with “Cairn: Start Session…”.',
    'usage/several-sessions': () => 'Resume one after the other.',
    'usage/new-request': () => '“Cairn: Start Session…” begins that. “Cairn: Steer…” leaves a note.',
    'usage/session-used': () => 'Start again: a new session is given an id of its own.',
    'workflow/not-found': () => '“Cairn: Create Workflow…” makes one.',
    'lease/held': () => 'You can follow along in the Cairn view; “Cairn: Stop Now” ends it.',
    'lease/overtaken': () => 'What was done is still in the working tree: “Cairn: Resume Session” goes on.',
    'data/corrupt': () => 'Nothing was changed. “Cairn: Restore to Phase…” goes back to a good checkpoint.',
    'data/newer-schema': () => 'Update the extension.',
    'data/unknown-word': () =>
      'Written by a newer version? Update the extension. Edited by hand? “Cairn: Restore to Phase…” goes back to a good checkpoint.',
    'data/missing-object': ({ session, lastGood }) => {
      if (session === undefined || lastGood === null)
        return 'No checkpoint that is whole was found here. Fetch the session branch again from a clone that has it, or start another session, which leaves this one as it is.';
      const good = `checkpoint ${lastGood.seq}${lastGood.phase === null ? '' : ` (${lastGood.phase})`}`;
      return lastGood.isTip
        ? `Its newest ${good} is whole, so the session can go on; what is lost is older.`
        : `The last good one is ${good}.`;
    },
    'data/unsafe-tree': () =>
      'If you do not know who made them, remove the branch, or the rescued work. “Cairn: Verify Session” names all that are like this.',
    'data/untrusted-tip': ({ branch }) =>
      `Look at these commits before you go on from them: ${shellWords(['git', 'log', '--stat', branch, '--'])}`,
    'data/untrusted-commands': () => '“Cairn: Resume Session” shows what it would run and asks.',
    'data/unseen-commands': () => '“Cairn: Start Session…” asks which workflow is meant.',
    'data/effect-changed': () => 'One key stands for one command.',
    'data/effect-in-doubt': () => 'Look whether it happened, then say so on its row in the Cairn view.',
    'data/restore-failed': () => 'Nothing is lost: “Cairn: Undo Restore” puts everything back.',
    'data/violations': () => '“Cairn: Verify Session” says which.',
    'repo/plan-changed': () => 'Phases that are done stay done.',
    'repo/behind-remote': () => 'Take over what is there with git, or go on from here.',
    'repo/head-moved': () => 'Nothing was recorded. Go back to where it was and resume, or go on here.',
    'repo/tree-changed': ({ what }) => TREE_CHANGED[what],
    'repo/branch-refused': () => 'Choose another branchPrefix in the workflow.',
    'repo/land-conflict': ({ phase }) =>
      phase === undefined
        ? 'Land it on a branch of its own instead, and merge that.'
        : 'All of it together does not conflict: land it as one commit.',
    'repo/nested-work': () =>
      'Push it or move the folders away, and try again. “Delete Everything” gives all of it up.',
    'repo/held-missing': () => UNSHALLOW,
    'repo/base-missing': () => UNSHALLOW,
    'git/not-a-repository': () => 'The Cairn view can make one.',
    'git/disk-full': () => 'Make room and resume: nothing that was done is lost.',
    'machine/agent-not-found': () =>
      '“Cairn: Choose Agent…” shows what is here and what installs the others.',
    'machine/nobody-works': () => '“Cairn: Choose Agent…” shows what installs one.',
    'machine/runner-died': () => '“Cairn: Resume Session” goes on from the last checkpoint.',
    'internal/unexpected': () => 'This is a bug in Cairn. Nothing that was finished is lost.',
  },
};

const GIVEN: Readonly<Record<Given['given'], string>> = {
  request: 'The request',
  input: 'The input',
  check: 'The check',
  setup: 'The setup',
  base: 'The commit to start from',
  'in-place': 'Where it works',
  'with-changes': 'Your uncommitted changes',
  approve: 'The phase to approve beforehand',
  branch: 'The branch',
  key: 'The key',
  message: 'What you wrote',
};

const UNSHALLOW = 'Fetch it, and try again: `git fetch --unshallow` in a terminal.';

const TREE_CHANGED = {
  gone: 'Put it back where it was, or resume: that goes on from the last checkpoint.',
  replaced:
    'Move what lies there away, and put the folder of before back if there still is one; then resume.',
  untied:
    'Look what became of the folder. If all of it is gone, remove it and resume: that goes on from the last checkpoint.',
  head: 'Resume goes on from the last checkpoint; what lies there is kept aside first.',
} as const;
