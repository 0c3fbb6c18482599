import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { todosIn } from './sources.mjs';

/**
 * Carries out one resolution on one file and says what became of it:
 * `changed`, `in place` (an earlier attempt was here), or `left` with the reason.
 * `line` is where the new code stands.
 */
export async function resolveTodo(repo, { file, tag }, resolution) {
  if (resolution === undefined) return { outcome: 'left', why: `I know no resolution for ${tag}` };
  const { lines, write } = await openLines(join(repo, file));
  const already = findBlock(lines, resolution.after);
  if (already !== undefined) return { outcome: 'in place', line: already + 1 };

  const todo = todosIn({ file, lines }).find((found) => found.tag === tag);
  if (todo === undefined) return { outcome: 'left', why: `there is no TODO(${tag}) in ${file} any more` };
  // Only the code right below the comment will do: the same lines elsewhere are somebody else's.
  if (findBlock(lines.slice(todo.lastLine), resolution.before) !== 0) {
    return { outcome: 'left', why: `the code below TODO(${tag}) is not the code I know` };
  }
  const indent = /^\s*/.exec(lines[todo.line - 1])[0];
  const length = todo.lastLine - todo.line + 1 + resolution.before.length;
  lines.splice(todo.line - 1, length, ...resolution.after.map((line) => indent + line));
  await write(lines);
  return { outcome: 'changed', line: todo.line };
}

/** Adds a resolution's test at the end of its file, unless it is there, and returns its first line. */
export async function addTest(repo, { file, lines: test }) {
  const { lines, write } = await openLines(join(repo, file));
  const already = findBlock(lines, test);
  if (already !== undefined) return already + 1;
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  await write([...lines.slice(0, end), '', ...test, '']);
  return end + 2;
}

/** A file's lines, and a way to write them back with the line ends that it had. */
async function openLines(path) {
  const text = await readFile(path, 'utf8');
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return { lines: text.split(/\r?\n/), write: (lines) => writeFile(path, lines.join(eol)) };
}

/** Index of the first of these lines in a row, whatever their indentation. */
function findBlock(lines, block) {
  const i = lines.findIndex((_, start) => block.every((line, n) => lines[start + n]?.trim() === line.trim()));
  return i === -1 ? undefined : i;
}
