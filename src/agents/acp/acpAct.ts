import * as z from 'zod';
import { parseJson } from '../../base/json.ts';
import { shellWords } from '../../base/shellWords.ts';
import { isKnownByPlace } from '../../model/agent/permission.ts';
import type { ToolKind } from '../../model/agent/permissionWords.ts';
import type { PermissionAsked } from '../../session/ports.ts';
import type { AcpCall } from './acpMessages.ts';

type Act = Pick<PermissionAsked, 'title' | 'command' | 'network' | 'paths'>;

/**
 * What a call would do: the command it would run (or what it fetches or grants), and where. The title is the model's own
 * description and may leave out what matters, so anything that we do not understand is shown as given.
 */
export function actOf({ toolCallId, title, kind: said, locations, rawInput, content }: AcpCall): Act {
  const kind = said ?? 'other';
  const given = objectsIn(typeof rawInput === 'string' ? parseJson(rawInput) : rawInput);
  const { texts, diffs } = shownIn(content ?? []);
  const named = given.flatMap((one) => PATH_KEYS.flatMap((key) => wordsOf(one[key])));
  const called = title ?? said ?? toolCallId;
  const ways = [
    commandsOf(rawInput, given, kind),
    given.flatMap(({ url }) => wordsOf(url)),
    asGiven(called, rawInput, kind),
    asShown(called, texts, kind),
  ];
  const command = distinct(ways.find((way) => way.length > 0) ?? []).join('\n');
  return {
    title: called,
    ...(command === '' ? {} : { command }),
    ...(isReaching(kind, given) ? { network: true as const } : {}),
    paths: [...new Set([...(locations ?? []).map(({ path }) => path), ...diffs, ...named])],
  };
}

/** The texts that a call shows of itself, and the files of which it shows changes. */
const shownIn = (
  content: NonNullable<AcpCall['content']>,
): { readonly texts: readonly string[]; readonly diffs: readonly string[] } => ({
  texts: content.flatMap((part) => ('content' in part ? [part.content.text] : [])),
  diffs: content.flatMap((part) => ('path' in part ? [part.path] : [])),
});

/** True if a command is asked for with an address that it reaches, as Codex does (codex-acp 2.6.0). */
const isReaching = (kind: ToolKind, given: readonly Given[]): boolean =>
  kind === 'execute' && given.some(({ url }) => typeof url === 'string');

/** For calls that no path explains: the raw arguments, whatever they mean. */
const asGiven = (called: string, rawInput: unknown, kind: ToolKind): readonly string[] =>
  !isKnownByPlace(kind) && isGiven(rawInput) ? [`${called} ${JSON.stringify(rawInput)}`] : [];

/**
 * Where a call has no arguments, its title may be the command and what it shows no more than words about it, or the other way
 * round: then both are what it would do, and none of it is left out of what a person says yes to.
 */
function asShown(called: string, texts: readonly string[], kind: ToolKind): readonly string[] {
  if (isKnownByPlace(kind)) return texts;
  const more = texts.map(withoutRemark).filter((text) => text !== '' && text !== called);
  return more.length === 0 ? [] : [[called, ...more].join('\n')];
}

/**
 * Beside a command, which is the title, Gemini CLI shows where it runs and what the model says about that (0.61): only a folder other
 * than the one that it was started in adds something. Where a bracket could hide where that ends, all of it stays.
 */
const withoutRemark = (text: string): string =>
  text
    .replace(/^\[current working directory [^[\]]*\](?: \([^[\]]*\))?$/, '')
    .replace(/^(\[in [^[\]]*\]) \([^[\]]*\)$/, '$1');

// prettier-ignore
const PATH_KEYS = [
  'filePath', 'file_path', 'path', 'paths', 'absolute_path', 'notebook_path', 'fileName', 'target_file',
  'old_path', 'new_path', 'destination', 'cwd', 'workdir', 'working_directory', 'directory', 'dir_path',
] as const;

const COMMAND_KEYS = [
  'command',
  'cmd',
  'commands',
  'argv',
  'script',
  'shell_command',
  'commandLine',
] as const;

type Given = Readonly<Record<string, unknown>>;

function commandsOf(rawInput: unknown, given: readonly Given[], kind: string): readonly string[] {
  const runs = kind === 'execute';
  if (runs && (typeof rawInput === 'string' || Array.isArray(rawInput)) && given.length === 0)
    return commandIn(rawInput);
  return given.flatMap((one) => {
    const found = COMMAND_KEYS.flatMap((key) =>
      key === 'commands' ? wordsOf(one[key]) : commandIn(one[key]),
    );
    const program = found[0];
    const whole = program === undefined ? [] : [[program, ...argumentsOf(one)].join(' '), ...found.slice(1)];
    // Edit tools have a one-word verb there, not a command.
    return whole.filter((command) => runs || kind === 'other' || !/^[a-z_]+$/.test(command));
  });
}

/** A command as one text, whether given as text, as a list of words, or in an unknown shape. */
function commandIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (!isGiven(value)) return [];
  const words = z.array(z.union([z.string(), z.number(), z.boolean()])).safeParse(value).data;
  return [words === undefined ? JSON.stringify(value) : shellWords(words.map(String))];
}

const argumentsOf = ({ args }: Given): readonly string[] =>
  typeof args === 'string' ? [args] : commandIn(args);

/** True for a list or an object that is not empty. */
const isGiven = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

const wordsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter((one) => typeof one === 'string');

/** Drops duplicates, and commands that another one contains. */
const distinct = (all: readonly string[]): readonly string[] =>
  all.filter(
    (one, at) => one !== '' && !all.some((other, n) => other.includes(one) && (other !== one || n < at)),
  );

/** How deep a call within a call has its arguments, and the keys under which some agents keep them as JSON. */
const DEEPEST = 4;
const AS_JSON = ['arguments', 'input', 'params', 'parameters', 'rawInput', 'tool_input'];

/** The arguments of a call and those wrapped in them, outer ones first. */
function objectsIn(value: unknown, depth = 0): readonly Given[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > DEEPEST) return [];
  const inner = Object.entries(value).flatMap(([key, one]) =>
    objectsIn(typeof one === 'string' && AS_JSON.includes(key) ? parseJson(one) : one, depth + 1),
  );
  return [value as Given, ...inner];
}
