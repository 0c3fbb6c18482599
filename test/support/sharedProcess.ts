/**
 * Folders whose test files share a process, one after the other: real repositories, each in a folder of its own. A file that
 * follows another finds the engine loaded and warm, which is more than a second less of it. `test/house/sharedProcess.test.ts`
 * says what such a file must not do.
 *
 * Each group has processes of its own: one that has run many files holds much memory, and each program that it starts costs by
 * that (`vitest.config.ts`).
 */
export const SHARED = {
  programs: ['soak', 'recovery', 'cli', 'runner', 'examples', 'agents', 'process'],
  failures: ['failures'],
  repositories: ['git', 'contract', 'files', 'inPlace', 'secrets'],
  sessions: ['session'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** What a test file says that plays on twins. Their shell is large, so these share processes of their own, from whatever folder. */
export const ON_TWINS = /support\/(memoryStage|memoryShell|twoClones|killedEngine)\.ts'/;
