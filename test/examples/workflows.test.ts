import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { EXAMPLES, SAMPLE } from './driveTour.ts';

/** The words of the workflow file, format section 4: an unknown one is an error. */
const WORDS = {
  workflow: 'schema name title description prompt isolation branchPrefix worktree agent phases',
  phase: 'id title prompt needs agent artifacts checks approval retries timeout packet',
  artifact: 'path minBytes headings schema',
  check: 'name run timeout',
};

type Keys = Record<string, unknown>;

const folders = [join(EXAMPLES, 'workflows'), join(SAMPLE, '.cairn', 'workflows')];
const files = (
  await Promise.all(folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))))
).flat();

describe.each(files.map((file) => [basename(file), file]))('%s', (name, file) => {
  test('is named like its file and uses only words that exist', async () => {
    const { workflow, phases, errors } = await readWorkflow(file);
    expect(errors).toEqual([]);
    expect(`${String(workflow['name'])}.yaml`).toBe(name);
    const unknown = [
      ...strangers(workflow, WORDS.workflow),
      ...phases.flatMap((phase) => [
        ...strangers(phase, WORDS.phase),
        ...listOf(phase, 'artifacts').flatMap((artifact) => strangers(artifact, WORDS.artifact)),
        ...listOf(phase, 'checks').flatMap((check) => strangers(check, WORDS.check)),
      ]),
    ];
    expect(unknown).toEqual([]);
  });

  test('has phases with names of their own, each with something to hold it to', async () => {
    const { phases } = await readWorkflow(file);
    const ids = phases.map((phase) => String(phase['id']));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][a-z0-9-]{0,39}$/.test(id))).toEqual([]);
    const idle = phases.filter((phase) => !('artifacts' in phase) && !('checks' in phase));
    expect(idle).toEqual([]);
    expect(phases.filter((phase) => typeof phase['prompt'] !== 'string')).toEqual([]);
    expect(phases.some((phase) => phase['approval'] === 'required')).toBe(true);
    expect(phases.some((phase) => 'checks' in phase)).toBe(true);
  });
});

async function readWorkflow(file: string): Promise<{ workflow: Keys; phases: Keys[]; errors: string[] }> {
  const document = parseDocument(await readFile(file, 'utf8'));
  const workflow = document.toJS() as Keys;
  const errors = [...document.errors, ...document.warnings].map(({ message }) => message);
  return { workflow, phases: workflow['phases'] as Keys[], errors };
}

const strangers = (keys: unknown, words: string): string[] =>
  typeof keys === 'object' && keys !== null
    ? Object.keys(keys).filter((key) => !words.split(' ').includes(key))
    : [];

const listOf = (phase: Keys, key: string): unknown[] => (phase[key] ?? []) as unknown[];
