import { dirname, join } from 'node:path';
import { mkdir, readdir, readFile, stat, writeFile } from '../host/disk.ts';
import { CairnError } from '../base/cairnError.ts';
import { codeOf } from '../host/systemError.ts';
import { workflowFilePath } from '../model/names/places.ts';
import { projectTests, type ProjectTests } from '../model/workflow/projectTests.ts';
import { SAMPLE_WORKFLOW_NAME, sampleWorkflow } from '../model/workflow/sampleWorkflow.ts';

export interface Sample {
  readonly file: string;
  /** False if there was one already. */
  readonly created: boolean;
  readonly tests: ProjectTests;
}

/** Writes the sample workflow into a repository; never over one that exists, since that is somebody's work. */
export async function createSample(root: string): Promise<Sample> {
  const file = join(root, workflowFilePath(SAMPLE_WORKFLOW_NAME));
  const tests = projectTests(await factsOf(root));
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, sampleWorkflow(tests), { flag: 'wx' });
    return { file, created: true, tests };
  } catch (cause) {
    const why = codeOf(cause);
    if (why === 'EEXIST') return { file, created: false, tests };
    throw new CairnError('machine/cannot-write', { path: file, why }, { cause });
  }
}

async function factsOf(root: string): Promise<Parameters<typeof projectTests>[0]> {
  // Without a readable package.json the tests are unknown, which the caller reports.
  const packageJson = await textOf(join(root, 'package.json')).catch(() => null);
  return { packageJson, beside: await readdir(root).catch(() => []) };
}

const MOST_BYTES = 4 * 1024 * 1024;

/** Null for anything but a regular file of bounded size: reading a pipe would wait for ever. */
async function textOf(file: string): Promise<string | null> {
  const found = await stat(file);
  return found.isFile() && found.size <= MOST_BYTES ? readFile(file, 'utf8') : null;
}
