import * as fc from 'fast-check';
import { createGit, type Git } from '../../src/git/createGit.ts';
import { brought, isAncestor, readHistory } from '../../src/git/history.ts';
import { moveRef } from '../../src/git/moveRef.ts';
import type { Passed } from '../../src/git/gate.ts';
import { createObjects } from '../../src/git/objects.ts';
import { createFlushing } from '../../src/git/flushing.ts';
import { listRefs, readTip, resolveRevision, whyNotBranch } from '../../src/git/refs.ts';
import { addWorktree, standingOn } from '../../src/git/worktrees.ts';
import type { CommitId, RefName } from '../../src/model/names/ids.ts';
import { hostileText } from '../model/hostileText.ts';
import { silentLog } from '../support/silentLog.ts';

/** Every text of an outsider carries this, so that it is known again among the arguments. */
const MARK = 'zZ';
const OPTIONS = [
  '--output=',
  '--upload-pack=',
  '-c',
  '--exec-path=',
  '--git-dir=',
  '-C',
  '--help',
  '@{',
  ':/',
  '^',
];
const outsider = fc
  .tuple(fc.constantFrom('', '', '-', '--', ...OPTIONS), hostileText)
  .map(([option, text]) => `${option}${MARK}${text}`);
const id = fc.stringMatching(/^[0-9a-f]{40}$/).map((text) => text as CommitId);

/** An argument of git that an outsider wrote a part of may be no option: it stands behind the end of the options. */
function mustBePlain(args: readonly string[]): void {
  const end = args.findIndex((arg) => arg === '--' || arg === '--end-of-options');
  for (const [at, arg] of args.entries())
    if (arg.startsWith('-') && arg.includes(MARK) && (end === -1 || at < end))
      throw new Error(`an outsider's text is an option of git: ${JSON.stringify(args)}`);
}

const nothing = { code: 0, out: Buffer.alloc(0), stderr: '' };
const recording: Git = async (args) => {
  mustBePlain(args);
  return nothing;
};

const NONE = { read: () => Promise.reject(new Error('none')) };

type Asks = (git: Git, text: string, other: CommitId) => Promise<unknown>;

/** Whatever an outsider's text can reach: names of branches and refs, revisions, places, and ids that are none. */
const ASKS: readonly Asks[] = [
  (git, text) => resolveRevision(git, '/', text),
  (git, text) => whyNotBranch(git, '/', text),
  (git, text) => readTip(git, '/', text as RefName),
  (git, text) => standingOn(git, '/', '/', text as RefName),
  (git, text) =>
    listRefs(
      {
        git,
        cwd: '/',
        log: silentLog,
        learned: { isLong: false },
        objects: { look: async () => null },
        readOne: () => Promise.reject(new Error('none')),
      },
      [text],
    ),
  (git, text, other) => readHistory(git, '/', NONE, text as CommitId, { until: other }),
  (git, text, other) => readHistory(git, '/', NONE, other, { until: text as CommitId }),
  (git, text, other) => isAncestor(git, '/', text as CommitId, other),
  (git, text, other) => isAncestor(git, '/', other, text as CommitId),
  (git, text, other) => brought(git, '/', { look: async () => null }, text as CommitId, other),
  (git, text) => addWorktree(git, '/', text, text as Passed<CommitId>),
  (git, text, other) => addWorktree(git, '/', text, other as Passed<CommitId>),
];

async function askAll(text: string, other: CommitId): Promise<void> {
  for (const ask of ASKS) {
    try {
      await ask(recording, text, other);
    } catch (error) {
      // Refused is as good; what `mustBePlain` found is not.
      if (String(error).includes('option of git')) throw error;
    }
  }
}

/** What goes to a long-lived git as a line: a program that is not there would fail, so that anything else is refused before. */
async function askHelpers(text: string, other: CommitId): Promise<void> {
  const program = { binary: '/nonexistent/git', env: {} };
  const objects = createObjects(
    program,
    '/nonexistent',
    'sha1',
    createFlushing(async () => {}),
  );
  const move = { program, git: createGit(program), commonDir: '/nonexistent', zero: '0'.repeat(40) };
  const ref = 'refs/heads/x' as RefName;
  const hostile = text as CommitId;
  const asked: readonly (() => Promise<unknown>)[] = [
    () => objects.look(hostile),
    () => objects.read(hostile),
    () => moveRef(move, { ref, from: hostile, to: other, why: text }, Promise.resolve()),
    () => moveRef(move, { ref, from: other, to: hostile, why: text }, Promise.resolve()),
    () =>
      moveRef(
        move,
        { ref: `refs/heads/\0${text}` as RefName, from: other, to: other, why: text },
        Promise.resolve(),
      ),
  ];
  for (const ask of asked) {
    const refused = await ask().then(
      () => false,
      (error: { code?: string }) => error.code === 'internal/unexpected',
    );
    if (!refused) throw new Error(`an outsider's text reached a helper: ${JSON.stringify(text)}`);
  }
}

const fuzz =
  (holds: (text: string, other: CommitId) => Promise<void>) =>
  async (runs: number): Promise<void> =>
    fc.assert(fc.asyncProperty(outsider, id, holds), { numRuns: runs });

/** Everything that becomes an argument of git, or a line that one of ours reads. */
export const fuzzArguments: Readonly<Record<string, (runs: number) => Promise<void>>> = {
  'the arguments of git': fuzz(askAll),
  'the lines to helpers': fuzz(askHelpers),
};
