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
])(
  'every %s of the window goes through one door, where links and icons of others are taken out',
  (_, calls, door) =>
    expect(sources.filter(({ text }) => calls.test(text)).map(({ file }) => file)).toEqual([door]),
);
