import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MOST_FILE_BYTES } from '../../src/model/checkpoint/mostBytes.ts';
import { MOST_INPUTS } from '../../src/model/inputs/input.ts';
import { LONGEST_VALUE } from '../../src/model/inputs/judgeInputs.ts';
import { MOST_ITEMS } from '../../src/model/items/item.ts';
import { LONGEST_PHASE, LONGEST_TEMPLATE } from '../../src/model/items/itemPhase.ts';
import { MOST_KEPT } from '../../src/model/items/readItems.ts';
import { MOST_FILLED } from '../../src/model/template/fillWorkflow.ts';
import { RESCUE_TRAILERS } from '../../src/model/checkpoint/rescueMessage.ts';
import { TRAILERS } from '../../src/model/checkpoint/trailers.ts';
import { LEDGER_FIELDS } from '../../src/model/ledger/ledger.ts';
import { PACKET_FIELDS } from '../../src/model/packet/parsePacket.ts';
import type { RecordTable } from '../../src/model/parsing/recordTable.ts';
import { STATUS_COLUMNS, STATUS_FIELDS } from '../../src/model/status/status.ts';

/** A table of FORMAT.md as the description of the record has it; one that differs is to be put there as it stands here. */
function table(called: string, record: RecordTable, may: string): string {
  const rows = Object.values(record).map(
    ({ name, kind, isNullable, since, holds }) =>
      `| \`${name}\` | ${kind.is}${isNullable ? may : ''} | ${since} | ${holds} |`,
  );
  return [`| ${called} | is | since schema | holds |`, '|---|---|--:|---|', ...rows, ''].join('\n');
}

test.each([
  ['trailers of a checkpoint', table('trailer', TRAILERS, '; may be left out')],
  ['trailers of a rescue', table('trailer of a rescue', RESCUE_TRAILERS, '; may be left out')],
  ['front matter of STATUS.md', table('key of STATUS.md', STATUS_FIELDS, '')],
  ['table of STATUS.md', table('column of STATUS.md', STATUS_COLUMNS, '; may be empty')],
  ['front matter of PACKET.md', table('key of PACKET.md', PACKET_FIELDS, '; may be null')],
  ['front matter of LEDGER.md', table('key of LEDGER.md', LEDGER_FIELDS, '; may be null')],
])('the format page shows the %s as they are described', (_what, expected) => {
  expect(`\n${readFileSync('FORMAT.md', 'utf8')}`).toContain(`\n\n${expected}\n`);
});

test('the page about workflows names each limit that a person may come to', () => {
  const [, limits = ''] = /^## Sizes\n(.*?)^## /ms.exec(readFileSync('docs/workflows.md', 'utf8')) ?? [];
  const said = [
    MOST_ITEMS,
    MOST_KEPT,
    MOST_FILLED,
    MOST_INPUTS,
    LONGEST_VALUE,
    LONGEST_PHASE,
    LONGEST_TEMPLATE,
  ];
  const missing = said.filter((limit) => !limits.includes(` ${limit.toLocaleString('en-US')}`));
  expect(missing).toEqual([]);
  expect(limits).toContain(`${MOST_FILE_BYTES / 1024 / 1024} MB`);
});
