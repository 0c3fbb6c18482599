import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** What kept the system from starting a program, in words that say what to do about it. */
export function whyNotStarted(error: NodeJS.ErrnoException): string {
  const program = error.path ?? '';
  if (error.code === 'EACCES') return `${program} may not be executed (EACCES); chmod +x allows it`;
  if (error.code === 'EMFILE' || error.code === 'ENFILE')
    return `too many files are open (${error.code}); ulimit -n raises how many may be`;
  if (error.code !== 'ENOENT') return error.message;
  // The same error stands for a script whose interpreter is missing.
  return isAbsolute(program) && existsSync(program)
    ? `the program that the first line of ${program} names is not there (ENOENT)`
    : `there is no program ${program} (ENOENT)`;
}
