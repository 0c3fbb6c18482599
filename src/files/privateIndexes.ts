import { join } from 'node:path';
import { rename, rm } from '../host/disk.ts';
import { ifMissing } from '../host/systemError.ts';
import { namesIn } from './jsonFolder.ts';

/**
 * Each owner of a session has a private index file of its own, `index-<epoch of its lease>`, and beside it what belongs to it
 * (`.tree`, `.lock`, …). An owner that was replaced while it stood still may go on writing for a moment, which its successor
 * must not see. The successor takes the index over by renaming it, which costs nothing.
 */
const NAME = /^index(?:-(\d+))?(\..*)?$/;

/** The path of the index that the newest owner left or works with; only to be read. */
export async function newestIndex(folder: string): Promise<string> {
  return pathOf(folder, Math.max(0, ...(await filesIn(folder)).map(({ epoch }) => epoch)));
}

/** Takes over the index of the previous owner and removes what older owners left. Only the lease holder may call this. */
export async function adoptIndex(folder: string, epoch: number): Promise<string> {
  const older = (await filesIn(folder)).filter((file) => file.epoch < epoch);
  const newest = Math.max(...older.map((file) => file.epoch));
  const own = pathOf(folder, epoch);
  for (const { name, epoch: of, belongs } of older) {
    if (of === newest && (belongs === '' || belongs === '.tree'))
      await rename(join(folder, name), `${own}${belongs}`).catch(ifMissing(undefined)); // somebody has taken over since
    else await rm(join(folder, name), { force: true });
  }
  return own;
}

/** `epoch` 0: nobody's, as the one that a session is opened with. `belongs`: the rest of the name, empty for the index itself. */
async function filesIn(folder: string) {
  return (await namesIn(folder)).flatMap((name) => {
    const [whole, epoch = '0', belongs = ''] = NAME.exec(name) ?? [];
    return whole === undefined ? [] : [{ name, epoch: Number(epoch), belongs }];
  });
}

const pathOf = (folder: string, epoch: number): string =>
  join(folder, epoch === 0 ? 'index' : `index-${epoch}`);
