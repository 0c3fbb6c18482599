import type { Happening } from '../../runner/runEvents.ts';
import type { Progress } from '../../session/progress.ts';
import { windowNotice } from '../words/windowNotice.ts';
import { showInfo } from './messages.ts';

/** Notices that arrive within this time share one message. Milliseconds. */
const TOGETHER_MS = 300;
/** The least time between messages, so that none pushes the one before it away. Milliseconds. */
const APART_MS = 3_000;

let waiting: string[] = [];
let shownAt = 0;

/** Shows what an act of this window has to say besides its result, such as work that was set aside. */
export function tellOf(event: Progress | Happening): void {
  const text = event.type === 'told' && event.notice !== undefined ? windowNotice(event.notice) : null;
  if (text === null) return;
  if (waiting.length === 0) setTimeout(show, Math.max(TOGETHER_MS, shownAt + APART_MS - Date.now()));
  waiting.push(text);
}

/** The same for a run that this window launched, except for what the session's record keeps: the tree shows that. */
export function tellOfRun(event: Happening): void {
  if (event.type === 'told' && event.kept !== true) tellOf(event);
}

function show(): void {
  const text = waiting.join(' ');
  waiting = [];
  shownAt = Date.now();
  // The person need not act on it, and the log has it too.
  void showInfo(text);
}
