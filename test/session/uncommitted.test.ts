import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, flowText } from '../support/session.ts';

const FILE = '.cairn/workflows/feature.yaml';
const PROJECT = { 'package.json': JSON.stringify({ scripts: { test: 'node --test' } }) };

test('a workflow that is not committed goes along with the session that follows it, and nobody is told that it does not', async () => {
  const s = await stage(chain('one'));
  const text = flowText(chain('one'));
  await s.repo.write('.cairn/workflows/new.yaml', text);
  await s.start({ workflow: 'new' });
  expect(s.told().join()).not.toContain('Not committed');
  expect(await s.repo.git('show', `cairn/${DEMO}:.cairn/workflows/new.yaml`)).toBe(text.trimEnd());
  expect(await (await s.worktree()).look('.cairn/workflows/new.yaml')).toBe(text);
});

test('so does one that is what `cairn init` would write here; one that is not, whoever wrote it, is named with all else', async () => {
  const s = await stage(chain('one'), { files: PROJECT });
  const { text } = await s.api.shipped('feature');
  expect(text).toContain('- run: npm test');
  await s.repo.write(FILE, text);
  await s.repo.write('.cairn/workflows/mine.yaml', text);
  await s.repo.write('notes.md', 'mine\n');
  await s.start();
  const told = (id: string): string =>
    `Not committed, so not in the working tree of the session: ${id}notes.md.`;
  const [first, ...more] = s.told().filter((line) => line.startsWith('Not committed'));
  expect(first).toContain(told('.cairn/workflows/mine.yaml, '));
  expect(more).toEqual([]);
  expect(await (await s.worktree()).look(FILE)).toBe(text);
  for (const [id, changed] of [
    ['second', text.replace('retries: 2', 'retries: 3')],
    ['third', `\uFEFF${text}`],
  ] as const) {
    expect(changed).not.toBe(text);
    await s.repo.write(FILE, changed);
    await s.start({ id });
    expect(s.told().at(-1)).toContain(told(`${FILE}, .cairn/workflows/mine.yaml, `));
    expect(await s.repo.git('ls-tree', '-r', '--name-only', `cairn/${id}`)).not.toContain(FILE);
  }
});

test('one that was written before the project changed is somebody’s, too', async () => {
  const s = await stage(chain('one'), { files: PROJECT });
  await s.repo.write(FILE, (await s.api.shipped('feature')).text);
  await s.repo.write('package.json', '{}\n');
  await s.start();
  expect(s.told().join()).toContain(`not in the working tree of the session: package.json, ${FILE}.`);
});

test('of many files that are left behind the first are named, and how many more there are', async () => {
  const s = await stage(chain('one'));
  for (let n = 10; n < 30; n += 1) await s.repo.write(`file-${n}.txt`, 'x\n');
  await s.start();
  expect(s.told().join('\n')).toMatch(/: file-10\.txt, (?:file-1\d\.txt, ){7}12 more\.\n/);
});
