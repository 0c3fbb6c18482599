import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ON_TWINS, SHARED } from './test/support/sharedProcess.ts';
import { TAGS } from './test/support/thorough.ts';
import SlowFirst from './test/support/slowFirst.ts';

// Programs of the tests are started from source hundreds of times: what Node made of it is kept between them.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('node_modules/.cache/cairn/compiled', import.meta.url),
);

// Fifty thousand times a test starts a program, and each time the system copies the page tables of the worker: what it holds is
// kept small, here what libc gives it (one arena instead of one per thread, all free memory given back), below what V8 does.
process.env['MALLOC_ARENA_MAX'] ??= '1';
process.env['MALLOC_TRIM_THRESHOLD_'] ??= '65536';
// One thread each: two workers keep two cores at work, and a thread beside them makes every change of a page table dearer.
const WORKER_FLAGS = ['--single-threaded', '--max-semi-space-size=16', '--expose-gc'];

/** Values in, values out: nothing that one file leaves behind can reach the next one, so they share what they import. */
const PURE = ['model', 'vscode', 'house', 'ledger'].map((folder) => `test/${folder}/**/*.test.ts`);
const below = (folders: readonly string[]): string[] =>
  folders.map((folder) => `test/${folder}/**/*.test.ts`);
const FOLDERS = below(Object.values(SHARED).flat());
const TWINS = globSync(FOLDERS).filter((file) => ON_TWINS.test(readFileSync(file, 'utf8')));

export default defineConfig({
  resolve: {
    alias: [
      {
        // As `openWorld.ts` and `launch.ts` name it.
        find: /^\.\/programs\.ts$/,
        replacement: fileURLToPath(new URL('test/support/programs.ts', import.meta.url)),
      },
    ],
  },
  test: {
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
      { extends: true, test: { name: 'twins', include: TWINS, isolate: false } },
      ...Object.entries(SHARED).map(([name, folders]) => ({
        extends: true as const,
        test: { name, include: below(folders), exclude: TWINS, isolate: false },
      })),
      // All others get a process of their own for each file.
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['test/**/*.test.ts'],
          exclude: [...PURE, ...FOLDERS, 'test/editor/**'],
        },
      },
    ],
    tags: TAGS,
    globalSetup: ['test/support/builtPrograms.ts', 'test/support/runFolder.ts'],
    // Against hanging only: a machine that does other work as well takes ten times as long, and no test is timed.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Two cores: a third worker costs more than it gains, and makes real processes time out.
    maxWorkers: 2,
    execArgv: WORKER_FLAGS,
    setupFiles: ['test/support/giveBackMemory.ts', 'test/support/seeds.ts'],
    restoreMocks: true,
    sequence: { sequencer: SlowFirst },
  },
});
