import { shellCall, writeFileCall } from './agentTools.ts';
import type { ModelRequest, Script } from './script.ts';
import { call, say, type Reply, type Turn } from './turn.ts';

/** Files to write, by absolute path. */
export type Files = Readonly<Record<string, string>>;

/** Writes these files, each with a call of its own in one turn, and then says `done`. */
export function writesThenDone(files: Files, done = 'done'): (request: ModelRequest) => Reply {
  return ({ tools, results }) =>
    results.length > 0
      ? say(done)
      : call(...Object.entries(files).map(([path, content]) => writeFileCall(tools, path, content)));
}

/** Runs this line in the agent's shell, and then says `done`. */
export const runsThenDone =
  (command: string, done = 'done'): ((request: ModelRequest) => Reply) =>
  ({ tools, results }) =>
    results.length > 0 ? say(done) : call(shellCall(tools, command));

/**
 * One script out of several: that of the first words that were said to the model by anyone but itself, or `done`.
 * `{ 'Phase: plan': writesThenDone({…}) }` holds for whichever agent does the phase, as often as it is asked.
 */
export const whenAsked =
  (scripts: Readonly<Record<string, (request: ModelRequest) => Turn>>): Script =>
  (request) => {
    const asked = request.conversation.filter(({ by }) => by === 'user').map(({ text }) => text);
    const found = Object.entries(scripts).find(([words]) => asked.some((text) => text.includes(words)));
    return found === undefined ? say('done') : found[1](request);
  };
