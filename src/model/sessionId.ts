import { err, ok, type Result } from '../base/result.ts';
import type { SessionId, Timestamp } from './ids.ts';

/** Checks a session id; the error says why not. */
export function checkSessionId(text: string): Result<SessionId, string> {
  return /^[a-z0-9][a-z0-9-]{2,62}$/.test(text) ? ok(text as SessionId) : err('not a session id');
}

/** Reads a session as people name it: its id, or its branch (`cairn/<id>` or `<prefix><id>`). */
export function readSessionName(text: string, prefix = 'cairn/'): Result<SessionId, string> {
  const bare = [prefix, 'cairn/'].find((start) => text.startsWith(start)) ?? '';
  return checkSessionId(text.slice(bare.length));
}

/** `<yyyymmdd>-<slug of the request>-<suffix>`. */
export function defaultSessionId(request: string, at: Timestamp, suffix: string): SessionId {
  const slug = request.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 30).replace(/-$/, '') || 'session';
  return `${at.slice(0, 10).replaceAll('-', '')}-${slug}-${suffix}` as SessionId;
}
