import { resolve } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import { isLikeName, isName, readStartWords, type StartRead } from '../../model/start/startWords.ts';
import { nearestWord } from '../../model/text/nearestWord.ts';
import type { CommandOption, Context, Typed } from './command.ts';
import { readIssueName, requestFromIssue } from '../../model/start/issue.ts';
import { issueLines } from '../output/issueLines.ts';
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
  const [source, another] = SOURCES.filter(([, option]) => textOf(typed, option) !== null);
  if (another !== undefined)
    throw wrong(source?.[0] ?? '', `there is a ${another[0]}, too; give one of the two`);
  const hasRequest = source !== undefined;
  const read = readStartWords({ words, hasRequest, ...(await factsFor(context, words, hasRequest)) });
  if ('refused' in read)
    throw refused(read, source?.[0] ?? '', (...again) =>
      context.command('start', ...again, ...optionsAgain(options, typed)),
    );
  const [flag, option, requestIn] = source ?? WORD;
  const request = await requestIn(context, textOf(typed, option) ?? read.request);
  if (request.trim() === '') throw wrong(flag, 'the request is empty');
  return { workflow: read.workflow, request };
}

type Source = readonly [
  flag: string,
  option: string,
  requestIn: (context: Context, given: string | null) => Promise<string>,
];

/** The options that a request comes by. */
const SOURCES: readonly Source[] = [
  ['--request', 'request', async (_context, given) => given ?? ''],
  ['--request-file', 'requestFile', async (context, given) => textOfFile(context, given ?? '')],
  ['--issue', 'issue', async (context, given) => textOfIssue(context, given ?? '')],
];

const WORD: Source = ['--request', '', async (context, given) => saidRequest(context, given)];

/** As it was typed, or is typed now, or comes by standard input. */
async function saidRequest(context: Context, given: string | null): Promise<string> {
  if (given === '-') return textOfInput(context);
  if (given !== null) return given;
  const { terminal, json } = context;
  const answer = json ? null : await terminal.ask('What is to be done? ');
  if (answer !== null) return answer;
  const text = terminal.isPiped() ? await textOfInput(context) : '';
  if (text.trim() !== '') return text;
  throw wrong('--request', 'say what is to be done, with "…", --request TEXT or --request-file FILE');
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

/** Two words of which the first is no workflow, and like none: most likely a request whose quotes were forgotten. */
export function maybeUnquoted(
  context: Context,
  typed: Typed,
  options: readonly CommandOption[],
  workflows: readonly string[],
): string | null {
  const [first = '', second = ''] = typed.words;
  if (typed.words.length !== 2 || !isName(first) || /\s/.test(second)) return null;
  if (nearestWord(first, workflows) !== null) return null;
  const line = context.command('start', `${first} ${second}`, ...optionsAgain(options, typed));
  return `There is no workflow "${first}". If both words are the request, put them into quotes: ${line}`;
}

async function textOfFile(context: Context, file: string): Promise<string> {
  if (file === '-') return textOfInput(context);
  const { terminal } = context;
  try {
    return decode(await terminal.readFile(resolve(terminal.cwd, file)), file);
  } catch (cause) {
    if (cause instanceof CairnError) throw cause;
    throw unreadable(file, cause);
  }
}

function unreadable(what: string, cause: unknown): CairnError {
  const why = `cannot read ${what}: ${(cause as NodeJS.ErrnoException).code ?? String(cause)}`;
  return new CairnError('usage/invalid', { what: '--request-file', why }, { cause });
}

/** More than a session takes. */
const MOST_INPUT = 1024 * 1024;
/** Whoever forgot to say what is to be done waits for a program that says nothing. */
const UNTIL_TOLD_MS = 3000;

async function textOfInput({ terminal }: Context): Promise<string> {
  const late = setTimeout(
    () => terminal.err.write('The request is read from standard input, which has not ended yet.\n'),
    UNTIL_TOLD_MS,
  );
  const bytes = await terminal
    .readInput(MOST_INPUT)
    .catch((cause: unknown) => {
      throw unreadable('standard input', cause);
    })
    .finally(() => clearTimeout(late));
  if (bytes === null) throw wrong('--request', `standard input has more than ${MOST_INPUT} bytes`);
  return decode(bytes, 'standard input');
}

/** Shown before anything begins: other people wrote it. */
async function textOfIssue(context: Context, given: string): Promise<string> {
  const name = readIssueName(given);
  if (name === null)
    throw wrong('--issue', 'give the number of an issue, or the address of its page: https://…/issues/12');
  const issue = await context.issue(name);
  for (const line of issueLines(issue, context)) context.say(line);
  return requestFromIssue(issue);
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
