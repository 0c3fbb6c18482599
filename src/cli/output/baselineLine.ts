import type { RunEvent } from '../../runner/runEvents.ts';
import { plainLine } from '../terminal/plainText.ts';
import type { Style } from '../terminal/style.ts';
import { howLong, howLongAgo } from './howLong.ts';

type Ended = Extract<RunEvent, { type: 'baseline-ended' }>;

const SAID: Readonly<Record<Ended['outcome'], string>> = {
  passed: 'passed before anything was changed',
  failed: 'failed before anything was changed',
  broke: 'could not be run before anything was changed',
  'no-time': 'is not waited for any longer before anything is changed',
};

/** What a check said before anything was changed: nobody's fault in this session, whatever it was. */
export function baselineLine({ at, name, outcome, ms, why, knownSince }: Ended, style: Style): string {
  const mark = outcome === 'passed' ? style.good('✓') : style.asks(outcome === 'failed' ? '✗' : '·');
  const when =
    knownSince === undefined ? ` (${howLong(ms)})` : `, known from ${howLongAgo(knownSince, Date.parse(at))}`;
  const because = why === undefined ? '' : `: ${plainLine(why)}`;
  return `  ${mark} ${plainLine(name)} ${style.dim(`${SAID[outcome]}${when}${because}`)}`;
}
