import { createClaudeReader } from './claudeReader.ts';
import { createCodexReader } from './codexReader.ts';
import type { HeadlessReader, Reading } from './headlessReader.ts';

type CreateReader = (reading: Reading) => HeadlessReader;

/**
 * What reads the output of a command: it is a known agent by the name of its program, wherever that lies, and its arguments ask for
 * output for programs. Null: it prints text, as far as can be known.
 *
 * A script around such an agent is none: what it adds, and its exit code, are its own.
 */
export function readerOf([program, ...args]: readonly [string, ...string[]]): CreateReader | null {
  const name = (program.split(/[\\/]/).at(-1) ?? program).replace(/\.(?:exe|cmd|bat|ps1)$/i, '');
  switch (name) {
    case 'claude':
    case 'qwen':
      return /^(?:stream-)?json$/.test(valueOf(args, '--output-format')) ? createClaudeReader : null;
    case 'codex':
      return args.some((arg) => arg === '--json' || arg === '--experimental-json') ? createCodexReader : null;
    default:
      return null;
  }
}

/** The last one counts; '' where it is not given. */
function valueOf(args: readonly string[], flag: string): string {
  const at = args.findLastIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
  const given = args[at] ?? '';
  return given === flag ? (args[at + 1] ?? '') : given.slice(flag.length + 1);
}
