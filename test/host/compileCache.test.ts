import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/gitRepo.ts';
import { builtCairn } from '../support/builtCairn.ts';

const cli = builtCairn();

/** A command that loads the program; `cache` is what the user's cache folder is. */
function help(cache: string, more: Readonly<Record<string, string>> = {}): string {
  const { NODE_COMPILE_CACHE: _ours, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli(), '--help'], {
    encoding: 'utf8',
    env: { ...env, XDG_CACHE_HOME: cache, ...more },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

const version = (cache: string): string =>
  spawnSync(process.execPath, [cli(), '--version'], {
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: cache },
  }).stdout;

/** Files that Node keeps below it. */
const kept = (cache: string): number =>
  existsSync(cache)
    ? readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
    : 0;

test.skipIf(process.platform === 'win32')(
  'what Node compiled is kept in a folder of the user that nobody else can read',
  async () => {
    const cache = await temporaryFolder();
    expect(help(cache)).toContain('Usage: cairn');
    expect(readdirSync(cache)).toEqual(['cairn']);
    expect(kept(cache)).toBeGreaterThan(1);
    expect(help(cache)).toContain('Usage: cairn');
  },
);

test.skipIf(process.platform === 'win32')('the version needs no cache and makes none', async () => {
  const cache = await temporaryFolder();
  expect(version(cache)).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(kept(cache)).toBe(0);
  expect(version('/proc/nowhere')).toMatch(/^\d+\.\d+\.\d+\n$/);
});

interface Refused {
  readonly what: string;
  readonly make: (cache: string) => string;
  readonly env?: Readonly<Record<string, string>>;
}

const REFUSED: readonly Refused[] = [
  { what: 'cannot be made', make: () => '/proc/nowhere' },
  { what: 'is named by a relative path', make: () => 'cache' },
  { what: 'others can write to', make: (cache) => (chmodSync(cache, 0o777), cache) },
  {
    what: 'somebody can replace from above',
    make: (cache) => {
      mkdirSync(join(cache, 'inside'));
      chmodSync(cache, 0o777);
      return join(cache, 'inside');
    },
  },
  { what: 'lies in a repository', make: (cache) => (mkdirSync(join(cache, '.git')), join(cache, 'cache')) },
  {
    what: 'leads into a repository',
    make: (cache) => {
      mkdirSync(join(cache, 'repository/.git'), { recursive: true });
      mkdirSync(join(cache, 'repository/cache'));
      symlinkSync(join(cache, 'repository/cache'), join(cache, 'link'));
      return join(cache, 'link');
    },
  },
  {
    what: 'Node was told to leave alone',
    make: (cache) => cache,
    env: { NODE_DISABLE_COMPILE_CACHE: '1' },
  },
];

test.skipIf(process.platform === 'win32').each(REFUSED)(
  'a cache folder that $what is not used, and the command works',
  async ({ make, env }) => {
    const folder = await temporaryFolder();
    expect(help(make(folder), { HOME: '/proc/nowhere', ...env })).toContain('Usage: cairn');
    expect(kept(folder)).toBe(0);
  },
);

test.skipIf(process.platform === 'win32')(
  'a folder of that name that was open to others before is not believed',
  async () => {
    const cache = await temporaryFolder();
    expect(help(cache)).toContain('Usage: cairn');
    const [name = ''] = readdirSync(join(cache, 'cairn'));
    const ours = join(cache, 'cairn', name);
    const before = kept(cache);
    chmodSync(ours, 0o755);
    spawnSync('find', [ours, '-type', 'f', '-delete']);
    expect(help(cache)).toContain('Usage: cairn');
    expect({ before: before > 0, after: kept(ours) }).toEqual({ before: true, after: 0 });
    expect(dirname(ours)).toBe(join(cache, 'cairn'));
  },
);

test.skipIf(process.getuid?.() !== 0)('a folder that belongs to somebody else is not used', async () => {
  const cache = await temporaryFolder();
  spawnSync('chown', ['-R', '65534', cache]);
  expect(help(cache)).toContain('Usage: cairn');
  expect(kept(cache)).toBe(0);
});
