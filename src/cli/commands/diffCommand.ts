import type { Command, Context } from './command.ts';
import { plain, plainLine } from '../terminal/plainText.ts';
import { SESSION_WORD } from '../output/sessionWord.ts';
import type { Style } from '../terminal/style.ts';
import { sessionAnd } from './typed.ts';

export const diffCommand: Command = {
  name: 'diff',
  group: 'Look',
  words: [SESSION_WORD, { name: '[phase]', is: 'the phase (default: the whole session)' }],
  options: [],
  does: 'show what a phase changed, as git does',
  examples: [
    ['cairn diff plan', 'what the phase "plan" of the only unfinished session changed'],
    ['cairn diff 20261120-add-login-7f3k implement | git apply', 'take its changes over'],
  ],
  async run(context, typed) {
    const api = await context.api();
    const { session, second } = await sessionAnd(api, typed);
    const diff = await api.diff(session, second);
    if (context.json) return { exit: 0, json: diff, text: '' };
    const text = diffText(context, await api.patch(session, diff));
    for (const { path, why } of diff.notCaptured)
      context.terminal.err.write(`not captured: ${plainLine(path)} (${plainLine(why)})\n`);
    return { exit: 0, json: diff, text };
  },
};

/** Bytes for a pipe, coloured and made harmless for a terminal. */
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
