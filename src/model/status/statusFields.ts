import type { Problem } from '../../base/cairnError.ts';
import type { CommitId, PhaseId, SessionId, Timestamp } from '../names/ids.ts';
import type { FrontMatter } from './readFrontMatter.ts';
import { SCHEMA } from '../parsing/schema.ts';
import { SESSION_STATES, type Status } from './status.ts';
import { STATUS_KEYS, type StatusKey } from './statusTable.ts';
import {
  OBJECT_ID,
  PHASE_ID,
  PLAN_HASH,
  readCount,
  SESSION_ID,
  TIMESTAMP,
  WORKFLOW_NAME,
} from '../text/words.ts';

/** Keys whose words are lists of the format. */
const CLOSED: ReadonlySet<StatusKey> = new Set(['isolation', 'state']);

/** The front matter of a status as values; a field whose problem was told is null behind its type. */
export function statusFields(
  file: string,
  front: FrontMatter,
  problems: Problem[],
): Omit<Status, 'rows' | 'notes'> {
  const read = <T>(key: StatusKey, reader: (text: string) => T | null, expected: string): T => {
    const found = front.values.get(key);
    const value = found === undefined ? null : reader(found.text);
    if (found !== undefined && value === null) {
      const message = `"${key}" must be ${expected}, not ${JSON.stringify(found.text.slice(0, 80))}`;
      const unknown = CLOSED.has(key) ? ({ unknown: true } as const) : {};
      problems.push({ file, line: found.line, column: key.length + 3, message, ...unknown });
    }
    // Only used when there is no problem.
    return value as T;
  };
  for (const key of STATUS_KEYS) {
    // A key that is there and could not be read was told as such.
    if (front.values.has(key) || front.problems.some(({ message }) => message.startsWith(`"${key}"`)))
      continue;
    problems.push({ file, line: front.end, column: 1, message: `"${key}" is missing in the front matter` });
  }
  return {
    schema: read('schema', (text) => (readCount(text) === SCHEMA ? SCHEMA : null), String(SCHEMA)),
    session: read('session', matching<SessionId>(SESSION_ID), 'a session id'),
    title: read('title', matching(/\S/), 'text'),
    workflow: read('workflow', matching(WORKFLOW_NAME), 'the name of a workflow'),
    plan: read('plan', matching(PLAN_HASH), 'sha256: and 64 hexadecimal digits'),
    branch: read('branch', matching(/^\S+$/), 'the name of a branch'),
    isolation: read('isolation', oneOf(['worktree', 'in-place'] as const), 'worktree or in-place'),
    base: read('base', matching<CommitId>(OBJECT_ID), 'the full id of a commit'),
    seq: read('seq', (text) => readCount(text) || null, 'a number from 1'),
    state: read('state', oneOf(SESSION_STATES), `one of ${SESSION_STATES.join(', ')}`),
    next:
      front.values.get('next')?.isNull === true
        ? null
        : read('next', matching<PhaseId>(PHASE_ID), 'the id of a phase or null'),
    updated: read('updated', matching<Timestamp>(TIMESTAMP), 'a time such as 2026-11-20T10:01:22.123Z'),
  };
}

const matching =
  <T extends string = string>(pattern: RegExp) =>
  (text: string): T | null =>
    pattern.test(text) ? (text as T) : null;

const oneOf =
  <T extends string>(words: readonly T[]) =>
  (text: string): T | null =>
    words.find((word) => word === text) ?? null;
