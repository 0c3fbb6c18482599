import fs from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { nowMs } from './nowMs.ts';

/**
 * `node:fs/promises` for what takes microseconds, called in this thread. To hand a call to another one and take its answer costs
 * 60 µs where the call itself takes two, and a phase makes hundreds; a folder that is removed whole still goes to a thread.
 * Files of megabytes, streams and flushes do not belong here.
 */
type Threaded = typeof fs.promises;

/** Timers and signals wait for no more than this, however long a walk is. */
const TURN_MS = 8;
let turned = nowMs();

async function turn(): Promise<void> {
  if (nowMs() - turned < TURN_MS) return;
  await nextTurn();
  turned = nowMs();
}

/** As the function of `node:fs/promises` that it is declared as. */
const inThread = (call: (...args: never[]) => unknown): never =>
  (async (...args: never[]) => {
    await turn();
    return call(...args);
  }) as never;

export const access: Threaded['access'] = inThread(fs.accessSync);
export const chmod: Threaded['chmod'] = inThread(fs.chmodSync);
export const link: Threaded['link'] = inThread(fs.linkSync);
export const lstat: Threaded['lstat'] = inThread(fs.lstatSync);
export const mkdir: Threaded['mkdir'] = inThread(fs.mkdirSync);
export const mkdtemp: Threaded['mkdtemp'] = inThread(fs.mkdtempSync);
export const readdir: Threaded['readdir'] = inThread(fs.readdirSync);
export const readlink: Threaded['readlink'] = inThread(fs.readlinkSync);
export const realpath: Threaded['realpath'] = inThread(fs.realpathSync.native);
export const rename: Threaded['rename'] = inThread(fs.renameSync);
export const rmdir: Threaded['rmdir'] = inThread(fs.rmdirSync);
export const stat: Threaded['stat'] = inThread(fs.statSync);
export const unlink: Threaded['unlink'] = inThread(fs.unlinkSync);
export const utimes: Threaded['utimes'] = inThread(fs.utimesSync);
export const writeFile: Threaded['writeFile'] = inThread(fs.writeFileSync);

/** A pipe that somebody put in the place of a file holds up nobody: it reads as empty. */
const READ = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);

export const readFile: Threaded['readFile'] = inThread(
  (path: string, how?: BufferEncoding | { readonly encoding?: BufferEncoding }) =>
    fs.readFileSync(path, {
      encoding: typeof how === 'string' ? how : how?.encoding,
      flag: READ,
    }),
);

/** A file that is open: read, written and closed in this thread, flushed by another. */
export interface OpenFile {
  readFile(): Promise<Buffer>;
  writeFile(bytes: Uint8Array | string): Promise<void>;
  truncate(length: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export const open: (path: string, flags: string, mode?: number) => Promise<OpenFile> = inThread(
  (path: string, flags: string, mode?: number): OpenFile => {
    const fd = fs.openSync(path, flags, mode);
    return {
      readFile: async () => fs.readFileSync(fd),
      writeFile: async (bytes) => fs.writeFileSync(fd, bytes),
      truncate: async (length) => fs.ftruncateSync(fd, length),
      sync: () => promisify(fs.fsync)(fd),
      close: async () => fs.closeSync(fd),
    };
  },
);

export const rm: Threaded['rm'] = async (path, options = {}) => {
  if (options.recursive === true) return fs.promises.rm(path, options);
  await turn();
  fs.rmSync(path, options);
};
