import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { workflowFilePath } from '../model/places.ts';
import { SAMPLE_WORKFLOW, SAMPLE_WORKFLOW_NAME } from '../model/sampleWorkflow.ts';

/** Writes the sample workflow into a repository and answers its path; one that is there is somebody's work, and stays. */
export async function createSample(root: string): Promise<string> {
  const file = join(root, workflowFilePath(SAMPLE_WORKFLOW_NAME));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, SAMPLE_WORKFLOW, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return file;
}
