import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const MANIFEST = {
  name: 'fixture',
  publisher: 'cairn-tests',
  version: '0.0.1',
  engines: { vscode: '^1.106.0' },
  main: './main.js',
  capabilities: { untrustedWorkspaces: { supported: true } },
  contributes: {
    viewsContainers: { activitybar: [{ id: 'fixture', title: 'Fixture', icon: '$(beaker)' }] },
    views: { fixture: [{ id: 'fixture.rows', name: 'Rows' }] },
    commands: [
      { command: 'fixture.ask', title: 'Ask', category: 'Fixture', icon: '$(question)' },
      { command: 'fixture.write', title: 'Write', category: 'Fixture' },
      { command: 'fixture.page', title: 'Page', category: 'Fixture' },
      { command: 'fixture.many', title: 'Many', category: 'Fixture' },
    ],
    menus: {
      'view/item/context': [
        { command: 'fixture.ask', when: 'view == fixture.rows', group: 'inline' },
        { command: 'fixture.write', when: 'view == fixture.rows' },
      ],
    },
  },
};

const MAIN = `
const vscode = require('vscode');
const children = { first: ['inner'] };
exports.activate = (context) => {
  const say = (text) => void vscode.window.showInformationMessage(text, 'Well');
  context.subscriptions.push(
    vscode.window.registerTreeDataProvider('fixture.rows', {
      getChildren: (row) => (row ? (children[row] ?? []) : ['first', 'second']),
      getTreeItem: (row) => Object.assign(new vscode.TreeItem(row, children[row] ? 2 : 0), { description: 'a row' }),
    }),
    vscode.commands.registerCommand('fixture.ask', async (row) => {
      const fruit = await vscode.window.showQuickPick(['apple', 'apple pie', 'pear']);
      say('Took ' + fruit + ' for ' + (row ?? 'nobody') + ', trusted: ' + vscode.workspace.isTrusted);
    }),
    vscode.commands.registerCommand('fixture.write', async (row) => {
      const text = await vscode.window.showInputBox({ prompt: 'What?' });
      const answer = await vscode.window.showWarningMessage('Write ' + text + '?', { modal: true }, 'Write It');
      say(answer + ': ' + text + ' for ' + row);
    }),
    vscode.commands.registerCommand('fixture.many', () => {
      for (let number = 1; number <= 6; number += 1) vscode.window.showInformationMessage('Number ' + number);
    }),
    vscode.commands.registerCommand('fixture.page', () => {
      const panel = vscode.window.createWebviewPanel('fixture', 'Page', 1, { enableScripts: true });
      panel.webview.html = '<button onclick="this.textContent=1+1">Sum</button>';
    }),
  );
};
`;

/** Writes an extension that shows one of each thing the harness has a hand for; only the harness's own test uses it. */
export async function writeFixtureExtension(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(MANIFEST, undefined, 2));
  await writeFile(join(folder, 'main.js'), MAIN);
  return folder;
}
