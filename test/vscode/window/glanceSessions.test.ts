import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, afterEach, expect, test, vi } from 'vitest';
import { glanceSessions } from '../../../src/vscode/window/glanceSessions.ts';

const { read, bits } = vi.hoisted(() => ({
  read: [] as string[],
  bits: { File: 1, Directory: 2, SymbolicLink: 64 },
}));

interface Place {
  readonly path: string;
}

/** As VS Code's own: `stat` follows a link and says that it is one. */
const typeOf = (path: string): number => {
  const there = statSync(path);
  const kind = there.isFile() ? bits.File : there.isDirectory() ? bits.Directory : 0;
  return kind | (lstatSync(path).isSymbolicLink() ? bits.SymbolicLink : 0);
};

vi.mock('vscode', () => ({
  FileType: bits,
  Uri: {
    file: (path: string) => ({ path }),
    joinPath: ({ path }: Place, ...parts: string[]) => ({ path: [path, ...parts].join('/') }),
  },
  workspace: {
    fs: {
      stat: async ({ path }: Place) => ({ type: typeOf(path), size: statSync(path).size }),
      readDirectory: async ({ path }: Place) =>
        readdirSync(path).map((name) => [name, typeOf(join(path, name))]),
      readFile: async ({ path }: Place) => {
        read.push(path);
        return path.endsWith('.md') && statSync(path).isFile() ? readFileSync(path) : new Uint8Array();
      },
    },
  },
}));

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-glance-'));
  read.length = 0;
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const sessionAt = (folder: string, title: string): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'STATUS.md'),
    `---\nschema: 1\ntitle: ${title}\nstate: running\n---\n\n# ${title}\n`,
  );
};
const seen = async (): Promise<readonly (readonly [string, string | null | undefined])[]> =>
  (await glanceSessions(root)).map(({ session, glance }) => [session, glance?.title ?? null]);

test('in Restricted Mode a STATUS.md is read, and one that is a link is not followed', async () => {
  sessionAt(join(root, '.cairn/sessions/real'), 'Add login');
  mkdirSync(join(root, '.cairn/sessions/linked'));
  symlinkSync('/dev/zero', join(root, '.cairn/sessions/linked/STATUS.md'));
  expect(Object.fromEntries(await seen())).toEqual({ real: 'Add login', linked: null });
  expect(read).toEqual([join(root, '.cairn/sessions/real/STATUS.md')]);
});

test.each(['.cairn', '.cairn/sessions', '.cairn/sessions/real'])(
  'in Restricted Mode nothing is read through a link in the place of %s',
  async (place) => {
    const elsewhere = join(root, 'elsewhere');
    sessionAt(join(elsewhere, '.cairn/sessions/real'), 'Of another');
    mkdirSync(join(root, place, '..'), { recursive: true });
    symlinkSync(join(elsewhere, place), join(root, place));
    expect(await seen()).toEqual([]);
    expect(read).toEqual([]);
  },
);

test('a folder without sessions has none in Restricted Mode', async () => expect(await seen()).toEqual([]));
