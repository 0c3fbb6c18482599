import { spawn } from 'node:child_process';

/** How one program is started; everything it prints is kept for the error, nothing is shown while it goes well. */
export interface ProgramOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

const TAIL = 4000;

/** Runs a program to its end and answers with what it printed; throws the end of that output when it failed. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { cwd, env = process.env }: ProgramOptions = {},
): Promise<string> {
  // npm is a .cmd on Windows, which Node starts through a shell only.
  const shell = process.platform === 'win32' && command === 'npm';
  const child = spawn(command, args, { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (code === 0) return output;
  throw new Error(`${command} ${args.join(' ')} ended with ${String(code)}\n${output.slice(-TAIL)}`);
}
