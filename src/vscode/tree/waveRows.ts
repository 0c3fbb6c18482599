import { wavesOf } from '../../model/graph/wavesOf.ts';
import type { PhaseView } from '../../session/results.ts';
import type { SessionNode } from '../state/windowState.ts';
import { phaseWord, statusWord, type StatusWord } from '../state/words.ts';
import { phaseRow } from './phaseRows.ts';
import { rescuesRow } from './rescueRows.ts';
import { row, type Row } from './row.ts';

/** The rows below a session: its phases, then its rescues. Phases that may run side by side are below a row of their wave. */
export function waveRows(key: string, node: SessionNode, now: number): readonly Row[] {
  const { phases = [], rescues = [] } = node.status ?? {};
  const rows = wavesOf(phases).map((wave, index) => {
    const [only, ...more] = wave;
    return only === undefined || more.length > 0
      ? waveRow(key, node, index + 1, wave)
      : phaseRow(key, node, only, now);
  });
  return rescues.length === 0 ? rows : [...rows, rescuesRow(key, node)];
}

/** The phases of a wave, by its number from 1. */
export function phasesOfWave(key: string, node: SessionNode, n: number, now: number): readonly Row[] {
  const wave = wavesOf(node.status?.phases ?? [])[n - 1] ?? [];
  return wave.map((phase) => phaseRow(key, node, phase, now));
}

function waveRow(key: string, node: SessionNode, n: number, wave: readonly PhaseView[]): Row {
  const { session } = node.summary;
  const over = wave.filter(({ status }) => isOver(status)).length;
  const { word, icon } = wordOf(node, wave);
  const many = `${over} of ${wave.length} ${areItems(wave) ? 'items' : 'phases'} done`;
  return row({
    // VS Code remembers per id whether a row is open: one that is over is closed for once.
    id: `wave:${key}:${session}:${n}${over === wave.length ? ':over' : ''}`,
    label: `Wave ${n}`,
    description: many,
    spoken: `Wave ${n}, side by side, ${word}, ${many}`,
    icon,
    context: 'wave',
    open: over === wave.length ? 'collapsed' : 'expanded',
    subject: { kind: 'wave', repository: key, session, n },
  });
}

const isOver = (status: string): boolean => status === 'done' || status === 'skipped';

const areItems = (wave: readonly PhaseView[]): boolean =>
  new Set(wave.map(({ number }) => number)).size === 1;

/** What a person must know of a wave that is closed: what needs them, what runs, else how far it is. */
function wordOf(node: SessionNode, wave: readonly PhaseView[]): StatusWord {
  const first = FIRST.map((status) => wave.find((phase) => phase.status === status)).find(Boolean);
  if (first !== undefined) return phaseWord(node, first);
  const all = wave.every(({ status }) => isOver(status));
  return statusWord(!all ? 'pending' : wave.some(({ status }) => status === 'done') ? 'done' : 'skipped');
}

const FIRST = ['blocked', 'waiting', 'interrupted', 'running', 'checking', 'cancelled'];
