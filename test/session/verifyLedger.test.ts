import { expect, test } from 'vitest';
import { ground } from '../support/ground.ts';
import { DEMO } from '../support/session.ts';
import { putOnTip } from '../support/putOnTip.ts';

test('verify names a ledger that is spoilt, and a newest packet that is not that of the phase; what was handed on is still shown', async () => {
  const world = await ground({ plays: ({ produce }) => produce('out.md') });
  await world.start();
  const folder = `.cairn/sessions/${DEMO}`;
  const rules = async (): Promise<readonly string[]> =>
    ((await world.api.verify(DEMO))[0]?.violations ?? []).map(({ rule }) => rule);
  const before = await world.api.ledger(DEMO);
  expect(before.length).toBeGreaterThan(0);
  expect(await rules()).toEqual([]);
  await putOnTip(world, DEMO, `${folder}/01-one/LEDGER.md`, () => 'forged\n');
  expect(await rules()).toContain('R22');
  expect((await world.api.ledger(DEMO)).map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  await putOnTip(world, DEMO, `${folder}/PACKET.md`, () => 'forged\n');
  expect(await rules()).toContain('R8');
});
