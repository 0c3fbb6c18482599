import { onTestFinished } from 'vitest';

/** Ends something with the test; outside a test (a `beforeAll`, a benchmark) the caller disposes. */
export function disposeAfterTest(dispose: () => Promise<void>): void {
  try {
    onTestFinished(dispose);
  } catch (error) {
    if (!/(find|outside|current|test)/i.test(String(error))) throw error;
  }
}
