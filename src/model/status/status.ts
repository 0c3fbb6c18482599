import { field, nullable, type Field, type GlanceOf, type ValuesOf } from '../parsing/recordTable.ts';
import * as kinds from '../parsing/valueKinds.ts';
import { readCount } from '../text/words.ts';
import { CHECKED, PHASE_STATUSES, SESSION_STATES } from './statusWords.ts';

const orNull = <T, S>(kind: kinds.ValueKind<T, S>): kinds.ValueKind<T, S> => ({
  ...kind,
  is: `${kind.is} or null`,
});

/** The front matter of STATUS.md, in the order in which it is written. All keys are always there. */
export const STATUS_FIELDS = {
  schema: field('schema', kinds.schemaNumber, 'the schema of the file'),
  session: field('session', kinds.sessionId, 'the session'),
  title: field('title', kinds.words, 'its title, which is also the heading'),
  workflow: field('workflow', kinds.workflowName, 'the name of its workflow'),
  plan: field('plan', kinds.planHash, 'the plan hash of its workflow.yaml'),
  branch: field('branch', kinds.matching(/^\S+$/, 'the name of a branch'), 'the branch of the session'),
  isolation: field(
    'isolation',
    kinds.oneOf(['worktree', 'in-place'] as const, 'worktree or in-place'),
    'where it works',
  ),
  base: field('base', kinds.commitId, 'the commit that it began on'),
  seq: field('seq', kinds.countFromOne, 'the number of the checkpoint'),
  state: field('state', kinds.oneOf(SESSION_STATES), 'the state of the session'),
  next: nullable(
    'next',
    orNull(kinds.phaseIds),
    'the phases that are worked on or come next; null when none do',
  ),
  checked: nullable(
    'checked',
    orNull(kinds.oneOf(CHECKED)),
    'what stands behind a session that is done; null while it is not, and where nobody wrote it down',
    3,
  ),
  updated: field('updated', kinds.time, 'when it was written'),
} as const;

/** `present/promised`, the first not more than the second. */
const part: kinds.ValueKind<Part, Part | null> = {
  read: (text) => {
    const [present, promised, ...more] = text.split('/').map(readCount);
    if (typeof present !== 'number' || typeof promised !== 'number' || more.length > 0) return null;
    return present > promised ? null : { present, promised };
  },
  glance: (text) => {
    const [, present, promised] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
    return present === undefined ? null : { present: Number(present), promised: Number(promised) };
  },
  write: ({ present, promised }) => `${present}/${promised}`,
  is: 'such as 1/2',
};
interface Part {
  readonly present: number;
  readonly promised: number;
}

const column = <F extends Field>(called: string, align: '---' | '--:', of: F) => ({
  ...of,
  called,
  align,
});

/** The table of STATUS.md, a row for each phase. A cell that is null is empty. `called`: what a problem calls it. */
export const STATUS_COLUMNS = {
  number: column(
    '"#"',
    '--:',
    field('#', kinds.countFromOne, "the phase's folder number, fixed for the session's life"),
  ),
  phase: column('the phase', '---', field('Phase', kinds.phaseId, 'its id')),
  status: column('the status', '---', field('Status', kinds.oneOf(PHASE_STATUSES), 'how far it is')),
  round: column(
    'the round',
    '--:',
    field('Round', kinds.countFromOne, 'which round of it this is: 1 until a loop opens it again', 2),
  ),
  attempt: column(
    'the attempt',
    '--:',
    field('Attempt', kinds.attempt, 'its newest attempt; 0 while it has not been tried'),
  ),
  artifacts: column(
    'the artifacts',
    '--:',
    field('Artifacts', part, 'how many of those that it promises are there'),
  ),
  checked: column(
    'what was checked',
    '---',
    nullable(
      'Checked',
      { ...kinds.oneOf(CHECKED), glance: (text: string): string | null => text || null },
      'what stands behind a phase that is done; empty while it is not, and where nobody wrote it down',
      3,
    ),
  ),
  updated: column(
    'the time',
    '---',
    nullable(
      'Updated',
      { ...kinds.time, is: kinds.time.is.replace('a time ', '') },
      'when the row last changed',
    ),
  ),
} as const;

const COLUMNS = Object.values(STATUS_COLUMNS);
export const TABLE_HEAD: readonly string[] = [
  `| ${COLUMNS.map(({ name }) => name).join(' | ')} |`,
  `|${COLUMNS.map(({ align }) => align).join('|')}|`,
];

export type StatusRow = ValuesOf<typeof STATUS_COLUMNS>;

/** STATUS.md as a value. */
export interface Status extends ValuesOf<typeof STATUS_FIELDS> {
  readonly rows: readonly StatusRow[];
  /** From the `## Notes` line to the end of the file, byte for byte. */
  readonly notes: string;
}

/** What can be made out in a STATUS.md, words as found. */
export interface StatusGlance extends GlanceOf<typeof STATUS_FIELDS> {
  readonly rows: readonly StatusGlanceRow[];
}
export type StatusGlanceRow = {
  readonly [K in keyof StatusRow]: ReturnType<(typeof STATUS_COLUMNS)[K]['kind']['glance']>;
};
