import type { Waits } from '../../base/refusal.ts';

/** The facts of a session that decide what a person can do with it. A status has them all. */
export interface ActFacts {
  readonly state: string;
  readonly seq: number;
  /** The phases that are worked on or come next. */
  readonly next: readonly string[];
  readonly drivenBy: string | null;
  readonly isolation?: 'worktree' | 'in-place';
  /** How many files of its working tree are in no checkpoint. */
  readonly leftovers?: number;
  /** True if it is done, and there is nothing to land. */
  readonly changedNothing?: true;
  /** True if it is done, and was landed as it is. */
  readonly landed?: true;
  /** What stands behind one that is done. */
  readonly checked?: string | null;
  readonly readOnly?: 'newer-schema' | 'unreadable';
  /** The tip was not published from here. */
  readonly untrusted?: boolean;
  /** What it would run is not trusted here. */
  readonly asksTrust?: boolean;
  readonly doubts: readonly { readonly key: string }[];
  /** What it waits for; null if it does not wait, or waits only for an approval. */
  readonly question: AskedFacts | null;
  readonly phases: readonly {
    readonly id: string;
    readonly status: string;
    readonly blockedBy: 'gate' | 'setup' | null;
    readonly checks?: readonly { readonly outcome: string; readonly before?: string }[];
    /** True if its checkpoint belongs to another session. */
    readonly inheritedFrom?: string;
  }[];
}

interface AskedFacts {
  readonly kind: 'approval' | 'packet' | 'question' | 'work' | 'permission';
  readonly options: readonly string[];
  /** In place with HEAD elsewhere: the git command that must come first. */
  readonly back?: string;
  /** True if an agent could do the work once one is installed. */
  readonly handOver?: true;
}

type Of<A extends string, F = unknown> = { readonly act: A } & Readonly<F>;

/** One thing that a person can do now. */
export type Act =
  | Of<'settle', { key: string }>
  | Of<'see-trust'>
  | Of<'trust-tip'>
  /** `owner`: only whoever began it can go on afterwards. */
  | Of<'stop', { resumable: boolean }>
  | Of<'see-log', { for: 'history' | 'checkpoints' }>
  | Of<'look'>
  /** `seq` null: to one that can be read. */
  | Of<'restore-good', { seq: number | null }>
  | Of<'land', { isRed?: true }>
  /** `aside`: what an attempt left that was cut off is kept aside first. */
  | Of<'go-on', { aside?: true }>
  /** Instead: the next attempt goes on with what it left. */
  | Of<'keep-leftovers'>
  /** After the word that is waited for. */
  | Of<'then-go-on'>
  | Of<'retry-setup'>
  | Of<'retry'>
  | Of<'try-gate'>
  | Of<'hand-over'>
  /** `option` null: in words of one's own. */
  | Of<'answer', { option: string | null }>
  | Of<'permit', { word: 'allow' | 'always' | 'deny' }>
  | Of<'approve', { what: 'phase' | 'packet' }>
  | Of<'reject', { what: 'phase' | 'packet' }>
  /** A phase that is blocked, as it is. `redBefore`: a check that it has to pass was red before anything was changed. */
  | Of<'close', { phase: string; redBefore?: true }>
  | Of<'diff', { phase: string; waits: boolean }>
  | Of<'see-output', { phase: string }>
  | Of<'go-back', { command: string }>
  | Of<'go-on-here'>
  /** `phase` null: at the beginning. */
  | Of<'reopen', { phase: string | null }>
  | Of<'fork', { phase: string | null }>;

export type ActName = Act['act'];

/** The act that ends each kind of waiting; where that is an approval, a rejection does, too. */
export const ENDS_WAITING = {
  approval: 'approve',
  packet: 'approve',
  question: 'answer',
  head: 'go-back',
  work: 'try-gate',
} as const satisfies Readonly<Record<Waits['for'], ActName>>;

/** True if the session needs a person to act. A paused one does not: whoever paused it knows. */
export const needsPerson = ({ state }: Pick<ActFacts, 'state'>): boolean =>
  ['waiting', 'blocked', 'interrupted', 'damaged'].includes(state);

/** Placeholder for an unknown phase. */
const SOME_PHASE = '<phase>';

/** What a person can do next with a session, the most helpful act first. */
export function nextActs(facts: ActFacts): readonly Act[] {
  if (facts.readOnly !== undefined) return looking(facts, facts.readOnly);
  const settling = facts.doubts.map(({ key }): Act => ({ act: 'settle', key }));
  const acts = [...settling, ...actsOfState(facts)];
  // A session that is over, or driven by somebody, needs no trust.
  if (['done', 'cancelled', 'running'].includes(facts.state) || facts.drivenBy !== null) return acts;
  return [...(facts.asksTrust === true ? [{ act: 'see-trust' } as const] : []), ...withTip(facts, acts)];
}

