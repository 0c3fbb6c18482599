import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEMO, type Seat } from '../support/session.ts';
import { changeElsewhere, pull, refused, twoClonesOnGit } from '../support/twoClones.ts';
import { THOROUGH } from '../support/thorough.ts';

describe('of a session that a released version opened here, nothing is asked', () => {
  const forget = (s: Seat): Promise<void> =>
    rm(join(s.repo.root, '.git/cairn/demo/trusted'), { recursive: true, force: true });

  test('where git remembers how its branch came about, and where only what was published is noted', async () => {
    const { s } = await twoClonesOnGit();
    await forget(s);
    expect(await s.resume({ until: 'two' })).toMatchObject({ reason: 'paused' });
    await forget(s);
    await rm(join(s.repo.root, '.git/logs'), { recursive: true });
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect((await s.api.trusted()).map(({ how }) => how)).toEqual(['opened']);
  });

  test('where all that this machine noted is lost', THOROUGH, async () => {
    const { s } = await twoClonesOnGit();
    await rm(join(s.repo.root, '.git/cairn'), { recursive: true });
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
  });

  test(
    'but of one that came from elsewhere it is, also where it was worked on by that version',
    THOROUGH,
    async () => {
      const { other, ran } = await twoClonesOnGit();
      await other.resume({ trust: true, until: 'two' });
      await forget(other);
      await ran();
      await refused(other.resume());
      expect(await ran()).toEqual([]);
      await forget(other);
      await rm(join(other.repo.root, '.git/logs'), { recursive: true });
      await refused(other.resume());
      await rm(join(other.repo.root, '.git/cairn'), { recursive: true });
      await refused(other.resume());
      expect(await ran()).toEqual([]);
    },
  );

  test('nor of other commands that came from elsewhere on top of it', THOROUGH, async () => {
    const { s, other, ran } = await twoClonesOnGit();
    await changeElsewhere(other, (text) => text.replace('echo setup', 'echo SETUP'));
    await pull(s.repo);
    await forget(s);
    await ran();
    await refused(s.resume());
    await forget(s).catch(() => null);
    await s.api.cancel(DEMO);
    await s.api.restore(DEMO, { to: '3' }, { dryRun: false });
    await forget(s);
    await refused(s.resume());
    expect(await ran()).toEqual([]);
  });

  test('a note that is damaged is none', async () => {
    const { s } = await twoClonesOnGit();
    const { hash } = await s.api.commands(DEMO);
    await writeFile(join(s.repo.root, '.git/cairn/demo/trusted', `${hash.slice(7)}.json`), '{"schema":1');
    await refused(s.resume());
  });
});
