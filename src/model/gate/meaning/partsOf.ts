import { isObject } from '../../../base/json.ts';
import { lookUp } from '../../../base/lookUp.ts';
import { canonicalJson } from '../../text/canonicalJson.ts';

/** One key of a JSON file, as a text that another value has not; null where nobody can tell what it is. */
export function jsonPart(text: string | null, key: string): string | null {
  const whole = objectIn(text);
  if (whole === null) return null;
  const value = lookUp(whole, key);
  return value === undefined ? '' : written(value);
}

/** The scripts of a package.json or composer.json; null where nobody can tell which it has. */
export function scriptsIn(text: string | null): Readonly<Record<string, unknown>> | null {
  const whole = objectIn(text);
  const scripts = whole === null ? null : lookUp(whole, 'scripts');
  return isObject(scripts) ? scripts : whole === null || scripts !== undefined ? null : {};
}

/** One of them: '' where there is none. Several lines are one after the other. */
export function scriptNamed(scripts: ReturnType<typeof scriptsIn>, name: string): string | null {
  if (scripts === null) return null;
  const lines = [lookUp(scripts, name) ?? []].flat();
  return lines.map((one) => (typeof one === 'string' ? one : written(one))).join('\n');
}

/** Those sections of a TOML file whose name is meant, by their headers alone. */
export function tomlPart(text: string | null, isMeant: RegExp): string | null {
  if (text === null) return null;
  let takes = isMeant.test('');
  const lines = text.split(/\r?\n/).filter((line) => {
    const header = /^\s*\[{1,2}\s*([^\]]{1,200})\]/.exec(line)?.[1];
    if (header !== undefined) takes = isMeant.test(header.trim().replaceAll(/["'\s]/g, ''));
    return takes && line.trim() !== '' && !/^\s*(?:#|version\s*=)/.test(line);
  });
  return lines.join('\n');
}

function objectIn(text: string | null): Readonly<Record<string, unknown>> | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** A value that is nested by the hundred thousand overflows whoever writes it. */
function written(value: unknown): string | null {
  try {
    return canonicalJson(value);
  } catch {
    return null;
  }
}
