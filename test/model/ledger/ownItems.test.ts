import { expect, test } from 'vitest';
import { bytesOf } from '../../../src/model/text/losslessText.ts';
import { renderLedger } from '../../../src/model/ledger/renderLedger.ts';
import { handOn } from '../packet/packetChain.ts';

const itemsOf = (handoff: string): readonly string[] =>
  handOn({ handoff }).placed.ledger.items.map(({ section, text }) => `${section}: ${text}`);

test('a hand-off is taken over whole, also what stands below no heading of a packet', () => {
  expect(
    itemsOf(
      '# Hand-off\n\nDone.\n\n## Notes\n- one\n\n## Decisions\n- a cookie\n### Storage\n- one table\n\n## Risks\n- two\n',
    ),
  ).toEqual([
    'Decisions: a cookie',
    'Decisions: Storage: one table',
    'State of the work: Done.',
    'State of the work: Notes: one',
    'State of the work: Risks: two',
    'Artifacts: `02-plan/HANDOFF.md@plan`',
  ]);
  expect(itemsOf('First.\n\n- second\n')).toEqual([
    'State of the work: First.',
    'State of the work: second',
    'Artifacts: `02-plan/HANDOFF.md@plan`',
  ]);
});

test('so are last words: what stands below no heading of a packet, or before the first, is about the state of the work', () => {
  const finalText = '# Login\nIt works.\n\n## Risks\n- two\n\n## Open questions\n- Which port?\n';
  const { ledger } = handOn({ finalText }).placed;
  expect(ledger.items.map(({ section, text }) => `${section}: ${text}`)).toEqual([
    'State of the work: Login: It works.',
    'State of the work: Risks: two',
    'Open questions: Which port?',
  ]);
});

test('what a hand-off says of the goal is handed on like what stands below any other heading, and the goal of the packet is the request', () => {
  const handoff =
    '# Done\n\n## Goal\nMigrate to Postgres 16.\n- keep the old table\n\n## Decisions\n- a cookie\n### Goal:\n- one login\n';
  expect(itemsOf(handoff)).toEqual([
    'Decisions: a cookie',
    'Decisions: Goal: one login',
    'State of the work: Goal: Migrate to Postgres 16.',
    'State of the work: Goal: keep the old table',
    'Artifacts: `02-plan/HANDOFF.md@plan`',
  ]);
  const { packet } = handOn({ handoff, request: 'Add login' });
  expect(packet.text).toContain('\n## Goal\nAdd login\n\n## Decisions\n');
});

test('a tick stays in front of its question, whatever the subheading above it says', () => {
  expect(
    itemsOf(
      '## Open questions\n### Answered\n- [x] Which port? 80\n### Still open:\n- [ ] Which host?\n### Storage\n- [x] Which database? Postgres\n- [ ] How long?\n- Where?\n',
    ).slice(0, -1),
  ).toEqual([
    'Open questions: [x] Which port? 80',
    'Open questions: [ ] Which host?',
    'Open questions: [x] Storage: Which database? Postgres',
    'Open questions: [ ] Storage: How long?',
    'Open questions: Storage: Where?',
  ]);
});

test('an open question that is handed on again is said once, with a box and without; an answer is said again', () => {
  const first = handOn({
    handoff: '## Open questions\n- [ ] Which port?\n- Which host?\n- [x] Which user? ada\n',
  });
  const handoff = '## Open questions\n- [ ] Which port?\n- [ ] Which host?\n- [x] Which user? ada\n';
  const { ledger } = handOn({ folder: '03-build', handoff, before: [first.placed] }).placed;
  expect(ledger.items.map(({ text }) => text)).toEqual([
    '[x] Which user? ada',
    '`03-build/HANDOFF.md@build`',
  ]);
});

test('what differs in its case, its marks or its end from what was handed on before is handed on, and shown', () => {
  const first = handOn({ handoff: '## Constraints\n- Never touch src/Api.ts\n- Keep foo_bar\n' });
  const handoff = '## Constraints\n- Never touch src/api.ts\n- Never touch src/Api.ts\n- Keep foo bar\n';
  const { placed, packet } = handOn({ folder: '03-build', handoff, before: [first.placed] });
  expect(placed.ledger.items.map(({ text }) => text).slice(0, -1)).toEqual([
    'Never touch src/api.ts',
    'Keep foo bar',
  ]);
  expect(packet.text).toContain(
    '- [02-plan] Never touch src/Api.ts\n- [02-plan] Keep foo_bar\n- [03-build] Never touch src/api.ts\n- [03-build] Keep foo bar\n',
  );
});

test('a hand-off of megabytes keeps its phase from nothing: what is too much is counted, with a pointer', () => {
  const { ledger } = handOn({ handoff: `## Decisions\n${'- ä\n- b\n'.repeat(400_000)}` }).placed;
  expect(bytesOf(renderLedger(ledger)).length).toBeLessThan(300_000);
  const long = handOn({ handoff: `## Decisions\n${'- word '.repeat(100_000)}\n` }).placed.ledger;
  expect(long.items[0]?.text).toMatch(/^word .* … `02-plan\/HANDOFF.md@plan`$/);
  const many = `## Decisions\n${Array.from({ length: 30_000 }, (_one, at) => `- ${at}`).join('\n')}\n`;
  const last = handOn({ handoff: many }).placed.ledger.items.at(-1);
  expect(last?.text).toMatch(/^… \d+ more: `02-plan\/HANDOFF.md@plan`$/);
});
