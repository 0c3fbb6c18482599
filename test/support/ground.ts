import type { Worker } from './functionAgent.ts';
import { stage, type Flow, type Stage, type StageOptions } from './session.ts';

/** Phases `one` and `two`, each with one artifact `out.md`. */
export const TWO_PHASES = workflow(
  'phases:\n  - {id: one, artifacts: [out.md]}\n  - {id: two, artifacts: [out.md]}\n',
);

/** The text of a workflow file, whose phases the agent of the test works on. */
export function workflow(rest: string, name = 'flow'): string {
  return `schema: 1\nname: ${name}\nagent: player\n${rest}`;
}

/** What most agents do that a function plays. */
export const makesOut: Worker = ({ produce }) => produce('out.md');

/** The environment of a person whom git knows from its config, or not at all; other tests say in it who they are. */
export const KNOWN_BY_CONFIG = { PATH: process.env['PATH'], HOME: '/nonexistent-home', USER: 'ada' };

export interface Ground extends StageOptions {
  readonly flow?: Flow | string;
}

/** A stage as tests of failures mostly want it: two phases over `a.txt`, and an agent that makes `out.md`. */
export const ground = ({ flow = TWO_PHASES, files, ...options }: Ground = {}): Promise<Stage> =>
  stage(flow, { plays: makesOut, ...options, files: { 'a.txt': 'a\n', ...files } });
