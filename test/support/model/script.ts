import type { Turn } from './turn.ts';
import type { OfferedTool, Said, Wire } from './wire.ts';

/** One request of an agent that carries tools, as a script sees it. */
export interface ModelRequest {
  readonly wire: Wire['name'];
  /** Counts the requests that reached the script, from 1. */
  readonly number: number;
  readonly tools: readonly OfferedTool[];
  readonly conversation: readonly Said[];
  /** What came back from tools since somebody last asked for something: empty in the first request of a prompt. */
  readonly results: readonly string[];
}

/**
 * Turns in their order, the last one for ever; or a function of the request, which holds for retries and for
 * any number of agents too, since a conversation carries all that was said.
 */
export type Script = readonly [Turn, ...Turn[]] | ((request: ModelRequest) => Turn);

export function turnOf(script: Script, request: ModelRequest, used: number): Turn {
  if (typeof script === 'function') return script(request);
  return script[Math.min(used, script.length - 1)] ?? script[0];
}

/** Outputs of tools since a user last said something. */
export function resultsIn(conversation: readonly Said[]): readonly string[] {
  const asked = conversation.findLastIndex(({ by }) => by === 'user');
  return conversation.slice(asked + 1).flatMap(({ by, text }) => (by === 'tool' ? [text] : []));
}
