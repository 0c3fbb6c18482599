import { inClosingOrder, type CheckRecord, type PhaseRecord } from '../checkpoint/phaseRecord.ts';
import { stillHolds, type HandedItem } from '../ledger/foldLedgers.ts';
import { tellsFiles } from '../ledger/ownItems.ts';
import { saysApproval } from '../ledger/wordsOfRecord.ts';
import { isFromIssue } from '../start/issue.ts';
import type { PhaseId } from '../names/ids.ts';
import { phaseFolderName } from '../names/places.ts';
import type { Status, StatusRow } from '../status/status.ts';
import type { Checked } from '../status/statusWords.ts';
import type { Workflow } from '../workflow/workflow.ts';

/** What the message of a landing is made of, as it was written. */
export interface LandFacts {
  /** What of the session it is, in brackets behind the title; null where that is all of it. */
  readonly part: string | null;
  readonly title: string;
  readonly request: string;
  /** In the order of the table. */
  readonly phases: readonly LandPhase[];
  /** How each check ended that ran last under its name, of the phases that are done. */
  readonly checks: readonly CheckRecord[];
  /** Whether the session has any check at all, also where none is told here. */
  readonly wasChecked: boolean;
  readonly branch: string;
  readonly seq: number;
  readonly isDone: boolean;
  /** What stands behind it, if it is done. */
  readonly checked: Checked | null;
  /** Whether comments were typed in this clone: those stay as they are. */
  readonly typedHere: boolean;
  /** Whether title and request were, and are no issue. */
  readonly askedHere: boolean;
}

export interface LandPhase {
  readonly phase: PhaseId;
  readonly title: string | null;
  readonly status: StatusRow['status'];
  readonly checked: StatusRow['checked'];
  readonly round: number;
  /** What its agent said of it in the end; '' where it said nothing. */
  readonly said: string;
  readonly decisions: readonly string[];
  /** The word that it was approved by; `by` as `Name <mail>`. */
  readonly approval: Pick<PhaseRecord['approvals'][number], 'by' | 'at' | 'comment' | 'beforehand'> | null;
}

interface Of {
  readonly status: Status;
  readonly workflow: Workflow;
  readonly request: string;
  readonly records: ReadonlyMap<PhaseId, PhaseRecord>;
}

/** @param items all that was handed on */
export function landFacts(of: Of, items: readonly HandedItem[], typedHere: boolean): LandFacts {
  const { status, request } = of;
  const holding = items.filter(stillHolds);
  return {
    part: null,
    title: status.title,
    request,
    phases: status.rows.map((row) => landPhase(of, row, holding)),
    checks: lastChecks(of, () => true),
    wasChecked: [...of.records.values()].some(({ checks }) => checks.length > 0),
    branch: status.branch,
    seq: status.seq,
    isDone: status.state === 'done',
    checked: status.checked,
    typedHere,
    askedHere: typedHere && !isFromIssue(request),
  };
}

function landPhase({ workflow, records }: Of, row: StatusRow, holding: readonly HandedItem[]): LandPhase {
  const { phase, status, checked, round } = row;
  const label = phaseFolderName(row.number, phase);
  const of = (section: HandedItem['section']): readonly string[] =>
    holding.filter((item) => item.label === label && item.section === section).map(({ text }) => text);
  const record = records.get(phase);
  return {
    phase,
    title: workflow.phases.find(({ id }) => id === phase)?.title ?? null,
    status,
    checked,
    round,
    said:
      lastWords(record) ??
      of('State of the work')
        .filter((text) => !tellsFiles(text))
        .join('; '),
    decisions: of('Decisions').filter((text) => !saysApproval(text)),
    approval: record?.approvals.findLast(({ decision }) => decision === 'approved') ?? null,
  };
}

/** What a program printed last is for whoever looks at its output. */
const lastWords = (record: PhaseRecord | undefined): string | null =>
  record?.agent?.kind === 'command' ? null : (record?.finalText ?? null);

function lastChecks({ status, records }: Of, isMeant: (phase: PhaseId) => boolean): readonly CheckRecord[] {
  const done = status.rows.filter((row) => row.status === 'done' && isMeant(row.phase));
  const closed = done.flatMap(({ phase }) => records.get(phase) ?? []).toSorted(inClosingOrder);
  const last = new Map<string, CheckRecord>();
  for (const check of closed.flatMap(({ checks }) => checks))
    last.set(JSON.stringify([check.name, check.run]), check);
  return [...last.values()];
}

/** What one commit of several lands. */
export interface LandedPart {
  /** Null: what lies behind the last phase that is done. */
  readonly phase: PhaseId | null;
  /** All that it tells of: the phase, and those before it that changed no file. */
  readonly tells: readonly PhaseId[];
}

/** @param isFirst the request stands in the first of them */
export function factsOfPart(
  facts: LandFacts,
  of: Of,
  { phase, tells }: LandedPart,
  isFirst: boolean,
): LandFacts {
  const rest = facts.isDone ? null : 'unfinished';
  return {
    ...facts,
    part: phase ?? rest,
    request: isFirst ? facts.request : '',
    phases: facts.phases.filter((one) => tells.includes(one.phase)),
    checks: lastChecks(of, (one) => tells.includes(one)),
  };
}
