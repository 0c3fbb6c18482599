import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { NamedTests } from './runNamedTests.ts';

/** Runs inside the window that smoke.editor.ts opens: one test that must pass and one that must fail. */
export const tests: NamedTests = {
  'the extension under development is there and starts': async () => {
    const extension = vscode.extensions.getExtension('cairn-tests.fixture');
    await extension?.activate();
    assert.equal(extension?.isActive, true);
    assert.deepEqual(process.env['FIXTURE_WORD'], 'hello');
    assert.equal(vscode.workspace.workspaceFolders?.length, 1);
  },
  'one and one is three': () => assert.equal(1 + 1, 3),
};
