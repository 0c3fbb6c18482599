import type { Progress } from '../../session/progress.ts';
import { showInfo } from './messages.ts';

/** One act may have several things to tell: they come in one message. Milliseconds. */
const TOGETHER_MS = 300;

let waiting: string[] = [];

/** What an act of this window has to tell besides its result: files that became part of it, work that was set aside. */
export function tellOf(event: Progress): void {
  if (event.type !== 'told') return;
  if (waiting.length === 0) setTimeout(show, TOGETHER_MS);
  waiting.push(event.text);
}

function show(): void {
  const text = waiting.join(' ');
  waiting = [];
  // Nothing is to be done about it; all of it is in the log, too.
  void showInfo(text);
}
