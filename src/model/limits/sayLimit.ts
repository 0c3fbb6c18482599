import { LONGEST_TIMER_MS } from '../../base/longestTimer.ts';
import { STOP } from '../checkpoint/stopAnswer.ts';
import { readDuration } from '../text/readDuration.ts';
import type { LimitName } from './limitNames.ts';
import type { Reached } from './limits.ts';

const WORDS: Readonly<Record<LimitName, string>> = { cost: 'cost', tokens: 'tokens', timeMs: 'time' };

/** An amount as a workflow has it: `5 USD`, `2000000 tokens`, `90m`. */
export function sayAmount(limit: LimitName, amount: number): string {
  if (limit === 'cost') return `${Number(amount < 0.01 ? amount.toPrecision(1) : amount.toFixed(2))} USD`;
  if (limit === 'tokens') return `${Math.round(amount)} tokens`;
  const seconds = Math.ceil(amount / 1000);
  if (seconds < 60) return `${seconds}s`;
  return seconds % 3600 === 0 ? `${seconds / 3600}h` : `${Math.ceil(seconds / 60)}m`;
}

/** The question of a limit that is reached. */
export function sayReached({ limit, of, used, most }: Reached): string {
  const whose = of === null ? 'The session' : `The phase ${of}`;
  return `${whose} has reached its limit of ${WORDS[limit]}: ${sayAmount(limit, used)} used, ${sayAmount(limit, most)} allowed.`;
}

export const RAISE = 'raise to ';
export const WITHOUT = 'go on without';

export function limitAnswers(reached: Reached): readonly string[] {
  const raised = higher(reached);
  return [...(raised === null ? [] : [`${RAISE}${sayAmount(reached.limit, raised)}`]), WITHOUT, STOP];
}

/** Rounded up to what an answer can say; null: it can say no more than was used. */
function higher({ limit, used, most }: Reached): number | null {
  const to = Math.max(most * 2, used * 1.5);
  if (limit === 'cost') return Math.ceil(to * 100) / 100;
  if (limit === 'tokens') return Math.ceil(to);
  return used < LONGEST_SAID_MS ? Math.min(to, LONGEST_SAID_MS) : null;
}

/** The longest duration in whole hours. */
const LONGEST_SAID_MS = Math.floor(LONGEST_TIMER_MS / 3_600_000) * 3_600_000;

/** What an answer raises a limit to; null: that there is none any more; undefined: it says nothing of it. */
export function raisedBy(limit: LimitName, answer: string): number | null | undefined {
  const said = answer.trim().toLowerCase();
  if (said === WITHOUT) return null;
  if (!said.startsWith(RAISE)) return undefined;
  const amount = said
    .slice(RAISE.length)
    .replace(/ (usd|tokens)$/, '')
    .trim();
  if (limit === 'timeMs') {
    const time = readDuration(amount);
    return time.ok ? time.value : undefined;
  }
  const most = /^\d+(?:\.\d+)?$/.test(amount) ? Number(amount) : 0;
  return most > 0 && Number.isFinite(most) ? most : undefined;
}
