import { open, readdir, stat } from 'node:fs/promises';
import * as z from 'zod';
import { done, failed, onePath, pathField, type Tool, type ToolAnswer } from './tool.ts';

/** The most that is read at once. */
const MOST_BYTES = 4 << 20;
const MOST_LINES = 2_000;
const MOST_ENTRIES = 500;

const readInput = z.strictObject({
  path: pathField('The file, from the root of the working tree.'),
  first_line: z.int().min(1).optional().describe('1 is the first line, and the default.'),
  lines: z.int().min(1).max(MOST_LINES).optional().describe(`How many lines; ${MOST_LINES} by default.`),
});

export const readFileTool: Tool<z.infer<typeof readInput>> = {
  name: 'read_file',
  description: 'Reads a text file, whole or some lines of it.',
  kind: 'read',
  input: readInput,
  inDoubt: 'again',
  ...onePath,
  async run({ path, first_line: first = 1, lines = MOST_LINES }, [place = '']) {
    const read = await readText(place, path);
    if (!read.ok) return read;
    const all = read.text.split('\n');
    if (all.at(-1) === '') all.pop();
    const part = all.slice(first - 1, first - 1 + lines);
    const rest = all.length - (first - 1) - part.length;
    const note =
      first > 1 || rest > 0 ? `[lines ${first} to ${first - 1 + part.length} of ${all.length}]\n` : '';
    if (all.length === 0) return done('[the file is empty]');
    return part.length === 0 ? failed(`${path} has ${all.length} lines`) : done(note + part.join('\n'));
  },
};

/** The text of a regular file, or else an answer that says why not. Never waits for a pipe or a device. */
export async function readText(place: string, path: string): Promise<ToolAnswer> {
  const found = await stat(place);
  if (found.isDirectory()) return failed(`${path} is a folder`);
  if (!found.isFile()) return failed(`${path} is no regular file`);
  if (found.size > MOST_BYTES)
    return failed(
      `${path} is too large to be read (${found.size} bytes, ${MOST_BYTES} at most); look into it with run_command`,
    );
  const handle = await open(place, 'r');
  try {
    const bytes = await handle.readFile();
    if (bytes.includes(0)) return failed(`${path} is not text (${bytes.length} bytes)`);
    return done(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    if (error instanceof TypeError) return failed(`${path} is not text in UTF-8 (${found.size} bytes)`);
    throw error;
  } finally {
    await handle.close();
  }
}

const listInput = z.strictObject({
  folder: pathField('The folder, from the root of the working tree; "." is the root.'),
});

export const listFilesTool: Tool<z.infer<typeof listInput>> = {
  name: 'list_files',
  description: 'Names what is directly in a folder: folders with a slash at their end, links with an @.',
  kind: 'read',
  input: listInput,
  inDoubt: 'again',
  paths: ({ folder }) => [folder],
  title: ({ folder }) => folder,
  async run(_input, [place = '']) {
    const entries = (await readdir(place, { withFileTypes: true }))
      .map((entry) => entry.name + (entry.isDirectory() ? '/' : entry.isSymbolicLink() ? '@' : ''))
      .sort();
    const more = entries.length - MOST_ENTRIES;
    const shown = entries.slice(0, MOST_ENTRIES);
    return done(
      [...shown, ...(more > 0 ? [`[and ${more} more]`] : [])].join('\n') || '[the folder is empty]',
    );
  },
};
