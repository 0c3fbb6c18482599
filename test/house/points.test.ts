import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { POINTS } from '../../src/session/points.ts';
import { DEATHS } from '../recovery/deaths.ts';

const sources = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

describe('the named places at which a process may die', () => {
  const killed = new Set(Object.values(DEATHS).flatMap((deaths) => deaths.map(([point]) => point)));
  const tests = ['test/recovery', 'test/failures'].flatMap(sources).join('\n');
  const passed = sources('src/session').join('\n');

  it.each(POINTS)('%s is passed by the code, and something is killed there', (point) => {
    expect(killed).toContain(point);
    expect([...passed.matchAll(/reached\('([^']+)'\)/g)].map((match) => match[1])).toContain(point);
  });

  it.each(Object.keys(DEATHS))('there is a test that kills %s', (act) => {
    expect(tests).toContain(`DEATHS.${act}`);
  });
});
