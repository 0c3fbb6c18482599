import { expect, test } from 'vitest';
import { count } from '../../../src/bundles/tokenizer.ts';
import { parsePacket } from '../../../src/model/packet/parsePacket.ts';
import { takeReviewed } from '../../../src/model/packet/takeReviewed.ts';
import { handOn } from './packetChain.ts';

const asked = handOn({ decisions: ['a cookie'], deletions: ['a.ts'] }).packet.text;
const taken = (edited: string): ReturnType<typeof takeReviewed> => takeReviewed('P.md', asked, edited, count);

test('a packet that nobody touched is taken byte for byte, however an editor saved it', () => {
  expect(taken(asked)).toMatchObject({
    ok: true,
    value: { text: asked, review: { wrote: [], tookOut: [] } },
  });
  const saved = `\ufeff${asked.replaceAll('\n', '\r\n')}\r\n`;
  expect(taken(saved)).toMatchObject({
    ok: true,
    value: { text: asked, review: { wrote: [], tookOut: [] } },
  });
});

test('its tokens are counted again, whatever stands there', () => {
  const result = taken(
    asked.replace('- [02-plan] a cookie', '- a token, and why').replace(/tokens: \d+/, 'tokens: 1'),
  );
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  const { text, review, tokens } = result.value;
  expect(tokens).toBe(count(text));
  expect(review).toEqual({
    wrote: [{ section: 'Decisions', text: 'a token, and why' }],
    tookOut: [{ section: 'Decisions', shown: '[02-plan] a cookie' }],
  });
  expect(parsePacket('P.md', text)).toMatchObject({ ok: true, value: { tokens } });
});

test('the goal stays: it is the request, and what is handed on are items', () => {
  for (const goal of ['## Goal\nAbove all.\n\n', '## Goal\nAbove all: '])
    expect(taken(asked.replace('## Goal\n', goal))).toMatchObject({
      ok: false,
      error: [{ line: 13, message: expect.stringMatching(/^the goal is the request/) as string }],
    });
  expect(taken(asked.replace(/## Goal\n.*\n\n/, ''))).toMatchObject({ ok: false });
});

test('a paragraph is fine in an item, and nowhere else', () => {
  expect(taken(asked.replace('a cookie', 'a cookie\n\n  signed'))).toMatchObject({ ok: true });
  const lost = taken(asked.replace('## Decisions\n', '## Decisions\n\nWe said:\n'));
  expect(lost).toEqual({
    ok: false,
    error: [
      { file: 'P.md', line: 18, column: 1, message: 'this line belongs to no item; begin it with "- "' },
    ],
  });
});
