import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import { workflowFilePath } from '../model/names/places.ts';
import { projectTests, type ProjectTests } from '../model/workflow/projectTests.ts';
import { SAMPLE_WORKFLOW_NAME, sampleWorkflow } from '../model/workflow/sampleWorkflow.ts';

export interface Sample {
  readonly file: string;
  /** False: there was one already. */
  readonly created: boolean;
  readonly tests: ProjectTests;
}

/** Writes the sample workflow into a repository; one that is there is somebody's work, and stays. */
export async function createSample(root: string): Promise<Sample> {
  const file = join(root, workflowFilePath(SAMPLE_WORKFLOW_NAME));
  const tests = projectTests(await factsOf(root));
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, sampleWorkflow(tests), { flag: 'wx' });
    return { file, created: true, tests };
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    if (code === 'EEXIST') return { file, created: false, tests };
    throw new CairnError('machine/cannot-write', { path: file, why: code }, { cause });
  }
}

async function factsOf(root: string): Promise<Parameters<typeof projectTests>[0]> {
  // A repository without one, or with one that cannot be read, says nothing of its tests: that is told.
  const packageJson = await textOf(join(root, 'package.json')).catch(() => null);
  return { packageJson, beside: await readdir(root).catch(() => []) };
}

const MOST_BYTES = 4 * 1024 * 1024;

/** Null where it is no file that somebody wrote: a pipe would be waited for. */
async function textOf(file: string): Promise<string | null> {
  const found = await stat(file);
  return found.isFile() && found.size <= MOST_BYTES ? readFile(file, 'utf8') : null;
}
