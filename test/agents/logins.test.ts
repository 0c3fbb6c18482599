import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { loginOf } from '../../src/agents/logins.ts';
import type { KnownAgent } from '../../src/model/agent/knownAgents.ts';
import { temporaryFolder } from '../support/gitRepo.ts';

const FOUND: readonly (readonly [KnownAgent, file: string])[] = [
  ['claude', '.claude/.credentials.json'],
  ['codex', '.codex/auth.json'],
  ['gemini', '.gemini/oauth_creds.json'],
  ['qwen', '.qwen/oauth_creds.json'],
  ['opencode', '.local/share/opencode/auth.json'],
];

async function homeWith(file: string, text: string): Promise<string> {
  const home = await temporaryFolder();
  mkdirSync(dirname(join(home, file)), { recursive: true });
  writeFileSync(join(home, file), text);
  return home;
}

test.each(FOUND)('%s is logged in where its file says something', async (name, file) => {
  const home = await homeWith(file, 'not read');
  expect(loginOf({ name, login: 'log in' }, { HOME: home })).toEqual({
    is: 'found',
    by: join(home, file),
    command: 'log in',
  });
  const empty = await homeWith(file, '{}');
  expect(loginOf({ name, login: 'log in' }, { HOME: empty }).is).not.toBe('found');
});

test('a variable counts, an empty one does not, and a folder may be named by one', async () => {
  const env = { HOME: await temporaryFolder(), OPENAI_API_KEY: '' };
  const codex = { name: 'codex', login: 'codex login' } as const;
  expect(loginOf(codex, env).is).toBe('none');
  expect(loginOf(codex, { ...env, OPENAI_API_KEY: 'x' })).toMatchObject({
    is: 'found',
    by: 'OPENAI_API_KEY',
  });
  const moved = await homeWith('auth.json', 'not read');
  expect(loginOf(codex, { ...env, CODEX_HOME: moved }).by).toBe(join(moved, 'auth.json'));
});

test('of one that may keep it where no file tells, nothing found means nothing', async () => {
  const HOME = await temporaryFolder();
  expect(loginOf({ name: 'copilot', login: 'copilot login' }, { HOME }).is).toBe('unknown');
  expect(loginOf({ name: 'opencode', login: 'opencode auth login' }, { HOME }).is).toBe('unknown');
});
