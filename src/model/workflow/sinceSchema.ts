import type { Found } from '../parsing/issueProblems.ts';
import type { WorkflowFile } from './workflowSchema.ts';

type Head = Omit<WorkflowFile, 'phases' | 'name'>;
type PhaseFile = WorkflowFile['phases'][number];
type CheckFile = NonNullable<PhaseFile['checks']>[number];
type Since<T> = Readonly<Partial<Record<keyof T & string, number>>>;

/** Keys that came after the first schema, with theirs. */
const HEAD: Since<Head> = { parallel: 2, inputs: 2, limits: 2, result: 2 };
const PHASE: Since<PhaseFile> = {
  when: 2,
  forEach: 2,
  loop: 2,
  stop: 2,
  limits: 2,
  warnAfter: 2,
  onConflict: 2,
};
const CHECK: Since<CheckFile> = { expect: 3, red: 3 };

/** Keys beside the phases that are newer than the schema of the file: it means what it meant, for every Cairn that reads it. */
export const tooNewAbove = (file: Head): readonly Found[] => tooNew(file.schema, file, HEAD, []);

/** The same of a phase and its checks. */
export const tooNewIn = (
  schema: WorkflowFile['schema'],
  phase: PhaseFile,
  at: readonly PropertyKey[],
): readonly Found[] => [
  ...tooNew(schema, phase, PHASE, at),
  ...(phase.checks ?? []).flatMap((check, index) => tooNew(schema, check, CHECK, [...at, 'checks', index])),
];

const tooNew = <T>(
  schema: number | undefined,
  of: T,
  since: Since<T>,
  path: readonly PropertyKey[],
): readonly Found[] =>
  (Object.entries(since) as [keyof T & string, number][])
    // A file whose schema is not known is told that alone.
    .filter(([key, first]) => of[key] !== undefined && schema !== undefined && schema < first)
    .map(([key, first]) => ({
      path,
      key,
      message: `"${key}" is of schema ${first}: write "schema: ${first}" at the top of the file`,
    }));
