import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/editor/**'],
    // Against hanging only: a machine that does other work as well takes ten times as long, and no test is timed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Two cores: more workers than that only make real processes time out.
    maxWorkers: 3,
    restoreMocks: true,
  },
});
