import { defineConfig } from 'vitest/config';
import { TAGS } from './test/support/thorough.ts';

/** Tests in a real VS Code: `vitest run --config vitest.editor.config.ts`. */
export default defineConfig({
  test: {
    include: ['test/{editor,failures}/**/*.editor.ts'],
    tags: TAGS,
    globalSetup: ['test/editor/harness/prepareMachine.ts', 'test/support/runFolder.ts'],
    setupFiles: 'test/editor/harness/tellWindows.ts',
    // Each window keeps a core busy while it starts and little afterwards: two cores, two windows.
    maxWorkers: 2,
    // A worker opens all its windows with one browser and one server (`harness/windowHosts.ts`).
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A window shows what it shows in its own time; vitest would ask for one second.
    expect: { poll: { timeout: 60_000 } },
    // A window says a lot, and an inner test that is meant to fail looks like one that is not.
    silent: 'passed-only',
  },
});
