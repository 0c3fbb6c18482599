import type { Command, Context } from './command.ts';
import { plain, plainLine } from '../terminal/plainText.ts';
import { SESSION_WORD, sessionAnd, sessionOf, wrong } from './typed.ts';
import type { Style } from '../terminal/style.ts';

export const packetCommand: Command = {
  name: 'packet',
  group: 'Rarely',
  words: [SESSION_WORD, { name: '[phase]', is: 'the phase that gives it (default: the newest)' }],
  options: [],
  does: 'print the summary that a phase gives to the next one (its context packet)',
  examples: [['cairn packet plan', 'what the phase after "plan" is told']],
  async run(context, typed) {
    const api = await context.api();
    const { session, second } = await sessionAnd(api, 'packet', typed);
    const text = await api.packet(session, second);
    return { exit: 0, json: { session, phase: second, text }, text: plain(text).trimEnd() };
  },
};

export const showCommand: Command = {
  name: 'show',
  group: 'Rarely',
  words: [
    SESSION_WORD,
    {
      name: '[pointer]',
      is: '<path>@<phase>: a file of the phase, of the folder of the session, or else of the repository; with a leading "/" of the repository alone',
    },
  ],
  options: [],
  does: 'print a file as it was at the end of a phase',
  examples: [
    ['cairn show plan.md@plan', 'what the phase "plan" wrote'],
    ['cairn show /src/index.ts@opened', 'a file of the repository as the session found it'],
  ],
  async run(context, typed) {
    const api = await context.api();
    const [first, second] = typed.words;
    const pointer = second ?? first;
    if (pointer?.includes('@') !== true) throw wrong('show', 'say which file: <path>@<phase>');
    const session = await sessionOf(api, 'show', second === undefined ? null : first);
    const bytes = await api.show(session, pointer);
    return { exit: 0, json: fileJson({ session, pointer }, bytes), text: printable(bytes, context) };
  },
};

export const resultCommand: Command = {
  name: 'result',
  group: 'Look',
  words: [SESSION_WORD],
  options: [],
  does: 'print the file that a session was run for',
  more: 'A workflow (the phases of a job, in a file) may name such a file as its `result`. It is there once the phase that makes it is done.',
  examples: [
    ['cairn result', 'of the session that is not done, else of the one that ended last'],
    ['cairn result login > verdict.json', 'keep it in a file of yours'],
  ],
  async run(context, typed) {
    const api = await context.api();
    const session = await sessionOf(api, 'result', typed.words[0]);
    const { path, bytes } = await api.result(session);
    return { exit: 0, json: fileJson({ session, path }, bytes), text: printable(bytes, context) };
  },
};

export const pathCommand: Command = {
  name: 'path',
  group: 'Rarely',
  words: [SESSION_WORD, { name: '[phase]', is: 'the phase whose work is meant (default: none)' }],
  options: [],
  does: 'print the folder that a session works in',
  more: 'Where several phases work side by side, each has a folder of its own: name the phase.',
  examples: [
    ['cd "$(cairn path)"', 'go to the working tree of the session'],
    ['cd "$(cairn path implement)"', 'to the folder of the phase "implement"'],
  ],
  async run(context, typed) {
    const api = await context.api();
    const { session, second } = await sessionAnd(api, 'path', typed);
    const path = await (second === null ? api.path(session) : api.path(session, second));
    return {
      exit: 0,
      json: { session, ...(second === null ? {} : { phase: second }), path },
      text: context.terminal.out.isTerminal ? plainLine(path) : path,
    };
  },
};

/** Raw bytes for a pipe or file; safe text for a terminal. */
function printable(bytes: Uint8Array, { terminal }: Pick<Context, 'terminal'>): string | Uint8Array {
  if (!terminal.out.isTerminal) return bytes;
  if (bytes.includes(0)) return `A binary file of ${bytes.length} bytes; redirect the output to keep it.`;
  return plain(new TextDecoder().decode(bytes)).trimEnd();
}

function fileJson(of: Readonly<Record<string, string>>, bytes: Uint8Array): unknown {
  const about = { ...of, bytes: bytes.length };
  try {
    return {
      ...about,
      encoding: 'utf-8',
      content: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
    };
  } catch {
    return { ...about, encoding: 'base64', content: Buffer.from(bytes).toString('base64') };
  }
}

export const diffCommand: Command = {
  name: 'diff',
  group: 'Look',
  words: [SESSION_WORD, { name: '[phase]', is: 'the phase (default: the whole session)' }],
  options: [],
  does: 'show what a phase changed, as git does',
  examples: [
    ['cairn diff plan', 'what the phase "plan" changed'],
    ['cairn diff login implement | git apply', 'take over what "implement" of the session "login" changed'],
  ],
  async run(context, typed) {
    const api = await context.api();
    const { session, second } = await sessionAnd(api, 'diff', typed);
    const diff = await api.diff(session, second);
    if (context.json) return { exit: 0, json: diff, text: '' };
    const text = diffText(context, await api.patch(session, diff));
    for (const { path, why } of diff.notCaptured)
      context.terminal.err.write(`not captured: ${plainLine(path)} (${plainLine(why)})\n`);
    return { exit: 0, json: diff, text };
  },
};

/** Raw bytes for a pipe or file; coloured, safe text for a terminal. */
export function diffText({ terminal, style }: Context, patch: Uint8Array): string | Uint8Array {
  if (!terminal.out.isTerminal) return patch;
  const text = plain(new TextDecoder().decode(patch)).trimEnd();
  return text === ''
    ? 'Nothing differs.'
    : text
        .split('\n')
        .map((line) => colour(line, style))
        .join('\n');
}

function colour(line: string, style: Style): string {
  if (/^(diff --git|---|\+\+\+|new file|deleted file|old mode|new mode|index) /.test(line))
    return style.bold(line);
  if (line.startsWith('@@')) return style.active(line);
  if (line.startsWith('+')) return style.good(line);
  return line.startsWith('-') ? style.bad(line) : line;
}
