import type { Refusal } from '../base/refusal.ts';
import type { Refused } from './refusalWords.ts';

/** What to do about a refusal, if it is the same at a terminal and in a window. */
const SHARED: { readonly [B in SharedRefusal]: (facts: Refused<B>) => string } = {
  'setup-failed': () => 'Mend it and approve again',
  gate: ({ of }) => GATE[of],
  'in-doubt': () => 'Say first whether it happened',
  'no-packet': () =>
    'Mend these lines and approve again; without the file, the packet is taken as it was written',
};

const GATE: Readonly<Record<Refused<'gate'>['of'], string>> = {
  artifacts: 'mend the files and approve again, or reject the phase',
  gate: 'Mend that and approve again, or resume with a new attempt',
  loop: 'Answer "another round", or say what the next attempt should do',
};

type SharedRefusal = 'setup-failed' | 'gate' | 'in-doubt' | 'no-packet';

/** An edge's hints for all other refusals. */
export type RefusalHints<A> = {
  readonly [B in Exclude<Refusal['because'], SharedRefusal>]: (facts: Refused<B>, asked: A) => string;
};

/** @param asked the act that was asked for, and the session */
export function refusalHint<A>(refusal: Refusal, asked: A, own: RefusalHints<A>): string {
  const hint: (facts: Refusal, asked: A) => string = { ...SHARED, ...own }[refusal.because] as never;
  return hint(refusal, asked);
}
