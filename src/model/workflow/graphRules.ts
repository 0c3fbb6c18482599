import { neededBy } from '../graph/needed.ts';
import { phaseInTest, type Test } from '../graph/condition.ts';
import { isReadable, READABLE } from '../graph/readFileValue.ts';
import { LONGEST_PHASE, LONGEST_TEMPLATE } from '../items/itemPhase.ts';
import { whyNotPromised } from '../names/repoPath.ts';
import { notJson } from '../parsing/notJson.ts';
import type { Found } from '../parsing/issueProblems.ts';
import { didYouMean } from '../parsing/keyMeant.ts';
import { nearestWord } from '../text/nearestWord.ts';
import { fileMeant } from './fileMeant.ts';
import { promisersOf, type Promising } from './forEachOf.ts';
import { placedTests, type PlacedTest } from './placedTests.ts';
import type { WorkflowFile } from './workflowSchema.ts';

type PhaseFile = WorkflowFile['phases'][number];

/** A phase with its needs, and the files that it promises. */
interface Known extends Promising {
  /** It is there once for each item. */
  readonly isRepeated: boolean;
}

/** Problems of the graph in a file whose phases and needs are valid: what conditions ask about. */
export function brokenGraph(file: Pick<WorkflowFile, 'schema' | 'phases'>): readonly Found[] {
  const known = file.phases.map((phase, index): Known => ({
    id: phase.id,
    needs: phase.needs ?? file.phases.slice(Math.max(0, index - 1), index).map(({ id }) => id),
    artifacts: (phase.artifacts ?? []).map((one) => (typeof one === 'string' ? { path: one } : one)),
    isRepeated: phase.forEach !== undefined,
  }));
  return file.phases.flatMap((phase, index) => [
    ...(file.schema === 1 ? tooNew(phase, PHASE_SINCE_2, ['phases', index]) : []),
    ...brokenConditions(phase, ['phases', index], known),
    ...brokenForEach(phase, ['phases', index, 'forEach', 'file'], known),
  ]);
}

const SINCE_2 = ['parallel', 'inputs', 'limits', 'result'] as const satisfies readonly (keyof WorkflowFile)[];

const PHASE_SINCE_2 = [
  'when',
  'forEach',
  'loop',
  'stop',
  'limits',
  'warnAfter',
  'onConflict',
] as const satisfies readonly (keyof PhaseFile)[];

/** A workflow of schema 1 means what it meant, so that every Cairn that reads it does the same. */
const tooNew = <T>(
  of: T,
  keys: readonly (keyof T & string)[],
  at: readonly PropertyKey[],
): readonly Found[] =>
  keys
    .filter((key) => of[key] !== undefined)
    .map((key) => ({
      path: at,
      key,
      message: `"${key}" is of schema 2: write "schema: 2" at the top of the file`,
    }));

/** Problems of what stands beside the phases. In place there is one working tree, and it is the person's. */
export function brokenHead(file: Omit<WorkflowFile, 'phases' | 'name'>): readonly Found[] {
  const old = file.schema === 1 ? tooNew(file, SINCE_2, []) : [];
  if ((file.parallel ?? 1) === 1 || file.isolation !== 'in-place') return old;
  const message =
    'phases work at once in worktrees only: write "isolation: worktree", or leave "parallel" out';
  return [...old, { path: ['parallel'], message }];
}

function brokenConditions(
  phase: PhaseFile,
  at: readonly PropertyKey[],
  known: readonly Known[],
): readonly Found[] {
  const needed = neededBy(known, phase.id);
  // Before it has begun it has no files of its own.
  const withOwn = new Set([...needed, phase.id]);
  const tests = [
    ...placedTests(phase.when, [...at, 'when']).map((test) => ({ ...test, sees: needed })),
    ...placedTests(phase.loop?.until, [...at, 'loop', 'until']).map((test) => ({ ...test, sees: withOwn })),
    ...placedTests(phase.stop?.when, [...at, 'stop', 'when']).map((test) => ({ ...test, sees: withOwn })),
  ];
  return [
    ...tests.flatMap((test) => brokenTest(test, phase.id, test.sees, known)),
    ...brokenLoop(phase, [...at, 'loop', 'to'], withOwn, known),
  ];
}

function brokenLoop(
  { id, loop, forEach }: PhaseFile,
  path: readonly PropertyKey[],
  sees: ReadonlySet<string>,
  known: readonly Known[],
): readonly Found[] {
  if (loop === undefined) return [];
  if (sees.has(loop.to)) {
    const lists = forEach === undefined ? [] : promisersOf(known, id, forEach.file);
    const message = `a round from "${loop.to}" writes the list of "${id}" anew, and no item would be left that sent it back: write this loop on a phase that needs "${id}"`;
    return lists.some((by) => runsAgain(by, loop.to, known)) ? [{ path, message }] : [];
  }
  const isPhase = known.some((one) => one.id === loop.to);
  const near = nearestWord(loop.to, [...sees]);
  const message = isPhase
    ? `"${loop.to}" does not come before "${id}": a loop goes back to its own phase or one that it needs`
    : `there is no phase "${loop.to}"${didYouMean(near)}`;
  return [{ path, message }];
}

