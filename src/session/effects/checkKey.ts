import { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/names/ids.ts';

const LONGEST = 500;

/**
 * A key names an effect for a retry, a clone and a fork alike, so the id of the session may not be in it.
 *
 * @throws `usage/invalid`
 */
export function checkKey(session: SessionId, key: string): void {
  const why = whyNot(session, key);
  if (why !== null) throw new CairnError('usage/invalid', { what: { given: 'key' }, why });
}

function whyNot(session: SessionId, key: string): string | null {
  if (key.trim() === '') return 'say under which key it is known';
  if (key.length > LONGEST) return `it has more than ${LONGEST} characters`;
  if (/\p{Cc}/u.test(key)) return 'it has a control character in it';
  if (key.includes(session))
    return 'the id of the session is in it; a fork would do the same once more under another id';
  return null;
}
