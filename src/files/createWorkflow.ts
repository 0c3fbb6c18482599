import { join } from 'node:path';
import { writeFile } from '../host/disk.ts';
import { CairnError } from '../base/cairnError.ts';
import { codeOf } from '../host/systemError.ts';
import { workflowFilePath } from '../model/names/places.ts';
import { inFolderOf, lookBelow } from './belowRoot.ts';

export interface CreatedWorkflow {
  readonly file: string;
  /** False if there was one of that name already. */
  readonly created: boolean;
}

/** Writes a workflow file into a repository; never over one that exists, since that is somebody's work. */
export async function createWorkflow(root: string, name: string, text: string): Promise<CreatedWorkflow> {
  const path = workflowFilePath(name);
  const file = join(root, path);
  const other = path.replace(/yaml$/, 'yml');
  if ((await lookBelow(root, other)).kind === 'found') return { file: join(root, other), created: false };
  try {
    // Not through a link: `.cairn` of a repository could lead anywhere.
    await inFolderOf(root, path, true, (place) => writeFile(place, text, { flag: 'wx' }));
    return { file, created: true };
  } catch (cause) {
    if (cause instanceof CairnError) throw cause;
    const why = codeOf(cause);
    if (why === 'EEXIST') return { file, created: false };
    throw new CairnError('machine/cannot-write', { path: file, why }, { cause });
  }
}
