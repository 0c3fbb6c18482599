import { lstat, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { readText } from './readTools.ts';
import { done, failed, onePath, pathField, type Tool } from './tool.ts';

const path = pathField('The file, from the root of the working tree.');

const writeInput = z.strictObject({ path, content: z.string().describe('The whole new content.') });

export const writeFileTool: Tool<z.infer<typeof writeInput>> = {
  name: 'write_file',
  description: 'Writes a text file, over what may be there; missing folders are made.',
  kind: 'edit',
  input: writeInput,
  inDoubt: 'again',
  ...onePath,
  async run(input, [place = '']) {
    const found = await stat(place).catch(() => null); // Nothing is there yet.
    if (found !== null && !found.isFile()) return failed(`${input.path} is there and no regular file`);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, input.content);
    return done(
      `${found === null ? 'made' : 'wrote'} ${input.path} (${Buffer.byteLength(input.content)} bytes)`,
    );
  },
};

const editInput = z.strictObject({
  path,
  old_text: z
    .string()
    .min(1)
    .describe('What is replaced: it must be in the file exactly once, with its white space.'),
  new_text: z.string().describe('What comes in its place.'),
});

export const editFileTool: Tool<z.infer<typeof editInput>> = {
  name: 'edit_file',
  description: 'Replaces one piece of a text file.',
  kind: 'edit',
  input: editInput,
  inDoubt: 'tell',
  ...onePath,
  async run(input, [place = '']) {
    const read = await readText(place, input.path);
    if (!read.ok) return read;
    const at = read.text.indexOf(input.old_text);
    if (at === -1) return failed(`old_text is not in ${input.path}`);
    if (read.text.indexOf(input.old_text, at + 1) !== -1)
      return failed(`old_text is in ${input.path} more than once; give more of what is around it`);
    await writeFile(
      place,
      read.text.slice(0, at) + input.new_text + read.text.slice(at + input.old_text.length),
    );
    return done(`changed ${input.path}`);
  },
};

const deleteInput = z.strictObject({ path });

export const deleteFileTool: Tool<z.infer<typeof deleteInput>> = {
  name: 'delete_file',
  description: 'Deletes one file.',
  kind: 'delete',
  input: deleteInput,
  inDoubt: 'again',
  ...onePath,
  async run(input, [place = '']) {
    const found = await lstat(place).catch(() => null);
    if (found === null) return done(`${input.path} is not there`);
    if (found.isDirectory()) return failed(`${input.path} is a folder`);
    await rm(place);
    return done(`deleted ${input.path}`);
  },
};
