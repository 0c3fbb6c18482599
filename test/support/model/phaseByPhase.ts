import { join } from 'node:path';
import { shellCall, writeFileCall } from './agentTools.ts';
import type { ModelRequest, Script } from './script.ts';
import { call, say, type ToolCall } from './turn.ts';

/** What a model knows at one step: all of it out of its prompt and of what its tools said. */
interface Seen {
  readonly prompt: string;
  /** The root of the working tree, and the folder of the phase. */
  readonly root: string;
  readonly folder: string;
  readonly tools: ModelRequest['tools'];
  /** What the last tool printed; empty where it was denied. */
  readonly last: string;
}

/** One call of a tool. */
export type Step = (seen: Seen) => ToolCall;

export const runs =
  (line: string | ((seen: Seen) => string)): Step =>
  (seen) =>
    shellCall(seen.tools, typeof line === 'string' ? line : line(seen));

/** A file of the project. */
export const writes =
  (path: string, text: string): Step =>
  ({ tools, root }) =>
    writeFileCall(tools, join(root, path), text);

/** A file in the folder of the phase. */
export const handsIn =
  (name: string, text: string): Step =>
  ({ tools, folder }) =>
    writeFileCall(tools, join(folder, name), text);

/**
 * In each attempt at a phase its steps, one a turn, and then `done`. Steps are counted and not told from the conversation: what is denied
 * leaves no result there with some agents, and is not tried again.
 */
export function phaseByPhase(steps: Readonly<Record<string, readonly Step[]>>): Script {
  const taken = new Map<string, number>();
  return ({ tools, conversation, results }) => {
    const prompt = conversation.findLast(({ by, text }) => by === 'user' && BRIEF.test(text))?.text ?? '';
    const { phase = '', attempt = '' } = BRIEF.exec(prompt)?.groups ?? {};
    const [, root = ''] = /- `(.*?)` is the root of the working tree/.exec(prompt) ?? [];
    const [, folder = ''] = /- `(.*?)` \(`\$CAIRN_PHASE_DIR`\)/.exec(prompt) ?? [];
    const at = `${folder} ${attempt}`;
    const number = taken.get(at) ?? 0;
    taken.set(at, number + 1);
    const step = steps[phase]?.[number];
    return step === undefined
      ? say('All of it is there.')
      : call(step({ prompt, root, folder, tools, last: results.at(-1) ?? '' }));
  };
}

const BRIEF = /You do one phase, `(?<phase>[^`]+)`.*?attempt (?<attempt>\d+)/;
