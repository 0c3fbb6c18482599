import { programName } from '../../model/agent/agentNames.ts';

/** Whose output for programs we read. */
export type PrintedFormat = 'claude' | 'codex';

/**
 * The format of a command's output, if its program has the name of a known agent, at any path, and its arguments ask for
 * output for programs. Null when it prints text, as far as we can know.
 *
 * A script that wraps such an agent does not count: what it adds and its exit code are its own.
 */
export function printedBy([program, ...args]: readonly [string, ...string[]]): PrintedFormat | null {
  switch (programName(program).replace(/\.(?:exe|cmd|bat|ps1)$/i, '')) {
    case 'claude':
    case 'qwen':
      return /^(?:stream-)?json$/.test(valueOf(args, '--output-format')) ? 'claude' : null;
    case 'codex':
      return args.some((arg) => arg === '--json' || arg === '--experimental-json') ? 'codex' : null;
    default:
      return null;
  }
}

/** The value of the last such flag; '' if it is not given. */
function valueOf(args: readonly string[], flag: string): string {
  const at = args.findLastIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
  const given = args[at] ?? '';
  return given === flag ? (args[at + 1] ?? '') : given.slice(flag.length + 1);
}
