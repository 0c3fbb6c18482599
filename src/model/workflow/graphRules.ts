import { phaseInTest, type Test } from '../graph/condition.ts';
import { isReadable, READABLE } from '../graph/readFileValue.ts';
import { LONGEST_PHASE, LONGEST_TEMPLATE } from '../items/itemPhase.ts';
import { whyNotPromised } from '../names/repoPath.ts';
import { notJson } from '../parsing/notJson.ts';
import { firstFound } from '../parsing/firstFound.ts';
import type { Found } from '../parsing/issueProblems.ts';
import { didYouMean } from '../parsing/keyMeant.ts';
import { nearestWord } from '../text/nearestWord.ts';
import { fileMeant } from './fileMeant.ts';
import { promisersOf } from './forEachOf.ts';
import { phaseGraph, type PhaseGraph, type Promising } from './phaseGraph.ts';
import { placedTests, type PlacedTest } from './placedTests.ts';
import { tooNewAbove, tooNewIn } from './sinceSchema.ts';
import type { WorkflowFile } from './workflowSchema.ts';

type PhaseFile = WorkflowFile['phases'][number];
type CheckFile = NonNullable<PhaseFile['checks']>[number];
type Graph = PhaseGraph<Known>;
/** Whether the files of a phase may be asked about. */
type Sees = (id: string) => boolean;

/** A phase with its needs, and the files that it promises. */
interface Known extends Promising {
  /** It is there once for each item. */
  readonly isRepeated: boolean;
}

/** Problems of the graph in a file whose phases and needs are valid: what conditions ask about. */
export function brokenGraph(file: Pick<WorkflowFile, 'schema' | 'phases'>): readonly Found[] {
  const known = phaseGraph(
    file.phases.map((phase, index): Known => ({
      id: phase.id,
      needs: phase.needs ?? file.phases.slice(Math.max(0, index - 1), index).map(({ id }) => id),
      artifacts: (phase.artifacts ?? []).map((one) => (typeof one === 'string' ? { path: one } : one)),
      isRepeated: phase.forEach !== undefined,
    })),
  );
  return firstFound(file.phases, (phase, index) => [
    ...tooNewIn(file.schema, phase, ['phases', index]),
    ...(phase.checks ?? []).flatMap((check, at) => brokenCheck(check, ['phases', index, 'checks', at])),
    ...brokenConditions(phase, ['phases', index], known),
    ...brokenForEach(phase, ['phases', index, 'forEach', 'file'], known),
  ]);
}

/** Problems of what stands beside the phases. In place there is one working tree, and it is the person's. */
export function brokenHead(file: Omit<WorkflowFile, 'phases' | 'name'>): readonly Found[] {
  const old = tooNewAbove(file);
  if ((file.parallel ?? 1) === 1 || file.isolation !== 'in-place') return old;
  const message =
    'phases work at once in worktrees only: write "isolation: worktree", or leave "parallel" out';
  return [...old, { path: ['parallel'], message }];
}

/** What is to fail was red before, too. */
const brokenCheck = ({ expect, red }: CheckFile, at: readonly PropertyKey[]): readonly Found[] =>
  expect === 'fail' && red !== undefined
    ? [
        {
          path: at,
          key: 'red',
          message: '"red" is about a check that is to pass: leave it out beside "expect: fail"',
        },
      ]
    : [];

function brokenConditions(phase: PhaseFile, at: readonly PropertyKey[], known: Graph): readonly Found[] {
  const sees: Sees = (other) => other === phase.id || known.needs(phase.id, other);
  const tests = [
    ...placedTests(phase.when, [...at, 'when']),
    ...placedTests(phase.loop?.until, [...at, 'loop', 'until']),
    ...placedTests(phase.stop?.when, [...at, 'stop', 'when']),
  ];
  return [
    ...firstFound(tests, (test) => brokenTest(test, phase.id, sees, known)),
    ...brokenLoop(phase, [...at, 'loop', 'to'], sees, known),
  ];
}

function brokenLoop(
  { id, loop, forEach }: PhaseFile,
  path: readonly PropertyKey[],
  sees: Sees,
  known: Graph,
): readonly Found[] {
  if (loop === undefined) return [];
  if (sees(loop.to)) {
    const lists = forEach === undefined ? [] : promisersOf(known, id, forEach.file);
    const message = `a round from "${loop.to}" writes the list of "${id}" anew, and no item would be left that sent it back: write this loop on a phase that needs "${id}"`;
    return lists.some((by) => by === loop.to || known.needs(by, loop.to)) ? [{ path, message }] : [];
  }
  const isPhase = known.of(loop.to) !== undefined;
  const near = nearestWord(loop.to, idsOf(sees, known));
  const message = isPhase
    ? `"${loop.to}" does not come before "${id}": a loop goes back to its own phase or one that it needs`
    : `there is no phase "${loop.to}"${didYouMean(near)}`;
  return [{ path, message }];
}

const isManyTimes = (phase: string, id: string, known: Graph): boolean =>
  phase !== id && known.of(phase)?.isRepeated === true;

function brokenForEach(
  { id, forEach }: PhaseFile,
  path: readonly PropertyKey[],
  known: Graph,
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

function whyNoList(file: string, id: string, known: Graph): string | null {
  const sees: Sees = (other) => known.needs(id, other);
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
function brokenTest({ test, path }: PlacedTest, id: string, sees: Sees, known: Graph): readonly Found[] {
  const odd = notJson(test.to);
  const why = whyNoFile(test, id, sees, known);
  return [
    ...(why === null ? [] : [{ path: [...path, 'file'], message: why }]),
    ...(odd === null ? [] : [{ path: [...path, test.operator, ...odd.path], message: odd.message }]),
  ];
}

const seenBy = (sees: Sees, { phases }: Graph): readonly Known[] => phases.filter(({ id }) => sees(id));
const idsOf = (sees: Sees, known: Graph): readonly string[] => seenBy(sees, known).map(({ id }) => id);

const isOneFile = ({ isRepeated }: Known): boolean => !isRepeated;

const notPromised = (file: string, id: string, seen: readonly Known[]): string =>
  `no phase that "${id}" needs promises "${file}" as an artifact${fileMeant(file, seen.filter(isOneFile))}`;

function whyNoFile({ file }: Pick<Test, 'file'>, id: string, sees: Sees, known: Graph): string | null {
  const meant = (): string => fileMeant(file, seenBy(sees, known).filter(isOneFile));
  if (!isReadable(file))
    return `"${file}" cannot be read here: its name must end in ${READABLE.join(', ')}${meant()}`;
  if (file.startsWith('/')) {
    const promised = known.promising(file).some((by) => sees(by.id));
    return promised ? null : notPromised(file, id, seenBy(sees, known));
  }
  const phase = phaseInTest({ file }) ?? '';
  const why = whyNotPromised(file.slice(phase.length + 1));
  if (phase === '' || why !== null)
    return `"${file}" must be <phase>/<path in its folder>, or start with "/"${meant()}`;
  if (sees(phase))
    return isManyTimes(phase, id, known)
      ? `"${phase}" is there once for each item: no one file is meant`
      : null;
  if (known.of(phase) !== undefined)
    return `"${id}" does not need "${phase}", so it may not have run; add it to needs`;
  const near = nearestWord(phase, idsOf(sees, known));
  return `there is no phase "${phase}"${didYouMean(near)}`;
}
