import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { NamedTests } from '../test/editor/harness/runNamedTests.ts';

/** What is measured in one window, by `activation.window.ts`. */
export interface Activation {
  readonly ms: number;
  /** Of it: until the host had read and evaluated our code, by its own marks. */
  readonly loading: number;
  /** Processes that it started. */
  readonly started: number;
  /** Bytes of JavaScript of ours that `activate` had loaded when it returned, and that were loaded soon after. */
  readonly atOnce: number;
  readonly soon: number;
}

/** Runs in a real window and writes what it measured to the file that `CAIRN_BENCH` names. */
export const tests: NamedTests = {
  'activation is measured': async () => {
    const extension = vscode.extensions.getExtension('cairn.cairn');
    if (extension === undefined) throw new Error('the extension is not installed');
    const dist = join(extension.extensionPath, 'dist');
    const before = children();
    const began = performance.now();
    await extension.activate();
    const ms = performance.now() - began;
    const atOnce = loadedFrom(dist);
    // Whatever activation set in motion has had its turn by now.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const started = children().filter((pid) => !before.includes(pid)).length;
    const measured: Activation = {
      ms,
      loading: between('willLoadExtensionCode', 'didLoadExtensionCode'),
      started,
      atOnce,
      soon: loadedFrom(dist),
    };
    writeFileSync(process.env['CAIRN_BENCH'] ?? '', JSON.stringify(measured));
  },
};

/** Milliseconds between two marks that the host sets for an extension, as *Running Extensions* tells them. */
function between(from: string, to: string): number {
  const host = globalThis as { readonly MonacoPerformanceMarks?: { getMarks(): readonly Mark[] } };
  const marks = host.MonacoPerformanceMarks?.getMarks() ?? [];
  const at = (name: string): number =>
    marks.find((mark) => mark.name === `code/extHost/${name}/cairn.cairn`)?.startTime ?? Number.NaN;
  return at(to) - at(from);
}

interface Mark {
  readonly name: string;
  readonly startTime: number;
}

/** All extensions of a host share what was loaded. */
function loadedFrom(folder: string): number {
  const { cache } = createRequire(join(folder, 'extension.cjs'));
  return Object.keys(cache)
    .filter((file) => file.startsWith(folder))
    .reduce((sum, file) => sum + statSync(file).size, 0);
}

/** Direct children of this extension host that live now (Linux). */
function children(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(process.pid)
        );
      } catch {
        // It ended while we looked.
        return false;
      }
    });
}
