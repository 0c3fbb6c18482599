import { plainLine } from '../terminal/plainText.ts';

/** How long something took or takes, at least 0.1 s: `0.1 s`, `0.4 s`, `12 s`, `3 min 05 s`, `1 h 02 min`. */
export function howLong(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (ms < 950) return `${(Math.max(100, ms) / 1000).toFixed(1)} s`;
  if (seconds < 60) return `${Math.max(1, seconds)} s`;
  const two = (n: number): string => String(n).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${two(Math.floor(seconds / 60) % 60)} min`;
}

/** How long ago something was: `just now`, `5 min ago`, `3 h ago`, `12 d ago`, then the date. */
export function howLongAgo(at: string, now: number): string {
  const ms = now - Date.parse(at);
  if (Number.isNaN(ms)) return plainLine(at); // as it was found, by those who only show
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now'; // also what a clock that is a little behind says
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days < 31 ? `${days} d ago` : at.slice(0, 10);
}
