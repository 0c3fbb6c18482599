import { counted } from '../../base/listed.ts';
import type { RecordProblem } from './readRecord.ts';

/** More of a file of somebody else's tell nobody more. */
const MOST = 5;

/** Why a record cannot be used, in one line. */
export function recordProblemWords(problem: RecordProblem): string {
  if (problem.kind === 'schema-missing') return 'it names no schema';
  if (problem.kind === 'newer-schema') return `it is of schema ${problem.found}, of a newer Cairn`;
  const { problems } = problem;
  const rest = problems.length - MOST;
  return [
    ...problems.slice(0, MOST).map(({ line, message }) => `line ${line}: ${message}`),
    ...(rest > 0 ? [counted(rest, 'more problem')] : []),
  ].join('; ');
}
