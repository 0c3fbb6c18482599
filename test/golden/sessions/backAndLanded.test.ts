import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SessionId } from '../../../src/model/names/ids.ts';
import { PLAIN_RESUME } from '../../../src/session/api/run.ts';
import type { GitRepo } from '../../support/gitRepo.ts';
import { byDepth } from '../../support/thorough.ts';
import { bundles, chainOf, ENDS, openWith, SESSIONS } from './goldens.ts';
import { repositoryAt } from './repositoryAt.ts';

const never = (): AbortSignal => new AbortController().signal;

/** `mode blob path` of all that is the product's. */
const productIn = async ({ git }: GitRepo, at: string): Promise<readonly string[]> =>
  (await git('ls-tree', '-r', at)).split('\n').filter((line) => !line.includes('\t.cairn/'));

const isWorking = ([, name]: (typeof bundles)[number]): boolean => name === 'working';

for (const { rows, options } of byDepth(bundles, isWorking)) {
  it.each(rows)('[A14] %s %s: lands what lies in each of its checkpoints', options, async (version, name) => {
    const [bundle, id] = [join(SESSIONS, version, `${name}.bundle`), `golden-${name}` as SessionId];
    const whole = await repositoryAt(bundle, id, null);
    const [opened = '', ...later] = await chainOf(whole, id);
    for (const commit of [opened, ...later]) {
      const repo = await repositoryAt(bundle, id, commit);
      const api = await openWith(repo);
      const before = await productIn(repo, opened);
      const product = await productIn(repo, commit);
      const landing = api.land(id, { branch: 'landed' });
      if (product.join() === before.join())
        await expect(landing).rejects.toMatchObject({ code: 'repo/land-refused' });
      else {
        expect((await landing).changed).toEqual(
          product.filter((line) => !before.includes(line)).map((line) => line.split('\t')[1]),
        );
        expect(await productIn(repo, 'landed')).toEqual(product);
      }
      await api.dispose();
    }
  });

  it.each(rows)('[A14] %s %s: goes back to each of its checkpoints, and on from there', options, async (version, name) => {
    const [bundle, id] = [join(SESSIONS, version, `${name}.bundle`), `golden-${name}` as SessionId];
    const chain = await chainOf(await repositoryAt(bundle, id, null), id);
    for (const [index, commit] of chain.slice(0, -1).entries()) {
      const repo = await repositoryAt(bundle, id, null);
      const api = await openWith(repo);
      const tip = await productIn(repo, `cairn/${id}`);
      const { commit: back } = await api.restore(id, { to: String(index + 1) }, { dryRun: false });
      expect(await productIn(repo, back ?? '')).toEqual(await productIn(repo, commit));
      // And forward again, before it goes on from there.
      await api.restore(id, { undo: true }, { dryRun: false });
      expect(await productIn(repo, `cairn/${id}`)).toEqual(tip);
      await api.restore(id, { to: String(index + 1) }, { dryRun: false });
      const { reason } = await api.resume(id, { ...PLAIN_RESUME, trust: true }, never());
      expect(reason).toBe(ENDS[name]?.[index]);
      expect((await api.verify(id))[0]?.violations).toEqual([]);
      await api.dispose();
    }
  });
}
