import { opendir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as z from 'zod';
import { done, pathField, type Tool } from './tool.ts';
import { readText } from './readTools.ts';

const MOST_HITS = 200;
const MOST_FILES = 20_000;
const LONGEST_LINE = 300;
/** git's own folder and installed packages: nothing a person wrote. */
const PASSED_OVER = new Set(['.git', 'node_modules']);

const input = z.strictObject({
  // A regular expression written by a model could run forever, in the process of the whole window.
  text: z.string().min(1).max(1_000).describe('Plain text, found in any case. No pattern.'),
  folder: pathField('Where to look, with all that is below; the whole working tree by default.').optional(),
});

export const searchTool: Tool<z.infer<typeof input>> = {
  name: 'search_text',
  description: `Finds a text in files, line by line, without ${[...PASSED_OVER].join(' and ')}. Links are not followed.`,
  kind: 'search',
  input,
  inDoubt: 'again',
  paths: ({ folder }) => [folder ?? '.'],
  title: ({ text, folder }) => (folder === undefined ? text : `${text} in ${folder}`),
  async run({ text, folder = '.' }, [place = ''], { task }) {
    const hits: string[] = [];
    let files = 0;
    for await (const file of filesBelow(place)) {
      task.signal.throwIfAborted();
      files += 1;
      if (files > MOST_FILES || hits.length >= MOST_HITS) break;
      const shown = join(folder, relative(place, file)).split(sep).join('/');
      hits.push(...(await hitsIn(file, text.toLowerCase())).map((hit) => `${shown}:${hit}`));
    }
    const more = files > MOST_FILES || hits.length >= MOST_HITS ? [MORE] : [];
    return done([...hits.slice(0, MOST_HITS), ...more].join('\n') || '[found nowhere]');
  },
};

const MORE = '[there is more; look in a folder of it]';

async function hitsIn(file: string, wanted: string): Promise<readonly string[]> {
  const read = await readText(file, file).catch(() => null); // gone, or not ours to read
  if (read?.ok !== true) return [];
  return read.text
    .split('\n')
    .flatMap((line, at) =>
      line.toLowerCase().includes(wanted) ? [`${at + 1}: ${line.trim().slice(0, LONGEST_LINE)}`] : [],
    );
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries: { readonly name: string; readonly path: string; readonly folder: boolean }[] = [];
  for await (const entry of await opendir(folder)) {
    if (PASSED_OVER.has(entry.name) || !(entry.isFile() || entry.isDirectory())) continue;
    entries.push({ name: entry.name, path: join(folder, entry.name), folder: entry.isDirectory() });
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.folder) yield* filesBelow(entry.path);
    else yield entry.path;
  }
}
