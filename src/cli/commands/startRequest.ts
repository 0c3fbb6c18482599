import { resolve } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import { isName, readStartWords, type StartRead } from '../../model/start/startWords.ts';
import type { Context, Typed } from './command.ts';
import { textOf, wrong } from './typed.ts';

/** What is to be done, and by which workflow; null: by the one that the repository or Cairn takes where nobody names one. */
export interface StartRequest {
  readonly workflow: string | null;
  readonly request: string;
}

/**
 * Reads both from words, options, a file or standard input, and asks for the request where somebody is there to be asked.
 *
 * @throws `usage/invalid`
 */
export async function readStart(context: Context, typed: Typed): Promise<StartRequest> {
  const { words } = typed;
  const [text, file] = [textOf(typed, 'request'), textOf(typed, 'requestFile')];
  if (text !== null && file !== null)
    throw wrong('--request', 'there is a --request-file, too; give one of the two');
  const hasRequest = text !== null || file !== null;
  const read = readStartWords({ words, hasRequest, ...(await factsFor(context, words, hasRequest)) });
  if ('refused' in read) throw refused(context, read, text === null ? '--request-file' : '--request');
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
  if (first === undefined || hasRequest) return { workflows: [], isFile: false };
  const { terminal } = context;
  if (!isName(first)) return { workflows: [], isFile: await terminal.isFile(resolve(terminal.cwd, first)) };
  const workflows = words.length === 2 ? [] : await (await context.api()).workflows();
  return { workflows: workflows.map(({ name }) => name), isFile: false };
}

function refused(
  { command }: Context,
  read: Extract<StartRead, { readonly refused: string }>,
  option: string,
): CairnError {
  switch (read.refused) {
    case 'no-workflow': {
      const near = read.near === null ? '' : ` (did you mean ${read.near}?)`;
      return wrong(
        '',
        `There is no workflow "${read.word}"${near}. If that is the request: ${command('start', '--request', read.word)}`,
      );
    }
    case 'no-file':
      return wrong(
        '',
        `There is no workflow file "${read.word}". If that is the request: ${command('start', '--request', read.word)}`,
      );
    case 'two-requests':
      return wrong(option, 'the request is there without it, too; give one of the two');
    case 'unquoted':
      return wrong(
        '',
        `Put the request into quotes: ${command('start', ...(read.workflow === null ? [] : [read.workflow]), read.request)}`,
      );
  }
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
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    const why = `${from} is not UTF-8 text`;
    throw new CairnError('usage/invalid', { what: '--request-file', why }, { cause });
  }
}
