import { expect, test } from 'vitest';
import type { RepoPath, TreeId } from '../../src/model/names/ids.ts';
import { gitRepo } from '../support/gitRepo.ts';
import { openTestRepository } from '../support/openTestRepository.ts';

const path = (text: string): RepoPath => text as RepoPath;

test('merging takes the clean parts of one file together and names what clashes, with old gits too', async () => {
  const lines = Array.from({ length: 20 }, (_value, at) => `line ${at}\n`);
  const repo = await gitRepo({ text: lines.join(''), keep: 'keep', moved: 'moved\n'.repeat(30) });
  const { repository, head } = await openTestRepository(repo);
  const base = await head();
  const edited = async (change: Readonly<Record<string, string | null>>): Promise<TreeId> =>
    repository.compose(
      base,
      new Map(
        await Promise.all(
          Object.entries(change).map(
            async ([name, text]) =>
              [
                path(name),
                text === null
                  ? null
                  : { blob: await repository.writeBlob(Buffer.from(text)), mode: '100644' as const },
              ] as const,
          ),
        ),
      ),
    );
  const top = await edited({ text: lines.with(0, 'TOP\n').join('') });
  const bottom = await edited({ text: lines.with(19, 'BOTTOM\n').join(''), keep: null });
  const merged = await repository.merge(base, top, bottom);
  if (!('tree' in merged)) throw new Error('clash');
  expect(Buffer.from((await repository.read(merged.tree, path('text')))!).toString()).toBe(
    lines.with(0, 'TOP\n').with(19, 'BOTTOM\n').join(''),
  );
  expect(
    await repository.merge(base, top, await edited({ text: lines.with(0, 'OTHER\n').join('') })),
  ).toEqual({ conflicts: ['text'] });
  expect(await repository.merge(base, bottom, await edited({ keep: 'changed' }))).toEqual({
    conflicts: ['keep'],
  });
  expect((await repository.refs(['refs/'])).length).toBe(1);
});
