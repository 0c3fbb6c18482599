import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { mkdtemp, rm } from '../host/disk.ts';
import { flushFolder } from '../host/atomicWrite.ts';
import type { Git } from './createGit.ts';
import type { GitCall } from './gitCall.ts';
import { orDiskFull } from './orDiskFull.ts';

/** With this many new objects or more, store one pack: ten thousand files took half a minute, and stayed. */
export const MANY_OBJECTS = 300;

/**
 * Lets git store many blobs in a temporary store, then moves them into the repository as one pack. There, blobs that git
 * converts are a file each; all others are streamed into a pack at once (by `core.bigFileThreshold`, set to apply to every
 * file).
 *
 * The pack is on disk before its index, and both before this resolves. A killed run leaves `tmp_objdir-…`, which `git gc`
 * removes in time.
 */
export async function asOnePack<T extends { readonly blobs: readonly string[] }>(
  git: Git,
  { commonDir, root }: { readonly commonDir: string; readonly root: string },
  store: (call: Required<Pick<GitCall, 'env' | 'config'>>) => Promise<T>,
): Promise<T> {
  const objects = join(commonDir, 'objects');
  const folder = await mkdtemp(join(objects, 'tmp_objdir-cairn-')).catch((error: unknown) => {
    throw orDiskFull(error, 'git pack-objects');
  });
  try {
    const env = { GIT_OBJECT_DIRECTORY: folder, GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(objects) };
    const stored = await store({ env, config: [['core.bigFileThreshold', '1']] });
    // `--local`: what the repository has already stays where it is.
    await git(['pack-objects', '-q', '--local', '--non-empty', '--window=0', join(objects, 'pack', 'pack')], {
      cwd: root,
      env,
      config: [['pack.packSizeLimit', '0']],
      writes: 'flushed-later',
      input: Buffer.from([...new Set(stored.blobs)].map((id) => `${id}\n`).join('')),
    });
    await flushFolder(join(objects, 'pack'));
    return stored;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stores trees as one pack, on disk when this resolves. */
export async function storeTreesPacked(
  git: Git,
  commonDir: string,
  algorithm: 'sha1' | 'sha256',
  trees: readonly Uint8Array[],
): Promise<void> {
  await git(['index-pack', '--stdin'], {
    cwd: commonDir,
    env: { GIT_DIR: commonDir },
    writes: 'flushed-later',
    input: packOfTrees(trees, algorithm),
  });
  await flushFolder(join(commonDir, 'objects', 'pack'));
}

const TREE = 2;

/** A pack (`gitformat-pack`): the header, each object after its type and size, the hash of everything. */
function packOfTrees(trees: readonly Uint8Array[], algorithm: string): Buffer {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  head.writeUInt32BE(trees.length, 8);
  const body = Buffer.concat([head, ...trees.flatMap((bytes) => [sizeOf(bytes.length), deflateSync(bytes)])]);
  return Buffer.concat([body, createHash(algorithm).update(body).digest()]);
}

/** Four bits of the size beside the type, then seven per byte; the highest bit means that another byte follows. */
function sizeOf(length: number): Buffer {
  const bytes = [(TREE << 4) | (length & 0x0f)];
  for (let left = length >> 4; left > 0; left >>= 7) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(left & 0x7f);
  }
  return Buffer.from(bytes);
}

/** A colon would end a path in this list; git accepts a path in C-style double quotes. */
function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
