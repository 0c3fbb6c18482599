import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unlinked } from '../../../src/vscode/state/unlinked.ts';

/** What VS Code takes for a link in a message (its `parseLinkedText`). */
const LINK = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+(?: (?:["']).+?["'])?\)/i;

test.each([
  'Run [npm test](command:workbench.action.terminal.new)',
  '[a](command:x "title") and [b](https://example.com/)',
  '](command:no) [x](command:y)](command:z)',
])('%j offers no link', (text) => {
  expect(LINK.test(text)).toBe(true);
  expect(LINK.test(unlinked(text))).toBe(false);
  expect(unlinked(text).replaceAll('\u2060', '')).toBe(text);
});

test('every message of the window goes through the door where links are taken out', () => {
  const root = join(import.meta.dirname, '..', '..', '..', 'src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const doors = files.filter((file) =>
    /\.show(Information|Warning|Error)Message/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(doors).toEqual([join('vscode', 'window', 'messages.ts')]);
});
