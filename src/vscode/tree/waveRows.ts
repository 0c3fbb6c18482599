import { wavesOf } from '../../model/graph/wavesOf.ts';
import type { Checked } from '../../model/status/statusWords.ts';
import { doneTogether, worstOf } from '../../model/text/doneTogether.ts';
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
  const many = howFar(wave);
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

/** `2 of 4 phases done`, `3 done, 1 skipped`, with how many are at work where that is more than the icon says. */
function howFar(wave: readonly PhaseView[]): string {
  const are = (...words: readonly string[]): number =>
    wave.filter(({ status }) => words.includes(status)).length;
  const [done, skipped, working] = [are('done'), are('skipped'), are('running', 'checking')];
  const kind = areItems(wave) ? 'items' : 'phases';
  const all = wave.length;
  const together = doneTogether(checkedIn(wave));
  const parts: [boolean, string][] = [
    [skipped === 0, `${done === all ? all : `${done} of ${all}`} ${kind} ${together}`],
    [skipped > 0 && done > 0, `${done}${done + skipped === all ? '' : ` of ${all}`} ${together}`],
    [skipped > 0, `${skipped}${skipped === all ? ` ${kind}` : ''} skipped`],
    [working > 1, `${working} running`],
  ];
  return parts.flatMap(([told, words]) => (told ? [words] : [])).join(', ');
}

/** Of those that are done. */
const checkedIn = (wave: readonly PhaseView[]): readonly (Checked | null)[] =>
  wave.filter(({ status }) => status === 'done').map(({ checked }) => checked);

const isOver = (status: string): boolean => status === 'done' || status === 'skipped';

const areItems = (wave: readonly PhaseView[]): boolean =>
  new Set(wave.map(({ number }) => number)).size === 1;

/** What a person must know of a wave that is closed: what needs them, what runs, else how far it is. */
function wordOf(node: SessionNode, wave: readonly PhaseView[]): StatusWord {
  const first = FIRST.map((status) => wave.find((phase) => phase.status === status)).find(Boolean);
  if (first !== undefined) return phaseWord(node, first);
  const all = wave.every(({ status }) => isOver(status));
  const done = checkedIn(wave);
  if (!all) return statusWord('pending', null);
  // How each of them is done stands in how far it is.
  return done.length === 0
    ? statusWord('skipped', null)
    : { ...statusWord('done', worstOf(done)), word: 'done' };
}

const FIRST = ['blocked', 'waiting', 'interrupted', 'running', 'checking', 'cancelled'];
