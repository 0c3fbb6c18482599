import { expect, test } from 'vitest';
import { inTurns } from './inTurns.ts';

const soak = async (isLost: (seed: number) => boolean) => {
  const said: string[] = [];
  let begun = 0;
  const findings = await inTurns(
    { many: 40, seed: 100, lanes: 2, say: (line) => said.push(line) },
    () => begun >= 40,
    async (seed) => {
      begun += 1;
      if (isLost(seed)) throw new Error('nothing works');
      return { about: 'fine', losses: [] };
    },
  );
  return { begun, said, findings };
};

test('a soak in which everything is lost stops after a handful of seeds, and says so', async () => {
  const { begun, said, findings } = await soak(() => true);
  expect(findings.length).toBe(begun);
  expect(begun).toBeLessThan(8);
  expect(said.at(-1)).toContain('stopped');
});

test('a soak in which little is lost goes on to its end', async () => {
  const { begun, said, findings } = await soak((seed) => seed === 103);
  expect([begun, said.length, findings.map(({ seed }) => seed)]).toEqual([40, 40, [103]]);
});
