import { expect, test } from 'vitest';
import { unlinked } from '../../../src/vscode/state/plainText.ts';

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
