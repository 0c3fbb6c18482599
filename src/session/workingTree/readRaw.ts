import type { Aside } from './setAside.ts';
import type { Overwriting } from './planOverwriting.ts';
import type { World } from '../world.ts';

export type Raw = NonNullable<Aside['raw']>;

/** Reads files byte for byte from disk, for callers that must not trust git's conversions. */
export async function readRaw(
  { files }: Pick<World, 'files'>,
  root: string,
  { raw, changes }: Pick<Overwriting, 'raw' | 'changes'>,
): Promise<Raw> {
  const modes = new Map(changes.map((change) => [change.path, change.before?.mode ?? '100644']));
  const read: Raw[number][] = [];
  for (const path of raw) {
    const bytes = await files.read(root, path);
    if (bytes !== null) read.push({ path, bytes, mode: modes.get(path) ?? '100644' });
  }
  return read;
}
