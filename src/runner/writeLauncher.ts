import { join } from 'node:path';
import { mkdir, readFile } from '../host/disk.ts';
import { onDisk } from '../files/asCairnError.ts';
import { atomicWrite } from '../host/atomicWrite.ts';
import { sha256 } from '../host/hashes.ts';

export interface LauncherOptions {
  /** `<common git dir>/cairn` */
  readonly stateFolder: string;
  /** A Node, or an Electron that can be one. */
  readonly execPath: string;
  readonly electron: boolean;
  /** The command line's program. */
  readonly program: string;
}

/**
 * Makes sure that there is a program called `cairn` that starts this very Cairn, and answers its path: what agents
 * get as `CAIRN_BIN`. Its folder is named for its contents, so that two Cairns at work do not take it from each other.
 */
export async function writeLauncher(options: LauncherOptions): Promise<string> {
  const windows = process.platform === 'win32';
  const content = windows ? cmdScript(options) : shellScript(options);
  const folder = join(options.stateFolder, '.bin', sha256(content).slice(0, 12));
  const file = join(folder, windows ? 'cairn.cmd' : 'cairn');
  if ((await readFile(file, 'utf8').catch(() => null)) === content) return file; // null: not written yet
  await onDisk(folder, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await atomicWrite(file, content, { mode: 0o700 });
  });
  return file;
}

function shellScript({ execPath, electron, program }: LauncherOptions): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const asNode = electron ? 'ELECTRON_RUN_AS_NODE=1 ' : '';
  return `#!/bin/sh\n# Written by Cairn: starts the very program that runs this session.\n${asNode}exec ${quoted(execPath)} ${quoted(program)} "$@"\n`;
}

function cmdScript({ execPath, electron, program }: LauncherOptions): string {
  const asNode = electron ? '@set ELECTRON_RUN_AS_NODE=1\r\n' : '';
  return `${asNode}@"${execPath.replaceAll('%', '%%')}" "${program.replaceAll('%', '%%')}" %*\r\n`;
}
