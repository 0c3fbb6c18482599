import { dirname, join } from 'node:path';
import { mkdtemp, rm, stat, writeFile } from './disk.ts';
import { roomAt } from './refusedBySystem.ts';
import { codeOf } from './systemError.ts';

/** Whether a folder can be written to, or made: what the system refused, or null; and the bytes that are free there. */
export async function tryPlace(
  path: string,
): Promise<{ readonly refused: string | null; readonly free: number | null }> {
  return { refused: await refusedAt(await nearest(path)), free: roomAt(path) };
}

async function refusedAt(folder: string): Promise<string | null> {
  let made: string | null = null;
  try {
    made = await mkdtemp(join(folder, '.cairn-check-'));
    await writeFile(join(made, 'file'), 'x');
    return null;
  } catch (error) {
    return codeOf(error);
  } finally {
    if (made !== null) await rm(made, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The folder that is there already. */
async function nearest(path: string): Promise<string> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder || dirname(path) === path ? path : nearest(dirname(path));
}
