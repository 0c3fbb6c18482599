import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Flow, type Stage } from '../support/session.ts';

const verify = (to: string): Flow['phases'][number] => ({
  id: 'verify',
  artifacts: ['verdict.json', '/report.txt'],
  loop: { to, until: { file: 'verify/verdict.json', at: '/ok', is: true }, max: 3 },
});
/** What each of them says of its round has as many bytes as in any other. */
const FLOW: Flow = {
  schema: 2,
  phases: [{ id: 'build', artifacts: ['summary.md', '/model.txt'] }, verify('build'), { id: 'last' }],
};
const BUILD = `
[ "$CAIRN_ROUND" != 2 ] || [ "$CAIRN_ATTEMPT" != 2 ] || { echo 'Go on?' > "$CAIRN_PHASE_DIR/QUESTION.md"; exit 0; }
echo "built in round $CAIRN_ROUND" > "$CAIRN_PHASE_DIR/summary.md"
echo "model of round $CAIRN_ROUND" > model.txt`;
const VERIFY = `
if [ "$CAIRN_ROUND" = 1 ]; then echo '{"ok": false, "why": "it is too thin"}'; else echo '{"ok": true}'; fi > "$CAIRN_PHASE_DIR/verdict.json"
printf '%s%.0s' "round $CAIRN_ROUND " $(seq 1 $CAIRN_ROUND) > report.txt
[ "$CAIRN_ROUND" != 1 ] || printf 'It is red.\\n' > "$CAIRN_PHASE_DIR/HANDOFF.md"`;

const words = async (s: Stage, pointer: string): Promise<string> =>
  Buffer.from(await s.api.show(DEMO, pointer))
    .toString()
    .trimEnd();
/** Each pointer to a file in a text, and how that begins by which it is followed there. */
const pointersIn = (text: string): readonly (readonly [pointer: string, bytes: string])[] =>
  [...text.matchAll(/`([^`]+@[a-z]+)`(?: \((\d+) bytes\))?/g)].map(([, pointer = '', bytes = '']) => [
    pointer,
    bytes,
  ]);

/** Each pointer that is printed leads to a file of the size that is printed with it, and is printed once. */
async function expectLeading(s: Stage): Promise<void> {
  const packet = pointersIn(await s.api.packet(DEMO, null));
  expect(new Set(packet.map(([pointer]) => pointer)).size).toBe(packet.length);
  const holding = (await s.api.ledger(DEMO)).filter(({ closedBy }) => closedBy === null);
  const printed = [...packet, ...holding.flatMap(({ text }) => pointersIn(text))];
  expect(printed.length).toBeGreaterThan(packet.length);
  for (const [pointer, bytes] of printed) {
    const { length } = await s.api.show(DEMO, pointer);
    expect(`${pointer} ${bytes === '' ? '' : length}`).toBe(`${pointer} ${bytes}`);
  }
}

const files = async (s: Stage): Promise<readonly string[]> =>
  (await s.api.ledger(DEMO))
    .filter(({ section }) => section === 'artifacts')
    .map(({ id, text, closedBy }) => `${id} ${text}${closedBy === null ? '' : ` < ${closedBy}`}`);

test('what packet and ledger point to after a round are the files that they speak of, where the round has put them', async () => {
  const s = await stage(FLOW);
  await s.agent.part('build', BUILD);
  await s.agent.part('verify', VERIFY);
  expect((await s.start()).reason).toBe('waiting');
  expect((await s.log()).at(-1)).toBe('4 waiting build/2 waiting');
  await expectLeading(s);
  expect(await words(s, '01-build/round-1/summary.md@build')).toBe('built in round 1');
  expect(await words(s, '02-verify/round-1/verdict.json@verify')).toContain('too thin');
  expect(await words(s, '02-verify/round-1/HANDOFF.md@verify')).toBe('It is red.');
  expect(await words(s, '/report.txt@verify')).toBe('round 1');

  await s.api.answer(DEMO, 'Yes');
  expect((await s.resume()).reason).toBe('completed');
  await expectLeading(s);
  expect(await words(s, '01-build/round-1/summary.md@build')).toBe('built in round 1');
  expect(await words(s, '01-build/summary.md@build')).toBe('built in round 2');
});

test('a file that another round hands on is told of as its own, also where its name and size are those of before', async () => {
  const s = await stage(FLOW);
  await s.agent.part('build', BUILD.replace('= 2 ]', '= 9 ]'));
  await s.agent.part('verify', VERIFY);
  expect((await s.start()).reason).toBe('completed');
  expect(await files(s)).toEqual([
    '01-build/round-1.1 `01-build/round-1/summary.md@build` (17 bytes): built in round 1 < 01-build.1',
    '01-build/round-1.2 `/model.txt@build` (17 bytes): model of round 1 < 01-build.2',
    '02-verify/round-1.2 `02-verify/round-1/HANDOFF.md@verify`',
    '02-verify/round-1.3 `02-verify/round-1/verdict.json@verify` (39 bytes) < 02-verify.1',
    '02-verify/round-1.4 `/report.txt@verify` (8 bytes) < 02-verify.2',
    '01-build.1 `01-build/summary.md@build` (17 bytes): built in round 2',
    '01-build.2 `/model.txt@build` (17 bytes): model of round 2',
    '02-verify.1 `02-verify/verdict.json@verify` (13 bytes): {"ok": true}',
    '02-verify.2 `/report.txt@verify` (9 bytes): round 2 2',
    '03-last.2 `03-last/result.md@last` (16 bytes): Result of last.',
  ]);
  expect(await s.violations()).toEqual([]);
});

test('what the items of a list left, that a round writes anew, is where packet and ledger point', async () => {
  const s = await stage({
    schema: 2,
    phases: [
      { id: 'list', artifacts: ['items.json'] },
      { id: 'make', forEach: { file: 'list/items.json' }, artifacts: ['made.txt'] },
      verify('list'),
    ],
  });
  await s.agent.part(
    'list',
    `[ "$CAIRN_ATTEMPT" != 2 ] || { echo 'Go on?' > "$CAIRN_PHASE_DIR/QUESTION.md"; exit 0; }
    echo '[{"id": "a"}, {"id": "b"}]' > "$CAIRN_PHASE_DIR/items.json"`,
  );
  for (const item of ['a', 'b'])
    await s.agent.part(`make-${item}`, `echo "made ${item}" > "$CAIRN_PHASE_DIR/made.txt"`);
  await s.agent.part('verify', VERIFY);
  expect((await s.start()).reason).toBe('waiting');
  await expectLeading(s);
  expect(await words(s, '02-make-b/round-1/made.txt@make-b')).toBe('made b');
});
