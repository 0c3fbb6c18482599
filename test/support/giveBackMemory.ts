import { afterEach } from 'vitest';

/** What a worker may hold more than after it last gave back. */
const MORE_BYTES = 32 << 20;

let held = process.memoryUsage.rss();

// A test that made much garbage would make each program dearer that later ones start (`vitest.config.ts`).
afterEach(() => {
  if (process.memoryUsage.rss() < held + MORE_BYTES) return;
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'regular' });
  held = process.memoryUsage.rss();
});
