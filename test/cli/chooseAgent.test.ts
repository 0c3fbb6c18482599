import { expect, test } from 'vitest';
import { runLine } from './runLine.ts';

test('one of those that are here can be chosen; one that is not is refused with those that are', async () => {
  expect((await runLine(['agents', '--use', 'opencode'])).chosen).toEqual(['opencode']);
  expect((await runLine(['agents', '--use', 'auto'])).chosen).toEqual([null]);
  expect((await runLine(['agents', '--use', 'manual'])).chosen).toEqual(['manual']);
  const refused = await runLine(['agents', '--use', 'codex']);
  expect([refused.code, refused.chosen]).toEqual([8, []]);
  expect(refused.err).toContain('"codex" is not on this machine; looked for codex-acp and codex on PATH');
  expect(refused.err).toMatch(/Install it: npm install -g .*codex/);
  const unknown = await runLine(['agents', '--use', 'nosuch']);
  expect([unknown.code, unknown.chosen]).toEqual([8, []]);
  expect(unknown.err).toContain('No agent "nosuch" is known.\nKnown are: claude, codex, opencode, manual.');
  expect(unknown.err).not.toContain('workflow');
});
