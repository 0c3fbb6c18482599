import { lookUp } from '../../base/lookUp.ts';
import type { Checked } from '../../model/status/statusWords.ts';
import { doneWords } from '../../model/text/doneWords.ts';
import type { PhaseView, SessionSummary } from '../../session/results.ts';
import { phaseWaitsFor } from './waiting.ts';
import type { SessionNode } from './windowState.ts';

/** Codicon and theme colour; `null` colour = the tree's own. */
export interface Icon {
  readonly id: string;
  readonly color: string | null;
}

/** A status as people see and hear it. */
export interface StatusWord {
  readonly word: string;
  readonly icon: Icon;
}

const GOOD = 'testing.iconPassed';
const BAD = 'problemsErrorIcon.foreground';
const ATTENTION = 'problemsWarningIcon.foreground';
const QUIET = 'disabledForeground';

const icon = (id: string, color: string | null = null): Icon => ({ id, color });

/** A filled mark is for what checks stand behind; its shape says so where nobody sees its colour. */
const DONE: Readonly<Record<Checked, Icon>> = {
  passed: icon('pass-filled', GOOD),
  approved: icon('pass', GOOD),
  changed: icon('pass-filled', 'charts.yellow'),
  nothing: icon('pass', 'charts.yellow'),
  red: icon('warning', ATTENTION),
};

const WORDS: Readonly<Record<string, StatusWord>> = {
  pending: { word: 'not started', icon: icon('circle-large-outline', QUIET) },
  running: { word: 'running', icon: icon('sync~spin') },
  checking: { word: 'being checked', icon: icon('sync~spin') },
  waiting: { word: 'waiting for you', icon: icon('bell-dot', ATTENTION) },
  done: { word: 'done', icon: icon('pass-filled', GOOD) },
  blocked: { word: 'blocked', icon: icon('error', BAD) },
  interrupted: { word: 'interrupted', icon: icon('debug-disconnect', ATTENTION) },
  paused: { word: 'paused', icon: icon('debug-pause', 'icon.foreground') },
  skipped: { word: 'skipped', icon: icon('debug-step-over', QUIET) },
  cancelled: { word: 'cancelled', icon: icon('circle-slash', QUIET) },
  damaged: { word: 'damaged', icon: icon('warning', BAD) },
  unknown: { word: 'unknown state', icon: icon('question', ATTENTION) },
};

/** Word and icon of a session's state or a phase's status; an unknown word is shown unchanged. */
export function statusWord(status: string, checked: Checked | null): StatusWord {
  if (status === 'done' && checked !== null) return { word: doneWords(checked), icon: DONE[checked] };
  return lookUp(WORDS, status) ?? { word: `unknown state “${status}”`, icon: icon('question', ATTENTION) };
}

/** The same for a session: one that exists only on a remote says so. */
export function sessionWord(summary: SessionSummary): StatusWord {
  const known = statusWord(summary.state, summary.checked);
  if (!summary.remote) return known;
  const word =
    summary.state === 'paused' || summary.state === 'interrupted' ? 'not on this machine yet' : known.word;
  return { word: `${word}, on the remote`, icon: icon('cloud') };
}

const CHECK_WORDS = {
  passed: { word: 'passed', icon: icon('pass', GOOD) },
  failed: { word: 'failed', icon: icon('error', BAD) },
  broke: { word: 'could not run', icon: icon('warning', ATTENTION) },
} as const satisfies Record<PhaseView['checks'][number]['outcome'], StatusWord>;

export function checkWord(outcome: PhaseView['checks'][number]['outcome']): StatusWord {
  return CHECK_WORDS[outcome];
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** A size for people: `812 B`, `1.4 KB`. */
export function sizeOf(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS.at(unit) ?? 'GB'}`;
}

/** A phase's status as people see and hear it; a waiting phase says for what. */
export function phaseWord(node: SessionNode, phase: PhaseView): StatusWord {
  const known = statusWord(phase.status, phase.checked);
  const waits = phase.status === 'waiting' ? phaseWaitsFor(node, phase) : null;
  return waits === null ? known : { ...known, word: waits.phase };
}
