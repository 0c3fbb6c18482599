import type { AgentHere } from '../newcomer.ts';
import type { RealAgent } from './realAgent.ts';

/** A real agent as a person has it who has just installed it: its program on PATH, and not a word about it in settings of Cairn. */
export function asInstalled({ name, acp }: RealAgent): AgentHere {
  // Cairn says itself how the protocol is asked for.
  const start = acp.command.filter((word) => word !== 'acp' && word !== '--acp').map((word) => `'${word}'`);
  return {
    program: name,
    script: `#!/bin/sh\nexec ${start.join(' ')} "$@"\n`,
    settings: null,
    env: acp.env,
  };
}
