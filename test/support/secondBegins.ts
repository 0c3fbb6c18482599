import { setTimeout as sleep } from 'node:timers/promises';

/** Many gits compare whole seconds only: what follows falls into another one than what was before. */
export const secondBegins = (): Promise<unknown> => sleep(1020 - (Date.now() % 1000));
