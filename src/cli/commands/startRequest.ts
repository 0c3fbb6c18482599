import { resolve } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import { isLikeName, isName, readStartWords, type StartRead } from '../../model/start/startWords.ts';
import type { CommandOption, Context, Typed } from './command.ts';
import { optionsAgain } from './optionsAgain.ts';
import { textOf, wrong } from './typed.ts';

/** What is to be done, and by which workflow; null: by the one that the repository or Cairn takes where nobody names one. */
export interface StartRequest {
  readonly workflow: string | null;
  readonly request: string;
}

/**
 * Reads both from words, options, a file or standard input, and asks for the request where somebody is there to be asked.
 *
 * @param options those of the command: a refusal says the whole line again
 * @throws `usage/invalid`
 */
export async function readStart(
  context: Context,
  typed: Typed,
  options: readonly CommandOption[],
): Promise<StartRequest> {
  const { words } = typed;
  const [text, file] = [textOf(typed, 'request'), textOf(typed, 'requestFile')];
  if (text !== null && file !== null)
    throw wrong('--request', 'there is a --request-file, too; give one of the two');
  const hasRequest = text !== null || file !== null;
  const read = readStartWords({ words, hasRequest, ...(await factsFor(context, words, hasRequest)) });
  if ('refused' in read)
    throw refused(read, text === null ? '--request-file' : '--request', (...again) =>
      context.command('start', ...again, ...optionsAgain(options, typed)),
    );
  const [given, what] =
    file === null
      ? [text ?? read.request ?? (await asked(context)), '--request']
      : [await textOfFile(context, file), '--request-file'];
  if (given.trim() === '') throw wrong(what, 'the request is empty');
  return { workflow: read.workflow, request: given };
}

/** Names are looked up only where they decide: a start for which they do not opens no engine here. */
async function factsFor(context: Context, words: readonly string[], hasRequest: boolean) {
  const [first] = words;
  if (first === undefined) return { workflows: [], isFile: false };
  const { terminal } = context;
  const isFile = !isName(first) && (await terminal.isFile(resolve(terminal.cwd, first)));
  const decide = isLikeName(first) && !isFile && !hasRequest && words.length !== 2;
  const workflows = decide ? await (await context.api()).workflows() : [];
  return { workflows: workflows.map(({ name }) => name), isFile };
}

function refused(
  read: Extract<StartRead, { readonly refused: string }>,
  option: string,
  again: (...words: readonly string[]) => string,
): CairnError {
  switch (read.refused) {
    case 'no-workflow': {
      const near = read.near === null ? '' : ` (did you mean ${read.near}?)`;
      return wrong('', `There is no workflow "${read.word}"${near}. ${ifRequest(read.word, again)}`);
    }
    case 'no-file':
      return wrong('', `There is no workflow file "${read.word}". ${ifRequest(read.word, again)}`);
    case 'two-requests':
      return wrong(option, 'the request is there without it, too; give one of the two');
    case 'unquoted':
      return wrong('', `Put the request into quotes: ${again(...sentence(read.workflow, read.request))}`);
  }
}

const ifRequest = (word: string, again: (...words: readonly string[]) => string): string =>
  `If that is the request: ${again('--request', word)}`;

/** What begins like an option would be read as one. */
const sentence = (workflow: string | null, request: string): readonly string[] => [
  ...(workflow === null ? [] : [workflow]),
  ...(request.startsWith('-') ? ['--request'] : []),
  request,
];

/** Two words of which the first is no workflow: most likely a request whose quotes were forgotten. */
export function maybeUnquoted(
  context: Context,
  typed: Typed,
  options: readonly CommandOption[],
): string | null {
  const [first = '', second = ''] = typed.words;
  if (typed.words.length !== 2 || !isName(first) || /\s/.test(second)) return null;
  const line = context.command('start', `${first} ${second}`, ...optionsAgain(options, typed));
  return `There is no workflow "${first}". If both words are the request, put them into quotes: ${line}`;
}

async function asked({ terminal, json }: Context): Promise<string> {
  const said = json ? null : await terminal.ask('What is to be done? ');
  if (said !== null) return said;
  throw wrong('--request', 'say what is to be done, with "…", --request TEXT or --request-file FILE');
}

async function textOfFile({ terminal }: Context, file: string): Promise<string> {
  if (file === '-') return decode(await terminal.readInput(), 'standard input');
  try {
    return decode(await terminal.readFile(resolve(terminal.cwd, file)), file);
  } catch (cause) {
    if (cause instanceof CairnError) throw cause;
    const why = `cannot read ${file}: ${(cause as NodeJS.ErrnoException).code ?? String(cause)}`;
    throw new CairnError('usage/invalid', { what: '--request-file', why }, { cause });
  }
}

/** The request is kept word for word, so bytes that are not text are refused instead of replaced. */
function decode(bytes: Uint8Array, from: string): string {
  const text = textIn(bytes);
  if (text !== null) return text;
  throw wrong('--request-file', `${from} is not UTF-8 text`);
}

/** Null for what is not UTF-8, and for NUL: what has it is UTF-16, or no text at all. */
function textIn(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
