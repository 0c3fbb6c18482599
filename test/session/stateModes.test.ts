import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEMO, chain, stage, type Stage } from '../support/session.ts';

/** What others may read, write or enter of the state folder. */
async function open(s: Stage): Promise<readonly string[]> {
  const root = join(s.repo.root, '.git/cairn');
  const found: string[] = [];
  for (const name of await readdir(root, { recursive: true })) {
    if (/(^|\/)index(-\d+)?(\.\w+)*$/.test(name)) continue;
    const { mode } = await stat(join(root, name));
    if ((mode & 0o077) !== 0) found.push(`${(mode & 0o777).toString(8)} ${name}`);
  }
  return found.sort();
}

test.skipIf(process.platform === 'win32')(
  'what holds prompts, output and a person’s words is for that person alone, also what was open before',
  async () => {
    const s = await stage(chain('one', 'two'));
    const stopping = new AbortController();
    await s.agent.part('two', 'exit 1');
    await s.start({}, stopping.signal);
    expect(await open(s)).toEqual([]);
    const session = join(s.repo.root, '.git/cairn', DEMO);
    await chmod(session, 0o755);
    await chmod(join(session, 'journal.jsonl'), 0o644);
    await chmod(join(session, 'output'), 0o755);
    await s.resume();
    expect(await open(s)).toEqual([]);
    expect((await stat(join(s.repo.root, '.git/cairn'))).mode & 0o077).toBe(0);
  },
);
