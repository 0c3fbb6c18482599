import { expect, test } from 'vitest';
import { gitRepo } from '../support/gitRepo.ts';

test('a fixture repository has the same commit ids every time, in both object formats', async () => {
  const [one, two] = [await gitRepo({ 'a.txt': 'a\n' }), await gitRepo({ 'a.txt': 'a\n' })];
  expect(await one.git('rev-parse', 'HEAD')).toBe(await two.git('rev-parse', 'HEAD'));
  const wide = await gitRepo({ 'a.txt': 'a\n' }, { objectFormat: 'sha256' });
  expect(await wide.commit('next')).toMatch(/^[0-9a-f]{64}$/);
});
