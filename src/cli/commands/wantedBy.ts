import { lookUp } from '../../base/lookUp.ts';
import type { Wanted } from '../../session/api/look.ts';

/** What each command looks for a session for; one that is not here only reads. */
const WANTED = {
  approve: { to: 'decide', phase: true },
  reject: { to: 'decide', phase: true },
  answer: { to: 'answer', phase: true },
  resume: { to: 'resume' },
  // Another workflow may open again what is done.
  'resume --workflow': { to: 'change' },
  stop: { to: 'stop' },
  steer: { to: 'steer' },
  land: { to: 'land' },
  'land --unfinished': { to: 'land-unfinished' },
  trust: { to: 'trust' },
  'trust --withdraw': { to: 'name' },
  cancel: { to: 'name' },
  delete: { to: 'name' },
  effect: { to: 'id' },
  'effect settle': { to: 'name' },
  diff: { phase: true },
  packet: { phase: true },
  path: { phase: true },
  restore: { to: 'change', phase: true },
  fork: { to: 'change', phase: true },
  'rescue apply': { to: 'change' },
  'rescue delete': { to: 'change' },
} as const satisfies Readonly<Record<string, Wanted>>;

export const wantedBy = (command: string): Wanted =>
  lookUp<Readonly<Record<string, Wanted>>>(WANTED, command) ?? {};
