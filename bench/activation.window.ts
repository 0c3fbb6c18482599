import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { NamedTests } from '../test/editor/harness/runNamedTests.ts';

/** Runs in a real window on a folder without sessions and writes what it measured to the file that `CAIRN_BENCH` names. */
export const tests: NamedTests = {
  'activation is measured': async () => {
    const extension = vscode.extensions.getExtension('cairn.cairn');
    if (extension === undefined) throw new Error('the extension is not installed');
    const before = children();
    const began = performance.now();
    await extension.activate();
    const ms = performance.now() - began;
    // Whatever activation set in motion has had its turn by now.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const started = children().filter((pid) => !before.includes(pid)).length;
    writeFileSync(process.env['CAIRN_BENCH'] ?? '', JSON.stringify({ ms, started }));
  },
};

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