/** True of a phase that is part of every round from `to` on. */
const runsAgain = (phase: string, to: string, known: readonly Known[]): boolean =>
  phase === to || neededBy(known, phase).has(to);

const isManyTimes = (phase: string, id: string, known: readonly Known[]): boolean =>
  phase !== id && known.some((one) => one.id === phase && one.isRepeated);

function brokenForEach(
  { id, forEach }: PhaseFile,
  path: readonly PropertyKey[],
  known: readonly Known[],
): readonly Found[] {
  if (forEach === undefined) return [];
  const why = whyNoList(forEach.file, id, known);
  return why === null ? [] : [{ path, message: why }];
}

/**
 * Phases that are repeated and whose names leave no room for those of their items. A rule for files that are to be followed: a session
 * that has such a phase goes on where its items fit.
 */
export const longTemplates = ({ phases }: WorkflowFile): readonly Found[] =>
  phases.flatMap(({ id, forEach }, index) =>
    forEach === undefined || id.length <= LONGEST_TEMPLATE
      ? []
      : [
          {
            path: ['phases', index, 'id'],
            message: `"${id}" has ${id.length} characters, and its items are phases "${id}-<item>" of at most ${LONGEST_PHASE}: give it an id of at most ${LONGEST_TEMPLATE}`,
          },
        ],
  );

function whyNoList(file: string, id: string, known: readonly Known[]): string | null {
  const sees = neededBy(known, id);
  const why = whyNoFile({ file }, id, sees, known);
  if (why !== null) return why;
  const [by, second] = promisersOf(known, id, file);
  if (by === undefined) return notPromised(file, id, seenBy(sees, known));
  if (second !== undefined)
    return `"${by}" and "${second}" both promise "${file}": one phase must write the list`;
  return isManyTimes(by, id, known)
    ? `"${by}" is there once for each item, and each would write "${file}": one phase must write the list`
    : null;
}

/** @param sees the phases whose files may be asked about */
function brokenTest(
  { test, path }: PlacedTest,
  id: string,
  sees: ReadonlySet<string>,
  known: readonly Known[],
): readonly Found[] {
  const odd = notJson(test.to);
  const why = whyNoFile(test, id, sees, known);
  return [
    ...(why === null ? [] : [{ path: [...path, 'file'], message: why }]),
    ...(odd === null ? [] : [{ path: [...path, test.operator, ...odd.path], message: odd.message }]),
  ];
}

/** The phases whose files may be asked about. */
const seenBy = (sees: ReadonlySet<string>, known: readonly Known[]): readonly Known[] =>
  known.filter((one) => sees.has(one.id));

const isOneFile = ({ isRepeated }: Known): boolean => !isRepeated;

const notPromised = (file: string, id: string, seen: readonly Known[]): string =>
  `no phase that "${id}" needs promises "${file}" as an artifact${fileMeant(file, seen.filter(isOneFile))}`;

function whyNoFile(
  { file }: Pick<Test, 'file'>,
  id: string,
  sees: ReadonlySet<string>,
  known: readonly Known[],
): string | null {
  const seen = seenBy(sees, known);
  if (!isReadable(file))
    return `"${file}" cannot be read here: its name must end in ${READABLE.join(', ')}${fileMeant(file, seen.filter(isOneFile))}`;
  if (file.startsWith('/')) {
    const promised = seen.some(({ artifacts }) => artifacts.some((rule) => rule.path === file));
    return promised ? null : notPromised(file, id, seen);
  }
  const phase = phaseInTest({ file }) ?? '';
  const why = whyNotPromised(file.slice(phase.length + 1));
  if (phase === '' || why !== null)
    return `"${file}" must be <phase>/<path in its folder>, or start with "/"${fileMeant(file, seen.filter(isOneFile))}`;
  if (sees.has(phase))
    return isManyTimes(phase, id, known)
      ? `"${phase}" is there once for each item: no one file is meant`
      : null;
  if (phase === id) return `"${id}" has no files before it has begun`;
  const ids = known.map((one) => one.id);
  if (ids.includes(phase)) return `"${id}" does not need "${phase}", so it may not have run; add it to needs`;
  const near = nearestWord(phase, [...sees]);
  return `there is no phase "${phase}"${didYouMean(near)}`;
}
