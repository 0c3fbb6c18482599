import { resolve } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { StartOptions } from '../../session/api/run.ts';
import type { Command, Context, Typed } from './command.ts';
import { askingForInputs, INPUT_OPTIONS } from './inputOptions.ts';
import { driveRun } from './driveRun.ts';
import { answerOfRun } from '../output/showOutcome.ts';
import { isSet, textOf, wrong } from './typed.ts';

export const startCommand: Command = {
  name: 'start',
  group: 'Begin',
  words: [
    {
      name: '<workflow>',
      is: 'a name below .cairn/workflows/, one that comes with Cairn (feature, fix, refactor, review), or the path of a workflow file',
    },
    { name: '[request]', is: 'what is to be done, in quotes' },
  ],
  options: [
    { flags: '--request <text>', does: 'the same as [request]' },
    { flags: '--request-file <file>', does: 'the same, read from a file; "-" reads standard input' },
    {
      flags: '--id <id>',
      does: 'id of the session, 3 to 63 of a-z, 0-9 and "-" (default: made from date and request)',
    },
    { flags: '--in-place', does: 'work in this working tree instead of one of its own' },
    { flags: '--base <rev>', does: 'the revision to start from (default: HEAD)' },
    { flags: '--with-changes', does: 'take uncommitted changes along' },
    ...INPUT_OPTIONS,
    { flags: '--until <phase>', does: 'pause after this phase' },
  ],
  does: 'open a session and run it',
  more: 'The session runs in a process of its own: closing this terminal ends nothing. Ctrl-C stops it, and `cairn resume` goes on.',
  examples: [
    ['cairn start feature "Add a login page"', 'run the workflow "feature" for this request'],
    ['cairn start feature --request-file - < issue.md', 'read the request from standard input'],
    ['cairn start ticket --request "…" --input ticket=AB-12', 'give a value that the workflow asks for'],
    ['cairn start feature --request "…" --until plan', 'pause as soon as the plan is done'],
  ],
  async run(context, typed) {
    const options = { ...plainOptions(context, typed), request: await requestOf(context, typed) };
    // Known beforehand, so that others find the run. The runner refuses what cannot begin, before anything is written.
    const session = (options.id ?? (await context.newSession(options.request))) as SessionId;
    const driven = await askingForInputs(context, typed, (inputs) =>
      driveRun(context, { verb: 'start', options: { ...options, id: session, inputs } }, session),
    );
    return answerOfRun(context, driven);
  },
};

function plainOptions(context: Context, typed: Typed): Omit<StartOptions, 'request'> {
  const base = textOf(typed, 'base');
  const inPlace = isSet(typed, 'inPlace');
  if (inPlace && base !== null)
    throw wrong('--base', 'a session in place starts from what is here; leave one of the two out');
  return {
    workflow: workflowOf(context, typed.words[0] ?? ''),
    id: textOf(typed, 'id'),
    inPlace,
    base,
    withChanges: isSet(typed, 'withChanges'),
    until: textOf(typed, 'until'),
  };
}

/** Keeps a name; resolves a path from the current folder, not from the root of the repository. */
export function workflowOf({ terminal }: Pick<Context, 'terminal'>, word: string): string {
  return /^[a-z][a-z0-9-]*$/.test(word) ? word : resolve(terminal.cwd, word);
}

/** As a word of its own, or as an option. */
function textIn(typed: Typed): string | null {
  const [word, said] = [typed.words[1] ?? null, textOf(typed, 'request')];
  if (word !== null && said !== null)
    throw wrong('--request', 'the request is there without it, too; give one of the two');
  return word ?? said;
}

async function requestOf({ terminal }: Context, typed: Typed): Promise<string> {
  const [text, file] = [textIn(typed), textOf(typed, 'requestFile')];
  if (text !== null && file !== null)
    throw wrong('--request', 'there is a --request-file, too; give one of the two');
  if (text === null && file === null)
    throw wrong('--request', 'say what is to be done, with "…", --request TEXT or --request-file FILE');
  const request =
    text ??
    decode(file === '-' ? await terminal.readInput() : await fileOf(terminal, file ?? ''), file ?? '');
  if (request.trim() === '')
    throw wrong(text === null ? '--request-file' : '--request', 'the request is empty');
  return request;
}

async function fileOf(terminal: Context['terminal'], file: string): Promise<Uint8Array> {
  try {
    return await terminal.readFile(resolve(terminal.cwd, file));
  } catch (cause) {
    const why = `cannot read ${file}: ${(cause as NodeJS.ErrnoException).code ?? String(cause)}`;
    throw new CairnError('usage/invalid', { what: '--request-file', why }, { cause });
  }
}

/** The request is kept word for word, so bytes that are not text are refused instead of replaced. */
function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    const why = `${file === '-' ? 'standard input' : file} is not UTF-8 text`;
    throw new CairnError('usage/invalid', { what: '--request-file', why }, { cause });
  }
}
