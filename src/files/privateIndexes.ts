import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../host/atomicWrite.ts';
import { namesIn } from './jsonFolder.ts';

/**
 * The private index of a session is a file of each owner's own, `index-<epoch of its lease>`, with what belongs to it beside it
 * (`.tree`, `.lock`, …). An owner that was replaced while it stood still may go on writing for a moment: what it writes
 * is no part of what its successor looks at. That one has taken the index over by its name, which costs nothing.
 */
const NAME = /^index(?:-(\d+))?(\..*)?$/;

/** Path of the index that the newest owner left or works with: for looking only. */
export async function newestIndex(folder: string): Promise<string> {
  return pathOf(folder, Math.max(0, ...(await filesIn(folder)).map(({ epoch }) => epoch)));
}

/** Makes the index of the owner before the own one, and puts away what older owners left. Only for whoever holds the lease. */
export async function adoptIndex(folder: string, epoch: number): Promise<string> {
  const older = (await filesIn(folder)).filter((file) => file.epoch < epoch);
  const newest = Math.max(...older.map((file) => file.epoch));
  const own = pathOf(folder, epoch);
  for (const { name, epoch: of, belongs } of older) {
    if (of === newest && (belongs === '' || belongs === '.tree'))
      await rename(join(folder, name), `${own}${belongs}`).catch(absent);
    else await rm(join(folder, name), { force: true });
  }
  return own;
}

interface IndexFile {
  readonly name: string;
  /** 0: of nobody, as the one that a session is opened with. */
  readonly epoch: number;
  /** The rest of the name: empty for the index itself. */
  readonly belongs: string;
}

async function filesIn(folder: string): Promise<readonly IndexFile[]> {
  return (await namesIn(folder)).flatMap((name) => {
    const [whole, epoch = '0', belongs = ''] = NAME.exec(name) ?? [];
    return whole === undefined ? [] : [{ name, epoch: Number(epoch), belongs }];
  });
}

const pathOf = (folder: string, epoch: number): string =>
  join(folder, epoch === 0 ? 'index' : `index-${epoch}`);

/** Whoever stood still until now finds it taken. */
function absent(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}
