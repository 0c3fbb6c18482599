import { join } from 'node:path';
import type { WorldOptions } from '../../../src/runner/openWorld.ts';
import { scriptedModel, type ScriptedModel } from '../model/scriptedModel.ts';
import { say } from '../model/turn.ts';
import { DEMO, stage, type Stage } from '../session.ts';
import type { AgentPlace, RealAgent } from './realAgent.ts';

/** A session whose phases are done by a real agent, on a model that the test plays. */
export interface RealStage {
  readonly s: Stage;
  readonly model: ScriptedModel;
  /** Root of the session's working tree, before there is one. */
  readonly root: string;
  /** Where a phase promises `result.md`. */
  artifact(phase: string, number?: number): string;
  /** The same session, with other words about its agent in the settings. */
  again(settings: AgentSettings): Promise<Stage>;
}

/** Keys of the agent settings beside the command. */
export type AgentSettings = Readonly<Record<string, unknown>>;

export async function realStage(
  make: (place: AgentPlace) => Promise<RealAgent>,
  phases: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[],
  settings: AgentSettings = {},
  world: Pick<WorldOptions, 'canAsk'> = {},
  flow: Readonly<Record<string, unknown>> = {},
): Promise<RealStage> {
  const model = await scriptedModel([say('done')]);
  const s = await stage({ agent: 'real', ...flow, phases });
  const { command, env } = (await make({ url: model.url, home: join(s.repo.root, '..', 'home') })).acp;
  const again = async (more: AgentSettings): Promise<Stage> => ({
    ...s,
    ...(await s.seat({ agents: { real: { kind: 'acp', command, env, ...more } }, ...world })),
  });
  const root = join(s.repo.root, '..', 'repo.worktrees', DEMO);
  return {
    s: await again(settings),
    model,
    root,
    artifact: (phase, number = 1) => join(root, `.cairn/sessions/${DEMO}/0${number}-${phase}/result.md`),
    again,
  };
}
