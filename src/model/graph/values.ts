import { isObject } from '../../base/json.ts';
import { cutTo } from '../text/oneLine.ts';

/** Equal as JSON values, types included. Goes only as deep as the less deep of the two. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, index) => sameValue(one, b[index]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
  );
}

/** True of a value with a number that its text may have had otherwise: beyond 2^53 - 1, whole numbers share one. */
export function isRounded(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  if (Array.isArray(value)) return value.some(isRounded);
  return isObject(value) && Object.values(value).some(isRounded);
}

const MOST = 500;

/** A value as records keep it: one that is long becomes the beginning of its text. */
export function toldValue(value: unknown): unknown {
  const text = JSON.stringify(value);
  if (text.length <= MOST) return value;
  return `${cutTo(typeof value === 'string' ? value : text, MOST)}…`;
}
