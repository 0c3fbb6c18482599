import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SESSION = 'src/session';

/** The rooms of the session layer, as ARCHITECTURE.md lists them: each may use those before it. */
const ROOMS = [
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

const rooms = readdirSync(SESSION, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

describe('the rooms of the session layer', () => {
  it('are those that ARCHITECTURE.md lists', () => {
    expect([...rooms].sort()).toEqual([...ROOMS].sort());
  });

  it.each(ROOMS)('%s uses only the rooms before it', (room) => {
    const folder = join(SESSION, room);
    const used = readdirSync(folder).flatMap((file) => importedRooms(join(folder, file)));
    const allowed = ROOMS.slice(0, ROOMS.indexOf(room));
    expect([...new Set(used)].filter((name) => !allowed.includes(name))).toEqual([]);
  });
});

function importedRooms(file: string): readonly string[] {
  const imports = readFileSync(file, 'utf8').matchAll(/ from '\.\.\/(\w+)\/[^']+'/g);
  return [...imports].map((match) => match[1] ?? '').filter((name) => rooms.includes(name));
}
