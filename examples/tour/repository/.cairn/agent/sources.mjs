import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Places where no code of this repository is; everything hidden, `.cairn` included, is skipped as well. */
const ELSEWHERE = new Set(['node_modules', 'dist']);

const TODO = /(?:^\s*(?:\/\/|\/?\*+)|\s\/\/)\s*TODO(?:\(([\w-]+)\))?:?\s*(.*)$/;
const COMMENT = /^\s*(?:\/\/|\*(?!\/))\s?(.*)$/;

/** Every JavaScript file of the repository as `{file, lines}`, paths with slashes, in a fixed order. */
export async function readSources(repo) {
  const files = await list(repo, '');
  return Promise.all(
    files.sort().map(async (file) => {
      const text = await readFile(join(repo, file), 'utf8');
      return { file, lines: text.split(/\r?\n/) };
    }),
  );
}

async function list(repo, folder) {
  const entries = await readdir(join(repo, folder), { withFileTypes: true });
  const found = await Promise.all(
    entries.map((entry) => {
      if (entry.name.startsWith('.') || ELSEWHERE.has(entry.name)) return [];
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return list(repo, path);
      return entry.isFile() && /\.[cm]?js$/.test(path) ? [path] : [];
    }),
  );
  return found.flat();
}

/** The TODO comments of one file: tag (or null), first and last line counted from 1, and the whole text. */
export function todosIn({ file, lines }) {
  return lines.flatMap((line, i) => {
    const hit = TODO.exec(line);
    if (hit === null) return [];
    const words = [hit[2].trim()];
    // The sentence goes on in the comment lines below, up to the next TODO.
    let last = i;
    while (COMMENT.test(lines[last + 1] ?? '') && !TODO.test(lines[last + 1])) {
      last += 1;
      words.push(COMMENT.exec(lines[last])[1].trim());
    }
    return [{ file, line: i + 1, lastLine: last + 1, tag: hit[1] ?? null, text: words.join(' ') }];
  });
}

/** The files of the repository that one file imports. */
export function importsOf({ file, lines }) {
  return lines.flatMap((line) => {
    const path = /\b(?:from|import)\s*\(?['"](\.{1,2}\/[^'"]+)['"]/.exec(line)?.[1];
    return path === undefined ? [] : [new URL(path, `file:///${file}`).pathname.slice(1)];
  });
}

/** What a file holds, whatever line ends its checkout has. */
export function fingerprint({ lines }) {
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
}

/** `src/duration.js:14`, which editors and terminals turn into a link. */
export const at = ({ file, line }) => `${file}:${line}`;

/** What to call a TODO. Nothing can be looked up for one without a tag, but it is listed all the same. */
export const nameOf = ({ tag }) => tag ?? 'untagged';
