import { join } from 'node:path';
import type { Isolation } from '../../src/model/workflow/workflow.ts';
import type { Machine } from '../recovery/crashTestbed.ts';
import type { Ground } from './actGrounds.ts';
import type { ActSight } from './actSight.ts';

/** Something that a person types into a terminal, and by what it is seen that it has happened. */
export interface SoakAct {
  /** The state of the session in which it is typed. */
  readonly ground: Ground;
  /** Where a session may work for this to make sense; both when left out. */
  readonly only?: Isolation;
  /** What stands behind `cairn`. */
  readonly typed: (machine: Machine) => readonly string[];
  /** Asked of what is there after a kill. Until it holds, all that the act publishes is as it was, or already as it will be. */
  readonly isDone: (seen: Pick<ActSight, 'refs' | 'outside'>) => boolean;
  /** `<ref> <what it is>` of what it publishes on its way, and that is there neither before nor afterwards. */
  readonly passing?: RegExp;
  /**
   * What it says when it is typed once more after it has happened; `same`: it succeeds and changes nothing; null: it
   * would be another act.
   */
  readonly again: RegExp | 'same' | null;
  /** The session that goes on to its end afterwards. */
  readonly onward?: 'demo' | 'other';
}

const DEMO = 'refs/heads/cairn/demo';
/** The kinds of a session's checkpoints, oldest first. */
const kindsIn = (refs: ActSight['refs']): readonly string[] =>
  (refs[DEMO]?.line ?? '').split(', ').map((word) => word.split(' ')[0] ?? '');
const ends =
  (kind: string, times = 1): SoakAct['isDone'] =>
  ({ refs }) =>
    kindsIn(refs).at(-1) === kind && kindsIn(refs).filter((word) => word === kind).length === times;
const isGone = ({ refs }: Pick<ActSight, 'refs'>): boolean => refs[DEMO] === undefined;
const nothingLeft = ({ refs }: Pick<ActSight, 'refs'>): boolean =>
  !Object.keys(refs).some((ref) => ref.includes('cairn/demo'));

export const outside = ({ folder }: Machine): string => join(folder, 'outside');
const sending = (machine: Machine): readonly string[] => {
  const file = outside(machine);
  const command = ['sh', '-c', 'sleep 0.05; echo sent >> "$1"; sleep 0.05', 'sh', file];
  return ['effect', 'demo', '--key', 'two/by-hand', '--probe', `test -s '${file}'`, '--', ...command];
};

/** Every act that a person begins by hand, and that a kill may meet. */
export const ACTS: Readonly<Record<string, SoakAct>> = {
  approve: {
    ground: 'waiting',
    typed: () => ['approve', 'demo', 'two', '-m', 'Fine.'],
    isDone: ends('approval'),
    again: /usage\/not-possible/,
    onward: 'demo',
  },
  reject: {
    ground: 'waiting',
    typed: () => ['reject', 'demo', 'two'],
    isDone: ends('rejection'),
    again: /usage\/not-possible/,
  },
  'another round': {
    ground: 'usedUp',
    typed: () => ['answer', 'demo', '-m', 'another round'],
    isDone: ends('round'),
    again: /usage\/not-possible/,
    onward: 'demo',
  },
  'stop where rounds are used up': {
    ground: 'usedUp',
    typed: () => ['answer', 'demo', '-m', 'stop'],
    isDone: ends('closed'),
    again: /usage\/not-possible/,
  },
  effect: {
    ground: 'waiting',
    typed: sending,
    isDone: ({ refs }) => refs['refs/cairn/demo/effects']?.line === 'done',
    passing: /"begun"/,
    again: 'same',
  },
  restore: {
    ground: 'ended',
    typed: () => ['restore', 'demo', 'one'],
    isDone: ends('restore'),
    again: null,
    onward: 'demo',
  },
  fork: {
    ground: 'ended',
    typed: () => ['fork', 'demo', 'one', '--id', 'other'],
    isDone: ({ refs }) => refs['refs/heads/cairn/other'] !== undefined,
    again: /usage\/session-used/,
    onward: 'other',
  },
  'land on a branch': {
    ground: 'ended',
    typed: () => ['land', 'demo', '--branch', 'landed'],
    isDone: ({ refs }) => refs['refs/heads/landed'] !== undefined,
    again: /it exists already/,
  },
  'land here': {
    ground: 'ended',
    only: 'worktree',
    typed: () => ['land', 'demo', '--apply'],
    // It publishes nothing: only whoever types it again learns whether it had happened.
    isDone: () => false,
    again: /its changes are here already/,
  },
  delete: {
    ground: 'ended',
    typed: () => ['delete', 'demo'],
    isDone: isGone,
    again: /usage\/unknown-session/,
  },
  undo: {
    ground: 'restored',
    typed: () => ['restore', 'demo', '--undo'],
    isDone: ends('restore', 2),
    again: null,
    onward: 'demo',
  },
  'rescue apply': {
    ground: 'restored',
    typed: () => ['rescue', 'apply', 'demo', '1'],
    isDone: () => false,
    again: 'same',
    onward: 'demo',
  },
  purge: {
    ground: 'restored',
    typed: () => ['delete', 'demo', '--purge'],
    isDone: nothingLeft,
    passing: /\/archive /,
    again: /usage\/unknown-session/,
  },
  'purge of what was deleted': {
    ground: 'deleted',
    typed: () => ['delete', 'demo', '--purge'],
    isDone: nothingLeft,
    again: /usage\/unknown-session/,
  },
};
