import { lstat, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommitId } from '../../model/names/ids.ts';
import type { CairnApi } from '../../session/api.ts';
import type { PhaseDiff } from '../../session/results.ts';
import type { Command, Context } from './command.ts';
import { plain, plainLine } from '../terminal/plainText.ts';
import { SESSION_WORD } from '../output/sessionWord.ts';
import type { Style } from '../terminal/style.ts';
import { sessionAnd } from './typed.ts';
import { diffBytes, unifiedDiff, type Side } from '../output/unifiedDiff.ts';

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
    const text = await diffText(context, api, diff);
    for (const { path, why } of diff.notCaptured)
      context.terminal.err.write(`not captured: ${plainLine(path)} (${plainLine(why)})\n`);
    return { exit: 0, json: diff, text };
  },
};

/** The whole diff: bytes for a pipe, coloured and made harmless for a terminal. */
export async function diffText(
  context: Context,
  api: CairnApi,
  diff: Pick<PhaseDiff, 'from' | 'to' | 'root' | 'changed'>,
): Promise<string | Uint8Array> {
  const [before, after] = await Promise.all([
    modesAt(api, diff.from),
    diff.to === null ? null : modesAt(api, diff.to),
  ]);
  const parts: string[] = [];
  for (const { path } of diff.changed) {
    const old = await sideAt(api, diff.from, path, before);
    const now =
      diff.to === null ? await sideOnDisk(diff.root, path, old) : await sideAt(api, diff.to, path, after);
    parts.push(unifiedDiff(path, old, now));
  }
  const bytes = diffBytes(parts.join(''));
  if (!context.terminal.out.isTerminal) return bytes;
  const text = plain(new TextDecoder().decode(bytes)).trimEnd();
  return text === ''
    ? 'Nothing differs.'
    : text
        .split('\n')
        .map((line) => colour(line, context.style))
        .join('\n');
}

async function modesAt(api: CairnApi, commit: CommitId): Promise<ReadonlyMap<string, string>> {
  return new Map((await api.listAt(commit, '')).map(({ path, mode }) => [path, mode]));
}

async function sideAt(
  api: CairnApi,
  commit: CommitId,
  path: string,
  modes: ReadonlyMap<string, string> | null,
): Promise<Side | null> {
  const bytes = await api.readAt(commit, path);
  return bytes === null ? null : { bytes, mode: modes?.get(path) ?? '100644' };
}

/** A file of the working tree, as git would store it as far as line ends go. */
async function sideOnDisk(root: string | null, path: string, old: Side | null): Promise<Side | null> {
  const file = join(root ?? '', path);
  const stat = await lstat(file).catch(() => null);
  if (root === null || stat === null || stat.isDirectory()) return null;
  if (stat.isSymbolicLink()) return { bytes: Buffer.from(await readlink(file)), mode: '120000' };
  const bytes = await readFile(file);
  // Where git stores LF and writes CRLF, every line would seem to differ.
  const converts = old !== null && !Buffer.from(old.bytes).includes('\r\n') && bytes.includes('\r\n');
  const mode = (stat.mode & 0o100) === 0 || process.platform === 'win32' ? '100644' : '100755';
  return {
    bytes: converts ? Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') : bytes,
    mode,
  };
}

function colour(line: string, style: Style): string {
  if (/^(diff --git|---|\+\+\+|new file|deleted file|old mode|new mode) /.test(line)) return style.bold(line);
  if (line.startsWith('@@')) return style.active(line);
  if (line.startsWith('+')) return style.good(line);
  return line.startsWith('-') ? style.bad(line) : line;
}
