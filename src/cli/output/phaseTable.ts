import { wavesOf } from '../../model/graph/wavesOf.ts';
import type { PhaseView, StatusView } from '../../session/results.ts';
import { costWord, tokenWord } from '../../sentences/usageWords.ts';
import { howLongAgo } from './howLong.ts';
import { plainLine } from '../terminal/plainText.ts';
import { renderTable, type Cell, type Column } from './renderTable.ts';
import { statusWord } from './statusWords.ts';
import type { Style } from '../terminal/style.ts';

const COLUMNS: readonly Column[] = [
  { title: '#', right: true, drop: 1 },
  { title: 'Phase', shrink: { to: 11, keep: 'ends', after: 4 } },
  { title: 'Status' },
  { title: 'Round', right: true, drop: 2 },
  { title: 'Attempt', right: true, drop: 4 },
  { title: 'Artifacts', right: true, drop: 3 },
  { title: 'Checks', drop: 2 },
  // Only what the waves do not say.
  { title: 'Needs', shrink: { to: 8, keep: 'start' }, drop: 8 },
  { title: 'Agent', shrink: { to: 8, keep: 'ends' }, drop: 7 },
  { title: 'Tokens', right: true, drop: 6 },
  { title: 'Cost', right: true, drop: 6 },
  { title: 'Updated', drop: 5 },
];

/** The phase table of a session, one line per phase, in waves: phases on branches may run side by side after what is above them. */
export function phaseTable(
  { phases, question, permissions }: Pick<StatusView, 'phases' | 'question' | 'permissions'>,
  look: { readonly style: Style; readonly width: number; readonly now: number },
): readonly string[] {
  const { style } = look;
  const rows = inWaves(phases).map(({ phase, branch, needs }): readonly Cell[] => [
    { text: String(phase.number), paint: style.dim },
    `${branch}${plainLine(phase.id)}`,
    permissions.some((asked) => asked.phase === phase.id)
      ? waitsForPermission(style)
      : statusWord(plainLine(phase.status), phase.checked, style),
    // A phase behind a loop goes along with its rounds before it was ever tried.
    phase.round === 1 || phase.attempt === 0 ? '' : String(phase.round),
    phase.attempt === 0 ? '' : String(phase.attempt),
    artifacts(phase),
    checks(phase, question, style),
    { text: plainLine(needs), paint: style.dim },
    { text: plainLine(phase.agent?.name ?? ''), paint: style.dim },
    phase.usage === null ? '' : tokenWord(phase.usage),
    phase.usage === null ? '' : costWord(phase.usage),
    { text: phase.updated === null ? '' : howLongAgo(phase.updated, look.now), paint: style.dim },
  ]);
  return renderTable(COLUMNS, rows, look.width, style.dim);
}

/** A phase in its wave: how it hangs on the phases above it, and what it needs where that is not the whole wave before. */
interface Placed {
  readonly phase: PhaseView;
  readonly branch: string;
  readonly needs: string;
}

function inWaves(phases: readonly PhaseView[]): readonly Placed[] {
  const waves = wavesOf(phases);
  return waves.flatMap((wave, index) => {
    const before = new Set(waves[index - 1]?.map(({ id }) => id));
    return wave.map((phase, place) => ({
      phase,
      branch: branchOf(place, wave.length, index === 0),
      needs:
        before.size === phase.needs.length && phase.needs.every((need) => before.has(need))
          ? ''
          : phase.needs.join(', '),
    }));
  });
}

function branchOf(place: number, of: number, isFirstWave: boolean): string {
  if (of === 1) return '';
  if (place === of - 1) return '└─ ';
  return place === 0 && isFirstWave ? '┌─ ' : '├─ ';
}

/** For a running attempt that does nothing until a person answers; the top of the page says so too. */
function waitsForPermission(style: Style): Cell {
  const { text, paint } = statusWord('waiting', null, style);
  return { text: `${text}: permission`, paint };
}

/** Nothing of a phase that has not begun: it lacks none of what it promises. */
function artifacts({ artifacts, status, attempt }: PhaseView): string {
  return artifacts.length === 0 || attempt === 0 || status === 'skipped' || status === 'pending'
    ? ''
    : `${artifacts.filter(({ present }) => present).length}/${artifacts.length}`;
}

/** Those whose command means something else by now are no green. */
function passedCell(checks: PhaseView['checks'], style: Style): Cell {
  const changed = checks.filter((check) => check.changed !== undefined).length;
  const passed = checks.length - changed;
  if (changed === 0) return { text: `${passed} passed`, paint: style.good };
  return { text: `${passed > 0 ? `${passed} passed, ` : ''}${changed} changed`, paint: style.asks };
}

/** Says so when a gate held without any checks and the status does not, so that nobody takes the phase for checked. */
function checks(
  { checks, status, checked }: PhaseView,
  question: StatusView['question'],
  style: Style,
): Cell {
  const held =
    (status === 'done' && checked === null) ||
    (status === 'waiting' && (question?.kind === 'approval' || question?.kind === 'packet'));
  if (checks.length === 0) return held ? { text: 'no checks', paint: style.dim } : '';
  const count = (outcome: string): number => checks.filter((check) => check.outcome === outcome).length;
  const bad = (['failed', 'broke'] as const).filter((outcome) => count(outcome) > 0);
  if (bad.length === 0) return passedCell(checks, style);
  return { text: bad.map((outcome) => `${count(outcome)} ${outcome}`).join(', '), paint: style.bad };
}
