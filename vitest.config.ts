import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/editor/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: more workers than that only make real processes time out.
    maxWorkers: 3,
    restoreMocks: true,
  },
});
