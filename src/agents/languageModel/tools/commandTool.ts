import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { assertNever } from '../../../base/assertNever.ts';
import type { ProcessEnd } from '../../../session/ports.ts';
import { done, failed, type Tool } from './tool.ts';

const USUAL_SECONDS = 120;
const MOST_SECONDS = 1_800;
/** How much is kept of the beginning and the end of the output. Bytes. */
const HEAD = 4_000;
const TAIL = 12_000;

const input = z.strictObject({
  command: z
    .string()
    .min(1)
    .max(20_000)
    .regex(/^[^\0]*$/, 'must not hold a NUL')
    .describe(
      'As typed in a shell, in the root of the working tree. It has no input, and nobody answers it.',
    ),
  seconds: z
    .int()
    .min(1)
    .max(MOST_SECONDS)
    .optional()
    .describe(`How long it may take; ${USUAL_SECONDS} by default.`),
});

export const commandTool: Tool<z.infer<typeof input>> = {
  name: 'run_command',
  description: 'Runs a command and answers with its exit code and what it printed, shortened in the middle.',
  kind: 'execute',
  input,
  inDoubt: 'tell',
  paths: () => [],
  title: ({ command }) => command,
  async run({ command, seconds = USUAL_SECONDS }, _places, { task, processes, folder }) {
    const outputFile = join(folder, `command-${randomBytes(4).toString('hex')}.log`);
    const end = await processes.run({
      command,
      cwd: task.cwd,
      env: task.env,
      stdin: '',
      timeoutMs: seconds * 1000,
      outputFile,
      signal: task.signal,
      onStarted: task.onStarted,
      // For those who watch, and so that a command that keeps printing does not count as a silent agent.
      onLine: (text) => task.onEvent({ type: 'text', text }),
    });
    task.signal.throwIfAborted();
    const printed = await bothEnds(outputFile);
    const text = `${howItEnded(end)}\n${printed === '' ? '[it printed nothing]' : printed}`;
    return end.kind === 'exited' && end.exitCode === 0 ? done(text) : failed(text);
  },
};

function howItEnded(end: ProcessEnd): string {
  switch (end.kind) {
    case 'exited':
      return `exit code ${end.exitCode}`;
    case 'signalled':
      return `ended by ${end.signal ?? 'a signal'}`;
    case 'timed-out':
      return `ended after ${Math.round(end.ms / 1000)} s: it took too long`;
    case 'cancelled':
      return 'cancelled';
    case 'not-started':
      return `could not be started: ${end.tail}`;
    default:
      return assertNever(end.kind);
  }
}

async function bothEnds(file: string): Promise<string> {
  const handle = await open(file, 'r').catch(() => null); // It printed nothing.
  if (handle === null) return '';
  try {
    const { size } = await handle.stat();
    const part = async (from: number, length: number): Promise<string> => {
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await handle.read(bytes, 0, length, from);
      return bytes.toString('utf8', 0, bytesRead);
    };
    if (size <= HEAD + TAIL) return await part(0, size);
    return `${await part(0, HEAD)}\n[${size - HEAD - TAIL} bytes left out]\n${await part(size - TAIL, TAIL)}`;
  } finally {
    await handle.close();
  }
}
