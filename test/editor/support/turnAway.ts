import type { Page } from 'playwright-core';

/** Turns to another program, and back: the window asks its page when it is told of either. */
export function turnAway(page: Page, away: boolean): Promise<void> {
  return page.evaluate(`(async () => {
    document.hasFocus = () => ${String(!away)};
    for (const turn of ['blur', 'focus']) {
      window.dispatchEvent(new Event(turn));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })()`);
}
