import { expect, test } from 'vitest';
import { carriesMark, marked, messageReader } from '../../src/process/protocol.ts';
import { quoteForCmd } from '../../src/process/spawnCommand.ts';

test('an argument for a Windows batch file is quoted so that neither cmd nor the C runtime reads anything in it', () => {
  expect(quoteForCmd('plain')).toBe('^"plain^"');
  expect(quoteForCmd('a b & c|d %PATH% "x"')).toBe('^"a^ b^ ^&^ c^|d^ ^%PATH^%^ \\^"x\\^"^"');
  expect(quoteForCmd('ends with \\')).toBe('^"ends^ with^ \\\\^"');
});

test('a command inside another session carries both marks, and is found by either as a whole word', () => {
  const inner = marked(marked({}, 'aaaa'), 'bbbb');
  expect(inner).toEqual({ CAIRN_MARK: 'aaaa bbbb' });
  const environ = `PATH=/bin\0CAIRN_MARK=${inner['CAIRN_MARK']}\0`;
  expect(['aaaa', 'bbbb', 'aaa', 'aaaa bbbb'].map((mark) => carriesMark(environ, mark))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(carriesMark('X=CAIRN_MARK=aaaa\0', 'aaaa')).toBe(false);
});

test('messages are read whole whatever the pieces they come in', () => {
  const got: unknown[] = [];
  const read = messageReader((message) => got.push(message));
  const text = `${JSON.stringify({ text: 'a\u2028b\nc' })}\n${JSON.stringify([1])}\n`;
  for (const character of text) read(character);
  read(text);
  expect(got).toEqual([{ text: 'a\u2028b\nc' }, [1], { text: 'a\u2028b\nc' }, [1]]);
});
