import { lookUp } from '../../base/lookUp.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { SessionId, Timestamp } from './ids.ts';
import { titleOf } from '../text/title.ts';
import { isReservedName } from './reservedName.ts';

const LONGEST_SLUG = 30;

/** Checks a session id; the error says what is wrong with it. */
export function checkSessionId(text: string): Result<SessionId, string> {
  if (text === '') return err('it is empty');
  if (text.length < 3 || text.length > 63) return err(`it has ${text.length} characters, not 3 to 63`);
  const wrong = /[^a-z0-9-]/u.exec(text);
  if (wrong) return err(`only a-z, 0-9 and "-" may be in it, not ${JSON.stringify(wrong[0])}`);
  if (text.startsWith('-')) return err('it starts with "-"');
  // Its folder and its worktree must exist on every clone.
  if (isReservedName(text)) return err('Windows reserves this name');
  return ok(text as SessionId);
}

/** Parses a session as people name it: its id, or its branch (`<prefix><id>` or `cairn/<id>`). */
export function readSessionName(text: string, prefix = 'cairn/'): Result<SessionId, string> {
  const branch = text.startsWith('refs/heads/') ? text.slice('refs/heads/'.length) : text;
  const start = [prefix, 'cairn/'].find((known) => known !== '' && branch.startsWith(known)) ?? '';
  return checkSessionId(branch.slice(start.length));
}

/** `<yyyymmdd>-<slug of the request, at most 30>-<suffix>`; `suffix`: 4 characters of `[a-z0-9]`. */
export function defaultSessionId(request: string, at: Timestamp, suffix: string): SessionId {
  return `${at.slice(0, 10).replaceAll('-', '')}-${slugOf(request)}-${suffix}` as SessionId;
}

/** Letters without decomposition, as people transliterate them. */
const SPELT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  '&': ' and ',
  '+': ' plus ',
};

function slugOf(request: string): string {
  const words = titleOf(request)
    .toLowerCase()
    .replace(/[ßæœøđðłþı&+]/gu, (letter) => lookUp(SPELT, letter) ?? '')
    .normalize('NFKD')
    // An apostrophe or accent is part of a word; anything else ends it.
    .replace(/['’\p{M}]/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word.slice(0, LONGEST_SLUG) : `${slug}-${word}`;
    if (longer.length > LONGEST_SLUG) break;
    slug = longer;
  }
  // A request in a non-Latin script, only emoji, or empty.
  return slug === '' ? 'session' : slug;
}
