import { expect, test } from 'vitest';
import { DEMO, stage } from '../support/session.ts';
import { leftAndRight } from '../support/sideBySide.ts';

test('where git checks text out with other line ends, the engine takes no file of its own for an edit', async () => {
  const s = await stage(leftAndRight(), { files: { '.gitattributes': '* text=auto eol=crlf\n' } });
  expect((await s.start()).reason).toBe('completed');
  await s.api.restore(DEMO, { to: 'left' }, { dryRun: false });
  expect((await s.resume()).reason).toBe('completed');
  const kept = await s.repo.git('for-each-ref', '--format=%(contents:body)', `refs/cairn/${DEMO}/rescue`);
  expect(kept).not.toContain('which the engine rendered again');
  expect(await s.violations()).toEqual([]);
});
