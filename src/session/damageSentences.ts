import type { ErrorDetails } from '../base/cairnError.ts';

type Damage = ErrorDetails['data/missing-object'];

/** What is damaged, in one sentence. */
export function damaged({ object, session }: Damage): string {
  const what = object.startsWith('refs/') ? `the ref ${object}` : `git object ${object}`;
  const of = session === undefined ? '' : `Session ${session} is damaged: `;
  return `${of}${of === '' ? capital(what) : what} is missing or cut short, as after a power loss.`;
}

/** What can be done about it, in one sentence with the command. */
export function afterDamage({ session, lastGood }: Damage): string {
  if (session === undefined || lastGood === null)
    return `No checkpoint that is whole was found here. Fetch the session branch again from a clone that has it, or begin another session, which leaves this one as it is: cairn start`;
  const good = `checkpoint ${lastGood.seq}${lastGood.phase === null ? '' : ` (${lastGood.phase})`}`;
  return lastGood.isTip
    ? `Its newest ${good} is whole, so the session can go on; what is lost is older. Every checkpoint that is left: cairn log ${session}`
    : `The last good one is ${good}. Go back to it: cairn restore ${session} ${lastGood.seq}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
