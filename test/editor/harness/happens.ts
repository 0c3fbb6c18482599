import { errors } from 'playwright-core';

/** Whether what is waited for comes within its time; every other error is thrown on. */
export async function happens(action: () => Promise<void>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}
