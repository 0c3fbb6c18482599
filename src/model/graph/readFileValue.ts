import { lookUp } from '../../base/lookUp.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { MOST_FILE_BYTES } from '../checkpoint/mostBytes.ts';
import { notJson } from '../parsing/notJson.ts';
import { readShortYaml } from '../parsing/yamlSource.ts';
import { cutTo, shownLine } from '../text/oneLine.ts';
import { duplicateKey } from './duplicateKey.ts';

/** What a file says, for conditions and lists of items. */
export type FileValue =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly why: string };

const READERS = { json: readJson, yaml: readYamlValue, yml: readYamlValue, md: readFrontMatter } as const;

/** What a file must be called to be read. */
export const READABLE: readonly string[] = Object.keys(READERS).map((ending) => `.${ending}`);

export const isReadable = (path: string): boolean => READABLE.some((ending) => path.endsWith(ending));

/**
 * The value of a JSON or YAML file, or of the front matter of a Markdown file. Never throws.
 *
 * @param bytes null if there is no such file
 */
export function readFileValue(path: string, bytes: Uint8Array | null): FileValue {
  if (bytes === null) return { kind: 'missing' };
  if (bytes.length > MOST_FILE_BYTES) return unreadable(`it has more than ${MOST_FILE_BYTES} bytes`);
  const text = textOf(bytes);
  if (text === null) return unreadable('it is not UTF-8');
  const ending = path.slice(path.lastIndexOf('.') + 1);
  const read = lookUp(READERS, ending);
  if (read === undefined) return unreadable(`its name does not end in ${READABLE.join(', ')}`);
  const value = read(text);
  if (!value.ok) return unreadable(value.error);
  if (value.value === undefined) return { kind: 'missing' };
  // What is found becomes part of records, and what JSON cannot say would end the session there.
  const odd = notJson(value.value);
  return odd === null ? { kind: 'value', value: value.value } : unreadable(sayOdd(odd));
}

const sayOdd = ({ path, message }: NonNullable<ReturnType<typeof notJson>>): string =>
  path.length === 0 ? message : `${cutTo(`/${path.map(String).join('/')}`, 120)}: ${message}`;

/** Of something else that is in the place of a file. */
export const noFileValue = (what: string): FileValue => unreadable(`it is ${what}, not a file`);

/** A person is told, in a terminal and in a window: what is wrong may be as long as the file, and hold what commands a terminal. */
const unreadable = (why: string): FileValue => ({ kind: 'unreadable', why: shownLine(why, MOST_TOLD) });
const MOST_TOLD = 200;

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function readJson(text: string): Result<unknown, string> {
  try {
    const value: unknown = JSON.parse(text);
    const twice = duplicateKey(text);
    return twice === null ? ok(value) : err(`the key ${JSON.stringify(twice)} is there twice`);
  } catch {
    return err('it is not JSON');
  }
}

/** An alias could make a small file a large value, and hides what a reader would compare. */
function readYamlValue(text: string): Result<unknown, string> {
  const yaml = readShortYaml('', text, 0);
  if (yaml.ok) return ok(yaml.value.value);
  const [problem] = yaml.error;
  return err(`line ${problem?.line ?? 1}: ${problem?.message ?? 'it is not YAML'}`);
}

/** Undefined if the file has no front matter; one that says nothing has no keys. */
function readFrontMatter(text: string): Result<unknown, string> {
  const found = /^---[ \t]*\r?\n([\s\S]*?\n)?---[ \t]*(?:\r?\n|$)/.exec(text);
  if (found === null) return ok(undefined);
  const [, yaml = ''] = found;
  // In the place of its first line is one without anything, so that lines are those of the file.
  return saysNothing(yaml) ? ok({}) : readYamlValue(`\n${yaml}`);
}

const saysNothing = (yaml: string): boolean => yaml.split('\n').every((line) => /^\s*(?:#|$)/.test(line));
