import { afterEach } from 'vitest';
import { openWindows } from './windowHosts.ts';

/** So much of each that the few lines of a long run which somebody reads still hold it. */
const MOST_CHARACTERS = 900;

// What a window shows and what its server said are gone with it: a failure that was seen once is told with both.
afterEach(async ({ task }) => {
  const error = task.result?.state === 'fail' ? task.result.errors?.at(-1) : undefined;
  if (error === undefined) return;
  for (const { shows, said } of await openWindows())
    error.message += `\n── the window shows ──\n${short(shows)}\n── its server said ──\n${short(said)}`;
});

const short = (text: string): string => text.replaceAll(/\n\s*\n/g, '\n').slice(-MOST_CHARACTERS);
