import type { Happening } from '../../runner/runEvents.ts';
import type { Progress } from '../../session/progress.ts';
import { windowNotice } from '../words/windowNotice.ts';
import { showInfo } from './messages.ts';

/** One act may have several things to tell: they come in one message. Milliseconds. */
const TOGETHER_MS = 300;
/** A run may have many, one after the other: no message pushes the one before it away. Milliseconds. */
const APART_MS = 3_000;

let waiting: string[] = [];
let shownAt = 0;

/** What an act of this window has to tell besides its result: files that became part of it, work that was set aside. */
export function tellOf(event: Progress | Happening): void {
  const text = event.type === 'told' && event.notice !== undefined ? windowNotice(event.notice) : null;
  if (text === null) return;
  if (waiting.length === 0) setTimeout(show, Math.max(TOGETHER_MS, shownAt + APART_MS - Date.now()));
  waiting.push(text);
}

/**
 * The same of a run that this window launched: a worktree that was made anew, a folder that brings thousands of files. What
 * its session's record holds, the tree shows.
 */
export function tellOfRun(event: Happening): void {
  if (event.type === 'told' && event.kept !== true) tellOf(event);
}

function show(): void {
  const text = waiting.join(' ');
  waiting = [];
  shownAt = Date.now();
  // Nothing is to be done about it; all of it is in the log, too.
  void showInfo(text);
}
