import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { withSafePath } from '../../../src/runner/doctor/safePath.ts';
import { temporaryFolder } from '../../support/gitRepo.ts';

afterEach(() => vi.unstubAllEnvs());

const pathOf = (entries: readonly string[], folder: string): readonly string[] =>
  (withSafePath({ PATH: entries.join(delimiter) }, folder)['PATH'] ?? '').split(delimiter);

test('what lies in a repository, or in a folder that is none, is not the machine’s', async () => {
  const at = await temporaryFolder();
  await mkdir(join(at, 'repo', '.git'), { recursive: true });
  await mkdir(join(at, 'repo', 'src', 'bin'), { recursive: true });
  await mkdir(join(at, 'plain', 'bin'), { recursive: true });
  const entries = ['/usr/bin', 'bin', join(at, 'repo', 'src', 'bin'), join(at, 'plain', 'bin')];
  expect(pathOf(entries, join(at, 'repo', 'src'))).toEqual(['/usr/bin', join(at, 'plain', 'bin')]);
  expect(pathOf(entries, join(at, 'plain'))).toEqual(['/usr/bin', join(at, 'repo', 'src', 'bin')]);
});

test('a folder that holds the home of a person holds what they have installed', async () => {
  const home = await temporaryFolder();
  vi.stubEnv('HOME', home);
  await mkdir(join(home, '.git'));
  await mkdir(join(home, '.local', 'bin'), { recursive: true });
  const entries = ['/usr/bin', join(home, '.local', 'bin'), './bin'];
  expect(pathOf(entries, home)).toEqual(entries.slice(0, 2));
  expect(pathOf(entries, '/')).toEqual(entries.slice(0, 2));
});
