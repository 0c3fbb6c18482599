import { describe, expect, test } from 'vitest';
import { parsePacket } from '../../../src/model/packet/parsePacket.ts';
import { handOn } from './packetChain.ts';

describe('reading a packet', () => {
  const { text } = handOn().packet;
  test.each([
    ['', 'the file must start with front matter between two lines "---"'],
    [text.replace('seq: 3', 'seq: three'), '"seq" cannot be "three"'],
    [text.replace(/tokens: .*\n/, ''), '"tokens" is missing in the front matter'],
    [text.replace('## Goal', '## Gaol'), 'unknown section "Gaol"'],
    [`${text}\n## Goal\n`, 'the section "Goal" is out of order; they are Goal, Constraints'],
    [text.replace('\n## Goal', '\nhello\n## Goal'), 'there is text before the first section'],
    [text.replaceAll('\n', '\r\n'), 'the line ends in CR LF'],
  ])('names what is wrong (%#)', (broken, message) => {
    const packet = parsePacket('P.md', broken);
    expect(packet).toMatchObject({ ok: false });
    expect(JSON.stringify(packet)).toContain(JSON.stringify(message).slice(1, -1));
  });

  test('[A8] tells a missing and a newer schema apart from a broken file', () => {
    expect(parsePacket('P.md', text.replace('schema: 3\n', ''))).toEqual({
      ok: false,
      error: { kind: 'schema-missing' },
    });
    expect(parsePacket('P.md', text.replace('schema: 3\n', 'schema: 4\n'))).toEqual({
      ok: false,
      error: { kind: 'newer-schema', found: 4 },
    });
  });
});
