import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseWorkflow } from '../../src/model/workflow/parseWorkflow.ts';
import type { Workflow } from '../../src/model/workflow/workflow.ts';
import { EXAMPLES, SAMPLE } from './driveTour.ts';

const folders = [join(EXAMPLES, 'workflows'), join(SAMPLE, '.cairn', 'workflows')];
const files = (
  await Promise.all(folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))))
).flat();

describe.each(files.map((file) => [basename(file), file]))('%s', (name, file) => {
  test('is a workflow, named like its file', async () => {
    expect(`${(await workflowIn(file)).name}.yaml`).toBe(name);
  });

  test('tells each phase what to do, has a check, and asks a person once', async () => {
    const { phases } = await workflowIn(file);
    expect(phases.filter(({ prompt }) => prompt.trim() === '')).toEqual([]);
    expect(phases.some(({ checks }) => checks.length > 0)).toBe(true);
    expect(phases.some(({ approval }) => approval === 'required')).toBe(true);
  });

  test('is listed on the page beside it', async () => {
    const page = await readFile(join(EXAMPLES, 'README.md'), 'utf8');
    expect(name === 'tour.yaml' || page.includes(`| \`workflows/${name}\` |`)).toBe(true);
  });
});

async function workflowIn(file: string): Promise<Workflow> {
  const read = parseWorkflow(file, await readFile(file, 'utf8'));
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}
