import { lookUp } from '../../base/lookUp.ts';
import type { Wanted } from '../../session/api/look.ts';

/** What each command looks for a session for; one that is not here looks at it. */
const WANTED = {
  approve: { to: 'decide', phase: true },
  reject: { to: 'decide', phase: true },
  answer: { to: 'answer', phase: true },
  resume: { to: 'resume' },
  stop: { to: 'stop' },
  land: { to: 'land' },
  'land --unfinished': { to: 'land-unfinished' },
  trust: { to: 'trust' },
  'trust --withdraw': { to: 'name' },
  cancel: { to: 'name' },
  delete: { to: 'name' },
  effect: { to: 'id' },
  'effect list': { to: 'name' },
  'effect settle': { to: 'name' },
  diff: { phase: true },
  packet: { phase: true },
  path: { phase: true },
  restore: { phase: true },
  fork: { phase: true },
} as const satisfies Readonly<Record<string, Wanted>>;

export const wantedBy = (command: string): Wanted =>
  lookUp<Readonly<Record<string, Wanted>>>(WANTED, command) ?? {};
