import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { count } from '../../../src/bundles/tokenizer.ts';
import { foldLedgers, stillHolds } from '../../../src/model/ledger/foldLedgers.ts';
import type { SessionId } from '../../../src/model/names/ids.ts';
import { PACKET_HEADINGS, SECTION_HEADINGS } from '../../../src/model/packet/packetHeadings.ts';
import { packetItems } from '../../../src/model/packet/packetItems.ts';
import { simulate, told } from '../packet/packetChain.ts';
import { runsOf } from '../../support/seeds.ts';

/** What an agent may write: the engine knows the rest, and other headings are as good as these. */
const SAID = [
  ...PACKET_HEADINGS.filter((heading) => heading !== 'Not captured' && heading !== 'Artifacts'),
  'Risks',
];
const planted = (phase: number, nth: number): string => `planted-${phase}-${nth}-end`;
const PHASES = 100;
const EACH = 5;

test('of 100 phases with five items each, every item is in the last packet or in what the ledger prints, and the packet has at most 2,000 tokens', () => {
  const words = fc.lorem({ maxCount: 20 });
  const anyItem = fc.record({ section: fc.constantFrom(...SAID), before: words, after: words });
  const phases = fc.array(fc.array(anyItem, { minLength: EACH, maxLength: EACH }), {
    minLength: PHASES,
    maxLength: PHASES,
  });
  fc.assert(
    fc.property(phases, (all) => {
      const chain = simulate(
        'Add login',
        all.map((items, phase) => ({
          budget: 2000,
          handoff: items
            .map(
              ({ section, before, after }, nth) =>
                `## ${section}\n- ${before} ${planted(phase, nth)} ${after}\n`,
            )
            .join('\n'),
          artifacts: [{ name: 'out.json', text: '{}' }],
          decisions: [],
          failed: [],
        })),
      );
      const last = chain.packets.at(-1)?.text ?? '';
      expect(count(last)).toBeLessThanOrEqual(2000);
      const print = told(chain.ledgers);
      const lost = all.flatMap((items, phase) =>
        items
          .map((_item, nth) => planted(phase, nth))
          .filter((word) => !last.includes(word) && !print.includes(word)),
      );
      expect(lost).toEqual([]);
      expectCounted(last, chain.ledgers);
    }),
    { numRuns: runsOf(1, 4), endOnFailure: true },
  );
});

/** What a section shows and what it says is elsewhere add up to what still holds of it. */
function expectCounted(packet: string, ledgers: Parameters<typeof told>[0]): void {
  const holding = foldLedgers('20261120-add-login-7f3k' as SessionId, ledgers).filter(stillHolds);
  for (const heading of SECTION_HEADINGS.filter((one) => one !== 'Next')) {
    const lines = packetItems(packet).filter(({ section }) => section === heading);
    const more = lines.map(({ shown }) => Number(/^… (\d+) more: /.exec(shown)?.[1] ?? 1));
    const sum = more.reduce((all, one) => all + one, 0);
    expect([heading, sum]).toEqual([heading, holding.filter(({ section }) => section === heading).length]);
  }
}

test('what does not fit is counted in one line, with the command that prints it and the glob of the files', () => {
  const chain = simulate(
    'Add login',
    Array.from({ length: 40 }, (_one, at) => ({
      budget: 1000,
      handoff: `## Constraints\n- never ${'touch '.repeat(20)}${at}\n\n## Decisions\n- use ${'a '.repeat(30)}${at}\n`,
      artifacts: [{ name: 'out.json', text: '{}' }],
      decisions: [],
      failed: [],
    })),
  );
  const lines = (chain.packets.at(-1)?.text ?? '').split('\n').filter((line) => line.startsWith('- … '));
  expect(lines.map((line) => line.replace(/\d+ more/, 'n more'))).toEqual([
    '- … n more: `cairn ledger --section constraints`',
    '- … n more: `cairn ledger --section decisions`',
    '- … n more: `cairn ledger --section artifacts`, `.cairn/sessions/20261120-add-login-7f3k/*/**`',
  ]);
});
