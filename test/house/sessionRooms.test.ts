import { describe, expect, it } from 'vitest';
import { files } from './imports.ts';

const SESSION = 'src/session/';

/** The rooms of the session layer, as ARCHITECTURE.md lists them: each may use those before it. */
const ROOMS = [
  'ports',
  'api',
  'record',
  'trust',
  'workingTree',
  'effects',
  'checkpoint',
  'drive',
  'run',
  'open',
  'restore',
  'rescue',
  'decide',
  'resume',
  'fork',
  'look',
];

/** Every file of the layer, by path from `src/session`, with what it imports of the layer; types count, too. */
const imports = new Map(
  [...files].flatMap(([file, { imports: all }]) =>
    file.startsWith(SESSION)
      ? [
          [
            inLayer(file),
            all
              .map(({ to }) => to)
              .filter((to) => to.startsWith(SESSION))
              .map(inLayer),
          ] as const,
        ]
      : [],
  ),
);

function inLayer(file: string): string {
  return file.slice(SESSION.length);
}

const roomOf = (file: string): string | null => (file.includes('/') ? (file.split('/')[0] ?? null) : null);

/** A file of no room stands as high as the highest room that it leads to. */
function rank(file: string, seen: ReadonlySet<string> = new Set()): number {
  const room = roomOf(file);
  if (room !== null) return ROOMS.indexOf(room);
  if (seen.has(file)) return -1;
  const below = imports.get(file) ?? [];
  return Math.max(-1, ...below.map((path) => rank(path, new Set([...seen, file]))));
}

describe('the rooms of the session layer', () => {
  it('are those that ARCHITECTURE.md lists', () => {
    const rooms = new Set([...imports.keys()].map(roomOf).filter((room) => room !== null));
    expect([...rooms].sort()).toEqual([...ROOMS].sort());
  });

  it.each(ROOMS)('%s uses only the rooms before it, also by way of a file of no room', (room) => {
    const own = ROOMS.indexOf(room);
    const breaches = [...imports].flatMap(([file, used]) =>
      roomOf(file) === room
        ? used.filter((path) => roomOf(path) !== room && rank(path) >= own).map((path) => `${file} → ${path}`)
        : [],
    );
    expect(breaches).toEqual([]);
  });
});
