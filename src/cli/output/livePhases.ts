import { lookUp } from '../../base/lookUp.ts';
import { isLastWord, type RunEvent } from '../../runner/runEvents.ts';
import { takenLine } from '../../sentences/takenLine.ts';
import { plainLine } from '../terminal/plainText.ts';

/** What the living line of a phase at work shows. */
export interface Live {
  /** Null before a phase begins, while the one working tree is set up or checks are run in it. */
  readonly phase: string | null;
  /** Its place in the table; 0 before a phase begins. */
  readonly number: number;
  readonly what: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** What its agent did or said last. */
  readonly line: string;
  /** Names of the checks of its attempt that have ended. */
  readonly checked: readonly string[];
}

type Of<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

/** The phases at work after one more event, in the order of the table. */
export function livePhases(all: readonly Live[], event: RunEvent): readonly Live[] {
  if (event.type === 'setup') return [...without(all, event.phase ?? null), settingUp(event)];
  if (event.type === 'baseline') return [...without(all, null), lookingFirst(event)];
  if (event.type === 'attempt')
    return [...without(without(all, null), event.phase), begun(event)].toSorted(
      (a, b) => a.number - b.number,
    );
  if (event.type === 'checkpoint') return [event.phase, ...(event.over ?? [])].reduce(without, all);
  if (isLastWord(event)) return [];
  const live = liveOf(all, event);
  if (live === undefined) return all;
  if (event.type === 'check-ended')
    return all.with(all.indexOf(live), { ...live, checked: [...live.checked, event.name] });
  const line = lineOf(event);
  return line === null ? all : all.with(all.indexOf(live), { ...live, line });
}

/** Whom an event is about: of one that names no phase whoever began last. */
export function liveOf(all: readonly Live[], event: RunEvent): Live | undefined {
  const named = 'phase' in event ? event.phase : undefined;
  return all.findLast(({ phase }) => named === undefined || phase === named);
}

/** Also of a checkpoint without a phase, which ends none: null is that of a setup, which is over by then. */
const without = (all: readonly Live[], phase: string | null): readonly Live[] =>
  all.filter((one) => one.phase !== phase);

const settingUp = ({ at, phase, command }: Of<'setup'>): Live => ({
  phase: phase ?? null,
  number: 0,
  what: phase === undefined ? 'setting up' : plainLine(`setting up for ${phase}`),
  since: Date.parse(at),
  line: plainLine(command),
  checked: [],
});

const lookingFirst = ({ at, name, n, of }: Of<'baseline'>): Live => ({
  phase: null,
  number: 0,
  what: plainLine(`before anything is changed · check ${n}/${of}: ${name}`),
  since: Date.parse(at),
  line: '',
  checked: [],
});

function begun({ at, number, of, phase, attempt, agent }: Of<'attempt'>): Live {
  const which = attempt > 1 ? `, attempt ${attempt}` : '';
  const what = plainLine(`${number}/${of} ${phase}${which} · ${agent}`);
  return { phase, number, what, since: Date.parse(at), line: '', checked: [] };
}

/** What the events say of the work that say something; null for nothing. */
const SAYS: { readonly [T in RunEvent['type']]?: (event: Of<T>) => string | null } = {
  'agent-line': ({ text }) => plainLine(text) || null,
  'agent-tool': toolLine,
  'agent-plan': planLine,
  // Who asks has tried no gate, and the question comes next.
  'agent-ended': ({ outcome }) =>
    outcome === 'needs-input' ? 'waits for you' : 'the agent has ended; what it left is checked',
  check: ({ name }) => `check: ${plainLine(name)}`,
  taking: takenLine,
};

function lineOf<T extends RunEvent['type']>(event: Of<T>): string | null {
  const says: ((event: Of<T>) => string | null) | undefined = lookUp(SAYS, event.type);
  return says === undefined ? null : says(event);
}

function planLine({ done, of, entries }: Of<'agent-plan'>): string | null {
  if (of === 0) return null;
  const step = entries.find(({ status }) => status === 'in-progress');
  return plainLine(`${done}/${of} steps${step === undefined ? '' : `: ${step.text}`}`);
}

const CALL_MARKS = { started: '▸', ended: '✓', failed: '✗' } as const;

function toolLine({ title, path, status }: Of<'agent-tool'>): string {
  const where = path === null || title.includes(path) ? '' : ` ${path}`;
  return plainLine(`${CALL_MARKS[status]} ${title}${where}`);
}
