import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '../../../src/model/names/ids.ts';
import { SCHEMA } from '../../../src/model/parsing/schema.ts';
import { PLAIN_RESUME } from '../../../src/session/api/run.ts';
import type { GitRepo } from '../../support/gitRepo.ts';
import { bundles, chainOf, ENDS, openWith, SESSIONS, versions } from './goldens.ts';
import { repositoryAt } from './repositoryAt.ts';
import { byDepth } from '../../support/thorough.ts';

/** What the machine that made it remembered, as if that were this one. */
async function remember(repo: GitRepo, id: string, file: string): Promise<void> {
  const state = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  const folder = join(repo.root, '.git/cairn', id);
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(state))
    await writeFile(join(folder, name), text.replaceAll('@ROOT@', repo.root));
}

const schemaOf = async (version: string): Promise<string> => {
  const repo = await repositoryAt(join(SESSIONS, version, 'done.bundle'), 'golden-done', null);
  return repo.git('show', '-s', '--format=%(trailers:key=Cairn-Schema,valueonly,separator=)', 'cairn/golden-done');
};

describe('sessions as releases wrote them', () => {
  it('are of every release up to this one', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(versions.map(({ name }) => name)).toContain(version);
    expect(new Set(bundles.map(([, name]) => name))).toEqual(new Set(Object.keys(ENDS)));
  });

  it('[M44] are those of the published table: each release with its schema, read by this version', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    const [, table = ''] = (await readFile('FORMAT.md', 'utf8')).split('\n## Compatibility\n');
    const rows = table.split('\n').flatMap((line) =>
      line.startsWith('| ') ? [line.slice(2, -2).split(' | ')] : [],
    );
    expect(rows[0]).toEqual(['written by', 'schema', `with ${version}`]);
    expect(rows.filter(([by]) => /^\d/.test(by ?? ''))).toEqual(
      await Promise.all(
        versions.map(async ({ name }) => [name, await schemaOf(name), 'shown and gone on with']),
      ),
    );
    // What a newer one wrote is in `newerSchema.test.ts` and `test/session/unknownWords.test.ts`.
    expect(rows.filter(([by]) => by === 'a newer version').map(([, schema]) => schema)).toEqual([
      `${SCHEMA + 1} and up`,
      `${SCHEMA}, with words of its own`,
    ]);
  });

  for (const { rows, options } of byDepth(bundles, ([version, name]) => /^0\.1\.0 (approved|cut-off|restored)$|\+schema\.2 approved$/.test(`${version} ${name}`))) it.each(rows)('[A14, M43, S37, P34] %s %s: read whole, and gone on with from each of its checkpoints', options, async (version, name) => {
    const bundle = join(SESSIONS, version, `${name}.bundle`);
    const id = `golden-${name}` as SessionId;
    const whole = await repositoryAt(bundle, id, null);
    const chain = await chainOf(whole, id);
    const ends: string[] = [];
    for (const [index, commit] of chain.entries()) {
      const repo = await repositoryAt(bundle, id, commit);
      const isTip = index === chain.length - 1;
      if (isTip && name === 'cut-off') await remember(repo, id, bundle.replace('.bundle', '.state.json'));
      const api = await openWith(repo);
      if (isTip) expect(await api.list()).toMatchObject([{ session: id, seq: chain.length }]);
      expect(await api.status(id)).toMatchObject({ seq: index + 1, title: expect.any(String) });
      expect((await api.log(id)).map(({ seq }) => seq)).toEqual(chain.slice(0, index + 1).map((_one, at) => at + 1));
      expect((await api.verify(id))[0]?.violations).toEqual([]);
      // Whose state is that of the release, opened it: its commands are trusted. A branch alone came from elsewhere.
      const isOpened = isTip && name === 'cut-off';
      const { reason } = await api.resume(id, { ...PLAIN_RESUME, trust: !isOpened }, new AbortController().signal);
      ends.push(reason);
      expect((await api.verify(id))[0]?.violations).toEqual([]);
      if (isTip && name === 'cut-off') expect((await api.status(id)).phases[1]?.attempt).toBe(2);
      await api.dispose();
    }
    expect(ends).toEqual(ENDS[name]);
  });
});
