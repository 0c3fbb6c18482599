import type { Refusal, RefusedAct } from '../base/refusal.ts';
import type { Refused } from './refusalWords.ts';

/** What to do about a refusal, if it is the same at a terminal and in a window. */
const SHARED: { readonly [B in SharedRefusal]: (facts: Refused<B>, asked: Asked) => string } = {
  'setup-failed': (_, { act }) => `Mend it and ${act} again`,
  gate: ({ of }, { act }) => GATE[of](act),
  'in-doubt': () => 'Say first whether it happened',
  'no-packet': () =>
    'Mend these lines and approve again; without the file, what the next phase is told is taken as it was written',
};

interface Asked {
  readonly act: RefusedAct;
}

const GATE: Readonly<Record<Refused<'gate'>['of'], (act: RefusedAct) => string>> = {
  artifacts: (act) =>
    `Mend the files and ${act} again, or ${act === 'answer' ? TELL_THE_NEXT : 'reject the phase'}`,
  gate: (act) =>
    `Mend that and ${act} again, or ${act === 'answer' ? TELL_THE_NEXT : 'resume with a new attempt'}`,
  loop: () => `Answer "another round", or ${TELL_THE_NEXT}`,
};

/** Any answer in other words does. */
const TELL_THE_NEXT = 'say what the next attempt should do';

type SharedRefusal = 'setup-failed' | 'gate' | 'in-doubt' | 'no-packet';

/** An edge's hints for all other refusals. */
export type RefusalHints<A> = {
  readonly [B in Exclude<Refusal['because'], SharedRefusal>]: (facts: Refused<B>, asked: A) => string;
};

/** @param asked the act that was asked for, and the session */
export function refusalHint<A extends Asked>(refusal: Refusal, asked: A, own: RefusalHints<A>): string {
  const hint: (facts: Refusal, asked: A) => string = { ...SHARED, ...own }[refusal.because] as never;
  return hint(refusal, asked);
}