function withTip({ untrusted }: ActFacts, acts: readonly Act[]): readonly Act[] {
  if (untrusted !== true) return acts;
  const [only, ...more] = acts;
  return [{ act: 'trust-tip' }, ...(only?.act === 'go-on' && more.length === 0 ? [] : acts)];
}

/** Everything else would be refused. */
function looking({ drivenBy }: ActFacts, why: 'newer-schema' | 'unreadable'): readonly Act[] {
  if (drivenBy !== null) return [{ act: 'stop', resumable: false }];
  return why === 'newer-schema'
    ? [{ act: 'see-log', for: 'history' }]
    : [
        { act: 'see-log', for: 'checkpoints' },
        { act: 'restore-good', seq: null },
      ];
}

function actsOfState(facts: ActFacts): readonly Act[] {
  switch (facts.state) {
    case 'done':
      return [
        ...(facts.changedNothing === true || facts.landed === true ? [] : [landing(facts)]),
        { act: 'see-log', for: 'history' },
      ];
    case 'waiting':
      return [...waiting(facts), ...besides(facts.phases)];
    case 'blocked':
      return blocked(facts);
    case 'running':
      return [{ act: 'look' }, { act: 'stop', resumable: true }];
    case 'interrupted':
      return interrupted(facts);
    case 'paused':
      return [{ act: 'go-on' }];
    case 'cancelled':
      return [
        { act: 'reopen', phase: lastDone(facts.phases.filter((one) => one.inheritedFrom === undefined)) },
        { act: 'fork', phase: lastDone(facts.phases) },
      ];
    case 'damaged':
      return facts.seq === 0 ? [] : [{ act: 'restore-good', seq: facts.seq }];
    default:
      return [];
  }
}

/** In place what was cut off stays where it lies anyhow. */
const interrupted = ({ isolation, leftovers = 0 }: ActFacts): readonly Act[] =>
  isolation === 'worktree' && leftovers > 0
    ? [{ act: 'go-on', aside: true }, { act: 'keep-leftovers' }]
    : [{ act: 'go-on' }];

const lastDone = (phases: ActFacts['phases']): string | null =>
  phases.findLast(({ status }) => status === 'done')?.id ?? null;

function waiting({ next: [next], question }: ActFacts): readonly Act[] {
  if (question?.back !== undefined) return elsewhere(question, question.back);
  switch (question?.kind) {
    case 'question':
      return [...answers(question), { act: 'then-go-on' }];
    case 'permission':
      return (['allow', 'always', 'deny'] as const).map((word) => ({ act: 'permit', word }));
    case 'work':
      return [{ act: 'try-gate' }, ...(question.handOver === true ? [{ act: 'hand-over' } as const] : [])];
    case 'packet':
      return [{ act: 'approve', what: 'packet' }, { act: 'reject', what: 'packet' }, { act: 'then-go-on' }];
    case 'approval':
    case undefined:
      return [
        { act: 'diff', phase: next ?? SOME_PHASE, waits: true },
        { act: 'approve', what: 'phase' },
        { act: 'reject', what: 'phase' },
        { act: 'then-go-on' },
      ];
  }
}

const answers = ({ options }: AskedFacts): readonly Act[] =>
  options.length === 0
    ? [{ act: 'answer', option: null }]
    : options.map((option) => ({ act: 'answer', option }));

/** With HEAD elsewhere nothing can be approved or captured: first go back, or go on from here. */
const elsewhere = (question: AskedFacts, command: string): readonly Act[] => [
  { act: 'go-back', command },
  { act: 'then-go-on' },
  ...(question.kind === 'question' && question.options.length > 0
    ? answers(question)
    : [{ act: 'go-on-here' } as const]),
];

function blocked({ next: [next], phases }: ActFacts): readonly Act[] {
  const [row, ...others] = phases.filter(({ status }) => status === 'blocked');
  const phase = row?.id ?? next ?? SOME_PHASE;
  if (row?.blockedBy === 'setup') return [{ act: 'see-output', phase }, { act: 'retry-setup' }];
  return [
    { act: 'see-output', phase },
    { act: 'diff', phase, waits: false },
    { act: 'retry' },
    { act: 'close', phase, ...(row?.checks?.some(isRedBefore) === true ? { redBefore: true } : {}) },
    ...besides(others),
  ];
}

const isRedBefore = ({
  outcome,
  before,
}: NonNullable<ActFacts['phases'][number]['checks']>[number]): boolean =>
  outcome === 'failed' && before === 'failed';

/** Phases that are blocked beside one that waits or is blocked: who goes on tries them, too. */
const besides = (phases: ActFacts['phases']): readonly Act[] =>
  phases
    .filter(({ status, blockedBy }) => status === 'blocked' && blockedBy !== 'setup')
    .flatMap(({ id }): readonly Act[] => [
      { act: 'see-output', phase: id },
      { act: 'close', phase: id },
    ]);

const landing = ({ checked }: ActFacts): Act => ({
  act: 'land',
  ...(checked === 'red' ? { isRed: true as const } : {}),
});
