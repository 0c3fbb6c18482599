import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/gitRepo.ts';
import { builtCairn } from '../support/builtCairn.ts';

const cli = builtCairn();

/** `cache` is what the user's cache folder is. */
function cairn(
  cache: string,
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
  of = cli(),
) {
  const { NODE_COMPILE_CACHE: _ours, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [of, ...words], {
    encoding: 'utf8',
    env: { ...env, XDG_CACHE_HOME: cache, ...more },
  });
  return { status, stdout, stderr };
}

/** A command that loads the program. */
function help(cache: string, more: Readonly<Record<string, string>> = {}, of = cli()): string {
  const { stdout, ...ended } = cairn(cache, ['--help'], more, of);
  expect(ended).toEqual({ status: 0, stderr: '' });
  return stdout;
}

const version = (cache: string): string =>
  spawnSync(process.execPath, [cli(), '--version'], {
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: cache },
  }).stdout;

const files = (cache: string): readonly string[] =>
  existsSync(cache)
    ? readdirSync(cache, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
const kept = (cache: string): number => files(cache).length;

/** The only file below it. */
function keptFile(cache: string): string {
  const [file = '', ...more] = files(cache);
  expect(more).toEqual([]);
  return file;
}

test.skipIf(process.platform === 'win32')(
  'what V8 compiled is kept in a folder of the user that nobody else can read, and is all that the next run needs',
  async () => {
    const cache = await temporaryFolder();
    expect(help(cache)).toContain('Usage: cairn');
    expect(readdirSync(cache)).toEqual(['cairn']);
    const file = keptFile(cache);
    const { ino, mode } = statSync(file);
    expect(mode & 0o077).toBe(0);
    expect(help(cache)).toContain('Usage: cairn');
    // A run that finds something to compile replaces the file.
    expect(statSync(keptFile(cache)).ino).toBe(ino);
  },
);

test.skipIf(process.platform === 'win32')(
  'each command keeps what it needs; what is no command keeps nothing',
  async () => {
    const cache = await temporaryFolder();
    expect(cairn(cache, ['statsu']).status).toBe(2);
    expect(kept(cache)).toBe(0);
    help(cache);
    expect(cairn(cache, ['list'], { GIT_CEILING_DIRECTORIES: '/' }).stderr).not.toContain('unexpected');
    expect(
      files(cache)
        .flatMap((file) => /(\w+)-v[^/]+$/.exec(file)?.[1] ?? [])
        .toSorted(),
    ).toEqual(['list', 'other']);
  },
);

const DAMAGED = {
  'is empty': () => Buffer.alloc(0),
  'ends early': (bytes: Buffer) => bytes.subarray(0, bytes.length - 5000),
  'has zeros in the middle': (bytes: Buffer) =>
    Buffer.from(bytes).fill(0, bytes.length >> 1, (bytes.length >> 1) + 4096),
  'says nothing of what is in it': (bytes: Buffer) => Buffer.concat([Buffer.from('{}\n'), bytes]),
  'says what is no JSON': (bytes: Buffer) => Buffer.concat([Buffer.from('x'), bytes]),
  'is of another version of V8': (bytes: Buffer) => {
    const start = bytes.indexOf(0x0a) + 1;
    const parts = JSON.parse(bytes.toString('utf8', 0, start)) as Record<
      string,
      { from: number; to: number; sum: number }
    >;
    const other = Buffer.from(bytes);
    for (const part of Object.values(parts)) {
      other.fill(1, start + part.from, start + part.from + 16);
      part.sum = crc32(other.subarray(start + part.from, start + part.to));
    }
    return Buffer.concat([Buffer.from(`${JSON.stringify(parts)}\n`), other.subarray(start)]);
  },
};

test.skipIf(process.platform === 'win32').each(Object.entries(DAMAGED))(
  'a file of kept code that %s is replaced, and the command works',
  async (_what, damage) => {
    const cache = await temporaryFolder();
    const said = help(cache);
    const file = keptFile(cache);
    const { size, ino } = statSync(file);
    writeFileSync(file, damage(readFileSync(file)));
    expect(help(cache)).toBe(said);
    const after = statSync(keptFile(cache));
    expect(after.ino).not.toBe(ino);
    expect(Math.abs(after.size - size)).toBeLessThan(size / 10);
    help(cache);
    expect(statSync(file).ino).toBe(after.ino);
  },
);

test.skipIf(process.platform === 'win32')('another build of the same version runs its own code', async () => {
  const cache = await temporaryFolder();
  const other = await temporaryFolder();
  cpSync(dirname(cli()), other, { recursive: true });
  const program = join(other, 'cairn.cjs');
  const text = readFileSync(program, 'utf8');
  // Of the same length: V8 itself compares no more than that.
  writeFileSync(program, text.replaceAll('Has a coding agent work', 'HAS A CODING AGENT WORK'));
  expect(help(cache)).toContain('Has a coding agent');
  expect(help(cache, {}, join(other, 'cli.cjs'))).toContain('HAS A CODING AGENT');
  expect(help(cache)).toContain('Has a coding agent');

  // Files that are there no longer are forgotten.
  renameSync(join(other, 'cairn-first.cjs'), join(other, 'cairn-moved.cjs'));
  writeFileSync(program, readFileSync(program, 'utf8').replaceAll('cairn-first.cjs', 'cairn-moved.cjs'));
  help(cache, {}, join(other, 'cli.cjs'));
  expect(readFileSync(keptFile(cache), 'latin1').split('\n')[0]).not.toContain('cairn-first.cjs');
});

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
