import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = globSync('src/**/*.ts').map((file) => ({
  file: file.replaceAll('\\', '/'),
  text: readFileSync(file, 'utf8'),
}));

it.each([
  ['message', /\.show(Information|Warning|Error)Message/, 'src/vscode/window/messages.ts'],
  ['list', /\.(show|create)QuickPick\b/, 'src/vscode/window/quickInput.ts'],
  ['input box', /\.(show|create)InputBox/, 'src/vscode/window/quickInput.ts'],
  ['passing word', /\.setStatusBarMessage/, 'src/vscode/window/showStatus.ts'],
  ['line above the tree', /\bview\.message =/, 'src/vscode/tree/sessionsTree.ts'],
  ['diff', /'vscode\.(diff|changes)'/, 'src/vscode/review/openReview.ts'],
  ['document', /'vscode\.open'/, 'src/vscode/review/openReview.ts'],
  ['merge', /'_open\.mergeEditor'/, 'src/vscode/review/openConflict.ts'],
])(
  'every %s of the window goes through one door, where links and icons of others are taken out',
  (_, calls, door) =>
    expect(sources.filter(({ text }) => calls.test(text)).map(({ file }) => file)).toEqual([door]),
);

it('every line of JSON that a terminal prints is made in one place, where nothing in it is obeyed', () =>
  expect(
    sources
      .filter(({ file, text }) => file.startsWith('src/cli/') && /JSON\.stringify\(.*\\n/.test(text))
      .map(({ file }) => file),
  ).toEqual(['src/cli/terminal/plainText.ts']));
