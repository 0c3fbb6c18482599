import { parseJson } from '../../base/json.ts';
import type { AgentOutcome } from '../../model/agent/agentOutcome.ts';
import type { Start } from '../../model/agent/knownAgents.ts';
import type { AgentTask, ProcessEnd, ProcessPipe, Processes } from '../../session/ports.ts';
import { outcomeOfProcess } from '../outcomeOfProcess.ts';
import { programTask } from '../programTask.ts';
import { withLog } from '../withLog.ts';
import { createClaudeReader } from './claudeReader.ts';
import { createCodexReader } from './codexReader.ts';
import type { HeadlessReader, Reading } from './headlessReader.ts';
import { outcomeOfStream } from './outcomeOfStream.ts';
import type { PrintedFormat } from './printedBy.ts';

/** A message may contain a whole file; anything longer is a flood. Characters. */
const LONGEST_LINE = 32 << 20;
/** How long it may stay silent after its last message before we end it: some agents wait for background work. */
const LINGER_MS = 60_000;
/** The number of lines that we keep of any other program's output, too. */
const MOST_NOISE = 30;
const LONGEST_NOISE = 2_000;

export const READERS: { readonly [F in PrintedFormat]: (reading: Reading) => HeadlessReader } = {
  claude: createClaudeReader,
  codex: createCodexReader,
};

/**
 * Has a known agent work without a terminal: it gets the prompt on standard input and prints one JSON value per line on
 * standard output, what it does and finally how it ended. Its log is for people; what it prints for people is kept beside it.
 *
 * An older version that knows no such output is treated as a program that prints text.
 */
export async function workHeadless(
  of: Start,
  format: PrintedFormat,
  reading: Reading,
  task: AgentTask,
  processes: Processes,
): Promise<AgentOutcome> {
  return withLog(task, async (logged) => {
    const stream = readStream(READERS[format](reading), logged, LONGEST_LINE);
    let read: Promise<void> = Promise.resolve();
    const end = await processes.run({
      ...programTask(of, logged),
      talk(pipe) {
        void give(pipe, logged.prompt);
        read = stream.from(pipe, LINGER_MS);
      },
    });
    await read;
    if (end.orphans > 0) logged.onEvent({ type: 'left-running', programs: end.orphans });
    return stream.outcome(end, reading);
  });
}

async function give({ input }: ProcessPipe, prompt: string): Promise<void> {
  const writer = input.getWriter();
  // It ended before it had read everything; its outcome says the rest.
  await writer.write(new TextEncoder().encode(prompt)).catch(() => undefined);
  await writer.close().catch(() => undefined);
}

export function readStream(reader: HeadlessReader, { onEvent }: Pick<AgentTask, 'onEvent'>, longest: number) {
  const noise: string[] = [];
  let spoke = false;
  let tooLong = 0;
  let ended = false;

  const onLine = (line: string): void => {
    const events = line.trim() === '' ? [] : reader.take(/^\s*[[{]/.test(line) ? parseJson(line) : undefined);
    spoke ||= line.trim() !== '' && events !== null;
    for (const event of events ?? []) onEvent(event);
    if (events !== null) return;
    // A banner, a warning, or an older version's whole output.
    noise.push(line.slice(0, LONGEST_NOISE));
    if (noise.length > MOST_NOISE) noise.shift();
    onEvent({ type: 'text', text: line.slice(0, LONGEST_NOISE) });
  };

  const onTooLong = (characters: number): void => {
    tooLong = Math.max(tooLong, characters);
    onEvent({ type: 'text', text: `[a line of ${characters} characters is left out here]` });
  };

  return {
    async from(pipe: ProcessPipe, lingerMs: number): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      const finish = (): void => {
        ended = true;
        pipe.finish(0);
      };
      const onEachLine = (line: string): void => {
        onLine(line);
        clearTimeout(timer);
        if (reader.outcome() !== null) timer = setTimeout(finish, lingerMs);
      };
      await streamLines(pipe.output, longest, onEachLine, onTooLong);
      clearTimeout(timer);
    },
    outcome(end: ProcessEnd, reading: Reading): AgentOutcome {
      const read = { said: reader.outcome(), trouble: reader.trouble(), tooLong, ended };
      if (end.kind === 'cancelled' || end.kind === 'not-started') return outcomeOfProcess(end, reading);
      // The outcome it reported stands, however long it lingered afterwards.
      if (end.kind === 'timed-out') return read.said ?? outcomeOfProcess(end, reading);
      if (!spoke && tooLong === 0)
        return outcomeOfProcess({ ...end, tail: [...noise, end.tail].join('\n').trim() }, reading);
      return outcomeOfStream(read, end, reading);
    },
  };
}

/**
 * Cuts a stream into lines until it ends. Of a line longer than `longest` characters it keeps nothing and passes its length to
 * `onTooLong`.
 */
async function streamLines(
  output: ReadableStream<Uint8Array>,
  longest: number,
  onLine: (line: string) => void,
  onTooLong: (characters: number) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  const hold = (piece: string): void => {
    length += piece.length;
    if (length > longest) parts = [];
    else parts.push(piece);
  };
  const end = (): void => {
    const [line, characters] = [parts.join(''), length];
    parts = [];
    length = 0;
    if (characters > longest) onTooLong(characters);
    else onLine(line);
  };
  const take = (text: string): void => {
    for (const [at, piece] of text.split('\n').entries()) {
      if (at > 0) end();
      hold(piece);
    }
  };
  for await (const chunk of output) take(decoder.decode(chunk, { stream: true }));
  take(decoder.decode());
  if (length > 0) end();
}
