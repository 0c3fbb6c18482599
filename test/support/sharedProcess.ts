/**
 * Folders whose test files share a process, one after the other: real repositories, each in a folder of its own. A file that
 * follows another finds the engine loaded and warm, which is more than a second less of it. `test/house/sharedProcess.test.ts`
 * says what such a file must not do.
 */
export const SHARED: readonly string[] = [
  'agents',
  'cli',
  'contract',
  'examples',
  'failures',
  'files',
  'git',
  'inPlace',
  'process',
  'recovery',
  'runner',
  'secrets',
  'session',
  'soak',
];
